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
from piazzetta.kernels.piazza_state import from_rules, sizes
from piazzetta.rules.piazza.cards import TEXTS
from piazzetta.rules.piazza.state import State

LINE = at.CELLS // 16
"""So many rows and columns are numbered."""


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
    game = from_rules(state)
    moves, brackets = np.empty(at.MOVES, np.int32), np.empty(at.MOVES, np.int64)
    count = legal_moves(*game, moves, brackets)
    placed = _placed(int(game.state[at.ORIGIN_X]), int(game.state[at.ORIGIN_Y]))
    return _texts(moves[:count].tolist(), placed), brackets[:count].tolist()


def _texts(moves: list[int], placed: list[str]) -> list[str]:
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
def _placed(left: int, top: int) -> list[str]:
    """Every card on every cell by its number, where the table's first column and row are these.

    A table can grow to the left and upwards by seven each: there are not many such lists.
    """
    columns = range(left - at.ORIGIN, left - at.ORIGIN + LINE)
    rows = range(top - at.ORIGIN, top - at.ORIGIN + LINE)
    texts = (f"{TEXTS[kind]}@{x},{y}" for kind in at.KINDS for x in columns for y in rows)
    return list(map(intern, texts))  # the lists share nearly all of them


@lru_cache(maxsize=4096)
def _tail(brackets: int) -> str:
    """The rest of a move, by the brackets that it makes."""
    made = sizes(brackets)
    return f'","brackets":[{",".join(map(str, made))}],"points":{sum(made)}}}'
