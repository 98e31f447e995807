"""Piazza's legal moves from the kernels, as the JSON text that clients get."""

import msgspec
import numpy as np

from piazzetta.kernels import piazza_layout as at
from piazzetta.kernels.piazza import legal_moves
from piazzetta.kernels.piazza_listing import ROOM, Text, write, write_play
from piazzetta.kernels.piazza_state import from_rules
from piazzetta.rules.piazza.state import State


class _Text(msgspec.Struct):
    """The part of a move that bots need."""

    move: str


_TEXTS = msgspec.json.Decoder(list[_Text])


def texts(state: State) -> list[str]:
    """The moves alone."""
    return [one.move for one in _TEXTS.decode(encoded(state))]


def encoded(state: State) -> bytes:
    """The list of all legal moves, with what they bring."""
    text = np.empty(ROOM, np.uint8)
    playing = state.phase == "play" and not state.over and state.board
    length = _in_play(state, text) if playing else _otherwise(state, text)
    return text[:length].tobytes()


def _in_play(state: State, text: Text) -> int:
    """The first card lies in the middle of the kernels' grid: so do all that fit in with it."""
    numbers, hand = at.NUMBERS, state.hands[state.turn]
    left, top = state.board[0].cell
    right, down = at.ORIGIN - left, at.ORIGIN - top
    cards = [numbers[card] for card in hand]
    cards += [numbers[card] << 8 | x + right << 4 | y + down for card, (x, y) in state.board]
    return write_play(np.array(cards, np.int32), len(hand), left, top, text)


def _otherwise(state: State, text: Text) -> int:
    """Where start cards are laid, or nothing can be."""
    moves, brackets = np.empty(at.MOVES, np.int32), np.empty(at.MOVES, np.int64)
    count = legal_moves(*from_rules(state), moves, brackets)
    return write(moves[:count], brackets[:count], 0, 0, text)
