/**
 * The words of the app in the chosen language: `t("log.title")`, `t("hand.cards", { n: 3 })`.
 *
 * They come from `words/*.json`. A word may have plural forms, `one` and `other`, for `n`.
 */

import { apart } from "./apart.ts";
import type core from "../../words/core.json";
import type game from "../../words/game.json";
import type carre from "../../words/carre.json";
import type piazza from "../../words/piazza.json";
import type learn from "../../words/learn.json";
import type rules from "../../words/rules.json";
import type advice from "../../words/advice.json";
import type replay from "../../words/replay.json";

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", it: "Italiano" } as const;
export type Language = keyof typeof LANGUAGES;

type Areas = {
    core: typeof core;
    game: typeof game;
    piazza: typeof piazza;
    carre: typeof carre;
    learn: typeof learn;
    rules: typeof rules;
    advice: typeof advice;
    replay: typeof replay;
};
export type Area = keyof Areas;
/** Every key of the catalogue. */
export type Key = { [A in Area]: keyof Areas[A] }[Area] & string;
export type Values = Record<string, string | number>;

type Loaded = Record<string, string | Record<string, string>>;
type Loader = () => Promise<{ default: Loaded }>;

const LOADERS: Record<Area, Record<Language, Loader>> = {
    core: {
        en: () => import("virtual:words/core/en"),
        de: () => import("virtual:words/core/de"),
        fr: () => import("virtual:words/core/fr"),
        it: () => import("virtual:words/core/it"),
    },
    game: {
        en: () => import("virtual:words/game/en"),
        de: () => import("virtual:words/game/de"),
        fr: () => import("virtual:words/game/fr"),
        it: () => import("virtual:words/game/it"),
    },
    piazza: {
        en: () => import("virtual:words/piazza/en"),
        de: () => import("virtual:words/piazza/de"),
        fr: () => import("virtual:words/piazza/fr"),
        it: () => import("virtual:words/piazza/it"),
    },
    carre: {
        en: () => import("virtual:words/carre/en"),
        de: () => import("virtual:words/carre/de"),
        fr: () => import("virtual:words/carre/fr"),
        it: () => import("virtual:words/carre/it"),
    },
    learn: {
        en: () => import("virtual:words/learn/en"),
        de: () => import("virtual:words/learn/de"),
        fr: () => import("virtual:words/learn/fr"),
        it: () => import("virtual:words/learn/it"),
    },
    rules: {
        en: () => import("virtual:words/rules/en"),
        de: () => import("virtual:words/rules/de"),
        fr: () => import("virtual:words/rules/fr"),
        it: () => import("virtual:words/rules/it"),
    },
    advice: {
        en: () => import("virtual:words/advice/en"),
        de: () => import("virtual:words/advice/de"),
        fr: () => import("virtual:words/advice/fr"),
        it: () => import("virtual:words/advice/it"),
    },
    replay: {
        en: () => import("virtual:words/replay/en"),
        de: () => import("virtual:words/replay/de"),
        fr: () => import("virtual:words/replay/fr"),
        it: () => import("virtual:words/replay/it"),
    },
};

const wanted = new Set<Area>();
let words = $state.raw<Loaded>({});
let spoken = $state<Language>("en");

/** The language that the words are in now. */
export function language(): Language {
    return spoken;
}

/** The language of the browser, as far as we have it. */
export function browserLanguage(): Language {
    const found = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES);
    return (found ?? "en") as Language;
}

/** Loads a page's words before it is shown; what is there already is not loaded again. */
export async function need(...areas: Area[]): Promise<void> {
    const fresh = areas.filter((area) => !wanted.has(area));
    const loaded = await Promise.all(fresh.map((area) => LOADERS[area][spoken]()));
    fresh.forEach((area) => wanted.add(area));
    words = Object.assign({}, words, ...loaded.map((one) => one.default));
}

/** Changes the language of everything on the screen at once. */
export async function speak(next: Language): Promise<void> {
    const loaded = await Promise.all([...wanted].map((area) => LOADERS[area][next]()));
    spoken = next;
    words = Object.assign({}, ...loaded.map((one) => one.default));
    document.documentElement.lang = next;
}

/** The text of a key, with `{name}` replaced by the values. */
export function t(key: Key, values: Values = {}): string {
    const found = words[key];
    if (found === undefined) return key;
    const text = typeof found === "string" ? found : plural(found, Number(values.n));
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => shown(values[name]) ?? whole);
}

/** A key that is put together; the catalogue's check knows the pattern by its first part. */
export function word(start: string, end: string, values: Values = {}): string {
    return t(`${start}.${end}` as Key, values);
}

function plural(forms: Record<string, string>, n: number): string {
    return (isOne(spoken, n) ? forms.one : forms.other) ?? forms.other ?? "";
}

function shown(value: string | number | undefined): string | undefined {
    return typeof value === "number" ? number(value) : value && apart(value);
}

/** As `Intl.PluralRules` has it for whole numbers; to make one takes longer than to show the page. */
export function isOne(of: Language, n: number): boolean {
    return n === 1 || (n === 0 && of === "fr");
}

/** A number as it is written in the language, with a true minus. */
export function number(value: number): string {
    // Every language writes those alike, and a format takes long to make.
    const plain = Number.isInteger(value) && Math.abs(value) < 1000;
    const text = plain ? String(value) : new Intl.NumberFormat(spoken).format(value);
    return text.replace("-", "−");
}

/** Points with their sign: +7, −2, 0. */
export function signed(value: number): string {
    return (value > 0 ? "+" : "") + number(value);
}
