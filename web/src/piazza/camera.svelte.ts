/** How large the table is drawn, and which part of it is seen. At zoom 1 all of it fits. */

import type { Area } from "../lib/protocol.ts";
import { columnsOf, rowsOf, type Point } from "./geometry.ts";

/** Cells are never larger than this, however few there are. */
const LARGEST = 104;
const MOST = 3;

export class Camera {
    readonly #area: () => Area;
    /** The room there is, in pixels. */
    width = $state(0);
    height = $state(0);
    zoom = $state(1);
    /** Room above and below that is kept for labels and buttons, at zoom 1. */
    above = $state(0);
    below = $state(0);
    #pan = $state.raw<Point>({ x: 0, y: 0 });
    /** Whether a finger moves the table: then it taps nothing. */
    moved = false;

    readonly #fit = $derived.by(() => {
        const area = this.#area();
        const wide = this.width / (columnsOf(area) + 0.2);
        const high = (this.height - this.above - this.below) / (rowsOf(area) + 0.2);
        return Math.max(12, Math.min(LARGEST, wide, high));
    });
    /** Pixels from one cell to the next. */
    readonly cell = $derived(Math.floor(this.#fit * this.zoom * 2) / 2);
    /** Where the first cell's corner is. */
    readonly offset = $derived.by<Point>(() => {
        const area = this.#area();
        const spare = {
            x: this.width - columnsOf(area) * this.cell,
            y: this.height - rowsOf(area) * this.cell,
        };
        const lift = Math.max(0, Math.min(spare.y / 2, (this.below - this.above) / 2));
        return { x: held(spare.x, this.#pan.x), y: held(spare.y, this.#pan.y) - lift };
    });

    /** Pixels above and below the table together. */
    readonly spare = $derived.by(() => this.height - rowsOf(this.#area()) * this.cell);

    constructor(area: () => Area) {
        this.#area = area;
    }

    /** Zooms around a point of the screen's table. */
    zoomBy(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
        const before = { cell: this.cell, ...this.offset };
        this.zoom = Math.min(MOST, Math.max(1, this.zoom * factor));
        const scale = this.cell / before.cell;
        const spare = (room: number, cells: number) => room - cells * this.cell;
        const area = this.#area();
        this.#pan = {
            x: at.x - (at.x - before.x) * scale - spare(this.width, columnsOf(area)) / 2,
            y: at.y - (at.y - before.y) * scale - spare(this.height, rowsOf(area)) / 2,
        };
    }

    move(dx: number, dy: number): void {
        if (this.zoom > 1) this.#pan = { x: this.#pan.x + dx, y: this.#pan.y + dy };
    }

    /** All of the table again. */
    fit(): void {
        this.zoom = 1;
        this.#pan = { x: 0, y: 0 };
    }

    /** The cell at a point of the screen's table. */
    cellAt(at: Point): Point {
        const { left, top } = this.#area();
        return {
            x: left + Math.floor((at.x - this.offset.x) / this.cell),
            y: top + Math.floor((at.y - this.offset.y) / this.cell),
        };
    }

    /** The middle of a cell. */
    middle(cell: Point): Point {
        const { left, top } = this.#area();
        return {
            x: this.offset.x + (cell.x - left + 0.5) * this.cell,
            y: this.offset.y + (cell.y - top + 0.5) * this.cell,
        };
    }
}

/** In the middle where there is room to spare; else no further than the table's edges. */
function held(spare: number, pan: number): number {
    if (spare >= 0) return Math.round(spare / 2);
    return Math.round(Math.min(0, Math.max(spare, spare / 2 + pan)));
}
