/** C'est Carré!'s moves as text, taken apart for drawing and speaking. */

import type { LegalShown } from "../lib/protocol.ts";
import type { Cell } from "./outline.ts";

/** A card that is laid on an empty cell, or takes the place of another one. */
export interface Target {
    readonly kind: "lay" | "swap";
    readonly card: string;
    readonly cell: Cell;
    /** What to send. */
    readonly move: string;
}

const PLACED = /^(lay|swap) (\S+)@(-?\d+),(-?\d+)$/;

/** Where a move puts a card; null where it puts none anywhere. */
export function target(move: string): Target | null {
    const [, kind, card, x, y] = PLACED.exec(move) ?? [];
    if (!kind || !card) return null;
    return { kind: kind as Target["kind"], card, cell: [Number(x), Number(y)], move };
}

/** The card that a move discards from the hand; null where it is another move. */
export function dropped(move: string): string | null {
    return move.startsWith("drop ") ? move.slice(5) : null;
}

export function moveText(kind: Target["kind"], card: string, [x, y]: Cell): string {
    return `${kind} ${card}@${x},${y}`;
}

/** All that may be done with one card. */
export function targetsOf(legal: readonly LegalShown[] | null, card: string | null): Target[] {
    if (!card) return [];
    return (legal ?? [])
        .map(({ move }) => target(move))
        .filter((one): one is Target => one !== null && one.card === card);
}

export function motifOf(card: string): string {
    return card.charAt(0);
}

/** −2 to 3, or null for a card that is not one. */
export function valueOf(card: string): number {
    return Number(card.slice(1));
}
