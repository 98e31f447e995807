import { describe, expect, it } from "vitest";
import { dropped, motifOf, moveText, target, targetsOf, valueOf } from "./moves.ts";

describe("moves", () => {
    it("are taken apart where they put a card", () => {
        expect(target("lay C+3@-1,2")).toEqual({
            kind: "lay",
            card: "C+3",
            cell: [-1, 2],
            move: "lay C+3@-1,2",
        });
        expect(target("swap F0@0,0")?.kind).toBe("swap");
        expect(target("reveal")).toBeNull();
    });

    it("are put together as they are read", () => {
        expect(target(moveText("swap", "A-1", [0, -2]))?.cell).toEqual([0, -2]);
    });

    it("are found for one card", () => {
        const legal = ["lay A-1@0,1", "swap A-1@0,0", "lay B0@0,1"].map((move) => ({ move }));
        expect(targetsOf(legal, "A-1").map(({ kind }) => kind)).toEqual(["lay", "swap"]);
        expect(targetsOf(legal, null)).toEqual([]);
        expect(targetsOf(null, "A-1")).toEqual([]);
    });

    it("tell which card is discarded", () => {
        expect(dropped("drop E+2")).toBe("E+2");
        expect(dropped("take")).toBeNull();
    });

    it("have cards with a motif and a value", () => {
        expect([motifOf("D-2"), valueOf("D-2"), valueOf("D0"), valueOf("D+3")]).toEqual([
            "D",
            -2,
            0,
            3,
        ]);
    });
});
