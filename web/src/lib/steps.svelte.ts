/**
 * A large page is built in small steps, so that a slow phone can answer in between:
 *
 *     const steps = inSteps(() => 3);
 *     {#if steps.done >= 1} … {/if}
 */

export interface Steps {
    /** How many steps are done; `Infinity` once all of them are, however many there will be. */
    readonly done: number;
}

/** Begins with the first step when the component is there. Call it while one is made. */
export function inSteps(count: () => number): Steps {
    let done = $state(0);
    $effect(() => {
        let gone = false;
        void (async () => {
            for (let step = 1; await turnOfMine(), !gone; step += 1) {
                done = step < count() ? step : Infinity;
                if (done === Infinity) return;
            }
        })();
        return () => (gone = true);
    });
    return {
        get done() {
            return done;
        },
    };
}

/** Waits until the browser has done what else it had to do. */
function turnOfMine(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve));
}
