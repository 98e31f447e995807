/** A lesson that is being taken: which step one is at, and how far one has come. */

import { say } from "../lib/announce.svelte.ts";
import { refusal, sentence } from "../lib/errors.ts";
import { word, t } from "../lib/words.svelte.ts";
import type { Lesson, Step } from "./lessons.ts";
import { LessonSource } from "./lessonSource.svelte.ts";
import { keepProgress, progressOf } from "./progress.svelte.ts";

export class TakenLesson {
    readonly lesson: Lesson;
    readonly #names: (step: Step) => readonly string[];
    /** Counted from 0; as many as there are steps: the end. */
    at = $state(0);
    done = $state.raw<string[]>([]);
    source = $state.raw<LessonSource | null>(null);
    /** Why there is no position to be seen. */
    problem = $state("");
    #wanted = 0;

    constructor(lesson: Lesson, names: (step: Step) => readonly string[]) {
        this.lesson = lesson;
        this.#names = names;
        const before = progressOf(lesson.game);
        this.done = before.done;
        this.at = Math.min(before.at, lesson.steps.length);
        void this.go(this.at);
    }

    get step(): Step | null {
        return this.lesson.steps[this.at] ?? null;
    }

    get all(): number {
        return this.lesson.steps.length;
    }

    /** What the step asks for. */
    get text(): string {
        return this.step ? this.#word("text") : "";
    }

    /** What there is to say about what was done; empty before that. */
    get feedback(): string {
        const outcome = this.source?.outcome;
        if (!outcome || outcome.kind === "open") return "";
        if (outcome.kind === "done") return this.#word("done");
        if (outcome.kind === "refused") return t("learn.refused", { why: refusal(outcome.clause) });
        return t(this.step?.goal.refused ? "learn.fits" : "learn.other");
    }

    /** Goes to a step, or begins the one again that is shown. What is shown stays until it is there. */
    async go(at: number): Promise<void> {
        const wanted = (this.#wanted += 1);
        this.problem = "";
        const step = this.lesson.steps[at];
        try {
            const source = step ? await LessonSource.begin(step, this.#names) : null;
            if (wanted !== this.#wanted) return;
            this.at = at;
            this.source = source;
            this.#keep();
        } catch (error) {
            this.problem = sentence(error);
        }
    }

    /** Tells what came of it, and remembers what was done. */
    heard(): void {
        if (this.feedback) say(this.feedback);
        const { step } = this;
        if (!step || this.source?.outcome.kind !== "done" || this.done.includes(step.name)) return;
        this.done = [...this.done, step.name];
        this.#keep();
    }

    async restart(): Promise<void> {
        this.done = [];
        await this.go(0);
    }

    #keep(): void {
        keepProgress(this.lesson.game, { at: this.at, done: this.done, all: this.all });
    }

    #word(part: "text" | "done"): string {
        return word(`learn.${this.lesson.game}`, `${this.step?.name}.${part}`);
    }
}
