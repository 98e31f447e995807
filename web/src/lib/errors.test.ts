/** Whatever the server refuses has a sentence, and so has every clause that forbids a move. */

import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import core from "../../words/core.json";
import { RefusedError } from "./api.ts";
import { refusal, sentence } from "./errors.ts";
import { need, speak } from "./words.svelte.ts";

const ROOT = new URL("../../../", import.meta.url);
const PROTOCOL = readFileSync(new URL("./protocol.ts", import.meta.url), "utf8");

function keysOf(start: string): string[] {
    return Object.keys(core)
        .filter((key) => key.startsWith(`${start}.`))
        .map((key) => key.slice(start.length + 1))
        .sort();
}

function codes(): string[] {
    const union = /export type Code =([^;]+);/.exec(PROTOCOL)?.[1] ?? "";
    return [...union.matchAll(/"(\w+)"/g)].map(([, code]) => code ?? "");
}

/** Every clause that the rules name when they refuse a move. */
function clauses(): string[] {
    const folders = ["piazza", "carre"].map(
        (game) => new URL(`src/piazzetta/rules/${game}/`, ROOT),
    );
    const code = folders.flatMap((folder) =>
        readdirSync(folder)
            .filter((name) => name.endsWith(".py"))
            .map((name) => readFileSync(new URL(name, folder), "utf8")),
    );
    const found = code.join("\n").matchAll(/IllegalMoveError\(\s*"([PC]-[A-Z-]+)"/g);
    const table = /PLAYED_UNDER = \{(.*)\}/.exec(code.join("\n"))?.[1] ?? "";
    const listed = table.matchAll(/"([PC]-[A-Z-]+)"/g);
    return [...new Set([...found, ...listed].map(([, clause]) => clause ?? ""))].sort();
}

beforeAll(async () => {
    vi.stubGlobal("document", { documentElement: {} });
    await speak("en");
    await need("core");
});

describe("refusals", () => {
    it("have a sentence for every code, and no other", () => {
        expect(keysOf("error")).toEqual([...codes(), "offline"].sort());
    });

    it("have a sentence for every clause that forbids a move, and no other", () => {
        expect(keysOf("refused")).toEqual(clauses());
    });

    it("are told by code, by clause, and with their figures", () => {
        const refused = (code: string, details = {}) =>
            sentence(new RefusedError({ code, message: "", details }));
        expect(refused("not_your_turn")).toBe("It is not your turn.");
        expect(refused("illegal_move", { clause: "P-PAIR" })).toBe(refusal("P-PAIR"));
        expect(refused("bad_record", { line: 3 })).toContain("3");
        expect(refused("no_room", { most: 50 })).toContain("50");
        expect(sentence(new TypeError("what"))).toBe(refused("unavailable"));
    });
});
