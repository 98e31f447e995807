/**
 * A large page is built in small steps, so that a slow phone can answer in between. Whatever lies in
 * a `<Later>` waits for its turn; all have it in the order in which they came:
 *
 *     beginSteps() ─► parts ask ─► one after another, with pauses ─► nobody waits: `whenBuilt`
 *
 * From then on what is added to the page is there at once.
 */

import { flushSync } from "svelte";

/** Milliseconds: after so long the browser has its turn. */
const ENOUGH = 3;

type Step = () => void;
/** Those that wait, and those that wait for all others: they take the room that is left. */
const waiting: Step[] = [];
const last: Step[] = [];
let ends: Step[] = [];
let stepwise = true;
let going = false;

/** A new page will come. */
export function beginSteps(): void {
    stepwise = true;
}

/** Whether parts have to wait now. */
export function inSteps(): boolean {
    return stepwise;
}

/** Takes its turn; whoever is gone before calls the answer. Call it in an effect. */
export function ask(step: Step, after: boolean): () => void {
    const line = after ? last : waiting;
    line.push(step);
    start();
    return () => {
        const place = line.indexOf(step);
        if (place >= 0) line.splice(place, 1);
    };
}

/** Called once when nobody waits any more. */
export function whenBuilt(end: Step): void {
    ends.push(end);
    start();
}

function start(): void {
    if (going) return;
    going = true;
    void work();
}

async function work(): Promise<void> {
    while (waiting.length + last.length) {
        await pause();
        const begun = performance.now();
        do take(waiting.shift() ?? last.shift());
        while (waiting.length && performance.now() - begun < ENOUGH);
    }
    going = stepwise = false;
    const done = ends;
    ends = [];
    done.forEach((end) => end());
}

/** One that fails does not keep the others from coming. */
function take(step: Step | undefined): void {
    try {
        step?.();
        flushSync();
    } catch (error) {
        reportError(error);
    }
}

/** Waits until the browser has done what else it had to do. */
export function pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve));
}
