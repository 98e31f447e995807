"""A turn of C'est Carré!: source, card, effect; then the end of the turn, round and game."""

from dataclasses import replace
from typing import Any, TypeVar

from piazzetta.rules.carre.cards import Card
from piazzetta.rules.carre.layout import cells_of, complete_square, score, with_card
from piazzetta.rules.carre.moves import check_legal
from piazzetta.rules.carre.setup import deal_round
from piazzetta.rules.carre.state import (
    HAND_SIZE,
    REVEALED,
    TARGET,
    Drop,
    Hand,
    Lay,
    Layout,
    Move,
    Pass,
    Reveal,
    State,
    Swap,
    Take,
)
from piazzetta.rules.chance import Chance
from piazzetta.rules.grid import Placed

T = TypeVar("T")


def play(state: State, move: Move, chance: Chance) -> State:
    """The state after a legal move; an IllegalMoveError names the clause another one breaks."""
    check_legal(state, move)
    return after_legal(state, move, chance)


def after_legal(state: State, move: Move, chance: Chance) -> State:
    """The state after a move that is known to be legal."""
    match move:
        case Take():
            return replace(
                state, phase="play", revealed=state.discard[-1:], discard=state.discard[:-1]
            )
        case Reveal():
            state, cards = _draw(state, REVEALED, chance)
            return replace(state, phase="play", revealed=cards)
        case Pass():
            return _end_turn(state, chance)
        case Drop(card):
            return _drop(state, card, chance)
        case Lay(placed) | Swap(placed):
            if state.phase == "lay":
                return _play_owed(state, placed, chance)
            return _play_first(state, placed, chance)


def _draw(state: State, count: int, chance: Chance) -> tuple[State, Hand]:
    """C-EMPTY-DRAW: cards off the draw pile, reshuffling exactly when one is missing."""
    deck, discard, reshuffles = state.deck, state.discard, state.reshuffles
    drawn: list[Card] = []
    while len(drawn) < count and (deck or discard):
        if not deck:
            reshuffles += 1
            deck = chance.shuffle(f"round {state.round} reshuffle {reshuffles}", discard)
            discard = ()
        drawn.append(deck[-1])
        deck = deck[:-1]
    return replace(state, deck=deck, discard=discard, reshuffles=reshuffles), tuple(drawn)


def _play_first(state: State, placed: Placed[Card], chance: Chance) -> State:
    """C-LAY or C-SWAP with a revealed card; C-ORDER: the other one is discarded first."""
    swapped = placed.cell in cells_of(state.layouts[state.turn])
    rest = _without(state.revealed, placed.card)
    state = _put(state, placed, discard=state.discard + rest, revealed=())
    return _end_turn(state, chance) if swapped else _effect(state, placed.card.value, chance)


def _put(state: State, placed: Placed[Card], discard: Hand, **changes: Any) -> State:
    """The card lies on its cell; a card it replaces goes to the discard pile, which is this."""
    layout = state.layouts[state.turn]
    replaced = tuple(card for card, cell in layout if cell == placed.cell)
    return replace(
        state,
        layouts=_with(state.layouts, state.turn, with_card(layout, placed)),
        discard=discard + replaced,
        **changes,
    )


def _effect(state: State, value: int, chance: Chance) -> State:
    """C-NEGATIVE, C-ZERO, C-POSITIVE: what laying a card of that value brings."""
    hand = state.hands[state.turn]
    if value < 0 and hand:
        return replace(state, phase="lay", owed=min(-value, len(hand)))
    if value > 0:
        state, drawn = _draw(state, value, chance)
        hand += drawn
        state = replace(state, hands=_with(state.hands, state.turn, hand))
        if len(hand) > HAND_SIZE:
            return replace(state, phase="drop")
    return _end_turn(state, chance)


def _play_owed(state: State, placed: Placed[Card], chance: Chance) -> State:
    """C-NEGATIVE, C-ONE-EFFECT: a card from the hand, laid or swapped in, has no effect."""
    hand = _without(state.hands[state.turn], placed.card)
    hands = _with(state.hands, state.turn, hand)
    state = _put(state, placed, discard=state.discard, hands=hands, owed=state.owed - 1)
    return state if state.owed else _end_turn(state, chance)


def _drop(state: State, card: Card, chance: Chance) -> State:
    """C-POSITIVE: discard until five cards are left."""
    hand = _without(state.hands[state.turn], card)
    state = replace(
        state,
        hands=_with(state.hands, state.turn, hand),
        discard=(*state.discard, card),
    )
    return state if len(hand) > HAND_SIZE else _end_turn(state, chance)


def _end_turn(state: State, chance: Chance) -> State:
    """C-EMPTY-DISCARD, C-CLOSE: clockwise to the next seat, or to the end of the round."""
    deck, discard = state.deck, state.discard
    if not discard:
        deck, discard = deck[:-1], deck[-1:]
    closing = state.closing or _is_complete(state.layouts[state.turn])
    next_seat = (state.turn + 1) % state.players
    ends = closing and next_seat == state.first
    turn = state.turn if ends else next_seat
    state = replace(state, phase="source", deck=deck, discard=discard, closing=closing, turn=turn)
    return _end_round(state, chance) if ends else state


def _is_complete(layout: Layout) -> bool:
    return complete_square(cells_of(layout)) is not None


def _end_round(state: State, chance: Chance) -> State:
    """C-VALUES, C-ZONES, C-NINE, C-WIN: score, then the game is over or a new round is dealt."""
    scores = [score(layout) for layout in state.layouts]
    totals = tuple(total + s.points for total, s in zip(state.totals, scores, strict=True))
    if max(totals) >= TARGET or any(s.victory for s in scores):
        return replace(state, totals=totals, over=True)
    return deal_round(state.round + 1, (state.first + 1) % state.players, totals, chance)


def _with(entries: tuple[T, ...], seat: int, entry: T) -> tuple[T, ...]:
    return (*entries[:seat], entry, *entries[seat + 1 :])


def _without(cards: Hand, card: Card) -> Hand:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]
