/**
 * Advice in words: each reason of docs/advice.md as a sentence, moves by their cards, and what is
 * expected of them. Its words are those of the area `advice`: `await need("advice")` first.
 */

import { capital, cardName, motifName } from "./cards.ts";
import type { AdvisedMove, Reason } from "./protocol.ts";
import { language, number, signed, word, type Values } from "./words.svelte.ts";

const UNSCORED = /^(take|reveal|drop )/;

type Details = Record<string, unknown>;
type Maker = (details: Details, names: readonly string[]) => [key: string, values: Values];

/** What a sentence needs of a reason; all others take its details as they are. */
const MAKERS: Record<string, Maker> = {
    makes_brackets: (d) => ["makes_brackets", { n: list(d.sizes).length, sizes: sizes(d.sizes) }],
    opens_reply: (d, names) => ["opens_reply", { ...reply(d, names), before: int(d.before) }],
    leaves_reply: (d, names) => ["leaves_reply", reply(d, names)],
    blocks_reply: (d, names) => [
        "blocks_reply",
        { n: int(d.points), name: nameOf(names, d.seat), left: int(d.left) },
    ],
    keeps_card: (d) => ["keeps_card", { n: int(d.points), card: cardName(String(d.card)) }],
    fills_grid: (d) => [`fills_grid.${String(d.direction)}`, {}],
    grows_zone: (d) => ["grows_zone", { ...zone(d, int(d.points)), before: int(d.before) }],
    joins_zones: (d) => ["joins_zones", { ...zone(d, int(d.points)), sizes: sizes(d.sizes) }],
    breaks_zone: (d) => [
        "breaks_zone",
        { ...zone(d, -int(d.points)), before: int(d.before), sizes: sizes(d.sizes) },
    ],
    makes_nine: (d) => ["makes_nine", { motif: motifName(String(d.motif)) }],
    breaks_nine: (d) => ["breaks_nine", { motif: motifName(String(d.motif)) }],
    changes_values: (d) => ["changes_values", { change: signed(int(d.change)) }],
    completes_square: (d, names) => completed(list(d.seats), names),
    owes: (d) => ["owes", { n: int(d.count) }],
    draws: (d) => [
        int(d.drops) ? "draws_and_drops" : "draws",
        { n: int(d.count), drops: int(d.drops) },
    ],
    reshuffles: (d) => ["reshuffles", { n: int(d.count) }],
    takes_card: (d) => [int(d.gain) < 0 ? "takes_card_costs" : "takes_card", worth(d)],
    plays_hand: (d) => ["plays_hand", { n: int(d.count) }],
    reveals_cards: (d) => [
        "reveals_cards",
        { mean: signed(Number(d.mean)), best: signed(int(d.best)) },
    ],
    skips_card: (d) => ["skips_card", worth(d)],
    leaves_card: (d, names) => ["leaves_card", { ...worth(d), name: nameOf(names, d.seat) }],
    ends_round: (d, names) => scored(d, names),
};

/** A reason as a sentence. `names` are what the seats are called. */
export function reasonText(reason: Reason, names: readonly string[]): string {
    const make = MAKERS[reason.kind];
    const [key, values] = make
        ? make(reason.details, names)
        : [reason.kind, reason.details as Values];
    return word("advice", key, values);
}

/** A move by what is done with which cards: "Blue boat and blue sun", "Lay: diamond, plus 2". */
export function moveText(move: string): string {
    const [verb = "", ...rest] = move.split(" ");
    if (verb.includes("@")) return capital(together([verb, ...rest].map(laid)));
    if (verb === "start") return capital(laid(rest[0] ?? ""));
    return word("advice.move", verb, { card: laid(rest[0] ?? "") });
}

/** The cards that a move lays, swaps in or discards. */
export function cardsIn(move: string): string[] {
    const words = move.split(" ").filter((word) => /^[A-Z]/.test(word));
    return words.map((word) => word.split("@")[0] ?? "");
}

/** What is expected of a move, in short parts: "wins 86%", "lead +4.8", "+4 now". */
export function expectedTexts(move: AdvisedMove): string[] {
    const texts: string[] = [];
    if (move.win !== null) texts.push(word("advice", "wins", { chance: percent(move.win) }));
    if (move.margin !== null) {
        texts.push(word("advice", "ahead", { margin: signed(Math.round(move.margin * 10) / 10) }));
    }
    // Until a card is laid, nothing is scored.
    if (UNSCORED.test(move.move)) return texts;
    return [...texts, word("advice", "now", { points: signed(move.points) })];
}

function reply(d: Details, names: readonly string[]): Values {
    const cards = String(d.reply).split(" ").map(laid);
    return { n: int(d.points), name: nameOf(names, d.seat), cards: together(cards) };
}

function zone(d: Details, points: number): Values {
    const motif = motifName(String(d.motif));
    return { n: Math.abs(points), motif, after: int(d.after), points: signed(points) };
}

function worth(d: Details): Values {
    const gain = int(d.gain);
    return { n: Math.abs(gain), points: signed(gain), card: cardName(String(d.card)) };
}

function completed(seats: unknown[], names: readonly string[]): [string, Values] {
    if (!seats.length) return ["completes_square_last", {}];
    const still = together(seats.map((seat) => nameOf(names, seat)));
    return ["completes_square", { n: seats.length, names: still }];
}

function scored(d: Details, names: readonly string[]): [string, Values] {
    const totals = list(d.totals).map(
        (total, seat) => `${nameOf(names, seat)} ${number(int(total))}`,
    );
    const winners = list(d.seats).map((seat) => nameOf(names, seat));
    const values = { n: winners.length, totals: totals.join(", "), names: together(winners) };
    return [winners.length ? "ends_game" : "ends_round", values];
}

/** The card of `B3@2,-1`. */
function laid(placed: string): string {
    const card = placed.split("@")[0];
    return card ? cardName(card) : "";
}

function sizes(value: unknown): string {
    return together(list(value).map((size) => number(int(size))));
}

/** "Ada, Ben and Chiara". */
function together(parts: string[]): string {
    return new Intl.ListFormat(language(), { type: "conjunction" }).format(parts);
}

function percent(value: number): string {
    return new Intl.NumberFormat(language(), { style: "percent" }).format(value);
}

function nameOf(names: readonly string[], seat: unknown): string {
    return names[int(seat)] ?? "";
}

function int(value: unknown): number {
    return Number(value ?? 0);
}

function list(value: unknown): unknown[] {
    return Array.isArray(value) ? value : [];
}
