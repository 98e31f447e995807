import { describe, expect, it } from "vitest";
import type { Span } from "../lib/protocol.ts";
import { boxOf, drawn, freeSide, neighboursOf, windowOf, type Placed } from "./geometry.ts";

const SQUARE: Placed[] = [
    ["B1", 0, 0],
    ["R2", 1, 0],
    ["P3", 0, 1],
    ["Y4", 1, 1],
];

function span(from: [number, number], to: [number, number], cards: number): Span {
    return { from, to, cards };
}

describe("what is shown of the table", () => {
    it("is the cards' box and one ring while there is room", () => {
        const box = boxOf(SQUARE);
        const far = { left: -6, top: -6, right: 7, bottom: 7 };
        expect(windowOf(box, far)).toEqual({ left: -1, top: -1, right: 2, bottom: 2 });
    });

    it("ends where cards may no longer lie", () => {
        const box = { left: 0, top: 0, right: 7, bottom: 6 };
        const limits = { left: 0, top: -1, right: 7, bottom: 7 };
        expect(windowOf(box, limits)).toEqual({ left: 0, top: -1, right: 7, bottom: 7 });
    });

    it("is the start shape where no card lies yet", () => {
        expect(boxOf([])).toEqual({ left: 0, top: 0, right: 1, bottom: 1 });
    });
});

describe("neighbours", () => {
    it("are told with their sides", () => {
        expect(neighboursOf({ x: 1, y: 0 }, SQUARE)).toEqual([
            { side: "left", card: "B1" },
            { side: "below", card: "Y4" },
        ]);
    });

    it("are never diagonal", () => {
        expect(neighboursOf({ x: -1, y: -1 }, SQUARE)).toEqual([]);
    });
});

describe("brackets", () => {
    const area = { left: 0, top: 0, right: 8, bottom: 8 };

    it("lie above a row and left of a column", () => {
        const [row, column] = drawn(
            [span([1, 2], [4, 2], 4), span([3, 1], [3, 5], 3)],
            area,
            100,
            30,
        );
        expect(row?.path).toBe("M122,220V203H478V220");
        expect(column?.path).toBe("M320,122H303V578H320");
        expect(row?.disc).toEqual({ x: 300, y: 203 });
    });

    it("that meet on a card stand beside each other", () => {
        const [one, two] = drawn([span([0, 0], [3, 0], 2), span([3, 0], [6, 0], 2)], area, 100, 30);
        expect(one?.path.split("H")[1]).toMatch(/^344V/);
        expect(two?.path).toMatch(/^M356,/);
    });

    it("never cover each other's numbers", () => {
        const spans = [span([0, 1], [5, 1], 3), span([3, 0], [3, 1], 2)];
        const [one, two] = drawn(spans, area, 100, 60);
        const far = Math.hypot(
            (one?.disc.x ?? 0) - (two?.disc.x ?? 0),
            (one?.disc.y ?? 0) - (two?.disc.y ?? 0),
        );
        expect(far).toBeGreaterThanOrEqual(60);
    });
});

describe("the points of a move", () => {
    const area = { left: 0, top: 0, right: 3, bottom: 3 };
    const nothing = () => false;

    it("stand to the right of the card", () => {
        expect(freeSide({ x: 1, y: 1 }, area, nothing)).toEqual({ x: 1, y: 0 });
    });

    it("cover no card and stay on the table", () => {
        expect(freeSide({ x: 1, y: 1 }, area, (x) => x === 2)).toEqual({ x: 0, y: 1 });
        expect(freeSide({ x: 3, y: 1 }, area, nothing)).toEqual({ x: 0, y: 1 });
        expect(freeSide({ x: 3, y: 3 }, area, nothing)).toEqual({ x: -1, y: 0 });
        expect(freeSide({ x: 3, y: 3 }, area, (x) => x === 2)).toEqual({ x: 0, y: -1 });
    });

    it("cover the card to the right where there are cards all around", () => {
        expect(freeSide({ x: 1, y: 1 }, area, () => true)).toEqual({ x: 1, y: 0 });
    });
});
