import { expect, it } from "vitest";
import { counted, countedOut, PER_CARD } from "./counting.ts";

it("counts one card after another, and then rests", () => {
    expect(counted(99, 100, 4)).toBe(0);
    expect(counted(100, 100, 4)).toBe(1);
    expect(counted(100 + PER_CARD, 100, 4)).toBe(2);
    expect(counted(100 + 3 * PER_CARD, 100, 4)).toBe(4);
    expect(counted(10_000, 100, 4)).toBe(4);
});

it("knows when the last bracket is counted", () => {
    expect(countedOut([0, 260], [6, 3])).toBe(5 * PER_CARD);
    expect(countedOut([0, 500], [6, 3])).toBe(500 + 2 * PER_CARD);
    expect(countedOut([], [])).toBe(0);
});
