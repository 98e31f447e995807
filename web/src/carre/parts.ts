/** What C'est Carré! gives to the frame of the game page. */

import type { GameParts } from "../game/parts.ts";
import type { CarreView } from "../lib/protocol.ts";
import { t } from "../lib/words.svelte.ts";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import LogMove from "./LogMove.svelte";
import Piles from "./Piles.svelte";
import Score from "./Score.svelte";
import SeatNote from "./SeatNote.svelte";
import SeatPicture from "./SeatPicture.svelte";
import Side from "./Side.svelte";
import { described, headline, overview } from "./speech.ts";
import Sum from "./Sum.svelte";
import { CarreTurn } from "./turn.svelte.ts";

/** Badges have no meaning here beyond their colour. */
const COLOURS = ["B", "R", "Y", "P", "G"];

export const parts: GameParts<CarreTurn> = {
    turn: (source) => new CarreTurn(source),
    Board,
    Hand,
    Piles,
    Sum,
    Score,
    LogMove,
    SeatNote,
    SeatPicture,
    ownSeat: false,
    Side,
    headline,
    describe: described,
    scores: (view) => (view as CarreView).totals,
    scored: (move) => (move.scoring ? t("carre.move.round", { n: move.scoring.round }) : ""),
    gained: (move) => move.scoring?.points ?? null,
    badge: (_, seat) => COLOURS[seat] ?? "B",
    overview,
};
