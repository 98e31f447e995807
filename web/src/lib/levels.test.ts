/** The levels are called as the bots themselves have it. */

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LEVELS } from "./levels.ts";

const SOURCE = new URL("../../../src/piazzetta/bots/levels.py", import.meta.url);

it("calls every level what it is called at the table, in that order", () => {
    const found = readFileSync(SOURCE, "utf8").matchAll(/Level\(\s*"(\w+)",\s*"(\w+)"/g);
    expect(Object.entries(LEVELS)).toEqual([...found].map(([, name, title]) => [name, title]));
});
