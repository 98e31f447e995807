/**
 * Where a board's position comes from, and where its moves go: a table of the server, a lesson, or
 * a game that is looked at again. Boards know nothing else, and no rules.
 */

import type {
    Detail,
    GameName,
    LegalShown,
    MoveConsidered,
    MoveShown,
    View,
} from "../lib/protocol.ts";

export interface Source {
    readonly game: GameName;
    /** The position as it may be known here. */
    readonly view: View;
    readonly detail: Detail;
    /** The seat whose hand is shown and for which moves are made; null where there is none. */
    readonly seat: number | null;
    /** The seat of the one person who plays here; null where several do, left out where nobody does. */
    readonly self?: number | null | undefined;
    /** What that seat may do now; null where it is not its turn. */
    readonly legal: readonly LegalShown[] | null;
    /** The last move, told until the next one. */
    readonly last: MoveShown | null;
    /** The moves that stay marked: all since the seat's own last one. Left out: the last one alone. */
    readonly recent?: readonly MoveShown[];
    /** What to call each seat. */
    readonly names: readonly string[];
    /** Grows with every new position: whatever was begun on an older one is over. */
    readonly number: number;
    /** What moves would bring, or which clause forbids them. At most 64 of them. */
    consider(moves: string[]): Promise<MoveConsidered[]>;
    /** Makes a move. Throws RefusedError. */
    play(move: string): Promise<void>;
    /** Takes the seat's last move back; left out, or null, where that is not free. */
    readonly takeBack?: (() => Promise<void>) | null;
}

/** Whether a seat is that of the one person who plays here: then it is "you" and "your". */
export function isSelf(source: Source, seat: number | null): boolean {
    return seat !== null && seat === source.self;
}

/** A move that is being put together on a board, before it is made. */
export interface Turn {
    readonly source: Source;
    /** Whether there is something to undo. */
    readonly pending: boolean;
    /** The move that `commit` would make; null while there is none. */
    readonly ready: string | null;
    /** What the button says that makes it: "Play", "Lay it, draw 2", "Choose a cell". */
    readonly button: string;
    /** Why the last try was refused, in words; empty when all is well. */
    readonly refusal: string;
    /** The clause of the rules that says so; empty where none does. */
    readonly clause: string;
    /** The move that advice speaks of: it is marked on the board. Nothing of it is begun. */
    suggested: string | null;
    /** Begins a move as a whole, ready to be made; whether that was possible. */
    prepare(move: string): boolean;
    /** Undoes one step. */
    undo(): void;
    commit(): Promise<void>;
    /** Takes a key; whether it meant something. */
    key(event: KeyboardEvent): boolean;
}
