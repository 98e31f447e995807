import { expect, it } from "vitest";
import { initialsOf } from "./initials.ts";

it.each([
    [
        ["Ada", "bruno", "Çelik"],
        ["A", "B", "Ç"],
    ],
    [
        ["Guest 9092", "Gina 1", "Gina 2"],
        ["G", "G1", "G2"],
    ],
    [
        ["Ada", "Anna"],
        ["Ad", "An"],
    ],
    [
        ["Anna", "Anne"],
        ["A1", "A2"],
    ],
    [
        ["Guest 9092", "Guest 1234", "Gina"],
        ["G1", "G2", "Gi"],
    ],
    [
        ["", "Ada"],
        ["", "A"],
    ],
])("%j are told apart", (names, initials) => {
    expect(initialsOf(names)).toEqual(initials);
});
