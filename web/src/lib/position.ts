/** A position with nothing hidden, as a view: what one seat may know of it, or all hands open. */

import type { CarrePosition, PiazzaPosition, Position, View } from "./protocol.ts";

/** Of `seat` alone the hand is shown; `"all"`: every hand is. */
export function viewOf(position: Position, seat: number | "all"): View {
    const hands = position.hands.map((hand, one) =>
        seat === "all" || seat === one ? [...hand] : hand.length,
    );
    return position.game === "piazza"
        ? piazzaView(position, hands, seat)
        : carreView(position, hands);
}

function piazzaView(
    position: PiazzaPosition,
    hands: (string[] | number)[],
    seat: number | "all",
): View {
    const stocks = position.stocks.map((stock) => stock.length);
    const own = seat === "all" ? undefined : position.stocks[seat]?.toSorted();
    return { ...position, hands, stocks, own_stock: own };
}

function carreView(position: CarrePosition, hands: (string[] | number)[]): View {
    return { ...position, hands, deck: position.deck.length };
}
