/** The keys of C'est Carré!: digits choose, D and R draw, arrows move on the grid. */

import { tick } from "svelte";
import { contains, towards } from "./geometry.ts";
import type { Cell } from "./outline.ts";
import type { CarreTurn } from "./turn.svelte.ts";

const ARROWS: Record<string, Cell> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

/** Does what a key means; whether it meant something. */
export function pressed(turn: CarreTurn, event: KeyboardEvent): boolean {
    if (event.altKey || event.metaKey) return false;
    const way = ARROWS[event.key];
    if (way) return steer(turn, way, event.ctrlKey);
    if (event.ctrlKey) return false;
    if (/^[1-9]$/.test(event.key)) return digit(turn, Number(event.key) - 1);
    return letter(turn, event.key.toLowerCase());
}

function letter(turn: CarreTurn, key: string): boolean {
    if (key === "d") void turn.draw("take");
    else if (key === "r") void turn.draw("reveal");
    else return false;
    return true;
}

/** Chooses a card and goes on to the first cell where it may lie, or to the button that discards. */
function digit(turn: CarreTurn, index: number): boolean {
    if (index >= turn.cards.length) return false;
    turn.choose(index);
    const [first] = turn.targets;
    if (first) turn.focus(first.cell);
    else if (turn.ready) void tick().then(focusButton);
    return true;
}

function focusButton(): void {
    document.querySelector<HTMLElement>("button.commit")?.focus();
}

/** To the cell beside, or with Ctrl to the next one in that direction where the card may lie. */
function steer(turn: CarreTurn, way: Cell, legal: boolean): boolean {
    const cells = turn.targets.map(({ cell }) => cell);
    const from = turn.cursor ?? turn.begun.cell ?? cells[0] ?? [turn.area.left, turn.area.top];
    const beside: Cell = [from[0] + way[0], from[1] + way[1]];
    const to = (legal ? towards(cells, from, way) : beside) ?? from;
    turn.focus(contains(turn.area, to) ? to : from);
    return true;
}
