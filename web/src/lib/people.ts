/** Names and times as a sentence wants them. */

import { language, t, word } from "./words.svelte.ts";

/** What to call somebody; whoever has deleted themselves has no name any more. */
export function called(name: string, forgotten = false): string {
    return forgotten ? t("people.gone") : name;
}

/** "Bruno, Chiara and Ada". */
export function listing(names: readonly string[]): string {
    const last = names.at(-1) ?? "";
    const others = names.slice(0, -1).join(", ");
    return others ? t("list.and", { others, last }) : last;
}

const UNITS = [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
] as const;

/** "5 minutes ago", from an ISO time. */
export function ago(iso: string, now = Date.now()): string {
    const seconds = (now - Date.parse(iso)) / 1000;
    const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["now", 1];
    return word("ago", unit, { n: Math.floor(seconds / size) });
}

/** "16 Nov 2026", or "Nov 16, 2026" where the browser is American, from an ISO time. */
export function day(iso: string): string {
    return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(new Date(iso));
}

/** The chosen language as the browser's own country has it, where the browser speaks it at all. */
function locale(): string {
    const own = navigator.languages.find((one) => one.split("-")[0] === language());
    return own ?? language();
}
