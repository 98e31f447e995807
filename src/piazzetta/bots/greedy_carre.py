"""Greedy in C'est Carré!: the best own layout at the end of this turn.

    take   -> lay / swap it   -> owed cards from the hand -> the layout is scored
    reveal -> two unseen cards: the better one's value, averaged over all pairs

What a card brings is searched over the whole turn; of two owed cards the first is chosen before the
second is looked at, which keeps a decision well below what a player notices.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import comb
from random import Random
from typing import TypeVar

from piazzetta.bots.bot import best
from piazzetta.rules.carre import (
    Card,
    Lay,
    Move,
    Reveal,
    State,
    Swap,
    Take,
    View,
    determinize,
    legal_moves,
    score,
)
from piazzetta.rules.carre.state import REVEALED, Layout
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Cell, Placed

T = TypeVar("T")

WIN = 1000
"""C-NINE is worth more than any points."""


def choose(view: View, legal: Sequence[Legal[Move]], rng: Random) -> Move:
    """The move with the best layout at the end of the turn, any of several."""
    moves = [entry.move for entry in legal]
    if len(moves) == 1:
        return moves[0]
    return best(moves, values(view, legal, rng), rng)


def values(view: View, legal: Sequence[Legal[Move]], rng: Random) -> list[float]:
    """For each move, what the layout is worth at the end of the turn."""
    # Only what the view shows is read from this state: layouts, own hand, piles in sight.
    state = determinize(view, rng)
    return [_value(state, entry.move, view) for entry in legal]


def layout_after(layout: Layout, move: Move) -> Layout:
    """The layout once the move is made; only `lay` and `swap` change it."""
    if not isinstance(move, Lay | Swap):
        return layout
    kept = tuple(lying for lying in layout if lying.cell != move.placed.cell)
    return (*kept, move.placed)


def _value(state: State, move: Move, view: View) -> float:
    match move:
        case Take():
            return _card_value(state, view.discard[-1])
        case Reveal():
            return _reveal_value(state, view)
        case Lay() | Swap():
            return _played(state, move)
        case _:  # a discard changes no layout, so that all are equal
            return 0


def _reveal_value(state: State, view: View) -> float:
    """The mean of the better of two cards, over all that may be turned up."""
    pool = _unseen(state, view) if view.deck else list(view.discard)
    by_kind = {card: _card_value(state, card) for card in set(pool)}
    values = sorted(by_kind[card] for card in pool)
    if len(values) < REVEALED:
        return values[0]
    # In ascending order the i-th value is the better one in i of the pairs.
    return sum(i * value for i, value in enumerate(values)) / comb(len(values), REVEALED)


def _unseen(state: State, view: View) -> list[Card]:
    """What the draw pile and the other hands hold together: which lies where is not known."""
    others = [hand for seat, hand in enumerate(state.hands) if seat != view.seat]
    return [*state.deck, *(card for hand in others for card in hand)]


def _card_value(state: State, card: Card) -> float:
    """The best that can come of this card, played as the first of the turn."""
    turned_up = replace(state, phase="play", revealed=(card,), owed=0)
    return max(_played(turned_up, legal.move) for legal in legal_moves(turned_up))


def _played(state: State, move: Move) -> float:
    """The best that can come of a `lay` or `swap` by the end of the turn."""
    if state.phase == "lay":
        return _owed_value(_spend(state, move))
    owed = -move.placed.card.value if isinstance(move, Lay) else 0
    if owed <= 0:
        return _layout_value(layout_after(state.layouts[state.turn], move))
    hand = state.hands[state.turn]
    return _owed_value(replace(_put(state, move), phase="lay", owed=min(owed, len(hand))))


def _owed_value(state: State) -> float:
    """What the layout is worth once the cards owed are played, each as well as it can be."""
    layout = state.layouts[state.turn]
    if not state.owed:
        return _layout_value(layout)
    moves = [legal.move for legal in legal_moves(state)]
    values = [_layout_value(layout_after(layout, move)) for move in moves]
    if state.owed == 1:
        return max(values)
    return _owed_value(_spend(state, moves[values.index(max(values))]))


def _spend(state: State, move: Move) -> State:
    """An owed card leaves the hand for the layout."""
    assert isinstance(move, Lay | Swap)
    hand = list(state.hands[state.turn])
    hand.remove(move.placed.card)
    hands = _with(state.hands, state.turn, tuple(hand))
    return replace(_put(state, move), hands=hands, owed=state.owed - 1)


def _put(state: State, move: Move) -> State:
    layout = layout_after(state.layouts[state.turn], move)
    return replace(state, layouts=_with(state.layouts, state.turn, layout))


def _with(entries: tuple[T, ...], seat: int, entry: T) -> tuple[T, ...]:
    return (*entries[:seat], entry, *entries[seat + 1 :])


def _layout_value(layout: Layout) -> int:
    motifs = frozenset((cell, card.motif) for card, cell in layout)
    return _zone_value(motifs) + sum(card.value for card, _ in layout)


@lru_cache(maxsize=1 << 14)
def _zone_value(motifs: frozenset[tuple[Cell, str]]) -> int:
    """Zone points follow from the motifs alone, and the same pattern comes up again and again."""
    result = score(tuple(Placed(Card(motif, 0), cell) for cell, motif in motifs))
    return result.points + WIN * result.victory
