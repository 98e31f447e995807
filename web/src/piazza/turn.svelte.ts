/**
 * A move of Piazza that is being put together: card, cell, perhaps a second card and cell, play.
 *
 *     choose(slot) ─► lay(cell) ─► [choose another ─► lay(cell)] ─► commit
 *          └──────────── undo steps back ────────────┘
 *
 * Which cells are legal and what they bring is the server's word: `source.legal` has the points,
 * `source.consider` the brackets, and for other cells the clause that forbids them.
 */

import { say } from "../lib/announce.svelte.ts";
import { sentence } from "../lib/errors.ts";
import { colourName } from "../lib/cards.ts";
import { afterPaint, painted } from "../lib/paint.ts";
import { settings } from "../lib/settings.svelte.ts";
import { sound } from "../lib/sound.ts";
import { t } from "../lib/words.svelte.ts";
import type { MoveConsidered, PiazzaDetail, PiazzaView, Span } from "../lib/protocol.ts";
import type { Source, Turn } from "../game/source.ts";
import { Drag } from "./drag.svelte.ts";
import { refusalText } from "./refusals.ts";
import { cardsOf, has, lays, legalOf, same, textOf, type Laid, type Legal } from "./moves.ts";
import { pendingText } from "./spoken.ts";

export interface Cell {
    x: number;
    y: number;
}
/** A cell where the chosen card may lie, with the points of the whole move. */
export interface LegalCell extends Cell {
    points: number;
    move: string;
}
/** A card of the hand that lies on the table for now. */
export interface Pending extends Laid {
    slot: number;
}
/** What is shown of a move: brackets are empty until the server has told them. */
export interface Shown {
    cards: Laid[];
    points: number;
    brackets: readonly Span[];
}

/** A card that may not lie where it was tried, and why. */
interface Refused extends Laid {
    text: string;
    clause: string;
    count: number;
}

/** What is said of the cells. */
interface Told {
    /** The chosen card. */
    card: string;
    laid: readonly Pending[];
    cells: ReadonlyMap<string, LegalCell>;
}

const MOST_CONSIDERED = 64;

export class PiazzaTurn implements Turn {
    readonly #source: () => Source;
    /** The card of the hand that is chosen, by its place there. */
    chosen = $state<number | null>(null);
    laid = $state.raw<Pending[]>([]);
    /** The cell under the mouse, the finger or the keyboard's focus. */
    over = $state.raw<Cell | null>(null);
    refused = $state.raw<Refused | null>(null);
    /** Where a card comes from that is laid now, on the screen. */
    origin: DOMRect | null = null;
    /** Whether the last move was made just now: then it is shown with motion and sound. */
    fresh = $state(false);
    /** Whether the move is on its way to the server. */
    sending = $state(false);
    /** Why the server did not take the move; it lies there still. */
    problem = $state("");
    /** How many moves were made here: after each the keyboard goes back to the hand. */
    committed = $state(0);
    /** How many times a key has chosen a card: the keyboard is there then, unless it is on the table. */
    keyed = $state(0);
    suggested = $state<string | null>(null);
    /** It follows what is shown, once that is on the screen: there are many cells to name. */
    told = $state.raw<Told>({ card: "", laid: [], cells: new Map() });
    readonly drag: Drag = new Drag(this);
    #considered = $state.raw(new Map<string, MoveConsidered>());
    #asked = new Set<string>();

    readonly view = $derived.by(() => this.source.view as PiazzaView);
    readonly detail = $derived.by(() => this.source.detail as PiazzaDetail);
    readonly setup = $derived(this.view.phase === "setup");
    readonly hand = $derived.by(() => this.#hand());
    readonly #legal = $derived.by<Legal[]>(() => (this.source.legal ?? []).map(legalOf));
    /** Whether there is something to do here. */
    readonly mine = $derived(this.#legal.length > 0);
    readonly mustPass = $derived(this.#legal.length === 1 && this.#legal[0]?.move === "pass");
    /** Where each card of the hand may lie, given what lies pending: asked for often, reckoned once. */
    readonly #cellsOf = $derived.by(() => this.hand.map((_, slot) => this.#cellsFor(slot)));
    readonly cells = $derived.by(() => this.#cellsOf[this.chosen ?? -1] ?? []);
    readonly #byCell = $derived(new Map(this.cells.map((one) => [`${one.x},${one.y}`, one])));
    readonly current = $derived.by(() => this.#current());
    /** What lying the chosen card on the cell under the mouse would bring. */
    readonly preview = $derived.by(() => this.#preview());
    /** The move that is shown with its brackets: tried, pending or, before one chooses, the last. */
    readonly shown = $derived.by<Shown | null>(() => this.preview ?? this.#shownPending());

    constructor(source: () => Source) {
        this.#source = source;
        let number = source().number;
        let moves = source().last?.number ?? 0;
        $effect.pre(() => {
            if (this.source.number === number) return;
            number = this.source.number;
            const made = this.source.last?.number ?? 0;
            this.fresh = made === moves + 1;
            moves = made;
            this.#reset();
        });
        $effect(() => {
            const card = this.hand[this.chosen ?? -1] ?? "";
            const now = { card, laid: this.laid, cells: this.#byCell };
            afterPaint(() => (this.told = now));
        });
        $effect(() => void this.#ask(this.cells.map((cell) => cell.move)));
    }

    get source(): Source {
        return this.#source();
    }

    get pending(): boolean {
        return this.laid.length > 0;
    }

    get ready(): string | null {
        if (this.sending) return null;
        return this.mustPass ? "pass" : (this.current?.move ?? null);
    }

    get button(): string {
        if (!this.mine) return this.#waiting();
        if (this.mustPass) return t("piazza.pass");
        if (this.current && this.setup) return t("piazza.lay");
        if (this.current) return t("piazza.play_for", { n: this.current.points });
        return t(this.chosen === null ? "piazza.choose_card" : "piazza.choose_cell");
    }

    /** Why the chosen card has no cell to go to; empty where it has one. */
    get nowhere(): string {
        if (this.chosen === null || this.mustPass || this.cells.length) return "";
        if (this.laid.length) return t("refused.P-PAIR");
        if (!this.setup) return t("piazza.fits_nowhere");
        const needed = new Set(this.hand.filter((_, slot) => this.fits(slot)));
        const colours = new Set([...needed].map((card) => colourName(card.charAt(0))));
        return t("piazza.start_needs", { colours: [...colours].join(", ") });
    }

    get refusal(): string {
        return this.refused?.text ?? this.problem;
    }

    get clause(): string {
        return this.refused?.clause ?? "";
    }

    /** Whether a card of the hand lies on the table for now. */
    used(slot: number): boolean {
        return this.laid.some((one) => one.slot === slot);
    }

    /** Whether a card of the hand fits anywhere, given what lies pending. */
    fits(slot: number): boolean {
        return (this.#cellsOf[slot]?.length ?? 0) > 0;
    }

    legalAt(cell: Cell): LegalCell | undefined {
        return this.#byCell.get(`${cell.x},${cell.y}`);
    }

    pendingAt(cell: Cell): Pending | undefined {
        return this.laid.find((one) => same(one, cell));
    }

    /** Chooses a card of the hand, or lets go of it. */
    choose(slot: number): void {
        this.refused = null;
        if (!this.mine || this.hand[slot] === undefined) return;
        if (this.used(slot)) return this.lift(slot);
        if (this.laid.length === 2) this.undo();
        this.chosen = this.chosen === slot ? null : slot;
        sound.choose();
        if (this.nowhere) say(this.nowhere);
    }

    /** Lays the chosen card, or moves the one that lies pending, or plays it. */
    async tap(cell: Cell): Promise<void> {
        this.refused = null;
        if (!this.mine) return;
        const pending = this.pendingAt(cell);
        if (pending) return this.lift(pending.slot);
        if (this.legalAt(cell)) return this.#lay(cell);
        if (this.#moveLast(cell)) return;
        await this.#refuse(cell);
    }

    /** Takes a pending card back into the hand; it stays chosen. */
    lift(slot: number): void {
        this.laid = this.laid.filter((one) => one.slot !== slot);
        this.chosen = slot;
        sound.choose();
    }

    prepare(move: string): boolean {
        const laid: Pending[] = [];
        for (const one of cardsOf(move)) laid.push({ ...one, slot: this.#slotOf(one.card, laid) });
        if (!laid.length || !this.#legal.some((one) => lays(one, laid))) return false;
        this.refused = null;
        this.over = null;
        this.origin = null;
        this.laid = laid;
        this.#askCurrent();
        this.chosen = this.#next();
        return true;
    }

    undo(): void {
        this.refused = null;
        const last = this.laid.at(-1);
        if (last) this.lift(last.slot);
        else this.chosen = null;
    }

    async commit(): Promise<void> {
        const move = this.ready;
        if (!move) return;
        this.sending = true;
        this.problem = "";
        await painted(); // That it was pressed is seen before the answer comes.
        try {
            await this.source.play(move);
            this.committed += 1;
        } catch (error) {
            this.problem = sentence(error);
            say(this.problem);
        } finally {
            this.sending = false;
        }
    }

    key(event: KeyboardEvent): boolean {
        if (/^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
            this.choose(Number(event.key) - 1);
            this.keyed += 1;
            return true;
        }
        return false;
    }

    /** What the server said of a move, if it was asked. */
    consideredOf(move: string): MoveConsidered | undefined {
        return this.#considered.get(move);
    }

    #waiting(): string {
        const name = this.source.names[this.view.turn] ?? "";
        return this.view.over ? t("game.over") : t("game.turn_of", { name });
    }

    #hand(): string[] {
        const { seat, view } = this.source;
        const cards = seat === null ? undefined : view.hands[seat];
        if (!Array.isArray(cards)) return [];
        return this.setup ? [...new Set(cards)].sort() : cards;
    }

    /** Where a card is in the hand, besides those that are taken from there. */
    #slotOf(card: string, taken: readonly Pending[]): number {
        return this.hand.findIndex(
            (held, slot) => held === card && !taken.some((one) => one.slot === slot),
        );
    }

    #cellsFor(slot: number): LegalCell[] {
        const card = this.hand[slot];
        if (!card || this.laid.length > 1 || this.used(slot)) return [];
        const found: LegalCell[] = [];
        for (const legal of this.#legal) {
            if (legal.cards.length !== this.laid.length + 1) continue;
            const cell = this.#completes(legal, card);
            if (cell) found.push({ ...cell, points: legal.points, move: legal.move });
        }
        return found;
    }

    /** The cell on which a card would make a legal move of what lies pending. */
    #completes(legal: Legal, card: string): Cell | undefined {
        const [first] = this.laid;
        if (!first) return legal.cards[0]?.card === card ? legal.cards[0] : undefined;
        if (!has(legal.cards, first)) return undefined;
        return legal.cards.find((one) => one.card === card && !same(one, first));
    }

    #current(): Legal | undefined {
        return this.laid.length ? this.#legal.find((one) => lays(one, this.laid)) : undefined;
    }

    #preview(): Shown | null {
        const legal = this.over && this.legalAt(this.over);
        const card = this.chosen === null ? undefined : this.hand[this.chosen];
        if (!legal || !card) return null;
        const brackets = this.#considered.get(legal.move)?.brackets ?? [];
        return {
            cards: [...this.laid, { card, ...cellOf(legal) }],
            points: legal.points,
            brackets,
        };
    }

    #shownPending(): Shown | null {
        if (!this.current) return null;
        const brackets = this.#considered.get(this.current.move)?.brackets ?? [];
        return { cards: this.laid, points: this.current.points, brackets };
    }

    #lay(cell: Cell): void {
        const card = this.hand[this.chosen as number] as string;
        this.laid = [...this.laid, { slot: this.chosen as number, card, ...cellOf(cell) }];
        this.chosen = null;
        this.over = null;
        sound.lay();
        this.#askCurrent();
        this.chosen = this.#next();
    }

    /** The card that could be laid as the second one: its cells light up by themselves. */
    #next(): number | null {
        const slot = this.hand.findIndex((_, one) => this.fits(one));
        return slot < 0 ? null : slot;
    }

    /** Moves the card that was laid last to another cell, if it may lie there. */
    #moveLast(cell: Cell): boolean {
        const last = this.laid.at(-1);
        if (!last) return false;
        const moved = [...this.laid.slice(0, -1), { ...last, ...cellOf(cell) }];
        if (!this.#legal.some((one) => lays(one, moved))) return false;
        this.laid = moved;
        this.chosen = null;
        sound.lay();
        this.#askCurrent();
        this.chosen = this.#next();
        return true;
    }

    async #refuse(cell: Cell): Promise<void> {
        const tried = this.#tried(cell);
        if (!tried) return say(t("piazza.choose_card"));
        const number = this.source.number;
        const [judged] = await this.source.consider([textOf(tried, this.setup)]);
        if (!judged || judged.legal || number !== this.source.number) return;
        const { clause } = judged;
        const text = refusalText(clause, tried, this.view);
        const count = (this.refused?.count ?? 0) + 1;
        this.refused = { ...(tried.at(-1) as Laid), text, clause, count };
        sound.refuse();
        say(text);
    }

    /** The cards as they would lie with the chosen one, or else the last one, on that cell. */
    #tried(cell: Cell): Laid[] | null {
        const card = this.chosen === null ? undefined : this.hand[this.chosen];
        if (card) return [...this.laid, { card, ...cellOf(cell) }];
        const last = this.laid.at(-1);
        return last ? [...this.laid.slice(0, -1), { card: last.card, ...cellOf(cell) }] : null;
    }

    #askCurrent(): void {
        if (!this.current) return;
        const move = this.current.move;
        void this.#ask([move]).then(() => {
            if (this.current?.move === move)
                say(pendingText(this.laid, this.#shownPending(), this.setup));
        });
    }

    async #ask(moves: string[]): Promise<void> {
        const fresh = moves.filter((move) => !this.#asked.has(move) && !this.setup);
        const number = this.source.number;
        for (let i = 0; i < fresh.length; i += MOST_CONSIDERED) {
            const some = fresh.slice(i, i + MOST_CONSIDERED);
            some.forEach((move) => this.#asked.add(move));
            await painted();
            const judged = await this.source.consider(some).catch(() => []);
            if (number !== this.source.number) return;
            this.#considered = new Map([
                ...this.#considered,
                ...judged.map((one) => [one.move, one] as const),
            ]);
        }
    }

    #reset(): void {
        this.chosen = null;
        this.laid = [];
        this.over = null;
        this.refused = null;
        this.problem = "";
        this.#considered = new Map();
        this.#asked.clear();
    }
}

/** Whether a move with the mouse is made without asking: nothing more could be added to it. */
export function playsAtOnce(turn: PiazzaTurn, mouse: boolean): boolean {
    return mouse && !settings.confirm && turn.ready !== null && turn.chosen === null;
}

function cellOf(cell: Cell): Cell {
    return { x: cell.x, y: cell.y };
}
