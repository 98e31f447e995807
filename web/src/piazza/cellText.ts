/** A cell of the table as it is spoken. */

import { capital, cardName } from "../lib/cards.ts";
import { t } from "../lib/words.svelte.ts";
import type { Point } from "./geometry.ts";
import { same } from "./moves.ts";
import { nearText } from "./spoken.ts";
import type { PiazzaTurn } from "./turn.svelte.ts";

/** "Row 4, column 8. Empty, legal, 7 points. Right of yellow parasol, above pink sun." */
export function cellText(turn: PiazzaTurn, cell: Point, row: number, column: number): string {
    const place = t("piazza.cell", { row, column });
    return `${place} ${whatText(turn, cell)}`.trim();
}

function whatText(turn: PiazzaTurn, cell: Point): string {
    const { board } = turn.view;
    const card = board.find(([, x, y]) => x === cell.x && y === cell.y)?.[0];
    if (card) return `${capital(cardName(card))}.`;
    const pending = turn.told.laid.find((one) => same(one, cell));
    if (pending) return t("piazza.cell_pending", { card: capital(cardName(pending.card)) });
    const near = nearText(cell, board);
    return `${emptyText(turn, cell)} ${near && `${capital(near)}.`}`.trim();
}

function emptyText(turn: PiazzaTurn, cell: Point): string {
    const legal = turn.told.cells.get(`${cell.x},${cell.y}`);
    if (!legal) return t("piazza.cell_empty");
    const card = cardName(turn.told.card);
    if (turn.setup) return t("piazza.cell_start", { card });
    return t("piazza.cell_legal", { card, n: legal.points });
}
