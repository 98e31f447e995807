/** What the server says about a broken record is told in the player's language, or not at all. */

import { beforeAll, describe, expect, it, vi } from "vitest";
import { LANGUAGES, need, speak, type Language } from "../lib/words.svelte.ts";
import { reasonOf } from "./reasons.ts";

/** What the server says, and what of it is told in any language. */
const SAID: readonly [said: string, ...parts: string[]][] = [
    ["this is neither a header line 'Name: text' nor a move: 'foo'"],
    ["the header line 'Game' is missing", "Game"],
    ["a move is expected here, not 'foo'"],
    ["a move is written '3. SEAT: MOVE', not '3. foo'", "3."],
    ["this should be move 3, not 4", "3", "4"],
    ["it is the turn of seat 1, not of seat 0", "1", "0"],
    ["the result is 'seat 0 wins, 3 2 (P-END)', not 'seat 1 wins'"],
    ["the points of B1@0,2 are '3', not '4'"],
    ["this is no record: it is longer than 1,000 characters"],
    ["it has more than 6000 lines"],
];

beforeAll(async () => {
    vi.stubGlobal("document", { documentElement: { lang: "" } });
    await need("core", "replay");
});

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
    beforeAll(() => speak(language));

    it.each(SAID)("has words for: %s", (said, ...parts) => {
        const text = reasonOf(said)?.text ?? "";
        expect(text).toMatch(/\.$/);
        expect(text).not.toMatch(/replay\.why|[{}]/);
        for (const part of parts) expect(text).toContain(part);
    });

    it("names the clause of a move that is not allowed", () => {
        const reason = reasonOf("B1@9,9 is not allowed (P-TOUCH)");
        expect(reason?.clause).toBe("P-TOUCH");
        expect(reason?.text).not.toContain("P-TOUCH");
    });

    it("keeps English to the English", () => {
        const reason = reasonOf("a date is written year-month-day");
        expect(reason?.text ?? null).toBe(
            language === "en" ? "A date is written year-month-day." : null,
        );
    });
});
