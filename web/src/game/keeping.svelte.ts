/** A move that is put together outlasts a reload of the page, as long as the game stands as it did. */

import { untrack } from "svelte";
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
        if (turn.pending && turn.ready) sessionStorage.setItem(key, now(turn.ready));
        else sessionStorage.removeItem(key);
    });

    function restore(now: (move: string) => string): void {
        const kept = sessionStorage.getItem(key);
        const move = game.shown.legal?.find((one) => now(one.move) === kept)?.move;
        if (move) turn.prepare(move);
    }
}
