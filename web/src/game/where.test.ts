import { beforeAll, expect, it, vi } from "vitest";
import type { CarrePosition, PiazzaPosition } from "../lib/protocol.ts";
import { need, speak } from "../lib/words.svelte.ts";
import { placesText } from "./where.ts";

const PIAZZA = {
    game: "piazza",
    board: [
        ["R1", 0, 0],
        ["P2", 1, 0],
    ],
} as unknown as PiazzaPosition;
const CARRE = {
    game: "carre",
    turn: 1,
    layouts: [[], [["A+1", 0, 0]]],
} as unknown as CarrePosition;

beforeAll(async () => {
    vi.stubGlobal("document", { documentElement: { lang: "" } });
    await need("core", "piazza", "advice");
    await speak("en");
});

it("names the cards beside each card that is laid", () => {
    expect(placesText("B3@2,0 B4@0,1", PIAZZA)).toMatch(/pink arch; .*red sun$/);
});

it("names the card that is replaced", () => {
    expect(placesText("swap A+2@0,0", CARRE)).toBe("In place of star, plus 1");
    expect(placesText("lay A+2@1,0", CARRE)).toMatch(/star, plus 1$/);
});

it("says nothing of moves without a place", () => {
    expect(placesText("take", CARRE)).toBe("");
});
