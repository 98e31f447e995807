/** Which tables wait for us, by what the server says. */

import { expect, it } from "vitest";
import { afterwards } from "./turns.svelte.ts";
import type { ServerMessage } from "./protocol.ts";

const hear = (before: Record<string, string>, message: object) =>
    afterwards(before, message as ServerMessage);

it("hears of turns at tables that nobody looks at", () => {
    expect(hear({}, { type: "your_turn", table: "a", game: "carre" })).toEqual({ a: "carre" });
});

it("knows by the moves on offer that a watched table waits, and when it no longer does", () => {
    const waiting = hear({}, { type: "table", table: "a", game: "piazza", legal: [{ move: "x" }] });
    expect(waiting).toEqual({ a: "piazza" });
    expect(hear(waiting, { type: "update", table: "a", legal: [{ move: "y" }] })).toEqual(waiting);
    expect(hear(waiting, { type: "update", table: "a" })).toEqual({});
});

it("leaves other tables as they are", () => {
    const before = { b: "carre" };
    expect(hear(before, { type: "update", table: "a" })).toBe(before);
    expect(hear(before, { type: "pong", id: "1" })).toBe(before);
});
