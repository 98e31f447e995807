"""Information-set tree search in C'est Carré!, a method that `contests.py` compares.

The tree is the one that `search` grows in Piazza (`kernels/piazza_tree.py`); only the game is
another.
"""

from typing import Any

import numpy as np

from bench.boards import CARRE, jit, laid
from piazzetta.kernels.piazza_tree import DEEPEST, MOVER, NEXT, ROOT, VISITS, enter, new_tree, pick
from piazzetta.kernels.piazza_tree import place_of as place
from piazzetta.kernels.rng import new_rng

PLACES = 1 << 16

fill, ended, turn, list_moves, step, policy, margin, *_ = CARRE


@jit
def grow(game: Any, moves: Any, looks: Any, times: int, tree: Any, rng: Any) -> None:
    """Walk down the tree so many times, each time with other hidden cards."""
    view, number, hidden, seat, scratch = game
    row = view.copy()
    path, movers = np.empty(DEEPEST, np.int64), np.empty(DEEPEST + 1, np.int64)
    for _ in range(times):
        row[:] = view
        fill(row, number, hidden, seat, rng)
        node, depth = ROOT, 0
        while depth == 0 or (
            depth < DEEPEST and not ended(row, number) and tree.seen[node, VISITS] > 0
        ):
            movers[depth] = turn(row, number)
            n = list_moves(row, number, moves, looks, scratch)
            move = moves[pick(tree, node, moves, looks, n, 0)]
            step(row, number, move, rng)
            node = path[depth] = enter(tree, node, move)
            depth += 1
        movers[depth] = turn(row, number)
        while not ended(row, number):
            step(row, number, policy(row, number, scratch, rng), rng)
        tell(tree, path, movers, depth, row, number)


@jit
def tell(tree: Any, path: Any, movers: Any, depth: int, row: Any, number: Any) -> None:
    """Tell every node on the way what became of the round."""
    tree.seen[ROOT, VISITS] += 1
    tree.seen[ROOT, NEXT] += margin(row, number, movers[0])
    for k in range(depth):
        tree.seen[path[k], VISITS] += 1
        tree.seen[path[k], NEXT] += margin(row, number, movers[k + 1])
        tree.seen[path[k], MOVER] += margin(row, number, movers[k])


class CarreTree:
    """Chooses by a tree of so many playouts."""

    def __init__(self, playouts: int) -> None:
        """Fewer than half the places of the table."""
        self._playouts = playouts

    def choose(self, search: Any, seed: int) -> Any:
        """The move that was visited most."""
        tree, (*game, moves) = new_tree(PLACES), laid(search)
        grow(tuple(game), moves, np.empty(len(moves)), self._playouts, tree, new_rng(seed))
        visits = [tree.seen[place(tree, ROOT, int(move)), VISITS] for move in search.moves]
        return search.move(int(np.argmax(visits)))
