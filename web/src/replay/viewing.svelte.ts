/**
 * A game that is looked at again: one of its positions at a time, and what would have come of other
 * moves. As a source for boards it knows all hands, and moves are made for the seat in turn.
 *
 *     main    0 ─ 1 ─ 2 ─ 3 ─ 4
 *     branch          └ 3'─ 4'      a game of its own, dealt alike: the record up to there and on
 */

import type { Source } from "../game/source.ts";
import { call } from "../lib/api.ts";
import { called } from "../lib/people.ts";
import { viewOf } from "../lib/position.ts";
import type {
    AdviceGiven,
    LegalShown,
    MoveConsidered,
    MoveShown,
    Replay,
    TryShown,
} from "../lib/protocol.ts";
import { branched, recordWith } from "./record.ts";

interface Branch {
    /** How many moves of the game it keeps. */
    from: number;
    replay: Replay;
}

export class Viewing implements Source {
    readonly record: string;
    readonly main: Replay;
    /** How many moves have been made in the position that is shown. */
    at = $state(0);
    branch = $state.raw<Branch | null>(null);
    advice = $state.raw<AdviceGiven | null>(null);
    #legal = $state.raw<{ number: number; moves: readonly LegalShown[] } | null>(null);
    number = $state(0);

    readonly shown = $derived.by(() => this.branch?.replay ?? this.main);
    readonly position = $derived.by(() => this.shown.positions[this.at] as TryShown["position"]);
    readonly view = $derived.by(() => viewOf(this.position, "all"));
    readonly names: readonly string[] = $derived.by(() =>
        this.main.names.map((name, seat) => called(name, this.main.forgotten?.includes(seat))),
    );

    constructor(record: string, replay: Replay, at: number) {
        this.record = record;
        this.main = replay;
        this.at = Math.max(0, Math.min(at, replay.moves.length));
    }

    get game() {
        return this.main.game;
    }

    get detail() {
        return this.shown.details[this.at] as Source["detail"];
    }

    /** The seat in turn: its hand may be played from. */
    get seat(): number {
        return this.position.turn;
    }

    get legal() {
        return this.#legal?.number === this.number ? this.#legal.moves : null;
    }

    get last(): MoveShown | null {
        return this.shown.moves[this.at - 1] ?? null;
    }

    get length(): number {
        return this.shown.moves.length;
    }

    /** Whether the game goes on from here. */
    get open(): boolean {
        return !this.position.over && (this.at < this.length || !this.shown.ending);
    }

    /** Shows the position after so many moves. */
    go(at: number): void {
        const to = Math.max(0, Math.min(at, this.length));
        if (to === this.at) return;
        this.at = to;
        this.#changed();
    }

    /** Leaves the branch, at the point where it began. */
    leave(): void {
        if (!this.branch) return;
        this.at = this.branch.from;
        this.branch = null;
        this.#changed();
    }

    /** Asks what may be played in the position that is shown. Throws RefusedError. */
    async askLegal(): Promise<void> {
        const { number, position } = this;
        if (!this.open || this.legal) return;
        const { legal } = await call("POST /api/try", {}, { position });
        if (number === this.number) this.#legal = { number, moves: legal };
    }

    async consider(moves: string[]): Promise<MoveConsidered[]> {
        const asked = { position: this.position, consider: moves };
        return (await call("POST /api/try", {}, asked)).considered;
    }

    /** Makes a move: that of the game goes on with it, any other one branches off. */
    async play(move: string): Promise<void> {
        if (this.shown.moves[this.at]?.move === move) return this.go(this.at + 1);
        const { at, seat } = this;
        const record = recordWith(this.record, branched(this.shown.moves, at, { seat, move }));
        const replay = await call("POST /api/replay", {}, { record });
        this.branch = { from: Math.min(this.branch?.from ?? at, at), replay };
        this.at = at + 1;
        this.#changed();
    }

    /** Asks for the best moves of the position that is shown. Throws RefusedError. */
    async askAdvice(): Promise<void> {
        const { number, at } = this;
        const record = recordWith(this.record, this.shown.moves);
        const advice = await call("POST /api/advice", {}, { record, number: at + 1 });
        if (number === this.number) this.advice = advice;
    }

    #changed(): void {
        this.number += 1;
        this.advice = null;
    }
}
