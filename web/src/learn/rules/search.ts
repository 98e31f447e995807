/** Finding clauses by words, and by their names. */

import { word } from "../../lib/words.svelte.ts";
import type { Clause, Section } from "./examples.ts";

/** What a clause says in the language; empty where it has no such part. */
export function clauseText(
    clause: Pick<Clause, "name">,
    part: "title" | "text" | "ruling",
): string {
    const key = `rules.${clause.name}.${part}`;
    const text = word(`rules.${clause.name}`, part);
    return text === key ? "" : text;
}

/** The sections with those clauses that have all the words; those without any are left out. */
export function found(sections: Section[], query: string, rulingsOnly: boolean): Section[] {
    const wanted = plain(query).split(/\s+/).filter(Boolean);
    const kept = (clause: Clause) =>
        (clause.ruling || !rulingsOnly) && wanted.every((word) => haystack(clause).includes(word));
    return sections
        .map((section) => ({ ...section, clauses: section.clauses.filter(kept) }))
        .filter((section) => section.clauses.length > 0);
}

export function countOf(sections: Section[]): number {
    return sections.reduce((sum, section) => sum + section.clauses.length, 0);
}

function haystack(clause: Clause): string {
    const parts = (["title", "text", "ruling"] as const).map((part) => clauseText(clause, part));
    return plain([clause.name, ...parts].join(" "));
}

/** Small letters without accents, so that "carre" finds "carré" and "-1" finds "−1". */
export function plain(text: string): string {
    const bare = text.normalize("NFD").replace(/\p{Diacritic}/gu, "");
    return bare.toLocaleLowerCase().replaceAll("−", "-").replaceAll("×", "x").replaceAll("’", "'");
}
