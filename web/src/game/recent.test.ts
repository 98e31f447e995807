import { expect, it } from "vitest";
import type { MoveShown } from "../lib/protocol.ts";
import { sinceOwn } from "./recent.ts";

function moves(...seats: number[]): MoveShown[] {
    return seats.map((seat, i) => ({ number: i + 1, seat, move: "pass" }) as MoveShown);
}

function numbers(made: readonly MoveShown[]): number[] {
    return made.map((one) => one.number);
}

it("keeps what the others did since one's own last move", () => {
    expect(numbers(sinceOwn(moves(0, 1, 2, 0, 1, 2), 0))).toEqual([5, 6]);
});

it("keeps one's own move until somebody answers", () => {
    expect(numbers(sinceOwn(moves(0, 1, 0), 0))).toEqual([3]);
});

it("keeps everything before one's first move", () => {
    expect(numbers(sinceOwn(moves(1, 2), 0))).toEqual([1, 2]);
    expect(numbers(sinceOwn([], 0))).toEqual([]);
});

it("keeps the last one for somebody who looks on", () => {
    expect(numbers(sinceOwn(moves(0, 1, 2), null))).toEqual([3]);
});
