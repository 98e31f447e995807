/** What can wait until the screen has answered: sounds, and questions to the server. */

/**
 * Does it once the next frame is on the screen; while nobody looks, at once. A frame that has left
 * for the screen is still being drawn: until the one after it, nothing else takes the cores.
 */
export function afterPaint(act: () => void): void {
    if (document.hidden) act();
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(act)));
}

/** Waits for that. */
export function painted(): Promise<void> {
    return new Promise(afterPaint);
}
