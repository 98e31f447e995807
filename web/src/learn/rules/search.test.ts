/** Clauses are found by their words in every language, and by their names. */

import { beforeAll, describe, expect, it, vi } from "vitest";
import { need, speak } from "../../lib/words.svelte.ts";
import { sectionsOf } from "./examples.ts";
import { countOf, found, plain } from "./search.ts";

const PIAZZA = sectionsOf("piazza");
const CARRE = sectionsOf("carre");

function names(query: string, sections = PIAZZA, rulingsOnly = false): string[] {
    return found(sections, query, rulingsOnly).flatMap(({ clauses }) =>
        clauses.map((one) => one.name),
    );
}

beforeAll(async () => {
    vi.stubGlobal("document", { documentElement: { lang: "" } });
    await need("core", "rules");
});

describe("searching the rules", () => {
    beforeAll(() => speak("en"));

    it("shows everything before anything is asked", () => {
        expect(countOf(found(PIAZZA, " ", false))).toBe(countOf(PIAZZA));
    });

    it("finds a clause by its name, in any case", () => {
        expect(names("p-differ")).toEqual(["P-DIFFER"]);
        expect(names("C-ZONES", CARRE)).toEqual(["C-ZONES"]);
    });

    it("wants all words", () => {
        expect(names("bracket stock")).toEqual([]);
        expect(names("stock three hand")).toEqual(["P-DEAL"]);
    });

    it("can be kept to our rulings", () => {
        const rulings = names("", PIAZZA, true);
        expect(rulings).toContain("P-STUCK");
        expect(rulings).not.toContain("P-CARDS");
    });

    it("knows −1, × and accents by their plain letters", () => {
        expect(names("effect of -1", CARRE)).toContain("C-NEGATIVE");
        expect(names("3x3", CARRE)).toContain("C-CLOSE");
        expect(plain("C’est Carré")).toBe("c'est carre");
    });
});

it("speaks the language that was chosen", async () => {
    await speak("de");
    expect(names("Klammer")).toContain("P-BRACKET");
    await speak("fr");
    expect(names("defausse", CARRE)).toContain("C-ORDER");
});
