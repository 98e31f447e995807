/**
 * A card that is dragged from the hand, or from where it lies pending, onto the table.
 *
 * A finger hides what is under it, so the card floats above it, and the cell under the card counts.
 */

import { moving } from "../lib/settings.svelte.ts";
import type { Point } from "./geometry.ts";
import type { Cell, PiazzaTurn } from "./turn.svelte.ts";

/** So far the pointer has to move before it drags. */
const START = 6;
const ABOVE = 24;

/** What a table tells of itself, to be found under a dragged card. */
export interface Ground {
    /** The cell at a point of the screen; near a legal cell, that one. Null beside the table. */
    cellAt(point: Point, near: boolean): Cell | null;
    /** How large a card is there. */
    size(): number;
}

export interface Dragged {
    card: string;
    slot: number;
    /** The middle of the card, on the screen. */
    x: number;
    y: number;
    size: number;
    /** Whether it glides home. */
    home: boolean;
}

export class Drag {
    readonly #turn: PiazzaTurn;
    ground: Ground | null = null;
    now = $state.raw<Dragged | null>(null);
    /** True until the click that ends a drag has passed. */
    justDragged = false;

    constructor(turn: PiazzaTurn) {
        this.#turn = turn;
    }

    /** Watches a pointer that went down on a card. */
    begin(event: PointerEvent, slot: number, from: Element): void {
        if (event.button !== 0 || !this.#turn.mine) return;
        const start = { x: event.clientX, y: event.clientY };
        const rect = from.getBoundingClientRect();
        const stop = new AbortController();
        const move = (next: PointerEvent) => {
            if (next.pointerId !== event.pointerId) return;
            const far = Math.hypot(next.clientX - start.x, next.clientY - start.y) > START;
            if (this.now === null && far) this.#start(slot);
            if (this.now) this.#to(next);
        };
        const end = (last: PointerEvent) => {
            if (last.pointerId !== event.pointerId) return;
            stop.abort();
            if (this.now) void this.#drop(last.type === "pointerup", rect);
        };
        const options = { signal: stop.signal };
        addEventListener("pointermove", move, options);
        addEventListener("pointerup", end, options);
        addEventListener("pointercancel", end, options);
    }

    #start(slot: number): void {
        const card = this.#turn.hand[slot];
        if (!card) return;
        if (this.#turn.used(slot)) this.#turn.lift(slot);
        else if (this.#turn.chosen !== slot) this.#turn.choose(slot);
        this.justDragged = true;
        this.now = { card, slot, x: 0, y: 0, size: this.ground?.size() ?? 80, home: false };
    }

    #to(event: PointerEvent): void {
        if (!this.now) return;
        const { size } = this.now;
        const above = event.pointerType === "mouse" ? 0 : ABOVE + size / 2;
        this.now = { ...this.now, x: event.clientX, y: event.clientY - above };
        this.#turn.over = this.ground?.cellAt(this.now, true) ?? null;
    }

    async #drop(given: boolean, home: DOMRect): Promise<void> {
        const dragged = this.now as Dragged;
        setTimeout(() => (this.justDragged = false));
        const cell = given ? (this.ground?.cellAt(dragged, true) ?? null) : null;
        this.#turn.over = null;
        if (cell && this.#turn.legalAt(cell)) {
            this.#turn.origin = rectOf(dragged);
            this.now = null;
            return this.#turn.tap(cell);
        }
        if (cell) void this.#turn.tap(cell);
        await this.#goHome(dragged, home);
    }

    async #goHome(dragged: Dragged, home: DOMRect): Promise<void> {
        const { left, top, width, height } = home;
        this.now = { ...dragged, x: left + width / 2, y: top + height / 2, home: true };
        if (moving()) await new Promise((done) => setTimeout(done, 220));
        if (this.now?.home) this.now = null;
    }
}

function rectOf({ x, y, size }: Dragged): DOMRect {
    return new DOMRect(x - size / 2, y - size / 2, size, size);
}
