"""Information-set tree search, a method that `search` is compared with in `contests.py`.

    draw the hidden cards ─► walk down the tree ─► add one move ─► play out ─► tell all on the way

One tree for all that may be hidden: a node is the moves that led there, and only those that are
legal with the cards just drawn are looked at. Progressive widening: the more often a node was
visited, the more of its moves are tried, the best looking first. Among these the highest upper
bound of confidence decides, on the margin of whoever moves.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np

from bench.boards import BOARDS, Board, jit, laid
from piazzetta.kernels.rng import new_rng

PLACES = 1 << 16
"""Of the table of nodes: more than ten times as many as nodes."""
DEEPEST = 64
WIDTH, GROWTH = 1.5, 0.5
"""A node that was visited n times has its WIDTH · n^GROWTH best looking moves tried."""
EXPLORATION = 6.0
"""In points of margin."""
BIAS = 2.0
"""As many visits as the look of a move is believed like."""
VISITS, NEXT, MOVER = range(3)
"""Of a node: how often it was visited; the margins of who moves next, and of who moved there."""


@jit
def place_of(table: Any, node: int, move: int) -> int:
    """The node after a move; the table of nodes has it then, if it had not before."""
    key = (node << 32) + move + 2
    place = (key * 0x9E3779B97F4A7C1 >> 20) & (PLACES - 1)
    while table[place] != 0 and table[place] != key:
        place = (place + 1) & (PLACES - 1)
    table[place] = key
    return place


@jit
def pick(table: Any, seen: Any, node: int, moves: Any, looks: Any, n: int) -> int:
    """Of the best looking moves, as many as the visits allow, the node of the highest bound; the
    move itself is written behind the n moves."""
    width = min(n, 1 + int(WIDTH * seen[node, VISITS] ** GROWTH))
    chosen, best = 0, -1e18
    centre = seen[node, NEXT] / max(1.0, seen[node, VISITS])
    for i in range(width):
        top = i
        for k in range(i + 1, n):
            if looks[k] > looks[top]:
                top = k
        looks[i], looks[top] = looks[top], looks[i]
        moves[i], moves[top] = moves[top], moves[i]
        after = place_of(table, node, moves[i])
        expected = centre + looks[i] - looks[0]
        mean = (seen[after, MOVER] + BIAS * expected) / (seen[after, VISITS] + BIAS)
        spread = sqrt(log(seen[node, VISITS] + 2.0) / (seen[after, VISITS] + 1.0))
        if mean + EXPLORATION * spread > best:
            best, chosen = mean + EXPLORATION * spread, after
            moves[n] = moves[i]
    return chosen


def grower(board: Board) -> Callable[..., None]:
    """The compiled loop for one game."""
    fill, ended, turn, list_moves, step, policy, margin, *_ = board

    @jit
    def grow(
        one0: Any,
        two0: Any,
        hidden: Any,
        seat: Any,
        times: Any,
        table: Any,
        seen: Any,
        moves: Any,
        looks: Any,
        scratch: Any,
        rng: Any,
    ) -> None:
        one, two = one0.copy(), two0.copy()
        path, movers = np.empty(DEEPEST, np.int64), np.empty(DEEPEST + 1, np.int64)
        for _ in range(times):
            one[:] = one0
            two[:] = two0
            fill(one, two, hidden, seat, rng)
            node, depth = 0, 0
            while depth == 0 or (depth < DEEPEST and not ended(one, two) and seen[node, VISITS]):
                n = list_moves(one, two, moves, looks, scratch)
                movers[depth] = turn(one, two)
                node = path[depth] = pick(table, seen, node, moves, looks, n)
                step(one, two, moves[n], rng)
                depth += 1
            movers[depth] = turn(one, two)
            while not ended(one, two):
                step(one, two, policy(one, two, scratch, rng), rng)
            seen[0, VISITS] += 1
            seen[0, NEXT] += margin(one, two, seat)
            for k in range(depth):
                seen[path[k], VISITS] += 1
                seen[path[k], NEXT] += margin(one, two, movers[k + 1])
                seen[path[k], MOVER] += margin(one, two, movers[k])

    return grow


class Tree:
    """Chooses by a tree of so many playouts."""

    def __init__(self, game: str, playouts: int) -> None:
        """Make the loop of that game."""
        self._grow = grower(BOARDS[game])
        self._playouts = playouts

    def choose(self, search: Any, seed: int) -> Any:
        """The move that was visited most."""
        table, seen = np.zeros(PLACES, np.int64), np.zeros((PLACES, 3))
        one, two, hidden, seat, scratch, moves = laid(search)
        looks = np.empty(len(moves))
        room = (table, seen, moves, looks, scratch, new_rng(seed))
        self._grow(one, two, hidden, seat, self._playouts, *room)
        visits = [seen[place_of(table, 0, int(move)), VISITS] for move in search.moves]
        return search.move(int(np.argmax(visits)))
