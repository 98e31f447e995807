import { describe, expect, it } from "vitest";
import { outline, type Cell } from "./outline.ts";

/** How often a line turns, and how many closed lines there are. */
function shape(cells: Cell[]): { corners: number; lines: number } {
    const path = outline(cells, 100, 5, 8);
    return { corners: path.split("Q").length - 1, lines: path.split("Z").length - 1 };
}

describe("outline", () => {
    it("goes round one cell, a little inside, with rounded corners", () => {
        expect(outline([[0, 0]], 100, 5, 8)).toBe(
            "M5,13Q5,5 13,5L87,5Q95,5 95,13L95,87Q95,95 87,95L13,95Q5,95 5,87Z",
        );
    });

    it("is one line round cells in a row", () => {
        const path = outline(
            [
                [0, 0],
                [1, 0],
            ],
            100,
            5,
            8,
        );
        expect(path).toContain("L187,5Q195,5 195,13");
        expect(path.match(/Q/g)).toHaveLength(4);
    });

    it("stays inside at a corner that looks inwards", () => {
        const path = outline(
            [
                [0, 0],
                [1, 0],
                [0, 1],
            ],
            100,
            5,
            8,
        );
        expect(path.match(/Q/g)).toHaveLength(6);
        expect(path).toContain("Q95,95");
    });

    it("has a second line where the zone has a hole", () => {
        const ring: Cell[] = [0, 1, 2].flatMap((x) =>
            [0, 1, 2].flatMap((y): Cell[] => (x === 1 && y === 1 ? [] : [[x, y]])),
        );
        expect(shape(ring)).toEqual({ corners: 8, lines: 2 });
    });

    it("keeps cells apart that touch at a corner only", () => {
        expect(
            shape([
                [0, 0],
                [1, 1],
            ]),
        ).toEqual({ corners: 8, lines: 2 });
    });

    it("is drawn where the cells are placed", () => {
        const path = outline([[2, 1]], 50, 0, 4, ([x, y]) => [x * 50 + 12, y * 50]);
        expect(path.startsWith("M112,54Q112,50 116,50")).toBe(true);
    });

    it("is nothing without cells", () => {
        expect(outline([], 100, 5, 8)).toBe("");
    });
});
