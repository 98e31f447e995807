/** A step of a lesson as a source for boards: a position that the server tries moves on. */

import type { Source } from "../game/source.ts";
import { call } from "../lib/api.ts";
import { viewOf } from "../lib/position.ts";
import type { MoveConsidered, TryShown } from "../lib/protocol.ts";
import { isSingle, reached, turnOver } from "./goal.ts";
import type { Step } from "./lessons.ts";

/** What the learner has done: nothing yet, something else that is legal, a refused try, the goal. */
export type Outcome =
    { kind: "open" } | { kind: "other" } | { kind: "refused"; clause: string } | { kind: "done" };

export class LessonSource implements Source {
    readonly step: Step;
    readonly #names: (step: Step) => readonly string[];
    outcome = $state.raw<Outcome>({ kind: "open" });
    #shown: TryShown = $state.raw() as TryShown;
    #moves: string[] = [];
    number = $state(0);

    private constructor(step: Step, names: (step: Step) => readonly string[], shown: TryShown) {
        this.step = step;
        this.#names = names;
        this.#shown = shown;
    }

    /** Asks the server for the step's position. Throws RefusedError. */
    static async begin(
        step: Step,
        names: (step: Step) => readonly string[],
    ): Promise<LessonSource> {
        const shown = await call("POST /api/try", {}, { position: step.position });
        return new LessonSource(step, names, shown);
    }

    get game() {
        return this.#shown.position.game;
    }

    readonly view = $derived.by(() => viewOf(this.#shown.position, this.step.seat));

    get detail() {
        return this.#shown.detail;
    }

    /** The learner's own name may be told later than the position. */
    get names(): readonly string[] {
        return this.#names(this.step);
    }

    get seat(): number {
        return this.step.seat;
    }

    /** The learner. */
    get self(): number {
        return this.step.seat;
    }

    get legal() {
        const { position, legal } = this.#shown;
        const open = this.outcome.kind === "open" || this.outcome.kind === "refused";
        return open && !position.over && position.turn === this.seat ? legal : null;
    }

    get last() {
        return this.#shown.played.at(-1) ?? null;
    }

    /** A try that a clause forbids comes here as well: it may be what the step is about. */
    async consider(moves: string[]): Promise<MoveConsidered[]> {
        const { considered } = await this.#try(this.#moves, moves);
        const refused = considered.find((one) => !one.legal && one.clause);
        if (refused && this.outcome.kind !== "done") this.#refused(refused.clause);
        return considered;
    }

    async play(move: string): Promise<void> {
        const { goal } = this.step;
        const moves = [...this.#moves, move];
        this.#shown = await this.#try(moves, []);
        this.#moves = moves;
        this.number += 1;
        const made = this.#shown.played.at(-1);
        const over = !made || turnOver(this.#shown, made, this.seat);
        if (reached(goal, this.#shown, this.seat)) this.outcome = { kind: "done" };
        else this.outcome = { kind: over || isSingle(goal) ? "other" : "open" };
    }

    /** Does what the step asks for. */
    async show(): Promise<void> {
        for (const move of this.step.example) {
            if (this.step.goal.refused) await this.consider([move]);
            else await this.play(move);
        }
    }

    #refused(clause: string): void {
        const wanted = this.step.goal.refused === clause;
        this.outcome = wanted ? { kind: "done" } : { kind: "refused", clause };
    }

    #try(moves: string[], consider: string[]): Promise<TryShown> {
        return call("POST /api/try", {}, { position: this.step.position, moves, consider });
    }
}
