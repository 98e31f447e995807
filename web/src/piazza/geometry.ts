/** Where things are drawn on Piazza's table: cells, neighbours, brackets. Drawing alone: no rules. */

import type { Area, Span } from "../lib/protocol.ts";

export type Placed = [string, number, number];
export type Side = "left" | "right" | "above" | "below";
export interface Point {
    x: number;
    y: number;
}

const SIDES: [Side, number, number][] = [
    ["left", -1, 0],
    ["right", 1, 0],
    ["above", 0, -1],
    ["below", 0, 1],
];

/** The cards beside a cell, and on which side of it each lies. */
export function neighboursOf(
    cell: Point,
    board: readonly Placed[],
): { side: Side; card: string }[] {
    return SIDES.flatMap(([side, dx, dy]) => {
        const found = board.find(([, x, y]) => x === cell.x + dx && y === cell.y + dy);
        return found ? [{ side, card: found[0] }] : [];
    });
}

/** The smallest area with all cards; the start shape's cells where there are none yet. */
export function boxOf(board: readonly Placed[]): Area {
    if (!board.length) return { left: 0, top: 0, right: 1, bottom: 1 };
    const [xs, ys] = [board.map((one) => one[1]), board.map((one) => one[2])];
    return {
        left: Math.min(...xs),
        top: Math.min(...ys),
        right: Math.max(...xs),
        bottom: Math.max(...ys),
    };
}

/** The cells that are shown: the cards' box and one ring around it, as far as cards may still lie there. */
export function windowOf(box: Area, limits: Area): Area {
    return {
        left: Math.max(box.left - 1, limits.left),
        top: Math.max(box.top - 1, limits.top),
        right: Math.min(box.right + 1, limits.right),
        bottom: Math.min(box.bottom + 1, limits.bottom),
    };
}

export function columnsOf(area: Area): number {
    return area.right - area.left + 1;
}

export function rowsOf(area: Area): number {
    return area.bottom - area.top + 1;
}

export function within(area: Area, cell: Point): boolean {
    return (
        cell.x >= area.left && cell.x <= area.right && cell.y >= area.top && cell.y <= area.bottom
    );
}

/** A bracket as it is drawn: a bar with a tick at both ends, and the place of its number. */
export interface Drawn {
    path: string;
    disc: Point;
    cards: number;
    /** The first and the last of its cards, on the bar. */
    ends: [Point, Point];
}

const IN = 0.22;
/** Where two brackets meet on one card, their ticks stand beside each other. */
const MEET = 0.44;
const SEAM = 0.03;
const TICK = 0.2;

/** Brackets in pixels: on the seam above a row, left of a column. */
export function drawn(spans: readonly Span[], area: Area, cell: number, disc: number): Drawn[] {
    return spans.reduce<Drawn[]>((before, span) => {
        const one = drawOne(span, spans, area, cell);
        return [...before, { ...one, disc: apart(one.disc, before, isRow(span), disc) }];
    }, []);
}

function drawOne(span: Span, all: readonly Span[], area: Area, cell: number): Drawn {
    const row = span.from[1] === span.to[1];
    const meets = (at: [number, number], end: "from" | "to") =>
        all.some((one) => one !== span && isRow(one) === row && same(one[end], at));
    const start = meets(span.from, "to") ? 1 - MEET : IN;
    const stop = meets(span.to, "from") ? MEET : 1 - IN;
    const [fx, fy] = [span.from[0] - area.left, span.from[1] - area.top];
    const [tx, ty] = [span.to[0] - area.left, span.to[1] - area.top];
    const px = (value: number) => Math.round(value * cell * 10) / 10;
    if (row) {
        const [a, b, y] = [fx + start, tx + stop, fy + SEAM];
        const path = `M${px(a)},${px(fy + TICK)}V${px(y)}H${px(b)}V${px(fy + TICK)}`;
        const ends: [Point, Point] = [
            { x: px(fx + 0.5), y: px(y) },
            { x: px(tx + 0.5), y: px(y) },
        ];
        return { path, disc: { x: px((a + b) / 2), y: px(y) }, cards: span.cards, ends };
    }
    const [a, b, x] = [fy + start, ty + stop, fx + SEAM];
    const path = `M${px(fx + TICK)},${px(a)}H${px(x)}V${px(b)}H${px(fx + TICK)}`;
    const ends: [Point, Point] = [
        { x: px(x), y: px(fy + 0.5) },
        { x: px(x), y: px(ty + 0.5) },
    ];
    return { path, disc: { x: px(x), y: px((a + b) / 2) }, cards: span.cards, ends };
}

/** Where one of a bracket's cards is on its bar; the first is number 1. */
export function cardOn({ ends: [first, last], cards }: Drawn, number: number): Point {
    const part = (number - 1) / (cards - 1);
    return { x: first.x + (last.x - first.x) * part, y: first.y + (last.y - first.y) * part };
}

/** A disc's place along its bar where it covers none of the discs before it. */
function apart(at: Point, before: Drawn[], row: boolean, size: number): Point {
    const places = [0, 0.6, -0.6, 1.2, -1.2].map((step) =>
        row ? { x: at.x + step * size, y: at.y } : { x: at.x, y: at.y + step * size },
    );
    const far = (place: Point) => (one: Drawn) =>
        Math.hypot(one.disc.x - place.x, one.disc.y - place.y) >= size;
    return places.find((place) => before.every(far(place))) ?? at;
}

/** On which side of a card its points stand: on the table, and on no other card if that can be. */
export function freeSide(card: Point, area: Area, taken: (x: number, y: number) => boolean): Point {
    const sides = [
        { x: 1, y: 0 },
        { x: 0, y: 1 },
        { x: -1, y: 0 },
        { x: 0, y: -1 },
    ].filter((side) => within(area, { x: card.x + side.x, y: card.y + side.y }));
    const free = sides.find((side) => !taken(card.x + side.x, card.y + side.y));
    return free ?? sides[0] ?? { x: 1, y: 0 };
}

export function isRow(span: Span): boolean {
    return span.from[1] === span.to[1];
}

function same(one: [number, number], other: [number, number]): boolean {
    return one[0] === other[0] && one[1] === other[1];
}
