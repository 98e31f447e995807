/** Where the cells of a square are drawn: which are shown, how large, and how far apart. */

import type { Area, SquareShown } from "../lib/protocol.ts";
import { keyOf, type Cell } from "./outline.ts";

/** Between a closed square and the cards outside of it, in pixels. */
export const APART = 12;
/** Around everything, in pixels: room for outlines. */
const MARGIN = 6;
const LARGEST = 188;
/** Cells of a square that is not complete are not smaller, if that can be avoided. */
const SMALLEST = 56;
/** Rows and columns of a complete square. */
const SIDE = 3;

export interface Plan {
    /** The cells that are shown: from the first to the last column and row. */
    readonly area: Area;
    /** From one cell to the next, in pixels. */
    readonly pitch: number;
    /** Of the whole drawing. */
    readonly width: number;
    readonly height: number;
    /** Where a cell's top left is drawn. */
    place(cell: Cell): [number, number];
}

/** The smallest area with all of these in it. */
export function around(area: Area | null, cells: readonly Cell[]): Area {
    const start = area ?? { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    return cells.reduce(
        (box, [x, y]) => ({
            left: Math.min(box.left, x),
            top: Math.min(box.top, y),
            right: Math.max(box.right, x),
            bottom: Math.max(box.bottom, y),
        }),
        start,
    );
}

export function contains({ left, top, right, bottom }: Area, [x, y]: Cell): boolean {
    return x >= left && x <= right && y >= top && y <= bottom;
}

/**
 * Lays a square out in a given room: what can still be reached, and what lies or may lie outside.
 * Where that would become too small, only the cells beside the cards.
 */
export function plan(
    square: SquareShown,
    cells: readonly Cell[],
    lay: readonly Cell[],
    room: { width: number; height: number },
): Plan {
    const all = around(square.reach, [...square.outside, ...lay]);
    const shown = planned(square, all, room, MARGIN);
    if (shown.pitch >= SMALLEST || square.complete) return shown;
    return planned(square, beside(square.reach, cells), room, MARGIN);
}

/** The cells around the cards, as far as they can be reached. */
function beside(reach: Area, cells: readonly Cell[]): Area {
    const box = around(null, cells.length ? cells : [[0, 0]]);
    return {
        left: Math.max(reach.left, box.left - 1),
        top: Math.max(reach.top, box.top - 1),
        right: Math.min(reach.right, box.right + 1),
        bottom: Math.min(reach.bottom, box.bottom + 1),
    };
}

/** The same for cells that are known already. */
export function planned(
    square: SquareShown,
    area: Area,
    room: { width: number; height: number },
    margin: number,
    gap = APART,
): Plan {
    const { reach } = square;
    const apart = square.complete ? gap : 0;
    const gapsX = gaps(area.left, area.right, reach.left, reach.right, apart);
    const gapsY = gaps(area.top, area.bottom, reach.top, reach.bottom, apart);
    const columns = area.right - area.left + 1;
    const rows = area.bottom - area.top + 1;
    const free = Math.min(
        (room.width - 2 * margin - gapsX.before - gapsX.after) / columns,
        (room.height - 2 * margin - gapsY.before - gapsY.after) / rows,
    );
    const pitch = Math.max(16, Math.min(LARGEST, Math.floor(free)));
    return {
        area,
        pitch,
        width: columns * pitch + gapsX.before + gapsX.after + 2 * margin,
        height: rows * pitch + gapsY.before + gapsY.after + 2 * margin,
        place: ([x, y]) => [
            margin + (x - area.left) * pitch + shift(x, reach.left, reach.right, gapsX),
            margin + (y - area.top) * pitch + shift(y, reach.top, reach.bottom, gapsY),
        ],
    };
}

interface Gaps {
    before: number;
    after: number;
}

function gaps(from: number, to: number, first: number, last: number, apart: number): Gaps {
    return { before: from < first ? apart : 0, after: to > last ? apart : 0 };
}

function shift(at: number, first: number, last: number, gap: Gaps): number {
    return (at >= first ? gap.before : 0) + (at > last ? gap.after : 0);
}

/** The area of a small drawing: all cards, and at least three rows and columns that can be reached. */
export function compact(square: SquareShown, cells: readonly Cell[]): Area {
    const { reach } = square;
    if (!cells.length)
        return around(null, [
            [-1, -1],
            [1, 1],
        ]);
    const box = around(square.complete ? reach : null, cells);
    const [left, right] = widened(box.left, box.right, reach.right);
    const [top, bottom] = widened(box.top, box.bottom, reach.bottom);
    return { left, top, right, bottom };
}

function widened(first: number, last: number, most: number): [number, number] {
    const end = Math.max(last, Math.min(most, first + SIDE - 1));
    return [Math.min(first, end - SIDE + 1), end];
}

/** All cells of an area, row by row. */
export function rowsOf({ left, top, right, bottom }: Area): Cell[][] {
    const columns = Array.from({ length: right - left + 1 }, (_, i) => left + i);
    return Array.from({ length: bottom - top + 1 }, (_, j) =>
        columns.map((x): Cell => [x, top + j]),
    );
}

/** Where a zone's figures stand: its topmost cell, the leftmost of these. */
export function corner(cells: readonly Cell[]): Cell {
    return [...cells].sort((a, b) => a[1] - b[1] || a[0] - b[0])[0]!;
}

/** Whether two zones are made of the same cells. */
export function sameCells(one: readonly Cell[], other: readonly Cell[]): boolean {
    const own = new Set(one.map(keyOf));
    return one.length === other.length && other.every((cell) => own.has(keyOf(cell)));
}

/** The nearest of some cells to a point of the drawing, if it is within so many pixels. */
export function nearest(
    shown: Plan,
    cells: readonly Cell[],
    [x, y]: readonly [number, number],
    within: number,
): Cell | null {
    const far = (cell: Cell) => {
        const [left, top] = shown.place(cell);
        const dx = Math.max(left - x, 0, x - left - shown.pitch);
        const dy = Math.max(top - y, 0, y - top - shown.pitch);
        return Math.hypot(dx, dy);
    };
    const best = [...cells].sort((a, b) => far(a) - far(b))[0];
    return best && far(best) <= within ? best : null;
}

/** The next of some cells in a direction: the one that deviates least, then the nearest. */
export function towards(cells: readonly Cell[], [x, y]: Cell, [dx, dy]: Cell): Cell | null {
    const ahead = cells
        .map((cell) => {
            const along = (cell[0] - x) * dx + (cell[1] - y) * dy;
            const aside = Math.abs((cell[0] - x) * dy) + Math.abs((cell[1] - y) * dx);
            return { cell, along, aside };
        })
        .filter(({ along }) => along > 0)
        .sort((a, b) => a.along + 2 * a.aside - (b.along + 2 * b.aside));
    return ahead[0]?.cell ?? null;
}

interface Room {
    width: number;
    height: number;
}

/** Larger squares are no easier to read. */
const FITTED = 320;
/** It must be worth it that the words stand in a place of their own. */
const WORTH = 1.08;

/**
 * How large so many squares can be beside and below each other, each with words below it; or below
 * each other with the words `aside`, where they are larger so.
 */
export function fitted(
    count: number,
    room: Room,
    below: Room,
    aside: Room,
): { size: number; aside: boolean } {
    const sizes = Array.from({ length: count }, (_, i) => {
        const rows = Math.ceil(count / (i + 1));
        return Math.min(room.width / (i + 1) - below.width, room.height / rows - below.height);
    });
    const stacked = clamped(Math.max(...sizes));
    const column = clamped(Math.min(room.width - aside.width, room.height / count - aside.height));
    return column > stacked * WORTH
        ? { size: column, aside: true }
        : { size: stacked, aside: false };
}

function clamped(size: number): number {
    return Math.max(40, Math.min(FITTED, Math.floor(size)));
}
