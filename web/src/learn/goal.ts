/** Whether a move reaches the goal of a lesson's step. What it brought is the server's word. */

import type { MoveShown, TryShown } from "../lib/protocol.ts";
import type { Goal } from "./lessons.ts";

/** `B3@2,-1 B5@2,4` lays, too. */
export function verbOf(move: string): string {
    const first = move.split(" ")[0] ?? "";
    return first.includes("@") ? "lay" : first;
}

/** A goal with a verb is about a single move; others may take several moves of one turn. */
export function isSingle(goal: Goal): boolean {
    return goal.verb !== undefined || goal.refused !== undefined;
}

/** Whether the turn of the seat is over. */
export function turnOver(after: TryShown, made: MoveShown, seat: number): boolean {
    const { over, turn } = after.position;
    return over || turn !== seat || Boolean(made.scoring);
}

/** Whether the move, the last of `after.played`, has reached the goal. */
export function reached(goal: Goal, after: TryShown, seat: number): boolean {
    const made = after.played.at(-1);
    if (!made || goal.refused) return false;
    const sizes = (made.brackets ?? []).map((one) => one.cards);
    const square = after.detail.game === "carre" ? after.detail.squares[seat] : undefined;
    const { position } = after;
    const checks: Record<Exclude<keyof Goal, "refused">, () => boolean> = {
        verb: () => verbOf(made.move) === goal.verb,
        cards: () => made.move.split("@").length - 1 === goal.cards,
        points: () => sum(sizes) >= (goal.points ?? 0),
        brackets: () => contains(sizes, goal.brackets ?? []),
        phase: () => position.phase === goal.phase,
        zone: () => (square?.zones ?? []).some((zone) => zone.cells.length >= (goal.zone ?? 0)),
        complete: () => square?.complete === goal.complete,
        ends_turn: () => turnOver(after, made, seat),
        scores: () => Boolean(made.scoring),
        wins: () => position.over && position.winners.includes(seat),
    };
    return Object.entries(checks).every(([name, holds]) => !(name in goal) || holds());
}

function sum(values: number[]): number {
    return values.reduce((all, one) => all + one, 0);
}

/** Whether every wanted size is there, as often as it is wanted. */
function contains(sizes: number[], wanted: number[]): boolean {
    const left = [...sizes];
    return wanted.every((size) => {
        const at = left.indexOf(size);
        if (at >= 0) left.splice(at, 1);
        return at >= 0;
    });
}
