/** The keys of a game page, wherever the focus is. */

import { say } from "../lib/announce.svelte.ts";
import { t } from "../lib/words.svelte.ts";
import type { Game } from "./game.svelte.ts";
import type { Turn } from "./source.ts";

interface Page {
    game: Game;
    turn: Turn;
    help: () => void;
}

/** Takes a key; whether it meant something. */
export function gameKey(event: KeyboardEvent, page: Page): boolean {
    if (event.defaultPrevented || elsewhere(event.target as Element)) return false;
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.key === "Escape" || (ctrl && event.key === "z")) return stepBack(page);
    if (ctrl || event.altKey) return false;
    if (page.turn.key(event)) return true;
    if (event.key === "Enter") return play(event, page);
    const spoken = { t: tableText, l: lastText, s: scoreText }[event.key.toLowerCase()];
    if (spoken) say(spoken(page.game));
    if (event.key === "?") page.help();
    return spoken !== undefined || event.key === "?";
}

/** In a field, and while a menu or a dialog is open, keys are theirs. */
function elsewhere(target: Element): boolean {
    const open = document.querySelector("dialog[open], [popover]:popover-open");
    return open !== null || Boolean(target.closest?.("input, select, textarea"));
}

function stepBack({ game, turn }: Page): boolean {
    if (game.source.past) void game.source.look(null);
    else turn.undo();
    return true;
}

/** Enter plays, unless the focus is on something that Enter means itself. */
function play(event: KeyboardEvent, { turn }: Page): boolean {
    if (!turn.ready || (event.target as Element).closest?.("a, button")) return false;
    void turn.commit().catch(() => undefined);
    return true;
}

function tableText(game: Game): string {
    return game.parts.overview(game.source);
}

function lastText(game: Game): string {
    const last = game.source.last;
    if (!last) return t("game.no_moves");
    return game.parts.describe(last, game.names[last.seat] ?? "", game.source);
}

function scoreText(game: Game): string {
    const scores = game.parts.scores(game.source.view);
    return scores.map((n, seat) => t("game.has_points", { name: game.label(seat), n })).join(" ");
}
