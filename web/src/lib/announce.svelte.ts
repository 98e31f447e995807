/** What a screen reader is told: one polite region, and an urgent one for turn and clock alone. */

import { untrack } from "svelte";

let polite = $state("");
let urgent = $state("");

export function politeText(): string {
    return polite;
}

export function urgentText(): string {
    return urgent;
}

/** Says it after what is being said. The same text twice in a row is said twice. */
export function say(text: string): void {
    polite = untrack(() => polite) === text ? `${text}\u00a0` : text;
}

/** Says it at once. */
export function sayNow(text: string): void {
    urgent = untrack(() => urgent) === text ? `${text}\u00a0` : text;
}
