import { describe, expect, it } from "vitest";
import type { MoveShown } from "../lib/protocol.ts";
import { bestMoves, courses } from "./score.ts";

const MOVES: MoveShown[] = [
    { number: 1, seat: 0, move: "a", note: "3" },
    { number: 2, seat: 1, move: "b", note: "5" },
    { number: 3, seat: 0, move: "c", note: "3" },
    { number: 4, seat: 1, move: "d", note: "" },
];
const parts = {
    gained: (move: MoveShown) =>
        move.note ? [0, 1].map((seat) => (seat === move.seat ? Number(move.note) : 0)) : null,
};

describe("the course of a game", () => {
    it("adds up what each move brought", () => {
        expect(courses(MOVES, 2, parts)).toEqual([
            [
                [0, 0],
                [1, 3],
                [2, 3],
                [3, 6],
            ],
            [
                [0, 0],
                [1, 0],
                [2, 5],
                [3, 5],
            ],
        ]);
    });

    it("has a best move for each seat, the first of equals", () => {
        expect(bestMoves(MOVES, 2, parts).map((one) => one?.move.number)).toEqual([1, 2]);
        expect(bestMoves(MOVES.slice(0, 1), 2, parts)[1]).toBeUndefined();
    });

    it("has a best round for each seat, however little it brought", () => {
        const rounds = {
            scored: () => "Round",
            gained: ({ number }: MoveShown) => (number < 3 ? [-number, 0] : null),
        };
        const best = bestMoves(MOVES, 2, rounds).map((one) => [one?.move.number, one?.points]);
        expect(best).toEqual([
            [1, -1],
            [1, 0],
        ]);
    });
});
