/** What can wait until the screen has answered: sounds, and questions to the server. */

/** Does it once the next frame is on its way to the screen; while nobody looks, at once. */
export function afterPaint(act: () => void): void {
    if (document.hidden) act();
    else requestAnimationFrame(() => setTimeout(act));
}

/** Waits for that. */
export function painted(): Promise<void> {
    return new Promise(afterPaint);
}
