/** Why a card may not lie there, in words. The server names the clause; here it is put into a sentence. */

import { cardName, colourName, symbolName } from "../lib/cards.ts";
import { refusal } from "../lib/errors.ts";
import type { PiazzaView } from "../lib/protocol.ts";
import { t } from "../lib/words.svelte.ts";
import type { Laid } from "./moves.ts";
import { neighboursOf } from "./geometry.ts";

/** "Touches another blue card." The last of the cards is the one that was tried. */
export function refusalText(clause: string, tried: readonly Laid[], view: PiazzaView): string {
    if (clause === "P-DIFFER") return differText(tried, view) ?? refusal(clause);
    return refusal(clause);
}

function differText(tried: readonly Laid[], view: PiazzaView): string | undefined {
    const laid = tried.at(-1) as Laid;
    const board = [...view.board, ...tried.slice(0, -1).map(asPlaced)];
    for (const { card } of neighboursOf(laid, board)) {
        const [colour, symbol] = [card.charAt(0), card.slice(1)];
        const other = cardName(card);
        if (colour === laid.card.charAt(0))
            return t("piazza.same_colour", { colour: colourName(colour), card: other });
        if (symbol === laid.card.slice(1))
            return t("piazza.same_symbol", { symbol: symbolName(symbol), card: other });
    }
    return undefined;
}

function asPlaced(one: Laid): [string, number, number] {
    return [one.card, one.x, one.y];
}
