/** The course of a game in figures: points after every move, and each seat's best move. */

import type { MoveShown, View } from "../lib/protocol.ts";
import type { GameParts } from "./parts.ts";

/** A game with its moves, as its graph knows it: at a table, or looked at again. */
export interface Course {
    readonly shown: { readonly moves?: readonly MoveShown[]; readonly players: number };
    readonly names: readonly string[];
    readonly parts: GameParts;
    readonly source: { readonly view: View };
}

type Gained = Pick<GameParts, "gained" | "scored">;

/** For each seat its points at the start and after every move that brought some, as [move, points]. */
export function courses(
    moves: readonly MoveShown[],
    players: number,
    parts: Gained,
): [number, number][][] {
    const lines: [number, number][][] = Array.from({ length: players }, () => [[0, 0]]);
    for (const move of moves) {
        const gained = parts.gained(move, players);
        if (!gained) continue;
        lines.forEach((line, seat) => {
            const before = line.at(-1)?.[1] ?? 0;
            line.push([move.number, before + (gained[seat] ?? 0)]);
        });
    }
    return lines;
}

/**
 * The move that brought each seat most, the first of equals; undefined where none brought anything.
 * A round is one's best however little it brought.
 */
export function bestMoves(
    moves: readonly MoveShown[],
    players: number,
    parts: Gained,
): ({ move: MoveShown; points: number } | undefined)[] {
    return Array.from({ length: players }, (_, seat) => {
        const least = parts.scored ? -Infinity : 0;
        let best: { move: MoveShown; points: number } | undefined;
        for (const move of moves) {
            const points = parts.gained(move, players)?.[seat];
            if (points !== undefined && points > (best?.points ?? least)) best = { move, points };
        }
        return best;
    });
}
