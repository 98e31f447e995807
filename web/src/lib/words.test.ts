/** The catalogue is complete: every word in every language, none unused, none twice. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { isOne, LANGUAGES, need, number, speak, t, type Language } from "./words.svelte.ts";

type Text = string | Record<string, string>;
type Words = Record<string, Record<string, Text>>;

const WEB = new URL("../../", import.meta.url);
const FILES = readdirSync(new URL("words/", WEB)).filter((name) => name.endsWith(".json"));
const WORDS = new Map<string, Words>(
    FILES.map((name) => [name, JSON.parse(read(`words/${name}`)) as Words]),
);
const ALL = [...WORDS.values()].flatMap((words) => Object.entries(words));
const SOURCES = readdirSync(new URL("src/", WEB), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|svelte)$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => read(`src/${name}`));
const CODE = SOURCES.join("\n");
/** Keys that are put together: `word("card", …)`, word(`learn.${game}`, …), `virtual:keys/push`. */
const STARTS = [...CODE.matchAll(/(?<![#.\w])word\(\s*["`]([^"`]+)["`]|virtual:keys\/(\w+)/g)].map(
    ([, called, imported]) => pattern(called ?? imported ?? ""),
);

function pattern(start: string): RegExp {
    const plain = start.replace(/\$\{[^}]*\}/g, "*").replace(/\./g, "\\.");
    return new RegExp(`^${plain.replaceAll("*", "[\\w-]+")}\\.`);
}

function read(path: string): string {
    return readFileSync(new URL(path, WEB), "utf8");
}

function forms(text: Text): string[] {
    return typeof text === "string" ? [text] : Object.values(text);
}

function figures(text: Text): string {
    const found = forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []);
    return [...new Set(found)].sort().join();
}

function isUsed(key: string): boolean {
    return CODE.includes(`"${key}"`) || STARTS.some((start) => start.test(key));
}

describe("the catalogue", () => {
    it("has every language of every word, and nothing empty", () => {
        const languages = Object.keys(LANGUAGES).sort().join();
        const wrong = ALL.filter(
            ([, texts]) =>
                Object.keys(texts).sort().join() !== languages ||
                Object.values(texts).some((text) => forms(text).some((form) => !form.trim())),
        );
        expect(wrong.map(([key]) => key)).toEqual([]);
    });

    it("has the same figures in every language", () => {
        const wrong = ALL.filter(
            ([, texts]) => new Set(Object.values(texts).map(figures)).size !== 1,
        );
        expect(wrong.map(([key]) => key)).toEqual([]);
    });

    it("has both plural forms, in every language or in none", () => {
        const shape = (text: Text) =>
            typeof text === "string" ? "" : Object.keys(text).sort().join();
        const wrong = ALL.filter(([, texts]) => {
            const shapes = new Set(Object.values(texts).map(shape));
            return shapes.size !== 1 || !["", "one,other"].includes([...shapes][0] ?? "");
        });
        expect(wrong.map(([key]) => key)).toEqual([]);
    });

    it("has no word twice", () => {
        const keys = ALL.map(([key]) => key);
        expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    });

    it.each([...WORDS])("uses every word of %s", (_, words) => {
        expect(Object.keys(words).filter((key) => !isUsed(key))).toEqual([]);
    });

    it("has words for everything that is put together", () => {
        const keys = ALL.map(([key]) => key);
        const empty = STARTS.filter((start) => !keys.some((key) => start.test(key)));
        expect(empty.map(String)).toEqual([]);
    });
});

describe("French", () => {
    const texts = ALL.flatMap(([key, { fr }]) => forms(fr ?? "").map((form) => [key, form]));

    it("has a space before high signs, but for the name of a game and what records have", () => {
        const known = /C’est Carré!|« Nom: texte »|place: coup/g;
        const wrong = texts.filter(([, form]) => /[^ ][:;!?]/.test(form!.replace(known, "")));
        expect(wrong).toEqual([]);
    });

    it("lets no line end at that space", async () => {
        vi.stubGlobal("document", { documentElement: {} });
        await need("core");
        await speak("fr");
        expect(t("new.company")).toBe("Qui joue\u202f?");
        expect(t("app.heading", { page: "A", game: "B" })).toBe("A\u202f: B");
    });

    it("has no name after a word that would have to be shortened before some", () => {
        const wrong = texts.filter(([, form]) =>
            /\b(de|que|le|la|si) \{(name|names)\}/.test(form!),
        );
        expect(wrong).toEqual([]);
    });
});

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
    it("one is one where the language's rules say so", () => {
        const rules = new Intl.PluralRules(language);
        const numbers = Array.from({ length: 1000 }, (_, n) => n);
        const wrong = numbers.filter((n) => isOne(language, n) !== (rules.select(n) === "one"));
        expect(wrong).toEqual([]);
    });

    it("names written from right to left stay apart", async () => {
        vi.stubGlobal("document", { documentElement: {} });
        await need("core");
        await speak(language);
        expect(t("guest.name", { n: "דנה" })).toContain("\u2068דנה\u2069");
        expect(t("guest.name", { n: "Ada" })).not.toContain("\u2068");
    });

    it("numbers are written as usual, with a true minus", async () => {
        vi.stubGlobal("document", { documentElement: {} });
        await speak(language);
        const usual = new Intl.NumberFormat(language);
        for (const value of [0, 7, 999, 1000, 48_213, 0.5]) {
            expect(number(value)).toBe(usual.format(value));
            if (value) expect(number(-value)).toBe(`−${usual.format(value)}`);
        }
    });
});
