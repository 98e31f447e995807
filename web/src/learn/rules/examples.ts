/** The clauses of the rules with their examples, as `piazzetta.server.teaching.examples` writes them. */

import type { Area, GameName, Span, SquareShown } from "../../lib/protocol.ts";
import examples from "../examples.json";

export type Placed = [card: string, x: number, y: number];

/** A card where it may not go. */
export interface Refused {
    card: string;
    cell: [x: number, y: number];
}

interface Named {
    /** Its caption is `rules.figure.NAME`. */
    name: string;
}

/** Every kind of card, and how many there are. */
export interface PackFigure extends Named {
    kind: "pack";
    cards: [card: string, count: number][];
}

/** A table of Piazza. */
export interface TableFigure extends Named {
    kind: "table";
    board: Placed[];
    laid: Placed[];
    brackets: Span[];
    points: number;
    legal: [x: number, y: number, points: number][];
    refused: Refused[];
    limits: Area | null;
}

/** A player's cards of C'est Carré!. */
export interface LayoutFigure extends Named {
    kind: "layout";
    layout: Placed[];
    card: string;
    square: SquareShown;
    /** Whether zones and points are shown. */
    worth: boolean;
    lay: [x: number, y: number][];
    swap: [x: number, y: number][];
    refused: Refused[];
}

/** What cards make one do. */
export interface EffectsFigure extends Named {
    kind: "effects";
    effects: { card: string; effect: "" | "draw" | "play"; cards: number }[];
}

/** What zones score. */
export interface ZonesFigure extends Named {
    kind: "zones";
    points: [size: number, points: number][];
}

export type Figure = PackFigure | TableFigure | LayoutFigure | EffectsFigure | ZonesFigure;

export interface Clause {
    name: string;
    /** Whether a part of it is our decision. */
    ruling: boolean;
    figures: Figure[];
}

export interface Section {
    name: string;
    clauses: Clause[];
}

export function sectionsOf(game: GameName): Section[] {
    return (examples as unknown as Record<GameName, Section[]>)[game];
}
