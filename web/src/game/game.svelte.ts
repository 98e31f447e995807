/** A game at a table, as its page knows it: the position, who sits there, and what else goes on. */

import { say, sayNow } from "../lib/announce.svelte.ts";
import { RefusedError } from "../lib/api.ts";
import { ask } from "../lib/connection.svelte.ts";
import { sentence } from "../lib/errors.ts";
import type { AdvisedMove, Reaction, TableShown } from "../lib/protocol.ts";
import type { Event, WatchedTable } from "../lib/table.svelte.ts";
import { t } from "../lib/words.svelte.ts";
import { initialsOf } from "../lib/initials.ts";
import type { GameParts } from "./parts.ts";
import { seatNames } from "./seating.svelte.ts";
import { TableSource } from "./tableSource.svelte.ts";

/** So long a reaction is shown, in milliseconds. */
const REACTION = 4000;
/** And so long, that somebody said no. */
const DECLINED = 6000;

export class Game {
    readonly table: WatchedTable;
    readonly parts: GameParts;
    readonly source: TableSource;
    /** Why the last wish was refused, in words. */
    problem = $state("");
    /** What each seat shows just now. */
    reactions = $state.raw<Record<number, Reaction>>({});
    /** Since when a seat is away, by `performance.now()`. */
    away = $state.raw<Record<number, number>>({});
    advice = $state.raw<readonly AdvisedMove[] | null>(null);
    thinking = $state(false);
    /** Who has just said no to what was asked; empty again after a while. */
    declined = $state("");

    constructor(table: WatchedTable, parts: GameParts) {
        this.table = table;
        this.parts = parts;
        this.source = new TableSource(table, () => this.names);
        $effect(() => this.#follow());
        $effect.pre(() => this.#watchPresence(this.shown));
        $effect.pre(() => {
            void this.source.number;
            this.advice = null;
            this.problem = "";
        });
    }

    readonly names = $derived.by(() => seatNames(this.shown.seats));
    /** The same, with "You" where one person plays here. */
    readonly labels = $derived.by(() => this.names.map((_, seat) => this.label(seat)));

    /** What badges say: enough of each name to tell the seats apart. */
    readonly initials = $derived.by(() => initialsOf(this.names));

    get shown(): TableShown {
        return this.table.shown as TableShown;
    }

    /** Nobody of ours sits here. */
    get watching(): boolean {
        return this.shown.your_seats.length === 0;
    }

    get running(): boolean {
        return this.shown.stage === "running";
    }

    /** Whether one of our seats is to play, and its hand is open. */
    get ourTurn(): boolean {
        return this.running && this.shown.your_seats.includes(this.shown.view?.turn ?? -1);
    }

    /** Several people at this screen. */
    get shared(): boolean {
        return this.shown.your_seats.length > 1;
    }

    /** "You", where one person plays here; else the seat's name. */
    label(seat: number): string {
        const own = !this.shared && this.shown.your_seats.includes(seat);
        return own ? t("game.you") : (this.names[seat] ?? "");
    }

    /** Says something at the table; a refusal is shown as a sentence. */
    async act(message: Parameters<WatchedTable["act"]>[0]): Promise<boolean> {
        this.problem = "";
        try {
            await this.table.act(message);
            return true;
        } catch (error) {
            this.problem = sentence(error);
            say(this.problem);
            return false;
        }
    }

    /** Takes our seat back from the bot that plays in it. */
    async comeBack(): Promise<void> {
        await ask({ type: "watch", table: this.table.id }).catch(() => undefined);
    }

    async advise(): Promise<void> {
        const seat = this.source.seat;
        if (seat === null || this.thinking) return;
        const number = this.source.number;
        this.thinking = true;
        try {
            const answer = await this.table.act({ type: "advise", seat });
            if (answer.type === "advice" && number === this.source.number)
                this.advice = answer.moves;
        } catch (error) {
            if (error instanceof RefusedError) this.problem = sentence(error);
        } finally {
            this.thinking = false;
        }
    }

    react(reaction: Reaction): void {
        const seat = this.source.seat;
        if (seat !== null)
            void ask({ type: "react", table: this.table.id, seat, reaction }).catch(
                () => undefined,
            );
    }

    #follow(): () => void {
        const events = this.table.onEvent((event) => this.#heard(event));
        const reactions = this.table.onReaction(({ seat, reaction }) =>
            this.#reacted(seat, reaction),
        );
        return () => {
            events();
            reactions();
        };
    }

    #heard({ update, before, after }: Event): void {
        if (update.moves !== undefined && update.moves !== null) this.source.forget();
        if (update.move) {
            const name = this.names[update.move.seat] ?? "";
            say(this.parts.describe(update.move, name, this.source));
        }
        const turned = before.view?.turn !== after.view?.turn || (!before.legal && after.legal);
        if (turned && after.legal && after.stage === "running") sayNow(t("game.your_turn"));
        if (update.what === "left")
            say(t("game.bot_sits_in", { name: this.names[update.seat ?? 0] ?? "" }));
        if (update.what === "answered") this.#answered(update, before, after);
        if (after.stage === "over" && before.stage !== "over") this.#ended();
    }

    /** Whoever asked is told when somebody says no. */
    #answered({ seat, moves }: Event["update"], before: TableShown, after: TableShown): void {
        const asked = before.proposal;
        const open = after.proposal || after.stage !== "running" || typeof moves === "number";
        if (!asked || open || seat === asked.seat || typeof seat !== "number") return;
        this.declined = t("game.declined", { name: this.label(seat) });
        say(this.declined);
        setTimeout(() => (this.declined = ""), DECLINED);
    }

    /** The result comes where the log was: whatever was looked at there, the end is shown. */
    #ended(): void {
        void this.source.look(null);
        sayNow(t("game.over"));
    }

    #reacted(seat: number, reaction: Reaction): void {
        this.reactions = { ...this.reactions, [seat]: reaction };
        setTimeout(() => {
            const { [seat]: shown, ...others } = this.reactions;
            if (shown === reaction) this.reactions = others;
        }, REACTION);
    }

    #watchPresence(table: TableShown): void {
        const gone = table.seats.flatMap((one, seat) =>
            one.player && !one.connected ? [seat] : [],
        );
        const known = this.away;
        if (gone.length === Object.keys(known).length && gone.every((seat) => seat in known))
            return;
        this.away = Object.fromEntries(
            gone.map((seat) => [seat, known[seat] ?? performance.now()]),
        );
    }
}
