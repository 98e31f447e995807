"""What follows from a position of C'est Carré!, as the JSON texts that clients get.

In a move only the mover's cards change: what is said of those of others is said once.
"""

from functools import cache
from typing import NamedTuple

import msgspec

from piazzetta.rules.carre.cards import TEXTS
from piazzetta.rules.carre.moves import choices, legal_moves, placings
from piazzetta.rules.carre.notation import note, parse_move
from piazzetta.rules.carre.play import after_legal
from piazzetta.rules.carre.position import open_to_json
from piazzetta.rules.carre.state import Layout, State
from piazzetta.rules.chance import Chance
from piazzetta.rules.fields import placed_to_json
from piazzetta.server.table.detail.carre import closing, square
from piazzetta.server.table.known import Known

_ENCODER = msgspec.json.Encoder()
_SQUARES = b'{"game":"carre","squares":['


class Lying(NamedTuple):
    """A seat's cards, and what they are worth, as JSON."""

    layout: bytes
    square: bytes
    complete: bool


def played(state: State, move: str, _sizes: tuple[int, ...], chance: Chance) -> tuple[State, str]:
    """The state after a move that is among the legal ones, and what it scored."""
    after = after_legal(state, parse_move(move), chance)
    return after, note(state, after)


def known(before: Known, state: State) -> Known:
    """Everything."""
    seats = _seats(before, state)
    layouts = msgspec.Raw(b"[" + b",".join([one.layout for one in seats]) + b"]")
    return Known(
        state,
        legal=_legal(state),
        open=open_to_json(state, layouts),
        detail=_detail(state, seats),
        seats=seats,
    )


def _seats(before: Known, state: State) -> tuple[Lying, ...]:
    """Those of before, but for layouts that have changed."""
    if not before.seats:
        return tuple(map(_lying, state.layouts))
    old = zip(state.layouts, before.state.layouts, before.seats, strict=True)
    return tuple([seat if new is same else _lying(new) for new, same, seat in old])


def _lying(layout: Layout) -> Lying:
    worth = square(layout)
    cards = _ENCODER.encode(placed_to_json(layout, TEXTS))
    return Lying(cards, _ENCODER.encode(worth), worth.complete)


def _detail(state: State, seats: tuple[Lying, ...]) -> msgspec.Raw:
    end = _end(*closing(state, [one.complete for one in seats]))
    return msgspec.Raw(_SQUARES + b",".join([one.square for one in seats]) + end)


@cache
def _end(closed_by: int | None, turns_left: int | None) -> bytes:
    return b"]," + _ENCODER.encode({"closed_by": closed_by, "turns_left": turns_left})[1:]


def _legal(state: State) -> bytes:
    """In the order of the rules."""
    moves = _moves(state)
    return ('[{"move":"' + '"},{"move":"'.join(moves) + '"}]').encode() if moves else b"[]"


def _moves(state: State) -> list[str]:
    if state.phase == "source" or state.over:
        return [str(one.move) for one in legal_moves(state)]
    if state.phase == "drop":
        return [f"drop {TEXTS[card]}" for card in choices(state)]
    moves: list[str] = []
    for card, free, alike in placings(state):
        text = TEXTS[card]
        moves += [f"lay {text}@{x},{y}" for x, y in free]
        moves += [f"swap {text}@{x},{y}" for x, y in alike]
    return moves
