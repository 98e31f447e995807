/** Time that passes on the screen: the server says what is left now and then, and we count down between. */

import type { TableShown } from "../lib/protocol.ts";
import { language } from "../lib/words.svelte.ts";

/** Below so many seconds a clock shows tenths and warns. */
export const SHORT = 20;

let now = $state(0);

/** Milliseconds, as they pass on the screen. */
export function passing(): number {
    return now;
}

/** Lets time pass while a component is shown. Call it while one is made. */
export function keepTime(): void {
    $effect(() => {
        now = performance.now();
        const beat = setInterval(() => (now = performance.now()), 200);
        return () => clearInterval(beat);
    });
}

/** The seconds that a seat has left now; null where it has no clock, or it is not its turn. */
export function secondsLeft(table: TableShown, heardAt: number, seat: number): number | null {
    const { clock, view } = table;
    const turn = view?.turn === seat && table.stage === "running";
    const gone = turn && clock?.running ? Math.max(0, now - heardAt) / 1000 : 0;
    const total = clock?.left?.[seat];
    if (total !== undefined) return Math.max(0, total - gone);
    if (!turn || clock?.move_left === undefined || clock.move_left === null) return null;
    return Math.max(0, clock.move_left - gone);
}

/** A clock: 4:12, 1:02:03, 9.4. */
export function clockText(seconds: number): string {
    return seconds < SHORT ? tenths(seconds) : timeText(seconds);
}

/** A span of time: 0:25, 1:02:03. */
export function timeText(seconds: number): string {
    const whole = Math.floor(seconds);
    const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
    const two = (value: number) => String(value).padStart(2, "0");
    return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

function tenths(seconds: number): string {
    const format = new Intl.NumberFormat(language(), { minimumFractionDigits: 1 });
    return format.format(Math.floor(seconds * 10) / 10);
}
