/** Cards that glide from one place of the screen to another. */

import { moving } from "./settings.svelte.ts";

const TIME = 220;
const EASE = "cubic-bezier(.2,.7,.2,1)";

/** Lets an element come from somewhere else to where it is. */
export function glideFrom(element: Element, from: DOMRect): void {
    // With the next frame the page is laid out in any case: to measure it before is work for nothing.
    if (moving()) requestAnimationFrame(() => glide(element, from));
}

function glide(element: Element, from: DOMRect): void {
    const to = element.getBoundingClientRect();
    if (!to.width) return;
    const dx = from.left + from.width / 2 - (to.left + to.width / 2);
    const dy = from.top + from.height / 2 - (to.top + to.height / 2);
    const transform = `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`;
    element.animate([{ transform }, { transform: "none" }], { duration: TIME, easing: EASE });
}

/** Lets a card that somebody else has laid come down onto the table. */
export function dropIn(element: Element, delay: number): void {
    if (!moving()) return;
    const above = { transform: "translateY(-14px) scale(1.12)", opacity: 0 };
    const timing = { duration: TIME, delay, easing: EASE, fill: "backwards" as const };
    element.animate([above, { transform: "none", opacity: 1 }], timing);
}
