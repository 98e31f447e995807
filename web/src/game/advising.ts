/** Advice on a game that runs: asked for, and spoken. */

import { moveText, reasonText } from "../lib/advice.ts";
import { say } from "../lib/announce.svelte.ts";
import { need } from "../lib/words.svelte.ts";
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
