/** Names and times as a sentence wants them. */

import { language } from "./words.svelte.ts";

/** "Bruno, Chiara and Ada". */
export function listing(names: readonly string[]): string {
    return new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
];

/** "5 minutes ago", from an ISO time. */
export function ago(iso: string, now = Date.now()): string {
    const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
    const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["minute", 60];
    const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
    return format.format(-Math.floor(seconds / size), unit);
}

/** "16 Nov 2026", from an ISO time. */
export function day(iso: string): string {
    return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(iso));
}
