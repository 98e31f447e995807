/** C'est Carré! in words: what the button says, what cells and moves are called, shown and spoken. */

import { capital, cardName, motifName } from "../lib/cards.ts";
import type {
    CarreDetail,
    CarreView,
    MoveShown,
    RoundShown,
    SquareShown,
} from "../lib/protocol.ts";
import { signed, t, word, type Values } from "../lib/words.svelte.ts";
import { isSelf, type Source } from "../game/source.ts";
import type { Plan } from "./geometry.ts";
import { dropped, motifOf, target, valueOf } from "./moves.ts";
import { keyOf, type Cell } from "./outline.ts";
import type { CarreTurn } from "./turn.svelte.ts";

/** "Diamond +2": as it is shown. */
export function shownCard(card: string): string {
    return capital(namedCard(card));
}

/** "diamond +2": as it is shown within a sentence. */
export function namedCard(card: string): string {
    return t("carre.card", { motif: motifName(motifOf(card)), value: signed(valueOf(card)) });
}

/** "Diamond, plus 2": as it is spoken. */
export function spokenCard(card: string): string {
    return capital(cardName(card));
}

/** What the button says that makes the move. */
export function buttonText(turn: CarreTurn): string {
    const { phase, placed, card, over, begun } = turn;
    if (phase === "drop") {
        return t(begun.dropping.length === over ? "carre.button.drop" : "carre.button.choose", {
            n: over,
        });
    }
    if (placed) return placed.kind === "swap" ? t("carre.button.swap") : layText(turn, placed.move);
    if (phase === "play" || phase === "lay") {
        return t(card ? "carre.button.cell" : "carre.button.card");
    }
    return phase === "wait" ? waitText(turn.source) : word("carre.button", phase);
}

function waitText({ view, names }: Source): string {
    return view.over ? t("game.over") : t("game.turn_of", { name: names[view.turn] ?? "" });
}

function layText(turn: CarreTurn, move: string): string {
    const known = turn.considered(move);
    if (!known?.effect) return t("carre.button.lay");
    return word("carre.button", known.effect, { n: known.effect_cards });
}

/** In one line: what the turn waits for, or what the chosen card does. */
export function lineText(turn: CarreTurn): string {
    const { phase, view, over, begun } = turn;
    if (turn.card) return cardLine(turn, shownCard(turn.card));
    if (phase === "play") return t("carre.line.play.choose");
    if (phase === "lay") return t("carre.line.owed", { n: view.owed });
    if (phase === "drop") return t("carre.line.drop", { n: over, done: begun.dropping.length });
    if (phase === "wait") return lastLine(turn.source);
    return word("carre.line", phase);
}

function cardLine(turn: CarreTurn, card: string): string {
    const { preview, effect } = turn;
    if (preview?.kind === "swap") return t("carre.line.swap", { card });
    if (effect?.effect) {
        const count = word("carre.count", String(effect.effect_cards));
        return word("carre.line", effect.effect, { card, count });
    }
    return t(preview ? "carre.line.lay" : "carre.line.cell", { card });
}

/** The last move in a few words. */
function lastLine(source: Source): string {
    const { last, names } = source;
    if (!last) return t("carre.line.start");
    return told(last, names[last.seat] ?? "", source, namedCard);
}

/** "Ada closes the round: 2 turns left"; empty while nobody does. */
export function closingText(source: Source): string {
    const { closed_by, turns_left } = source.detail as CarreDetail;
    if (closed_by === null || !turns_left) return "";
    if (closed_by === source.self) return t("carre.closing.you", { n: turns_left });
    return t("carre.closing", { name: source.names[closed_by] ?? "", n: turns_left });
}

export function headline(source: Source): string {
    const { round } = source.view as CarreView;
    const { turns_left } = source.detail as CarreDetail;
    if (!turns_left) return t("carre.headline", { round });
    return t("carre.headline.closing", { round, n: turns_left });
}

/** "Row 1, column 1. Star, plus 1. Star zone of 3, 4 points." */
export function cellSpoken(turn: CarreTurn, plan: Plan, cell: Cell): string {
    const [x, y] = cell;
    const { left, top } = plan.area;
    const parts = [t("carre.cell", { row: y - top + 1, column: x - left + 1 })];
    const lies = turn.layout.find(([, cx, cy]) => cx === x && cy === y)?.[0];
    const to = turn.targets.find((one) => keyOf(one.cell) === keyOf(cell));
    if (turn.placed && keyOf(turn.placed.cell) === keyOf(cell)) {
        parts.push(t("carre.cell.pending", { card: cardName(turn.placed.card) }));
    }
    if (lies) parts.push(`${spokenCard(lies)}.`, zoneSpoken(turn.square, cell));
    if (to)
        parts.push(word("carre.cell", to.kind, { card: cardName(to.card) }), change(turn, to.move));
    else if (!lies) parts.push(t("carre.cell.empty"));
    return parts.filter(Boolean).join(" ");
}

function change(turn: CarreTurn, move: string): string {
    const points = turn.change(move);
    if (points === null) return "";
    return t("carre.cell.points", { n: Math.abs(points), change: signed(points) });
}

function zoneSpoken(square: SquareShown, cell: Cell): string {
    if (square.outside.some((one) => keyOf(one) === keyOf(cell))) return t("carre.cell.outside");
    const zone = square.zones.find(({ cells }) => cells.some((one) => keyOf(one) === keyOf(cell)));
    if (!zone || zone.cells.length < 2) return "";
    const motif = capital(motifName(zone.motif));
    return t("carre.cell.zone", { motif, cards: zone.cells.length, n: zone.points });
}

/** What a card that lies pending brings. */
export function pendingSpoken(turn: CarreTurn): string {
    const { placed } = turn;
    if (!placed) return "";
    const laid = word("carre.pending", placed.kind, { card: spokenCard(placed.card) });
    const after = turn.considered(placed.move)?.square;
    const points = after ? t("carre.pending.points", { n: after.points }) : "";
    return [laid, effectSpoken(turn, placed.kind), points].filter(Boolean).join(" ");
}

function effectSpoken(turn: CarreTurn, kind: "lay" | "swap"): string {
    if (turn.phase !== "play") return "";
    const { effect } = turn;
    if (kind === "swap") return t("carre.effect.swap");
    return effect ? effectText(effect.effect, effect.effect_cards) : "";
}

/** "Lay it: draw 2, keep five." */
export function effectText(effect: "" | "draw" | "play", n: number): string {
    return word("carre.effect", effect || "none", { n });
}

/** "Your square has 7 of 9 cards, 5 points." */
export function overview(source: Source): string {
    const { view, detail } = source;
    const own = source.seat ?? view.turn;
    const square = (detail as CarreDetail).squares[own];
    const cards = ((view as CarreView).layouts[own]?.length ?? 0) - (square?.outside.length ?? 0);
    const values = { cards, n: square?.points ?? 0, name: source.names[own] ?? "" };
    const mine = isSelf(source, own);
    const told = t(mine ? "carre.square.spoken" : "carre.square.spoken.of", values);
    return [told, closingText(source)].filter(Boolean).join(" ");
}

/** A move as it is spoken, with the scoring that it led to. */
export function described(move: MoveShown, name: string, source: Source): string {
    const parts = [told(move, name, source)];
    if (move.scoring) parts.push(scored(move.scoring, source));
    return parts.join(" ");
}

/** What a move was; `called` says what cards are called: they are spoken unless told otherwise. */
function told(move: MoveShown, name: string, source: Source, called = cardName): string {
    const put = target(move.move);
    const own = isSelf(source, move.seat);
    if (put) return did(own, put.kind, { name, card: called(put.card) });
    const card = dropped(move.move);
    if (card) return did(own, "drop", { name, card: called(card) });
    if (move.move === "pass") return did(own, "pass", { name });
    return sourceTold(move, name, source, called);
}

/** Which cards were taken or revealed is known as long as they lie there. */
function sourceTold(
    move: MoveShown,
    name: string,
    source: Source,
    called: typeof cardName,
): string {
    const { revealed } = source.view as CarreView;
    const known = source.last?.number === move.number ? revealed : [];
    const [one, two] = known.map((card) => called(card));
    const own = isSelf(source, move.seat);
    if (!one) return did(own, `source.${move.move}`, { name });
    const cards = two ? t("carre.told.and", { one, two }) : one;
    return did(own, move.move, { name, card: one, cards });
}

/** What somebody does; one is told of oneself as "you". */
function did(own: boolean, what: string, values: Values): string {
    return own ? word("carre.you_told", what, values) : word("carre.told", what, values);
}

/** "You", or what a seat is called. */
export function whoText(source: Source, seat: number): string {
    return isSelf(source, seat) ? t("carre.you") : (source.names[seat] ?? "");
}

function scored(round: RoundShown, source: Source): string {
    const each = round.points.map((points, seat) =>
        t("carre.told.score", {
            name: whoText(source, seat),
            points,
            total: round.totals[seat] ?? 0,
        }),
    );
    return [t("carre.told.round", { round: round.round }), ...each].join(" ");
}

/** What ended a round: "Ada closed it", or nine of a kind. */
export function closedText(round: RoundShown, source: Source): string {
    if (round.squares.some(({ nine }) => nine)) return t("carre.scoring.nine");
    if (round.closed_by === source.self) return t("carre.scoring.closed.you");
    return t("carre.scoring.closed", { name: source.names[round.closed_by] ?? "" });
}

/** "1 − 1 + 2": the values of cards, added up. */
export function sumText(values: readonly number[]): string {
    return values
        .map((value, i) => {
            const size = Math.abs(value);
            if (i === 0) return value < 0 ? `−${size}` : `${size}`;
            return `${value < 0 ? "−" : "+"} ${size}`;
        })
        .join(" ");
}
