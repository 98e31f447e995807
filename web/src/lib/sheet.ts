/** The drawings that the page refers to by `<use>`: each is made once, when it is first asked for. */

import { clips, symbol } from "./art.mjs";

const made = new Set<string>();
let asked: string[] = [];
let sheet: Element | undefined;

/** Where a drawing is found: `drawn("pz-B3")` is `#pz-B3`, and there before the next paint. */
export function drawn(id: string): string {
    if (!made.has(id)) {
        made.add(id);
        // All that one step of the page asks for is read as one piece of markup.
        if (asked.push(id) === 1) queueMicrotask(draw);
    }
    return `#${id}`;
}

function draw(): void {
    sheet ??= emptySheet();
    sheet.insertAdjacentHTML("beforeend", asked.map(symbol).join(""));
    asked = [];
}

function emptySheet(): Element {
    const start = '<svg class="sheet" width="0" height="0" aria-hidden="true"><defs>';
    document.body.insertAdjacentHTML("afterbegin", `${start}${clips()}</defs></svg>`);
    return document.querySelector(".sheet > defs") as Element;
}
