/** What a figure shows, in words: its caption, and the cards row by row for those who hear it. */

import { cardName } from "../../lib/cards.ts";
import { number, signed, t, word, type Values } from "../../lib/words.svelte.ts";
import type { Figure, LayoutFigure, Placed, TableFigure } from "./examples.ts";

/** The line below a figure. */
export function captionOf(figure: Figure): string {
    return word("rules.figure", figure.name, valuesOf(figure));
}

/** The whole figure for a screen reader. */
export function spokenFigure(figure: TableFigure | LayoutFigure): string {
    const cards = figure.kind === "table" ? [...figure.board, ...figure.laid] : figure.layout;
    return t("rules.figure.drawn", { caption: captionOf(figure), rows: rowsOf(cards).join(" ") });
}

function valuesOf(figure: Figure): Values {
    if (figure.kind === "table") return { points: figure.points, sum: sumOf(figure) };
    if (figure.kind !== "layout") return {};
    const { values, zone_points, points } = figure.square;
    return { values: signed(values), zones: signed(zone_points), points };
}

/** "3 + 3 + 4 = 10", in the order in which the brackets are read on the table. */
function sumOf(figure: TableFigure): string {
    const terms = figure.brackets.map((one) => number(one.cards));
    return `${terms.join(" + ")} = ${number(figure.points)}`;
}

function rowsOf(cards: readonly Placed[]): string[] {
    const xs = cards.map(([, x]) => x);
    const ys = cards.map(([, , y]) => y);
    const rows: string[] = [];
    for (let y = Math.min(...ys); y <= Math.max(...ys); y++) {
        const names: string[] = [];
        for (let x = Math.min(...xs); x <= Math.max(...xs); x++) names.push(nameAt(cards, x, y));
        rows.push(t("rules.figure.in_row", { n: rows.length + 1, cards: names.join(", ") }));
    }
    return rows;
}

function nameAt(cards: readonly Placed[], x: number, y: number): string {
    const found = cards.find((one) => one[1] === x && one[2] === y);
    return found ? cardName(found[0]) : t("rules.figure.empty");
}
