import { expect, it } from "vitest";
import type { MoveShown } from "../lib/protocol.ts";
import { branched, lineOf, recordWith } from "./record.ts";

const RECORD = `\uFEFFGame: piazza\r
Rules: 1\r
Seat 0: Ada: "A"\r
Seed: 7\r
Result: seat 0 wins, 44 31 (P-END)\r
\r
1. 0: B1@0,2 | 3\r
2. 1: pass\r
`;

it("keeps how a game was dealt, and leaves out how it ended", () => {
    expect(recordWith(RECORD, [{ seat: 0, move: "B2@0,2" }])).toBe(
        'Game: piazza\nRules: 1\nSeat 0: Ada: "A"\nSeed: 7\n\n1. 0: B2@0,2\n',
    );
});

it("can be written of a record without moves", () => {
    expect(recordWith("Game: carre\nSeed: 1\n", [])).toBe("Game: carre\nSeed: 1\n\n");
});

it("branches off after any move", () => {
    const moves = [
        { number: 1, seat: 0, move: "B1@0,2" },
        { number: 2, seat: 1, move: "pass" },
    ] as MoveShown[];
    expect(branched(moves, 1, { seat: 1, move: "R1@0,3" })).toEqual([
        { seat: 0, move: "B1@0,2" },
        { seat: 1, move: "R1@0,3" },
    ]);
});

it("quotes a line", () => {
    expect(lineOf(RECORD, 7)).toBe("1. 0: B1@0,2 | 3");
    expect(lineOf(RECORD, 99)).toBe("");
    expect(lineOf("A".repeat(20_000), 1)).toBe(`${"A".repeat(120)}…`);
});
