/** The catalogue `words/*.json` has all languages of a word beside each other; a browser loads one language alone. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const ADDRESS = /^virtual:words\/(\w+)\/(\w+)$/;
const FEW = /^virtual:keys\/(\w+)$/;
const FOLDER = fileURLToPath(new URL("words/", import.meta.url));

/** A narrow space that no line ends at. */
const NARROW = "\u202f";
/** The catalogue has plain spaces where French wants narrow ones: `Qui joue ?`, `« mot »`. */
const FRENCH = / (?=[:;!?»])|(?<=«) /g;

type Text = string | Record<string, string>;
type Catalogue = Record<string, Record<string, Text>>;

/**
 * Serves `virtual:words/AREA/LANGUAGE`, the words of one file in one language, and
 * `virtual:keys/START`, the few words of the core that begin so, in all languages.
 */
export function words(): Plugin {
    return {
        name: "words",
        resolveId: (id) => (ADDRESS.test(id) || FEW.test(id) ? `\0${id}` : undefined),
        load(id) {
            const start = FEW.exec(id.replace("\0", ""))?.[1];
            if (start) return `export default ${JSON.stringify(few(start))}`;
            const [, area, language] = ADDRESS.exec(id.replace("\0", "")) ?? [];
            if (!area || !language) return undefined;
            const file = `${FOLDER}${area}.json`;
            this.addWatchFile(file);
            const all = JSON.parse(readFileSync(file, "utf8")) as Catalogue;
            const one = Object.entries(all).map(([key, texts]) => [
                key,
                set(texts[language], language),
            ]);
            return `export default ${JSON.stringify(Object.fromEntries(one))}`;
        },
    };
}

function few(start: string): Catalogue {
    const all = JSON.parse(readFileSync(`${FOLDER}core.json`, "utf8")) as Catalogue;
    const found: Catalogue = {};
    for (const [key, texts] of Object.entries(all).filter(([key]) => key.startsWith(`${start}.`))) {
        for (const [language, text] of Object.entries(texts)) {
            (found[language] ??= {})[key] = set(text, language);
        }
    }
    return found;
}

/** A text as its language is set in type. */
function set(text: Text | undefined, language: string): Text {
    if (language !== "fr" || !text) return text ?? "";
    if (typeof text === "string") return text.replace(FRENCH, NARROW);
    return Object.fromEntries(
        Object.entries(text).map(([form, one]) => [form, one.replace(FRENCH, NARROW)]),
    );
}
