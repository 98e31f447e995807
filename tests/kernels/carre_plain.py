"""The greedy policy of C'est Carré! told again in plain words, on states, slowly."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from piazzetta.rules.carre import (
    Card,
    Drop,
    Lay,
    Move,
    Pass,
    Reveal,
    State,
    Swap,
    Take,
    legal_moves,
    score,
)
from piazzetta.rules.carre.state import Layout

NINE = 1000


def worth(layout: Layout) -> int:
    result = score(layout)
    return result.points + (NINE if result.victory else 0)


def value(state: State, move: Move) -> Fraction:
    """What the layout is worth at the end of the turn."""
    match move:
        case Drop() | Pass():
            return Fraction(0)
        case Take():
            return Fraction(card_value(state, state.discard[-1]))
        case Reveal():
            return reveal_value(state)
        case Lay() | Swap():
            return Fraction(rest_of_turn(placed(state, move)))


def reveal_value(state: State) -> Fraction:
    others = (hand for seat, hand in enumerate(state.hands) if seat != state.turn)
    unseen = [*state.deck, *(card for hand in others for card in hand)]
    cards = unseen if state.deck else list(state.discard)
    values = {card: card_value(state, card) for card in set(cards)}
    pairs = list(combinations(cards, 2)) or [(cards[0], cards[0])]
    return Fraction(sum(max(values[one], values[two]) for one, two in pairs), len(pairs))


def card_value(state: State, card: Card) -> int:
    shown = replace(state, phase="play", revealed=(card,))
    return max(rest_of_turn(placed(shown, legal.move)) for legal in legal_moves(shown))


def placed(state: State, move: Move) -> State:
    """The state after a lay or a swap, as far as it matters for this turn's layout."""
    assert isinstance(move, Lay | Swap)
    card, cell = move.placed
    hand = list(state.hands[state.turn])
    owed = state.owed - 1
    if state.phase == "lay":
        hand.remove(card)
    else:
        owed = min(-card.value, len(hand)) if isinstance(move, Lay) else 0
    lying = [other for other in state.layouts[state.turn] if other.cell != cell]
    layouts, hands = list(state.layouts), list(state.hands)
    layouts[state.turn], hands[state.turn] = (*lying, move.placed), tuple(hand)
    return replace(
        state, phase="lay", layouts=tuple(layouts), hands=tuple(hands), owed=max(0, owed)
    )


def rest_of_turn(state: State) -> int:
    """Each owed card goes where it is worth most at once; the first such move is made."""
    while state.owed:
        after = [placed(state, legal.move) for legal in legal_moves(state)]
        state = max(after, key=lambda then: worth(then.layouts[then.turn]))
    return worth(state.layouts[state.turn])
