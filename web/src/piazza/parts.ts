/** What Piazza gives to the frame of the game page. */

import type { GameParts } from "../game/parts.ts";
import type { PiazzaView } from "../lib/protocol.ts";
import { t } from "../lib/words.svelte.ts";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import LogMove from "./LogMove.svelte";
import { pointsOf } from "./moves.ts";
import SeatNote from "./SeatNote.svelte";
import Side from "./Side.svelte";
import { moveText, tableText } from "./spoken.ts";
import Sum from "./Sum.svelte";
import { PiazzaTurn } from "./turn.svelte.ts";

/** Badges before the colours are dealt, and of neutral seats. */
const COLOURS = ["B", "R", "P", "Y"];

export const parts: GameParts<PiazzaTurn> = {
    turn: (source) => new PiazzaTurn(source),
    Board,
    Hand,
    Sum,
    LogMove,
    SeatNote,
    Side,
    describe: moveText,
    tie: () => t("piazza.tie"),
    scores: (view) => (view as PiazzaView).scores,
    gained(move, players) {
        const points = pointsOf(move);
        return Array.from({ length: players }, (_, seat) => (seat === move.seat ? points : 0));
    },
    badge: (view, seat) => (view as PiazzaView).colours?.[seat]?.join("") || (COLOURS[seat] ?? "B"),
    overview: tableText,
};
