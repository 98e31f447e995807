"""Piazza's legal moves from the kernels, as the JSON text that clients get."""

from typing import NamedTuple

import msgspec
import numpy as np

from piazzetta.kernels import piazza_layout as at
from piazzetta.kernels.piazza import Brackets, Moves, legal_moves
from piazzetta.kernels.piazza_listing import WIDEST, list_play, write
from piazzetta.kernels.piazza_state import from_rules
from piazzetta.rules.piazza.state import State


class _Text(msgspec.Struct):
    """The part of a move that bots need."""

    move: str


_TEXTS = msgspec.json.Decoder(list[_Text])


def texts(state: State) -> list[str]:
    """The moves alone."""
    return [one.move for one in _TEXTS.decode(encoded(state))]


class _Listed(NamedTuple):
    """The kernels' moves, on a table with this first column and row."""

    moves: Moves
    brackets: Brackets
    left: int
    top: int


def encoded(state: State) -> bytes:
    """The list of all legal moves, with what they bring."""
    found = _listed(state)
    text = np.empty((len(found.moves) + 1) * WIDEST, np.uint8)
    return text[: write(*found, text)].tobytes()


def _listed(state: State) -> _Listed:
    moves, brackets = np.empty(at.MOVES, np.int32), np.empty(at.MOVES, np.int64)
    left = top = 0
    if state.phase == "play" and not state.over:
        left = min([x for _, (x, _) in state.board], default=0)
        top = min([y for _, (_, y) in state.board], default=0)
        count = list_play(*_table(state, left - at.ORIGIN, top - at.ORIGIN), moves, brackets)
    else:
        count = legal_moves(*from_rules(state), moves, brackets)
    return _Listed(moves[:count], brackets[:count], left, top)


def _table(state: State, left: int, top: int) -> tuple[at.Bits, at.State, at.State, at.State]:
    """Room for a game, and what `list_play` makes of it: the cards that lie there, and the hand."""
    numbers = at.NUMBERS
    cards = [numbers[card] << 8 | x - left << 4 | y - top for card, (x, y) in state.board]
    hand = [numbers[card] for card in state.hands[state.turn]]
    return (
        np.empty(at.BITS, np.uint64),
        np.empty(at.STATE, np.int32),
        np.array(cards, np.int32),
        np.array(hand, np.int32),
    )
