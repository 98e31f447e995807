/** Advice on a game that runs: asked for, spoken, and put on the board. */

import { moveText, reasonText } from "../lib/advice.ts";
import { say } from "../lib/announce.svelte.ts";
import { need, word } from "../lib/words.svelte.ts";
import type { Game } from "./game.svelte.ts";
import { placesText } from "./where.ts";

export async function adviseAloud(game: Game): Promise<void> {
    await need("advice");
    await game.advise();
    const best = game.advice?.[0];
    if (!best) return;
    const where = placesText(best.move, game.source.view);
    const reasons = best.reasons.map((one) => reasonText(one, game.labels));
    say([`${moveText(best.move)}.`, where && `${where}.`, ...reasons].filter(Boolean).join(" "));
}

/** What the button says that puts a move on the board; empty for moves made by a tap on a pile. */
export function putText(move: string): string {
    const cards = move.match(/@/g)?.length ?? 0;
    if (cards) return word("advice", "put", { n: cards });
    return move.startsWith("drop ") ? word("advice", "choose") : "";
}
