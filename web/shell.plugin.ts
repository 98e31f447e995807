/** Fills what `index.html` shows before the app has come: mark and name, and words in every language. */

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { logoMark, wordmark } from "./src/lib/art.mjs";

const WORDS = new URL("words/game.json", import.meta.url);
const LOADING = "game.loading";

type Texts = Record<string, string>;

/** The page's style shows the words of the language that `theme.js` has found. */
export function shell(): Plugin {
    return {
        name: "shell",
        transformIndexHtml(page) {
            const words = JSON.parse(readFileSync(WORDS, "utf8")) as Record<string, Texts>;
            const texts = words[LOADING] ?? {};
            return page
                .replace("%languages%", Object.keys(texts).join(" "))
                .replace("%brand%", brand())
                .replace("%loading%", spoken(texts));
        },
    };
}

function brand(): string {
    const { d, w, cap } = wordmark();
    const mark = `<svg class="mark" viewBox="0 0 100 100" aria-hidden="true">${logoMark()}</svg>`;
    const name = `viewBox="0 ${-cap} ${w} ${cap}" aria-hidden="true"`;
    return `${mark}<svg class="name" ${name}><path d="${d}" fill="currentColor" /></svg>`;
}

function spoken(texts: Texts): string {
    const one = ([language, text]: [string, string]) => `<span lang="${language}">${text}</span>`;
    return Object.entries(texts).map(one).join("");
}
