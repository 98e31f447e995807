/** Every reason that the server gives has its sentence in every language, with all its figures. */

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { expectedTexts, moveText, reasonText } from "./advice.ts";
import { LANGUAGES, need, speak, type Language } from "./words.svelte.ts";

const SPOKEN = Object.keys(LANGUAGES) as Language[];
const NAMES = ["Ada", "Béla", "Chiara"];
const DOCUMENT = readFileSync(new URL("../../../docs/advice.md", import.meta.url), "utf8");
/** What the fields of docs/advice.md may hold. */
const FIELDS: Record<string, unknown> = {
    sizes: [3, 4],
    seat: 1,
    points: 7,
    before: 2,
    reply: "Y1@2,-3 Y2@2,0",
    left: 5,
    card: "B2",
    direction: "columns",
    first: -3,
    last: 4,
    place: 2,
    motif: "D",
    after: 6,
    change: -2,
    seats: [1, 2],
    count: 2,
    drops: 1,
    gain: 3,
    mean: 2.4,
    best: 7,
    total: 51,
    totals: [51, 12, 30],
};

/** The rows of the table "Every reason": a code and its fields. */
function documented(): [kind: string, details: Record<string, unknown>][] {
    const rows = DOCUMENT.matchAll(/^\| `(\w+)` \|([^|]*)\|[^|]*\|$/gm);
    return [...rows].map(([, kind, cell]) => {
        const fields = [...(cell ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name as string);
        return [kind as string, Object.fromEntries(fields.map((name) => [name, FIELDS[name]]))];
    });
}

beforeAll(async () => {
    vi.stubGlobal("document", { documentElement: { lang: "" } });
    await need("core", "advice");
});

describe.each(SPOKEN)("in %s", (language) => {
    beforeAll(() => speak(language));

    it.each(documented())("%s is a whole sentence", (kind, details) => {
        expect(Object.values(details)).not.toContain(undefined);
        const text = reasonText({ kind, details }, NAMES);
        expect(text).toMatch(/^\p{Lu}.*\.$/u);
        expect(text).not.toMatch(/[{}@]|undefined|NaN|advice\./);
    });

    it.each(["lay A+1@0,1", "swap D+2@1,1", "drop F-2", "take", "reveal", "pass", "B3@2,-1"])(
        "the move %s has words",
        (move) => expect(moveText(move)).toMatch(/^\p{Lu}[^{}@]+$/u),
    );
});

describe("in English", () => {
    beforeAll(() => speak("en"));
    const text = (kind: string, details: Record<string, unknown>) =>
        reasonText({ kind, details }, NAMES);

    it("has all reasons of the document", () => {
        expect(documented().length).toBeGreaterThan(20);
    });

    it("names cards and people", () => {
        const details = { seat: 1, points: 12, reply: "Y1@2,-3 Y1@2,0" };
        expect(text("leaves_reply", details)).toBe(
            "It leaves Béla 12 points, with yellow sun and yellow sun.",
        );
    });

    it("tells one bracket from several", () => {
        expect(text("makes_brackets", { sizes: [4] })).toBe("It makes a bracket of 4.");
        expect(text("makes_brackets", { sizes: [4, 3, 3] })).toBe(
            "It makes brackets of 4, 3, and 3.",
        );
    });

    it("says what is lost with a minus", () => {
        const details = { motif: "A", before: 4, sizes: [1, 2], points: 7 };
        expect(text("breaks_zone", details)).toContain("−7 points");
    });

    it("tells what a card costs, and what unseen ones may bring", () => {
        expect(text("takes_card", { card: "A-2", gain: -2 })).toBe(
            "This card (star, minus 2) costs at least 2 points at once.",
        );
        expect(text("reveals_cards", { mean: 2.4, best: 7 })).toContain("adds +2.4 points");
        expect(text("reveals_cards", { mean: -0.5, best: 1 })).toContain("adds −0.5 points");
    });

    it("tells the last to complete a square from the others, and the last round", () => {
        expect(text("completes_square", { seats: [] })).toContain("nobody else");
        expect(text("ends_round", { totals: [20, 9], seats: [] })).toBe(
            "The round is scored: Ada 20, Béla 9.",
        );
        expect(text("ends_round", { totals: [52, 9], seats: [0] })).toContain("Winner: Ada.");
    });

    it("leaves out what was not played out", () => {
        const move = { move: "pass", points: 4, reasons: [], win: null, margin: null };
        expect(expectedTexts(move)).toEqual(["+4 now"]);
        expect(expectedTexts({ ...move, move: "reveal", points: 0 })).toEqual([]);
        expect(expectedTexts({ ...move, win: 0.86, margin: 4.83 })).toEqual([
            "wins 86%",
            "lead +4.8",
            "+4 now",
        ]);
    });
});
