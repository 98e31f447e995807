/**
 * A turn of C'est Carré! that is being put together: which card is chosen, where it lies, which
 * cards go. Nobody else sees any of it before it is committed.
 *
 *     source ── take or reveal ──► play ──► lay (cards owed) or drop (too many in hand) ──► wait
 */

import { untrack } from "svelte";
import { RefusedError } from "../lib/api.ts";
import { say } from "../lib/announce.svelte.ts";
import { refusal, sentence } from "../lib/errors.ts";
import type {
    Area,
    CarreDetail,
    CarreView,
    MoveConsidered,
    RoundShown,
    SquareShown,
} from "../lib/protocol.ts";
import { painted } from "../lib/paint.ts";
import { moving, settings } from "../lib/settings.svelte.ts";
import { sound } from "../lib/sound.ts";
import { word } from "../lib/words.svelte.ts";
import type { Source, Turn } from "../game/source.ts";
import { pressed } from "./keys.ts";
import { dropped, moveText, target, targetsOf, type Target } from "./moves.ts";
import { keyOf, type Cell } from "./outline.ts";
import { buttonText, pendingSpoken } from "./speech.ts";

/** `wait`: it is not this seat's turn. */
export type Phase = "wait" | "pass" | "source" | "play" | "lay" | "drop";
/** How many cards a hand keeps; the server says when there are more. */
const KEPT = 5;
/** Milliseconds that a card needs to glide home. */
const GLIDE = 220;
/** The server answers for so many moves at once. */
const AT_ONCE = 64;

export interface Dragging {
    readonly index: number;
    readonly card: string;
    /** The middle of the card, in the window. */
    readonly x: number;
    readonly y: number;
    readonly size: number;
    /** Whether it glides home. */
    readonly home: boolean;
}

interface Scored {
    /** Of the move that ended the round. */
    readonly number: number;
    readonly round: RoundShown;
}

interface Begun {
    /** Of the position that it was begun on. */
    readonly number: number;
    /** Which of `cards` is chosen. */
    readonly chosen: number | null;
    readonly cell: Cell | null;
    /** Which cards of the hand go, in that order. */
    readonly dropping: readonly number[];
}

export class CarreTurn implements Turn {
    readonly #of: () => Source;
    #begun = $state.raw<Begun>({ number: -1, chosen: null, cell: null, dropping: [] });
    #answers = $state.raw<{ number: number; by: ReadonlyMap<string, MoveConsidered> }>({
        number: -1,
        by: new Map(),
    });
    readonly #asked = new Set<string>();
    /** What the button said when it was pressed: it says so until that is done. */
    #doing = "";
    /** The latest round that was scored, and the number of the move that ended it. */
    #scored = $state.raw<Scored | null>(null);
    #putAway = $state(-1);
    /** How many moves had been made when this began: rounds that ended before are old. */
    readonly #before: number;
    readonly #counted = new Set<number>();

    refusal = $state("");
    /** The clause that forbids what was tried. */
    clause = $state("");
    /** Grows with every refusal, so that the same one shakes again. */
    refusals = $state(0);
    /** Something was sent and is not answered yet. */
    busy = $state(false);
    /** A card that is being dragged, and where it is in the window. */
    dragging = $state.raw<Dragging | null>(null);
    /** Where the chosen card is in the window: it glides from there to its cell. */
    origin: DOMRect | null = null;
    /** The cell below pointer or focus: what it would bring is shown. */
    hover = $state.raw<Cell | null>(null);
    suggested = $state<string | null>(null);
    /** Grows with every move that was made here. */
    committed = $state(0);
    /** The cell that the arrow keys have come to. */
    cursor = $state.raw<Cell | null>(null);
    /** Grows when the keys want the cursor's cell to be focused. */
    wanted = $state(0);
    /** Set by the board: which cells are shown, and the one at a point of the window. */
    area = $state.raw<Area>({ left: 0, top: 0, right: 0, bottom: 0 });
    cellAt: (x: number, y: number) => Cell | null = () => null;

    readonly phase = $derived.by(() => phaseOf(this.source));
    /** The seat whose square is the large one. */
    readonly hero = $derived.by(() => heroOf(this.source));
    /** What may be chosen from: revealed cards, or the hand. */
    readonly cards = $derived.by(() => cardsOf(this.source, this.phase));
    /** The hand that is shown here; empty where none is. */
    readonly hand = $derived.by(() => handOf(this.source));
    readonly square = $derived.by((): SquareShown => this.detail.squares[this.hero]!);
    readonly layout = $derived.by(() => this.view.layouts[this.hero] ?? []);
    /** How many cards have still to be chosen and discarded. */
    readonly over = $derived(this.phase === "drop" ? this.cards.length - KEPT : 0);
    readonly targets = $derived.by(() => targetsOf(this.source.legal, this.card));

    constructor(of: () => Source) {
        this.#of = of;
        this.#before = of().last?.number ?? 0;
        $effect(() => void this.#consider());
        $effect(() => this.#keepScored());
    }

    get source(): Source {
        return this.#of();
    }

    get view(): CarreView {
        return this.source.view as CarreView;
    }

    get detail(): CarreDetail {
        return this.source.detail as CarreDetail;
    }

    /** What was begun on this very position. A card that is alone is chosen by itself. */
    get begun(): Begun {
        const { number } = this.source;
        if (this.#begun.number === number) return this.#begun;
        return { number, chosen: this.#alone ? 0 : null, cell: null, dropping: [] };
    }

    get #alone(): boolean {
        return (this.phase === "play" || this.phase === "lay") && this.cards.length === 1;
    }

    /** The chosen card. */
    get card(): string | null {
        const { chosen } = this.begun;
        return chosen === null ? null : (this.cards[chosen] ?? null);
    }

    /** The card that lies pending. */
    get placed(): Target | null {
        return this.#at(this.begun.cell);
    }

    /** What is looked at: below the pointer, else pending. */
    get preview(): Target | null {
        return this.#at(this.hover) ?? this.placed;
    }

    #at(cell: Cell | null): Target | null {
        if (!cell) return null;
        return this.targets.find((one) => keyOf(one.cell) === keyOf(cell)) ?? null;
    }

    /** What a move would bring, as far as the server has answered. */
    considered(move: string | undefined): MoveConsidered | null {
        const known = this.#answers.number === this.source.number;
        return (known && move && this.#answers.by.get(move)) || null;
    }

    /** How the points of this seat would change. */
    change(move: string): number | null {
        const after = this.considered(move)?.square;
        return after ? after.points - this.square.points : null;
    }

    /** What laying the chosen card makes one do; null while that is not known. */
    get effect(): MoveConsidered | null {
        const lay = this.targets.find(({ kind }) => kind === "lay");
        return this.considered(lay?.move);
    }

    get #canTakeBack(): boolean {
        const { seat, legal, last, takeBack } = this.source;
        return Boolean(takeBack && legal && last && last.seat === seat);
    }

    get pending(): boolean {
        const { chosen, cell, dropping } = this.begun;
        const picked = chosen !== null && !this.#alone;
        return Boolean(cell || dropping.length || picked) || this.#canTakeBack;
    }

    get ready(): string | null {
        if (this.busy) return null;
        if (this.phase === "pass") return "pass";
        if (this.phase === "drop") return this.#drops()[0] ?? null;
        return this.placed?.move ?? null;
    }

    get button(): string {
        return this.busy ? this.#doing : buttonText(this);
    }

    /** The moves that discard what was chosen, once that is enough. */
    #drops(): string[] {
        const { dropping } = this.begun;
        if (!dropping.length || dropping.length !== this.over) return [];
        return dropping.map((index) => `drop ${this.cards[index]}`);
    }

    #begin(changed: Partial<Begun>): void {
        this.#allow();
        this.#begun = { ...this.begun, ...changed };
    }

    /** Chooses a card, or lets go of it; in a hand that is too large, marks it to go. */
    choose(index: number, origin: DOMRect | null = null): void {
        if (this.busy || index >= this.cards.length) return;
        this.origin = origin;
        this.putAway();
        sound.choose();
        if (this.phase === "drop") return this.#mark(index);
        const chosen = this.begun.chosen === index && !this.#alone ? null : index;
        this.#begin({ chosen, cell: null });
    }

    #mark(index: number): void {
        const { dropping } = this.begun;
        const without = dropping.filter((one) => one !== index);
        const added = without.length < dropping.length ? without : [...without, index];
        this.#begin({ dropping: added.slice(-this.over) });
    }

    /** A cell was tapped: the chosen card lies there, or it says why not. */
    async tap(cell: Cell, how: "mouse" | "touch" | "keys"): Promise<void> {
        if (this.busy || this.phase === "wait") return;
        if (how === "keys" && !this.card && this.ready) return this.commit();
        if (!this.card) return this.refuse(word("carre.first", this.phase));
        const pending = this.begun.cell;
        if (pending && keyOf(pending) === keyOf(cell)) {
            return how === "keys" ? this.commit() : this.lift();
        }
        if (!this.#at(cell)) return this.#explain(cell);
        this.#begin({ cell });
        sound.lay();
        if (how === "mouse" && !settings.confirm) return this.commit();
        say(pendingSpoken(this));
    }

    prepare(move: string): boolean {
        if (this.busy || !this.source.legal?.some((one) => one.move === move)) return false;
        const put = target(move);
        const index = this.cards.indexOf(put?.card ?? dropped(move) ?? "");
        if (index < 0) return false;
        this.origin = null;
        this.putAway();
        if (!put) {
            if (!this.begun.dropping.includes(index)) this.#mark(index);
            return true;
        }
        this.#begin({ chosen: index, cell: put.cell });
        say(pendingSpoken(this));
        return true;
    }

    /** Whether a card may be dragged to the square now. */
    mayDrag(index: number): boolean {
        const laying = this.phase === "play" || this.phase === "lay";
        return laying && !this.busy && index < this.cards.length;
    }

    /** The dragged card is there now, in the window. */
    drag(index: number, x: number, y: number, size: number): void {
        if (this.begun.chosen !== index || this.begun.cell)
            this.#begin({ chosen: index, cell: null });
        this.dragging = { index, card: this.cards[index]!, x, y, size, home: false };
        this.hover = this.cellAt(x, y);
    }

    /** Lays the dragged card where it is; elsewhere, or when it was interrupted, it glides home. */
    drop(really: boolean, how: "mouse" | "touch", home: DOMRect): void {
        const { hover, dragging } = this;
        this.hover = null;
        if (really && hover && dragging) {
            const { x, y, size } = dragging;
            this.origin = new DOMRect(x - size / 2, y - size / 2, size, size);
            this.dragging = null;
            void this.tap(hover, how);
        } else if (dragging) void this.#goHome(dragging, home);
    }

    async #goHome(dragging: Dragging, { left, top, width, height }: DOMRect): Promise<void> {
        this.dragging = { ...dragging, x: left + width / 2, y: top + height / 2, home: true };
        if (moving()) await new Promise((done) => setTimeout(done, GLIDE));
        if (this.dragging?.home) this.dragging = null;
    }

    /** Takes the pending card off its cell. */
    lift(): void {
        this.hover = null;
        this.#begin({ cell: null });
    }

    #allow(): void {
        this.refusal = "";
        this.clause = "";
    }

    /** Says why something cannot be done, and which clause forbids it. */
    refuse(why: string, clause = ""): void {
        this.refusal = why;
        this.clause = clause;
        this.refusals += 1;
        sound.refuse();
        say(why);
    }

    async #explain(cell: Cell): Promise<void> {
        const lies = this.layout.some(([, x, y]) => x === cell[0] && y === cell[1]);
        const move = moveText(lies ? "swap" : "lay", this.card!, cell);
        try {
            const [answer] = await this.source.consider([move]);
            if (answer?.clause) this.refuse(refusal(answer.clause), answer.clause);
        } catch (error) {
            if (error instanceof RefusedError) this.refuse(sentence(error));
        }
    }

    undo(): void {
        if (this.scoring) return this.putAway();
        const { chosen, cell, dropping } = this.begun;
        if (this.busy) return;
        if (cell) this.lift();
        else if (dropping.length) this.#begin({ dropping: dropping.slice(0, -1) });
        else if (chosen !== null && !this.#alone) this.#begin({ chosen: null });
        else if (this.#canTakeBack) void this.#send(() => this.source.takeBack!());
    }

    async commit(): Promise<void> {
        if (!this.ready) return;
        const moves = this.phase === "drop" ? this.#drops() : [this.ready];
        await this.#send(async () => {
            for (const move of moves) await this.source.play(move);
            this.committed += 1;
        });
    }

    /** `take`, `reveal`: sent at once. */
    async draw(move: "take" | "reveal"): Promise<void> {
        if (this.busy || this.phase === "wait") return;
        if (this.phase !== "source") return this.refuse(refusal("C-SOURCE"), "C-SOURCE");
        this.putAway();
        sound.draw();
        await this.#send(() => this.source.play(move));
    }

    async #send(doing: () => Promise<void>): Promise<void> {
        this.#doing = this.button;
        this.busy = true;
        this.#allow();
        await painted(); // That it was pressed is seen before the answer comes.
        try {
            await doing();
            this.hover = null;
        } catch (error) {
            if (!(error instanceof RefusedError)) throw error;
            this.refuse(sentence(error));
        } finally {
            this.busy = false;
        }
    }

    /** Asks what all moves of the chosen card would bring; while none is, of all revealed ones. */
    async #consider(): Promise<void> {
        const { number } = this.source;
        const moves = this.#interesting()
            .filter((move) => !this.#asked.has(`${number} ${move}`))
            .slice(0, AT_ONCE);
        if (!moves.length) return;
        for (const move of moves) this.#asked.add(`${number} ${move}`);
        await painted();
        try {
            this.#keep(number, await this.source.consider(moves));
        } catch (error) {
            if (!(error instanceof RefusedError)) throw error;
            for (const move of moves) this.#asked.delete(`${number} ${move}`); // Ask another time.
        }
    }

    #interesting(): string[] {
        if (this.phase !== "play" && this.phase !== "lay") return [];
        if (this.card) return this.targets.map(({ move }) => move);
        if (this.phase === "lay") return [];
        return (this.source.legal ?? []).map(({ move }) => move).filter((move) => target(move));
    }

    #keep(number: number, answers: MoveConsidered[]): void {
        if (number !== this.source.number) return;
        const before = this.#answers.number === number ? this.#answers.by : [];
        const by = new Map([...before, ...answers.map((one) => [one.move, one] as const)]);
        this.#answers = { number, by };
    }

    #keepScored(): void {
        const { last } = this.source;
        const known = untrack(() => this.#scored)?.number ?? 0;
        if (!last?.scoring || last.number <= known) return;
        this.#scored = { number: last.number, round: last.scoring };
    }

    /** The round that was just scored: for players until it is put away, else while it is the last move. */
    get scoring(): Scored | null {
        const { last, self } = this.source;
        const here = last?.scoring ? { number: last.number, round: last.scoring } : null;
        const gone = self === undefined || !last || last.number < (this.#scored?.number ?? 0);
        const shown = here ?? (gone ? null : this.#scored);
        return shown && shown.number !== this.#putAway ? shown : null;
    }

    /** Whether the scoring is news, to be counted out: not before we came, and not twice. */
    get fresh(): boolean {
        const number = this.scoring?.number ?? 0;
        return number > this.#before && !this.#counted.has(number);
    }

    /** The scoring was counted out. */
    counted(): void {
        if (this.scoring) this.#counted.add(this.scoring.number);
    }

    /** Puts the scoring away: the player has seen it, or plays on. */
    putAway(): void {
        this.#putAway = this.scoring?.number ?? this.#putAway;
    }

    /** Moves the keys' cursor to a cell, and the focus with it. */
    focus(cell: Cell): void {
        this.cursor = cell;
        this.wanted += 1;
    }

    key(event: KeyboardEvent): boolean {
        return pressed(this, event);
    }
}

function phaseOf(source: Source): Phase {
    const { legal, view } = source;
    if (!legal?.length) return "wait";
    return legal[0]!.move === "pass" ? "pass" : ((view as CarreView).phase as Phase);
}

/** One's own; for somebody who looks on, that of whoever moved last. */
function heroOf({ seat, last, view }: Source): number {
    return seat ?? last?.seat ?? view.turn;
}

function handOf({ view, seat }: Source): readonly string[] {
    const hand = seat === null ? [] : (view as CarreView).hands[seat];
    return Array.isArray(hand) ? hand : [];
}

function cardsOf(source: Source, phase: Phase): readonly string[] {
    if (phase === "play") return (source.view as CarreView).revealed;
    return phase === "lay" || phase === "drop" ? handOf(source) : [];
}
