/** Drags a card with pointer or finger; a finger does not hide it, since it floats above. */

import type { CarreTurn } from "./turn.svelte.ts";

/** So many pixels make a drag of a press. */
const START = 8;
/** How far above a finger the card is. */
const ABOVE = 24;

/** An attachment for the button of a card: `{@attach draggable(turn, index)}`. */
export function draggable(turn: CarreTurn, index: number) {
    return (element: HTMLElement): (() => void) => {
        let from: PointerEvent | null = null;
        let swallow = false;

        const down = (event: PointerEvent) => {
            if (event.button !== 0 || !turn.mayDrag(index)) return;
            from = event;
            element.setPointerCapture(event.pointerId); // However fast it moves, it is heard.
        };
        const move = (event: PointerEvent) => {
            if (!from) return;
            const far = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY);
            if (!turn.dragging && far < START) return;
            swallow = true;
            turn.drag(index, event.clientX, aimed(event), element.clientWidth);
        };
        const up = (event: PointerEvent) => {
            from = null;
            if (!turn.dragging) return;
            const how = event.pointerType === "mouse" ? "mouse" : "touch";
            turn.drop(event.type === "pointerup", how, element.getBoundingClientRect());
        };
        const click = (event: MouseEvent) => {
            if (!swallow) return;
            swallow = false;
            event.stopImmediatePropagation();
            event.preventDefault();
        };

        const handlers = {
            pointerdown: (event: PointerEvent) => ((swallow = false), down(event)),
            pointermove: move,
            pointerup: up,
            pointercancel: up,
        };
        const entries = Object.entries(handlers) as [string, (event: Event) => void][];
        for (const [name, handler] of entries) element.addEventListener(name, handler);
        element.addEventListener("click", click, { capture: true });
        return () => {
            for (const [name, handler] of entries) element.removeEventListener(name, handler);
            element.removeEventListener("click", click, { capture: true });
        };
    };
}

function aimed(event: PointerEvent): number {
    return event.clientY - (event.pointerType === "mouse" ? 0 : ABOVE);
}
