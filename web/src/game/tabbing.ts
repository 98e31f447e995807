/** Tab goes from hand to board to buttons, in the order of a move, wherever they stand on the page. */

const ORDER = ["hand", "board", "actions"];
const STOPS = 'button:not(:disabled, [tabindex="-1"]), [tabindex="0"]';

/** Takes the Tab key; whether it led somewhere else than the page's own order. */
export function tabKey(event: KeyboardEvent): boolean {
    if (event.key !== "Tab" || event.defaultPrevented) return false;
    const here = (event.target as Element).closest<HTMLElement>("[data-region]");
    if (!here) return false;
    const stops = stopsOf(here);
    const edge = event.shiftKey
        ? stops[0]
        : here.dataset.region === "actions"
          ? stops.at(-1)
          : stops[0];
    if (edge !== event.target) return false;
    const step = event.shiftKey ? -1 : 1;
    const next = regionOf(ORDER[ORDER.indexOf(here.dataset.region ?? "") + step]);
    const stop = next && stopsOf(next)[0];
    stop?.focus();
    return stop !== undefined;
}

function regionOf(name: string | undefined): HTMLElement | undefined {
    return document.querySelector<HTMLElement>(`[data-region="${name}"]`) ?? undefined;
}

function stopsOf(region: HTMLElement): HTMLElement[] {
    return [...region.querySelectorAll<HTMLElement>(STOPS)];
}
