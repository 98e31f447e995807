/** A table that is watched: what the server shows of it, kept up to date by its updates. */

import { RefusedError } from "./api.ts";
import { ask, listen, self, type Question } from "./connection.svelte.ts";
import type { Reacted, ServerMessage, TableShown, Update } from "./protocol.ts";

type AtTable = Extract<Question, { table: string }>;
type Act = AtTable extends infer M ? (M extends unknown ? Omit<M, "table" | "ply"> : never) : never;

/** One event, as pages want to be told of it: what changed, and the table before and after. */
export interface Event {
    update: Update;
    before: TableShown;
    after: TableShown;
}

export class WatchedTable {
    readonly id: string;
    /** What is known; null until the server has answered. */
    shown = $state.raw<TableShown | null>(null);
    /** Why nothing is shown. */
    problem = $state.raw<RefusedError | null>(null);
    /** When `shown.clock` was true, by `performance.now()`. */
    heardAt = $state(0);

    readonly #events = new Set<(event: Event) => void>();
    readonly #reactions = new Set<(reacted: Reacted) => void>();
    readonly #stop: () => void;

    constructor(id: string) {
        this.id = id;
        this.#stop = listen((message) => this.#heard(message));
        void this.#watch();
    }

    /** Stops watching. */
    close(): void {
        this.#stop();
        ask({ type: "unwatch", table: this.id }).catch(() => undefined);
    }

    /** Called with every event from now on. */
    onEvent(listener: (event: Event) => void): () => void {
        this.#events.add(listener);
        return () => this.#events.delete(listener);
    }

    /** Called with every reaction from now on. */
    onReaction(listener: (reacted: Reacted) => void): () => void {
        this.#reactions.add(listener);
        return () => this.#reactions.delete(listener);
    }

    /** Says something at the table, based on what is shown now. Throws RefusedError. */
    async act(message: Act): ReturnType<typeof ask> {
        const question = { ...message, table: this.id, ply: this.shown?.ply ?? 0 } as Question;
        try {
            return await ask(question);
        } catch (error) {
            if (error instanceof RefusedError && error.code === "stale") await this.#watch();
            throw error;
        }
    }

    async #watch(): Promise<void> {
        try {
            await ask({ type: "watch", table: this.id });
            this.problem = null;
        } catch (error) {
            if (error instanceof RefusedError) this.problem = error;
        }
    }

    #heard(message: ServerMessage): void {
        if (message.type === "welcome" && this.shown) void this.#watch();
        if (!("table" in message) || message.table !== this.id) return;
        if (message.type === "table") this.#show(message);
        else if (message.type === "update") this.#update(message);
        else if (message.type === "reacted") for (const one of this.#reactions) one(message);
    }

    #show(table: TableShown): void {
        this.shown = table;
        this.heardAt = performance.now();
    }

    #update(update: Update): void {
        const before = this.shown;
        if (!before || update.ply < before.ply) return;
        if (update.ply > before.ply + 1) {
            void this.#watch(); // Something was missed: ask for everything.
            return;
        }
        const after = merged(before, update, self()?.player ?? "");
        this.#show(after);
        for (const one of this.#events) one({ update, before, after });
    }
}

/** The table after an update: what is left out has not changed, except what is always complete. */
export function merged(table: TableShown, update: Update, me: string): TableShown {
    const { type: _, what: __, id: ___, move, moves, seat: ____, ...changed } = update;
    const kept = Object.fromEntries(
        Object.entries(changed).filter(([, value]) => value !== undefined && value !== null),
    );
    const seats = update.seats ?? table.seats;
    return {
        ...table,
        ...kept,
        your_seats: seats.flatMap((one, seat) => (me && one.player === me ? [seat] : [])),
        hand_of: update.view ? (update.hand_of ?? null) : (table.hand_of ?? null),
        legal: update.legal ?? null,
        proposal: update.proposal ?? null,
        curtain: update.curtain ?? null,
        can_take_back: update.can_take_back ?? [],
        moves: movesAfter(table, move ?? null, moves ?? null),
    } as TableShown;
}

function movesAfter(table: TableShown, move: Update["move"], left: number | null) {
    const moves = table.moves ?? [];
    if (left !== null) return moves.slice(0, left);
    return move ? [...moves, move] : moves;
}
