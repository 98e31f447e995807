/** Cards beside each other are one stop of the tab key: within, arrows move the focus. */

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

/** For `onkeydown` of the element around the buttons. */
export function rove(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey) return;
    const all = [
        ...(event.currentTarget as Element).querySelectorAll<HTMLElement>("button.choice"),
    ];
    const now = all.indexOf(document.activeElement as HTMLElement);
    if (now < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[(now + step + all.length) % all.length]?.focus();
}

/** Focuses the one that the tab key stops at. */
export function focusIn(row: HTMLElement | undefined): void {
    row?.querySelector<HTMLElement>('button.choice[tabindex="0"]')?.focus({ preventScroll: true });
}
