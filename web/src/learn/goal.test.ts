import { expect, it } from "vitest";
import type { MoveShown, TryShown } from "../lib/protocol.ts";
import { isSingle, reached, verbOf } from "./goal.ts";

type Told = Partial<TryShown["position"]> & { zones?: number[]; complete?: boolean };

/** What the server could have answered to a move. */
function after(move: string, brackets: number[] = [], told: Told = {}): TryShown {
    const { zones = [], complete = false, ...position } = told;
    const spans = brackets.map((cards) => ({ from: [0, 0], to: [0, 0], cards }));
    const square = { complete, zones: zones.map((size) => ({ cells: Array(size).fill([0, 0]) })) };
    return {
        played: [{ number: 1, seat: 0, move, brackets: spans } as MoveShown],
        position: { turn: 1, over: false, winners: [], phase: "play", ...position },
        detail: { game: "carre", squares: [square] },
        legal: [],
        considered: [],
    } as unknown as TryShown;
}

it("tells what a move does", () => {
    expect(["B3@2,-1 B5@2,4", "start B1@0,0", "swap A+1@0,0", "pass"].map(verbOf)).toEqual([
        "lay",
        "start",
        "swap",
        "pass",
    ]);
});

it("wants brackets as often as they are named", () => {
    expect(reached({ brackets: [3, 3] }, after("B3@0,0", [3, 4, 3]), 0)).toBe(true);
    expect(reached({ brackets: [3, 3] }, after("B3@0,0", [3, 4]), 0)).toBe(false);
});

it("wants everything that is named", () => {
    const pair = after("B2@2,3 B5@2,0", [4, 3, 3]);
    expect(reached({ cards: 2, points: 10 }, pair, 0)).toBe(true);
    expect(reached({ cards: 2, points: 11 }, pair, 0)).toBe(false);
    expect(reached({ cards: 1, points: 10 }, pair, 0)).toBe(false);
});

it("knows zones, squares, phases and ends", () => {
    const laid = after("lay A+2@0,0", [], {
        turn: 0,
        phase: "drop",
        zones: [1, 3],
        complete: true,
    });
    expect(reached({ zone: 3, complete: true, phase: "drop" }, laid, 0)).toBe(true);
    expect(reached({ zone: 4 }, laid, 0)).toBe(false);
    expect(reached({ ends_turn: true }, laid, 0)).toBe(false);
    expect(reached({ wins: true }, after("B6@2,2", [], { over: true, winners: [0] }), 0)).toBe(
        true,
    );
    expect(reached({ wins: true }, after("B6@2,2", [], { over: true, winners: [1] }), 0)).toBe(
        false,
    );
});

it("never takes a legal move for a refused one", () => {
    expect(reached({ refused: "P-DIFFER" }, after("B6@2,2"), 0)).toBe(false);
    expect(isSingle({ refused: "P-DIFFER" })).toBe(true);
    expect(isSingle({ ends_turn: true })).toBe(false);
});
