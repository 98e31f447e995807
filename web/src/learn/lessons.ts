/** The lessons: steps with a position each, and what is to be done in it. Their words are in learn.json. */

import type { GameName, Position } from "../lib/protocol.ts";

/** All that is named must be true of one move; `refused`: of a try that the clause forbids. */
export interface Goal {
    /** `lay`, `pass`, `start`, `take`, `reveal`, `swap`, `drop`. */
    verb?: string;
    /** How many cards it lays. */
    cards?: number;
    /** Points that it scores, or more. */
    points?: number;
    /** Sizes of brackets that are among those it makes. */
    brackets?: number[];
    /** The phase that it leads to. */
    phase?: string;
    /** A zone of so many cards, or more, in one's own square. */
    zone?: number;
    /** One's own square is complete. */
    complete?: boolean;
    /** One's turn is over. */
    ends_turn?: boolean;
    /** A round is scored. */
    scores?: boolean;
    /** The game is over, and won. */
    wins?: boolean;
    /** The clause that forbids it. */
    refused?: string;
}

export interface Step {
    name: string;
    /** The learner's. */
    seat: number;
    /** What is learnt. */
    clauses: string[];
    goal: Goal;
    /** Moves that reach the goal; a test plays them. */
    example: string[];
    position: Position;
}

export interface Lesson {
    game: GameName;
    steps: Step[];
}

const LOADERS: Record<GameName, () => Promise<{ default: unknown }>> = {
    piazza: () => import("./lessons/piazza.json"),
    carre: () => import("./lessons/carre.json"),
};

export async function lessonOf(game: GameName): Promise<Lesson> {
    return (await LOADERS[game]()).default as Lesson;
}
