/** A move that is put together outlasts a reload of the page, as long as the game stands as it did. */

import { untrack } from "svelte";
import { keep, kept } from "../lib/kept.ts";
import { afterPaint } from "../lib/paint.ts";
import type { Game } from "./game.svelte.ts";
import type { Turn } from "./source.ts";

/** Call it in a component's init. */
export function keepPending(game: Game, turn: Turn): void {
    const key = `pending:${game.table.id}`;
    let restored = false;

    $effect(() => {
        const { legal, moves = [] } = game.shown;
        if (!legal) return;
        const now = (move: string) => `${moves.length} ${move}`;
        if (!restored) untrack(() => restore(now));
        restored = true;
        const pending = turn.pending && turn.ready ? now(turn.ready) : null;
        afterPaint(() => keep(key, pending, "sessionStorage"));
    });

    function restore(now: (move: string) => string): void {
        const found = kept(key, "sessionStorage");
        const move = game.shown.legal?.find((one) => now(one.move) === found)?.move;
        if (move) turn.prepare(move);
    }
}
