/** Counting along a bracket, card by card, while it is shown that it was made. */

/** Milliseconds that each card takes. */
export const PER_CARD = 120;

/** How far a bracket is counted, so long after the first one began: 0 before it, at most all of it. */
export function counted(elapsed: number, begins: number, cards: number): number {
    const reached = Math.floor((elapsed - begins) / PER_CARD) + 1;
    return Math.max(0, Math.min(cards, reached));
}

/** When everything is counted. */
export function countedOut(begins: readonly number[], cards: readonly number[]): number {
    return Math.max(0, ...begins.map((at, i) => at + ((cards[i] ?? 0) - 1) * PER_CARD));
}
