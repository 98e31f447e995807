/** Looking at earlier positions of a table, also more quickly than the server allows. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WatchedTable } from "../lib/table.svelte.ts";
import { AGAIN, TableSource } from "./tableSource.svelte.ts";

let asked: string[];
let refused: string;

beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    refused = "";
    vi.stubGlobal("fetch", async (address: string) => {
        const number = address.split("/").at(-1) as string;
        asked.push(number);
        if (!refused) return Response.json({ number: Number(number) });
        return Response.json({ code: refused, message: "" }, { status: 400 });
    });
});

afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

function source(): TableSource {
    const table = { id: "abcdefghij", shown: { moves: [], your_seats: [] } };
    return new TableSource(table as unknown as WatchedTable, () => []);
}

test("a position is asked for once", async () => {
    const looking = source();
    for (const number of [3, 4, 3]) await looking.look(number);
    expect(asked).toEqual(["3", "4"]);
    expect(looking.past?.number).toBe(3);
});

test("the last position that was refused for haste is asked for again", async () => {
    const looking = source();
    refused = "too_many";
    await Promise.all([looking.look(3), looking.look(4), looking.look(4)]);
    await vi.advanceTimersByTimeAsync(AGAIN);
    expect(asked).toEqual(["3", "4", "4"]);
    refused = "";
    await vi.advanceTimersByTimeAsync(AGAIN);
    expect(looking.past?.number).toBe(4);
    await vi.advanceTimersByTimeAsync(10 * AGAIN);
    expect(asked).toEqual(["3", "4", "4", "4"]);
});

test("whoever looks elsewhere meanwhile, or is refused for good, is left alone", async () => {
    const looking = source();
    refused = "too_many";
    await looking.look(3);
    await looking.look(null);
    refused = "no_such_table";
    await looking.look(5);
    await vi.advanceTimersByTimeAsync(10 * AGAIN);
    expect(asked).toEqual(["3", "5"]);
    expect(looking.past).toBe(null);
});
