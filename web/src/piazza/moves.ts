/** Moves of Piazza as text, and back: `B3@2,-1`, `B3@2,-1 B5@2,4`, `start B3@0,1`, `pass`. */

import type { LegalShown, MoveShown } from "../lib/protocol.ts";

export interface Laid {
    card: string;
    x: number;
    y: number;
}

/** A legal move, taken apart. */
export interface Legal {
    move: string;
    cards: Laid[];
    points: number;
}

const PLACED = /([A-Z][0-9])@(-?\d+),(-?\d+)/g;

/** The cards that a move lays; none where it is a pass. */
export function cardsOf(move: string): Laid[] {
    return [...move.matchAll(PLACED)].map(([, card, x, y]) => ({
        card: card as string,
        x: Number(x),
        y: Number(y),
    }));
}

export function legalOf(shown: LegalShown): Legal {
    return { move: shown.move, cards: cardsOf(shown.move), points: shown.points ?? 0 };
}

/** The text of a move that lays these cards. */
export function textOf(cards: readonly Laid[], setup: boolean): string {
    const text = cards.map((one) => `${one.card}@${one.x},${one.y}`).join(" ");
    return setup ? `start ${text}` : text;
}

/** Whether a move lays exactly these cards, in whatever order. */
export function lays(legal: Legal, cards: readonly Laid[]): boolean {
    return legal.cards.length === cards.length && cards.every((one) => has(legal.cards, one));
}

/** Whether a card lies among others, on the same cell. */
export function has(cards: readonly Laid[], wanted: Laid): boolean {
    return cards.some((one) => same(one, wanted) && one.card === wanted.card);
}

/** Whether two things are on one cell. */
export function same(one: { x: number; y: number }, other: { x: number; y: number }): boolean {
    return one.x === other.x && one.y === other.y;
}

/** The points of a move: the sum of its brackets. */
export function pointsOf(move: MoveShown): number {
    return (move.brackets ?? []).reduce((sum, span) => sum + span.cards, 0);
}
