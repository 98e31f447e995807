"""Piazza's legal moves from the kernels, as JSON: a few lookups a move.

{"move":"  B3@2,-1   B5@2,4  ","brackets":[3,4],"points":7}
           │         │       └─ by the kernel's brackets
           └─────────┴───────── by the kernel's number of a card on a cell
"""

from functools import lru_cache
from sys import intern

import numpy as np

from piazzetta.kernels import piazza_layout as at
from piazzetta.kernels.piazza import legal_moves
from piazzetta.kernels.piazza_state import from_rules, sizes, to_choose_from
from piazzetta.rules.piazza.cards import TEXTS
from piazzetta.rules.piazza.state import State


class Texts(dict[int, str]):
    """Cards on cells by their numbers; each is written when it is first asked for."""

    def __init__(self, left: int, top: int) -> None:
        """The table's first column and row are these."""
        self._left, self._top = left - at.ORIGIN, top - at.ORIGIN

    def __missing__(self, one: int) -> str:
        """Others with another first column share nearly all of the texts."""
        kind, x, y = at.KINDS[one >> 8], (one >> 4 & 15) + self._left, (one & 15) + self._top
        text = self[one] = intern(f"{TEXTS[kind]}@{x},{y}")
        return text


def encoded(state: State) -> bytes:
    """The list of all legal moves, with what they bring."""
    moves, brackets = _listed(state)
    parts = [f'{{"move":"{text}{_tail(made)}' for text, made in zip(moves, brackets, strict=True)]
    return f"[{','.join(parts)}]".encode()


def texts(state: State) -> list[str]:
    """The moves alone."""
    return _listed(state)[0]


def _listed(state: State) -> tuple[list[str], list[int]]:
    """The moves, and the brackets that they make as the kernel writes them."""
    game = to_choose_from(state) if state.phase == "play" else from_rules(state)
    moves, brackets = np.empty(at.MOVES, np.int32), np.empty(at.MOVES, np.int64)
    count = legal_moves(*game, moves, brackets)
    placed = _placed(int(game.state[at.ORIGIN_X]), int(game.state[at.ORIGIN_Y]))
    return _texts(moves[:count].tolist(), placed), brackets[:count].tolist()


def _texts(moves: list[int], placed: Texts) -> list[str]:
    """Single cards come before pairs; start cards, and a pass, are among themselves."""
    if not moves or moves[0] < 0:
        return ["pass"] * len(moves)
    one, second = at.ONE, at.SECOND
    if moves[0] >= at.START:
        return [f"start {placed[move & one]}" for move in moves]
    singles = [placed[move] for move in moves if move <= one]
    pairs = moves[len(singles) :]
    return singles + [f"{placed[move & one]} {placed[move >> second]}" for move in pairs]


@lru_cache(maxsize=128)
def _placed(left: int, top: int) -> Texts:
    """A table can grow to the left and upwards by seven each: there are not many of these."""
    return Texts(left, top)


@lru_cache(maxsize=4096)
def _tail(brackets: int) -> str:
    """The rest of a move, by the brackets that it makes."""
    made = sizes(brackets)
    return f'","brackets":[{",".join(map(str, made))}],"points":{sum(made)}}}'
