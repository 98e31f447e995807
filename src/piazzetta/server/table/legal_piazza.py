"""Piazza's legal moves from the kernels, as the JSON text that clients get."""

import threading
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


class _Room(threading.local):
    """Where a thread's kernels write. It is used again for every list: new room would be memory
    that no processor has at hand."""

    def __init__(self) -> None:
        """As much as any list takes."""
        self.moves = np.empty(at.MOVES, np.int32)
        self.brackets = np.empty(at.MOVES, np.int64)
        self.text = np.empty((at.MOVES + 1) * WIDEST, np.uint8)
        self.bits, self.state = np.empty(at.BITS, np.uint64), np.empty(at.STATE, np.int32)


_ROOM = _Room()


def encoded(state: State) -> bytes:
    """The list of all legal moves, with what they bring."""
    text = _ROOM.text
    return text[: write(*_listed(state), text)].tobytes()


def _listed(state: State) -> _Listed:
    moves, brackets = _ROOM.moves, _ROOM.brackets
    left = top = 0
    if state.phase == "play" and not state.over:
        cells = [cell for _, cell in state.board]
        left = min(cells, default=(0, 0))[0]
        top = min([y for _, y in cells], default=0)
        cards, hand = _cards(state, left - at.ORIGIN, top - at.ORIGIN)
        count = list_play(_ROOM.bits, _ROOM.state, cards, hand, moves, brackets)
    else:
        count = legal_moves(*from_rules(state), moves, brackets)
    return _Listed(moves[:count], brackets[:count], left, top)


def _cards(state: State, left: int, top: int) -> tuple[at.State, at.State]:
    """The cards that lie there, and the hand, as `list_play` takes them."""
    numbers = at.NUMBERS
    cards = [numbers[card] << 8 | x - left << 4 | y - top for card, (x, y) in state.board]
    hand = [numbers[card] for card in state.hands[state.turn]]
    return np.array(cards, np.int32), np.array(hand, np.int32)
