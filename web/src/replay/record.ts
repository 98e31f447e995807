/** Records as text: what a branch of a game looks like as one. Reading them is the server's. */

import type { MoveShown } from "../lib/protocol.ts";

const MOVE = /^\s*\d+\.\s/;
/** So much of a line is quoted. */
const LONGEST = 120;
const RESULT = /^\s*Result\s*:/i;

export interface Made {
    seat: number;
    move: string;
}

/** The record of a game that was dealt like this one and went on with these moves, so far. */
export function recordWith(record: string, moves: readonly Made[]): string {
    const lines = record.replace(/^\uFEFF/, "").split(/\r?\n/);
    const first = lines.findIndex((line) => MOVE.test(line));
    const header = (first < 0 ? lines : lines.slice(0, first)).filter(
        (line) => line.trim() !== "" && !RESULT.test(line),
    );
    const written = moves.map(({ seat, move }, i) => `${i + 1}. ${seat}: ${move}`);
    return [...header, "", ...written, ""].join("\n");
}

/** The moves before a point of a game, and one more. */
export function branched(moves: readonly MoveShown[], at: number, next: Made): Made[] {
    return [...moves.slice(0, at).map(({ seat, move }) => ({ seat, move })), next];
}

/** A line of the record by its number, counted from 1; of a long one the beginning. */
export function lineOf(record: string, number: number): string {
    const line = record.split(/\r?\n/)[number - 1]?.trim() ?? "";
    return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
