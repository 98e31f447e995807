/** What the server is asked for, by what was chosen. */

import { expect, it } from "vitest";
import { isFull, isShared, requestOf, type Wish } from "./wish.ts";

const WISH: Wish = {
    game: "piazza",
    company: "friends",
    players: 3,
    others: ["open", "level2", "open"],
    names: ["", "", ""],
    clock: "fast",
    public: true,
    hints: false,
    casual: false,
    pace: "human",
    setup: "choose",
    start: "row",
    first: -1,
};

it("asks for an open table with a clock", () => {
    expect(isFull(WISH)).toBe(false);
    expect(requestOf(WISH)).toEqual({
        game: "piazza",
        players: 3,
        options: { setup: "choose", start: "row" },
        clock: { total: 300, increment: 5 },
        public: true,
        hints: false,
        casual: false,
        pace: 1,
        seats: ["me", "open", "level2"],
    });
});

it("hides a table that waits for nobody, and waits for whoever left", () => {
    const alone = { ...WISH, others: ["level1", "level2"] };
    expect(requestOf(alone)).toMatchObject({ public: false, absence: null });
});

it("lets people at one screen sit down one by one", () => {
    const screen: Wish = { ...WISH, players: 2, others: ["me"], first: 1 };
    expect(isShared(screen)).toBe(true);
    expect(requestOf(screen)).toMatchObject({
        seats: ["open", "open"],
        options: { first: 1, setup: "choose" },
    });
});

it("asks only for options that the game has", () => {
    expect(requestOf({ ...WISH, game: "carre", first: 5 }).options).toEqual({});
});
