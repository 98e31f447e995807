/**
 * What a game gives to the frame around it: `piazza/parts.ts` and `carre/parts.ts` each export
 * `parts`. The same parts serve live tables, lessons and replays; only their sources differ.
 *
 *     wide    Seats + Side │ Board (+ Hand, where there are Piles)   │ Piles or Hand, Sum, buttons; Score; log
 *     phone   Seats, Board, Piles, Sum as a line, Hand, buttons: from top to bottom
 */

import type { Component } from "svelte";
import { pause } from "../lib/steps.ts";
import type { GameName, MoveShown, View } from "../lib/protocol.ts";
import type { Source, Turn } from "./source.ts";

export interface GameParts<T extends Turn = Turn> {
    /** Begins to watch a source for moves that are put together. Call it while a component is made. */
    turn(source: () => Source): T;
    /** The middle of the page; it fills the room that it is given. */
    Board: Component<{ turn: T }>;
    /** The cards of the hand. */
    Hand: Component<{ turn: T }>;
    /** What there is to choose from besides the hand: piles and revealed cards. */
    Piles?: Component<{ turn: T }>;
    /** What the pending cards bring, else the last move; `line`: in one line of 48 px, for phones. */
    Sum: Component<{ turn: T; line?: boolean }>;
    /** How one's own points come about, on wide screens. */
    Score?: Component<{ turn: T }>;
    /** A move in the log: cards and points, in one line beside its number. */
    LogMove: Component<{ move: MoveShown; names: readonly string[] }>;
    /** Below a seat's name: cards in hand and stock; `small` for the strip on phones. */
    SeatNote: Component<{ source: Source; seat: number; small?: boolean }>;
    /** In place of a seat's badge: its small square. */
    SeatPicture?: Component<{ source: Source; seat: number; small?: boolean }>;
    /** False: one's own seat is not among the seats, because the board is all about it. */
    ownSeat?: boolean;
    /** Below the seats on wide screens. */
    Side?: Component<{ source: Source }>;
    /** Beside the game's name: "Round 3 · first to 50". */
    headline?(source: Source): string;
    /** A move as it is spoken: "Ada lays blue boat: 4 plus 3, 7 points. Ada has 26." */
    describe(move: MoveShown, name: string, source: Source): string;
    /** Why one of several with equal points comes first, where the rules know a reason. */
    tie?(): string;
    /** Points of each seat now. */
    scores(view: View): number[];
    /** What the points of a move are for, where that is more than the move: "Round 2". */
    scored?(move: MoveShown): string;
    /** The points that a move brought to each seat, for the graph; null where it brought none. */
    gained(move: MoveShown, players: number): number[] | null;
    /** The colours of the tile that is a seat's badge, of B, R, P, Y: one, or two that it plays. */
    badge(view: View, seat: number): string;
    /** Spoken on T: the table, or one's own square. */
    overview(source: Source): string;
}

const LOADERS: Record<GameName, () => Promise<unknown>> = {
    piazza: () => import("../piazza/parts.ts"),
    carre: () => import("../carre/parts.ts"),
};

/** The parts of a game, loaded when they are wanted. */
export async function partsOf(game: GameName): Promise<GameParts> {
    const { parts } = (await LOADERS[game]()) as { parts: GameParts };
    await pause();
    return parts;
}
