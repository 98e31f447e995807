/** How a game page is laid out, by the room there is. */

import { MediaQuery } from "svelte/reactivity";

/** Three columns; two; one from top to bottom; a phone on its side. */
export type Layout = "wide" | "medium" | "phone" | "landscape";

const wide = new MediaQuery("(min-width: 1100px)");
const low = new MediaQuery("(max-height: 500px) and (orientation: landscape)");
const narrow = new MediaQuery("(max-width: 699px)");
const high = new MediaQuery("(min-height: 900px)");
const short = new MediaQuery("(max-height: 720px)");
/** Whether there is a mouse: its hints are shown then, and its clicks may be final. */
const fine = new MediaQuery("(hover: hover) and (pointer: fine)");

/** Whether there is anything but fingers: a mouse, and most likely keys with it. */
const precise = new MediaQuery("(any-pointer: fine)");

export function layout(): Layout {
    if (low.current) return "landscape";
    if (narrow.current) return "phone";
    return wide.current ? "wide" : "medium";
}

/** Whether there is room for one more panel in a column. */
export function tall(): boolean {
    return high.current;
}

/** Whether seats tell hardly more than their points: phones that are short, or lie on their side. */
export function brief(): boolean {
    return low.current || (narrow.current && short.current);
}

export function onlyTouch(): boolean {
    return !precise.current;
}

export function hasMouse(): boolean {
    return fine.current;
}
