import { expect, it } from "vitest";
import type { CarrePosition, PiazzaPosition } from "./protocol.ts";
import { viewOf } from "./position.ts";

const PIAZZA = {
    game: "piazza",
    players: 2,
    hands: [["B1"], ["R1", "R2"]],
    stocks: [["B3", "B2"], []],
} as unknown as PiazzaPosition;
const CARRE = {
    game: "carre",
    players: 2,
    hands: [["A+1"], ["B0"]],
    deck: ["C0", "D0"],
} as unknown as CarrePosition;

it("shows a seat its own hand and which cards are in its stock, not their order", () => {
    const view = viewOf(PIAZZA, 0);
    expect(view).toMatchObject({ hands: [["B1"], 2], stocks: [2, 0], own_stock: ["B2", "B3"] });
});

it("shows all hands where nothing is secret any more", () => {
    expect(viewOf(PIAZZA, "all").hands).toEqual([["B1"], ["R1", "R2"]]);
    expect(viewOf(CARRE, "all")).toMatchObject({ hands: [["A+1"], ["B0"]], deck: 2 });
});

it("counts the draw pile", () => {
    expect(viewOf(CARRE, 1)).toMatchObject({ hands: [1, ["B0"]], deck: 2 });
});
