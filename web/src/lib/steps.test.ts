import { expect, test, vi } from "vitest";
import { ask, beginSteps, inSteps, whenBuilt } from "./steps.ts";

function built(): Promise<void> {
    return new Promise(whenBuilt);
}

test("everyone has a turn in the order of asking, those that take what is left the last", async () => {
    const came: string[] = [];
    ask(() => came.push("board"), true);
    ask(() => {
        came.push("seat");
        ask(() => came.push("picture"), false);
    }, false);
    ask(() => came.push("hand"), false);
    expect(came).toEqual([]);
    await built();
    expect(came).toEqual(["seat", "hand", "picture", "board"]);
});

test("once all is built nobody has to wait, until there is a new page", async () => {
    beginSteps();
    ask(() => undefined, false);
    expect(inSteps()).toBe(true);
    await built();
    expect(inSteps()).toBe(false);
    beginSteps();
    expect(inSteps()).toBe(true);
});

test("a page on which nobody waits is built at once, and the next one as well", async () => {
    await built();
    const came: string[] = [];
    ask(() => came.push("seat"), false);
    await built();
    expect(came).toEqual(["seat"]);
});

test("whoever is gone has no turn", async () => {
    const came: string[] = [];
    ask(() => came.push("seat"), false)();
    ask(() => came.push("hand"), false);
    await built();
    expect(came).toEqual(["hand"]);
});

test("one that fails does not keep the others from coming", async () => {
    const told = vi.fn();
    vi.stubGlobal("reportError", told);
    const came: string[] = [];
    ask(() => {
        throw new Error("no seat");
    }, false);
    ask(() => came.push("hand"), false);
    await built();
    expect(came).toEqual(["hand"]);
    expect(told).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
});
