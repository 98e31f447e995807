/**
 * What a game gives to the frame around it: `piazza/parts.ts` and `carre/parts.ts` each export
 * `parts`. The same parts serve live tables, lessons and replays; only their sources differ.
 */

import type { Component } from "svelte";
import type { GameName, MoveShown, View } from "../lib/protocol.ts";
import type { Source, Turn } from "./source.ts";

export interface GameParts<T extends Turn = Turn> {
    /** Begins to watch a source for moves that are put together. Call it while a component is made. */
    turn(source: () => Source): T;
    /** The middle of the page. `others`: show the other players' squares too (there is room). */
    Board: Component<{ turn: T; others?: boolean }>;
    /** The cards to choose from: the hand; in C'est Carré! also piles and revealed cards. */
    Hand: Component<{ turn: T }>;
    /** What the pending cards bring; `line`: in one line of 48 px, for phones. */
    Sum: Component<{ turn: T; line?: boolean }>;
    /** A move in the log: cards and points, in one line. */
    LogMove: Component<{ move: MoveShown; names: readonly string[] }>;
    /** Beside a seat's name: cards in hand and stock; `small` for the strip on phones. */
    SeatNote: Component<{ source: Source; seat: number; small?: boolean }>;
    /** Below the seats on wide screens. */
    Side?: Component<{ source: Source }>;
    /** A move as it is spoken: "Ada lays blue boat: 4 plus 3, 7 points. Ada has 26." */
    describe(move: MoveShown, name: string, source: Source): string;
    /** Points of each seat now. */
    scores(view: View): number[];
    /** The points that a move brought, for the graph of the game; null where they come later. */
    gained(move: MoveShown): number[] | null;
    /** The tile that is a seat's badge: `pz-B0`, `cr-A`. */
    badge(view: View, seat: number): string;
    /** Spoken on T: the table, or one's own square. */
    overview(source: Source): string;
}

const LOADERS: Record<GameName, () => Promise<{ parts: GameParts<never> }>> = {
    piazza: () => import("../piazza/parts.ts"),
    carre: () => import("../carre/parts.ts"),
};

/** The parts of a game, loaded when they are wanted. */
export async function partsOf(game: GameName): Promise<GameParts> {
    return (await LOADERS[game]()).parts as unknown as GameParts;
}
