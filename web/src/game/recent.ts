/** Which moves are news to a player. */

import type { MoveShown } from "../lib/protocol.ts";

/** What the others have done since the seat's own last move; where that was the last one, it alone. */
export function sinceOwn(moves: readonly MoveShown[], seat: number | null): readonly MoveShown[] {
    if (seat === null) return moves.slice(-1);
    const own = moves.findLastIndex((one) => one.seat === seat);
    return moves.slice(Math.min(own + 1, moves.length - 1));
}
