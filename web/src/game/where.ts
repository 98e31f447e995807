/** Where a move's cards go, by the cards beside them: "right of yellow parasol, above pink sun". */

import { capital, cardName } from "../lib/cards.ts";
import type { Position, View } from "../lib/protocol.ts";
import { word } from "../lib/words.svelte.ts";
import { nearText } from "../piazza/spoken.ts";

const PLACED = /@(-?\d+),(-?\d+)/g;

export function placesText(move: string, position: Position | View): string {
    const lying =
        position.game === "piazza" ? position.board : (position.layouts[position.turn] ?? []);
    const places = [...move.matchAll(PLACED)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
    const texts = places.map((cell) => {
        const below = lying.find((one) => one[1] === cell.x && one[2] === cell.y);
        if (below) return word("advice", "in_place", { card: cardName(below[0]) });
        return nearText(cell, lying);
    });
    return capital(texts.filter(Boolean).join("; "));
}
