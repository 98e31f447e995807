import { describe, expect, it } from "vitest";
import type { SquareShown } from "../lib/protocol.ts";
import { around, corner, fitted, nearest, plan, rowsOf, sameCells, towards } from "./geometry.ts";

function square(changed: Partial<SquareShown>): SquareShown {
    return {
        values: 0,
        zone_points: 0,
        points: 0,
        complete: false,
        nine: false,
        zones: [],
        outside: [],
        reach: { left: 0, top: 0, right: 2, bottom: 2 },
        ...changed,
    };
}

describe("plan", () => {
    it("shows all that can be reached, as large as there is room", () => {
        const shown = plan(square({ reach: { left: -2, top: -1, right: 2, bottom: 1 } }), [], [], {
            width: 512,
            height: 600,
        });
        expect(shown.pitch).toBe(100);
        expect([shown.width, shown.height]).toEqual([512, 312]);
        expect(shown.place([-2, -1])).toEqual([6, 6]);
        expect(shown.place([0, 1])).toEqual([206, 206]);
    });

    it("shows the cells beside the cards alone where all would be too small", () => {
        const one = square({ reach: { left: -2, top: -2, right: 2, bottom: 2 } });
        const shown = plan(one, [[1, 0]], [], { width: 252, height: 252 });
        expect(shown.area).toEqual({ left: 0, top: -1, right: 2, bottom: 1 });
        expect(shown.pitch).toBe(80);
    });

    it("sets cards outside of a closed square apart", () => {
        const closed = square({ complete: true, outside: [[3, 0]] });
        const shown = plan(closed, [], [], { width: 424, height: 400 });
        expect(shown.pitch).toBe(100);
        expect(shown.place([2, 0])).toEqual([206, 6]);
        expect(shown.place([3, 0])).toEqual([318, 6]);
    });

    it("has room on both sides for cards that may be laid there", () => {
        const shown = plan(
            square({ complete: true }),
            [],
            [
                [-1, 0],
                [0, -1],
                [3, 2],
                [2, 3],
            ],
            { width: 536, height: 536 },
        );
        expect(shown.area).toEqual({ left: -1, top: -1, right: 3, bottom: 3 });
        expect(shown.pitch).toBe(100);
        expect(shown.place([-1, 0])).toEqual([6, 118]);
        expect(shown.place([0, 0])).toEqual([118, 118]);
        expect(shown.place([3, 3])).toEqual([430, 430]);
    });
});

describe("cells", () => {
    it("are listed row by row", () => {
        expect(rowsOf({ left: 0, top: 1, right: 1, bottom: 2 })).toEqual([
            [
                [0, 1],
                [1, 1],
            ],
            [
                [0, 2],
                [1, 2],
            ],
        ]);
    });

    it("make the smallest area around them", () => {
        expect(
            around(null, [
                [1, 2],
                [-1, 3],
            ]),
        ).toEqual({ left: -1, top: 2, right: 1, bottom: 3 });
    });

    it("have a corner: the topmost, then leftmost", () => {
        expect(
            corner([
                [0, 1],
                [2, 0],
                [1, 0],
            ]),
        ).toEqual([1, 0]);
    });

    it("are compared in any order", () => {
        expect(
            sameCells(
                [
                    [0, 0],
                    [1, 0],
                ],
                [
                    [1, 0],
                    [0, 0],
                ],
            ),
        ).toBe(true);
        expect(sameCells([[0, 0]], [[0, 1]])).toBe(false);
    });

    it("are found near a tap, and not far from it", () => {
        const shown = plan(square({}), [], [], { width: 312, height: 312 });
        expect(nearest(shown, [[1, 1]], [100, 150], 26)).toEqual([1, 1]);
        expect(nearest(shown, [[1, 1]], [20, 20], 26)).toBeNull();
        expect(nearest(shown, [], [20, 20], 26)).toBeNull();
    });

    it("are as large as the room and the words beside or below allow", () => {
        const phone = { width: 366, height: 730 };
        const [below, aside] = [
            { width: 14, height: 72 },
            { width: 124, height: 16 },
        ];
        expect(fitted(3, phone, below, aside)).toEqual({ size: 227, aside: true });
        expect(fitted(2, phone, below, aside)).toEqual({ size: 293, aside: false });
        expect(fitted(5, phone, below, aside).aside).toBe(false);
        expect(fitted(2, { width: 900, height: 900 }, below, aside).size).toBe(320);
    });

    it("are found in a direction", () => {
        const cells = [
            [2, 0],
            [1, 1],
            [0, 2],
        ] as const;
        expect(towards(cells, [0, 0], [1, 0])).toEqual([2, 0]);
        expect(towards(cells, [0, 0], [0, 1])).toEqual([0, 2]);
        expect(towards(cells, [0, 0], [-1, 0])).toBeNull();
    });
});
