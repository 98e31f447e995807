/** What the player has chosen on this device. */

import { MediaQuery } from "svelte/reactivity";
import { keep, keptValues } from "./kept.ts";
import type { Language } from "./words.svelte.ts";

export interface Settings {
    /** Null: as the system has it. */
    theme: "light" | "dark" | null;
    /** Null: as the browser has it. */
    language: Language | null;
    sound: boolean;
    /** Vibrate and ring when it is one's turn. */
    bell: boolean;
    /** False: nothing moves. */
    motion: boolean;
    /** Ask before a move made with the mouse is final. Touch always asks. */
    confirm: boolean;
    /** Show green in place of pink. */
    green: boolean;
    /** Points on legal cells. */
    points: boolean;
    /** How fast bots move. */
    pace: "human" | "instant";
    /** The last choices on the home page, by game. */
    bots: Record<string, { players: number; level: string }>;
}

const dark = new MediaQuery("(prefers-color-scheme: dark)");
const KEY = "piazzetta.settings";
const FIRST: Settings = {
    theme: null,
    language: null,
    sound: true,
    bell: false,
    motion: true,
    confirm: true,
    green: false,
    points: true,
    pace: "human",
    bots: {},
};

export const settings = $state<Settings>({ ...FIRST, ...keptValues<Settings>(KEY) });

/** Stores every change. Call once, within an effect root. */
export function keepSettings(): void {
    $effect(() => {
        keep(KEY, JSON.stringify(settings));
        document.documentElement.dataset.theme = theme();
        document.documentElement.toggleAttribute("data-still", !settings.motion);
    });
}

/** The theme that is shown: the chosen one, else the system's. */
export function theme(): "light" | "dark" {
    return settings.theme ?? (dark.current ? "dark" : "light");
}

/** Whether things may move: by the setting and the system's. */
export function moving(): boolean {
    return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
