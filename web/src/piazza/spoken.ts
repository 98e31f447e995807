/** Piazza in words: what screen readers are told, and the sentences beside the table. */

import { capital, cardName } from "../lib/cards.ts";
import type { MoveShown, PiazzaView, Span } from "../lib/protocol.ts";
import { number, t, word, type Values } from "../lib/words.svelte.ts";
import { isSelf, type Source } from "../game/source.ts";
import {
    boxOf,
    columnsOf,
    isRow,
    neighboursOf,
    rowsOf,
    type Placed,
    type Point,
} from "./geometry.ts";
import { cardsOf, pointsOf, type Laid } from "./moves.ts";
import type { Shown } from "./turn.svelte.ts";

/** "blue boat, right of yellow parasol, above pink sun". */
export function whereText(card: string, cell: Point, board: readonly Placed[]): string {
    const near = nearText(cell, board);
    return near ? `${cardName(card)}, ${near}` : cardName(card);
}

export function nearText(cell: Point, board: readonly Placed[]): string {
    return neighboursOf(cell, board)
        .map(({ side, card }) => word("piazza.near", side, { card: cardName(card) }))
        .join(", ");
}

/** "yellow parasol and yellow cypress". */
export function cardsText(cards: readonly Laid[]): string {
    const names = cards.map((one) => cardName(one.card));
    return names.length === 2
        ? t("piazza.two_cards", { one: names[0] as string, two: names[1] as string })
        : (names[0] ?? "");
}

/** "4 plus 3", for the ear. */
export function sumSpoken(spans: readonly Span[]): string {
    return spans.map((span) => number(span.cards)).join(` ${t("piazza.plus")} `);
}

/** "Two brackets: 4 cards across, 3 cards down." */
export function bracketsText(spans: readonly Span[]): string {
    if (!spans.length) return t("piazza.no_bracket");
    const each = spans.map((span) =>
        t(isRow(span) ? "piazza.across" : "piazza.down", { n: span.cards }),
    );
    return t("piazza.brackets", { n: spans.length, list: each.join(", ") });
}

/** "Blue boat laid. Brackets 4 and 3, 7 points. Enter plays it, Escape takes it back." */
export function pendingText(cards: readonly Laid[], shown: Shown | null, setup: boolean): string {
    const laid = t("piazza.laid", { cards: capital(cardsText(cards)) });
    const keys = t("piazza.keys");
    if (setup || !shown) return `${laid} ${keys}`;
    return `${laid} ${pointsSentence(shown.brackets, shown.points)} ${keys}`;
}

function pointsSentence(brackets: readonly Span[], points: number): string {
    if (!points) return t("piazza.no_points");
    if (brackets.length < 2) return t("piazza.points_only", { n: points });
    return t("piazza.points_sum", { n: points, sum: sumSpoken(brackets) });
}

/**
 * "Ada lays yellow parasol and yellow cypress: 5 plus 3 plus 3, 11 points. Ada has 25." What she
 * has is told of the last move alone: the points that are known are those after it.
 */
export function moveText(move: MoveShown, name: string, source: Source): string {
    const own = isSelf(source, move.seat);
    if (move.move === "pass") return did(own, "passes", { name });
    const cards = cardsText(cardsOf(move.move));
    if (move.move.startsWith("start ")) return did(own, "starts_with", { name, cards });
    const lays = did(own, "lays", { name, cards });
    const points = pointsSentence(move.brackets ?? [], pointsOf(move));
    if (source.last?.number !== move.number) return `${lays} ${points}`;
    const total = (source.view as PiazzaView).scores[move.seat] ?? 0;
    return `${lays} ${points} ${did(own, "has", { name, n: total })}`;
}

/** What somebody does; one is told of oneself as "you". */
export function did(own: boolean, what: string, values: Values): string {
    return own ? word("piazza.you", what, values) : word("piazza.they", what, values);
}

/** What lies on the table, row by row. */
export function tableText(source: Source): string {
    const view = source.view as PiazzaView;
    const box = boxOf(view.board);
    const rows = [];
    for (let y = box.top; y <= box.bottom; y += 1) {
        const cards = view.board.filter((one) => one[2] === y).sort((a, b) => a[1] - b[1]);
        const list = cards.map(([card, x]) =>
            t("piazza.in_column", { n: x - box.left + 1, card: cardName(card) }),
        );
        rows.push(t("piazza.row_list", { n: y - box.top + 1, list: list.join(", ") }));
    }
    const size = t("piazza.size", { columns: columnsOf(box), rows: rowsOf(box) });
    return [size, ...rows].join(" ");
}
