import { describe, expect, it } from "vitest";
import { cardsOf, lays, legalOf, pointsOf, textOf } from "./moves.ts";

const PAIR = "B3@2,-1 B5@2,4";

describe("moves as text", () => {
    it("are taken apart and put together again", () => {
        expect(cardsOf(PAIR)).toEqual([
            { card: "B3", x: 2, y: -1 },
            { card: "B5", x: 2, y: 4 },
        ]);
        expect(textOf(cardsOf(PAIR), false)).toBe(PAIR);
        expect(textOf(cardsOf("start R1@0,1"), true)).toBe("start R1@0,1");
        expect(cardsOf("pass")).toEqual([]);
    });

    it("are the same in whatever order their cards were laid", () => {
        const legal = legalOf({ move: PAIR, points: 7 });
        expect(lays(legal, cardsOf(PAIR).reverse())).toBe(true);
        expect(lays(legal, cardsOf("B3@2,-1"))).toBe(false);
        expect(lays(legal, cardsOf("B3@2,-1 B5@2,3"))).toBe(false);
        expect(lays(legal, cardsOf("B5@2,-1 B3@2,4"))).toBe(false);
    });

    it("bring the sum of their brackets", () => {
        const brackets = [
            { from: [0, 0] as [number, number], to: [3, 0] as [number, number], cards: 4 },
            { from: [3, 0] as [number, number], to: [3, 2] as [number, number], cards: 3 },
        ];
        expect(pointsOf({ number: 1, seat: 0, move: "B3@3,0", brackets })).toBe(7);
        expect(pointsOf({ number: 2, seat: 1, move: "pass" })).toBe(0);
    });
});
