/** A table of the server as a source for boards: the game as it stands, or an earlier position of it. */

import { call, RefusedError } from "../lib/api.ts";
import type { MoveConsidered, MoveShown, PositionShown, TableShown } from "../lib/protocol.ts";
import type { WatchedTable } from "../lib/table.svelte.ts";
import { sinceOwn } from "./recent.ts";
import type { Source } from "./source.ts";

/** Milliseconds until what was asked for too quickly is asked for again. */
export const AGAIN = 1000;

export class TableSource implements Source {
    readonly table: WatchedTable;
    readonly #names: () => readonly string[];
    /** The earlier position that is looked at; null for the game as it stands. */
    past = $state.raw<PositionShown | null>(null);
    readonly #earlier = new Map<number, Promise<PositionShown>>();
    #wanted: number | null = null;
    #again: ReturnType<typeof setTimeout> | undefined;
    readonly #shown = $derived.by(() => this.table.shown as TableShown);
    readonly #moves = $derived(this.#shown.moves ?? []);
    readonly #number = counted(() => this.#position());

    constructor(table: WatchedTable, names: () => readonly string[]) {
        this.table = table;
        this.#names = names;
    }

    get game() {
        return this.view.game;
    }

    get view() {
        return this.past?.view ?? (this.#shown.view as NonNullable<TableShown["view"]>);
    }

    get detail() {
        return this.past?.detail ?? (this.#shown.detail as NonNullable<TableShown["detail"]>);
    }

    get seat(): number | null {
        if (this.past) return this.past.hand_of ?? this.#own;
        return this.#shown.hand_of ?? this.#shown.curtain ?? this.#own;
    }

    get self(): number | null | undefined {
        const { your_seats } = this.#shown;
        return your_seats.length > 1 ? null : your_seats[0];
    }

    get legal() {
        return this.past ? null : (this.#shown.legal ?? null);
    }

    get last(): MoveShown | null {
        const made = this.past ? this.past.number : this.#moves.length;
        return this.#moves[made - 1] ?? null;
    }

    get recent(): readonly MoveShown[] {
        const made = this.past ? this.#moves.slice(0, this.past.number) : this.#moves;
        const news = !this.past && this.#shown.stage === "running";
        return news ? sinceOwn(made, this.seat) : made.slice(-1);
    }

    get names(): readonly string[] {
        return this.#names();
    }

    get number(): number {
        return this.#number();
    }

    get takeBack() {
        const { can_take_back } = this.#shown;
        const seat = this.seat;
        if (this.past || seat === null || !can_take_back?.includes(seat)) return null;
        return async () => void (await this.table.act({ type: "take_back", seat }));
    }

    async consider(moves: string[]): Promise<MoveConsidered[]> {
        const seat = this.seat as number;
        const answer = await this.table.act({ type: "consider", seat, moves });
        return answer.type === "considered" ? answer.moves : [];
    }

    async play(move: string): Promise<void> {
        await this.table.act({ type: "move", seat: this.seat as number, move });
    }

    /** Shows the position after so many moves; null for the game as it stands. */
    async look(number: number | null): Promise<void> {
        this.#wanted = number;
        clearTimeout(this.#again);
        if (number === null) {
            this.past = null;
            return;
        }
        const found = await this.#positionAt(number).catch((error: unknown) => error);
        if (this.#wanted !== number) return;
        if (!(found instanceof Error)) this.past = found as PositionShown;
        else if (found instanceof RefusedError && found.code === "too_many") this.#retry(number);
    }

    /** Asks again in a while, if the same position is wanted then. */
    #retry(number: number): void {
        clearTimeout(this.#again);
        this.#again = setTimeout(() => void this.look(number), AGAIN);
    }

    /** Forgets what was looked at, after moves were taken back. */
    forget(): void {
        this.#earlier.clear();
        void this.look(null);
    }

    get #own(): number | null {
        return this.#shown.your_seats[0] ?? null;
    }

    #positionAt(number: number): Promise<PositionShown> {
        const known = this.#earlier.get(number);
        if (known) return known;
        const parts = { table: this.table.id, number };
        const asked = call("GET /api/tables/{table}/positions/{number}", parts);
        asked.catch(() => this.#earlier.delete(number));
        this.#earlier.set(number, asked);
        return asked;
    }

    /** What makes a position another one. Events that change none, and connecting anew, do not count. */
    #position(): string {
        const { hand_of, stage } = this.#shown;
        const moves = this.#moves.map((one) => one.move).join(";");
        return `${this.past?.number ?? ""}|${stage}|${hand_of ?? ""}|${moves}`;
    }
}

/** How many times something has changed. */
function counted(what: () => string): () => number {
    let before = "";
    let number = 0;
    const current = $derived.by(() => {
        const now = what();
        if (now !== before) number += 1;
        before = now;
        return number;
    });
    return () => current;
}
