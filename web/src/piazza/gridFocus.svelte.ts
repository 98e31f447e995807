/** Where the keyboard is on the table: one stop for Tab, arrows within, Ctrl and arrows from one legal cell to the next. */

import { tick } from "svelte";
import type { Area } from "../lib/protocol.ts";
import { within, type Point } from "./geometry.ts";
import type { PiazzaTurn } from "./turn.svelte.ts";

const STEPS: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

export class GridFocus {
    readonly #turn: () => PiazzaTurn;
    readonly #area: () => Area;
    #cell = $state.raw<Point | null>(null);
    /** Whether the keyboard is on the table. */
    #inside = $state(false);
    /** The cell that Tab comes to: the legal one with the most points; else where one was. */
    readonly at = $derived.by<Point>(() => {
        const area = this.#area();
        const known = this.#cell && within(area, this.#cell) ? this.#cell : null;
        if (known && this.#inside) return known;
        const [best] = [...this.#turn().cells].sort((a, b) => b.points - a.points);
        return best ?? known ?? { x: area.left, y: area.top };
    });

    constructor(turn: () => PiazzaTurn, area: () => Area) {
        this.#turn = turn;
        this.#area = area;
    }

    to(cell: Point): void {
        this.#cell = cell;
    }

    /** A cell has the focus: it is tried as if the mouse were over it. */
    entered(cell: Point | null): void {
        if (!cell) return;
        this.#cell = cell;
        this.#inside = true;
        const turn = this.#turn();
        if (!turn.drag.now && document.activeElement?.matches(":focus-visible")) turn.over = cell;
    }

    /** The focus goes elsewhere, or to another cell. */
    left(to: EventTarget | null): void {
        this.#inside = to instanceof Element && to.closest('[role="grid"]') !== null;
        if (!this.#inside) this.#turn().over = null;
    }

    /** Moves with an arrow; whether the key was one. */
    key(event: KeyboardEvent, from: Point): boolean {
        const step = STEPS[event.key];
        const area = this.#area();
        if (event.key === "Home") return this.#go(event, { x: area.left, y: from.y });
        if (event.key === "End") return this.#go(event, { x: area.right, y: from.y });
        if (!step) return false;
        const next = event.ctrlKey || event.metaKey ? this.#legal(from, step) : add(from, step);
        return this.#go(event, next);
    }

    #go(event: KeyboardEvent, cell: Point): boolean {
        const grid = (event.target as Element).closest('[role="grid"]');
        if (within(this.#area(), cell)) {
            this.#cell = cell;
            void tick().then(() =>
                grid
                    ?.querySelector<HTMLElement>(`[data-x="${cell.x}"][data-y="${cell.y}"]`)
                    ?.focus(),
            );
        }
        return true;
    }

    /** The nearest legal cell on that side; straight ahead counts before aslant. */
    #legal(from: Point, [dx, dy]: [number, number]): Point {
        const ahead = (cell: Point) => (cell.x - from.x) * dx + (cell.y - from.y) * dy;
        const aside = (cell: Point) =>
            Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
        const far = (cell: Point) => ahead(cell) + 2 * aside(cell);
        const found = this.#turn()
            .cells.filter((cell) => ahead(cell) > 0)
            .sort((a, b) => far(a) - far(b))[0];
        return found ?? from;
    }
}

function add(cell: Point, [dx, dy]: [number, number]): Point {
    return { x: cell.x + dx, y: cell.y + dy };
}
