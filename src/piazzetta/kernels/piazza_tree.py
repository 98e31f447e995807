"""Information-set tree search in Piazza: one tree for all that may be hidden.

    draw the hidden cards ─► walk down the tree ─► add a move ─► play out ─► tell all on the way

A node is the moves that led there; only those that are legal with the cards just drawn are looked
at. Progressive widening: the more often a node was visited, the more of its moves are tried, the
best looking first. Among these the highest upper bound of confidence decides, on the margin of
whoever moves.
"""

from math import log, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.jit import kernel, root_kernel
from piazzetta.kernels.piazza import legal_moves, play
from piazzetta.kernels.piazza_board import total
from piazzetta.kernels.piazza_hidden import Hidden, Splits, Weights, determinize
from piazzetta.kernels.piazza_layout import (
    CELLS,
    MOVES,
    OVER,
    SECOND,
    START,
    TURN,
    Bits,
    State,
)
from piazzetta.kernels.piazza_playout import share
from piazzetta.kernels.piazza_policy import BASE_PRICE
from piazzetta.kernels.piazza_search import Codes, Search, Sums, margin, playout, search
from piazzetta.kernels.piazza_state import Seen
from piazzetta.kernels.rng import Rng, new_rng
from piazzetta.rules.chance import Seed
from piazzetta.rules.piazza.setup import deal, options
from piazzetta.rules.piazza.view import view

Numbers = npt.NDArray[np.float64]
Keys = npt.NDArray[np.int64]

DEEPEST = 64
WIDTH, GROWTH = 1.5, 0.5
"""A node that was visited n times has its WIDTH · n^GROWTH best looking moves tried."""
EXPLORATION = 6.0
"""In points of margin."""
BIAS = 2.0
"""As many visits as the look of a move is believed like."""
VISITS, NEXT, MOVER, SHARE = range(4)
"""Of a node: its visits; the margins of who moves next and of who moved there, and the latter's
shares of the win."""
ROOT = 0
FILLED = 0.5
"""So full a table may be; then the tree grows no more."""


class Tree(NamedTuple):
    """Nodes in a table: the node and move that lead to each, and what is known of it."""

    keys: Keys
    seen: Numbers
    size: Keys
    """How many nodes there are, in a list of one."""


def new_tree(places: int) -> Tree:
    """A root; `places` is a power of two."""
    return Tree(np.zeros(places, np.int64), np.zeros((places, 4)), np.ones(1, np.int64))


@kernel
def name_of(move: int, shift: int) -> int:
    """The move's name in a tree that began when the table lay elsewhere on the grid."""
    if move < 0 or move & START:
        return move
    return move + shift + (shift << SECOND if move >> SECOND else 0)


@kernel
def place_of(tree: Tree, node: int, move: int) -> int:
    """Where the node after a move stands, or where it would. Place 0 is the root's."""
    key = (node << 32) + move + 2
    last = tree.keys.size - 1
    place = (key * 0x9E3779B97F4A7C1 >> 20) & last
    while place == ROOT or (tree.keys[place] != 0 and tree.keys[place] != key):
        place = (place + 1) & last
    return place


@kernel
def pull(moves: Codes, looks: Numbers, i: int, n: int) -> None:
    """Bring the best looking of the moves from i on to place i."""
    top = i
    for k in range(i + 1, n):
        if looks[k] > looks[top]:
            top = k
    looks[i], looks[top] = looks[top], looks[i]
    moves[i], moves[top] = moves[top], moves[i]


@kernel
def pick(tree: Tree, node: int, moves: Codes, looks: Numbers, n: int, shift: int) -> int:
    """Which of the moves has the highest bound; moves and looks change their places."""
    visits = tree.seen[node, VISITS]
    centre = tree.seen[node, NEXT] / max(1.0, visits)
    chosen, best = 0, -1e18
    for i in range(min(n, 1 + int(WIDTH * visits**GROWTH))):
        pull(moves, looks, i, n)
        after = tree.seen[place_of(tree, node, name_of(moves[i], shift))]
        expected = centre + looks[i] - looks[0]
        mean = (after[MOVER] + BIAS * expected) / (after[VISITS] + BIAS)
        bound = mean + EXPLORATION * sqrt(log(visits + 2.0) / (after[VISITS] + 1.0))
        if bound > best:
            best, chosen = bound, i
    return chosen


@kernel
def list_looks(bits: Bits, state: State, moves: Codes, brackets: Keys, looks: Numbers) -> int:
    """List the moves, and how good each looks; how many."""
    n = legal_moves(bits, state, moves, brackets)
    for k in range(n):
        second = 0 <= moves[k] < START and moves[k] >> SECOND > 0
        looks[k] = total(brackets[k]) - (BASE_PRICE + 1) * second
    return n


@kernel
def enter(tree: Tree, node: int, move: int) -> int:
    """The node after a move, made if there is none and still room; -1 if there is no room."""
    place = place_of(tree, node, move)
    if tree.keys[place] == 0:
        if tree.size[0] > FILLED * tree.keys.size:
            return -1
        tree.keys[place] = (node << 32) + move + 2
        tree.size[0] += 1
    return place


@kernel
def tell(tree: Tree, root: int, path: Keys, movers: Keys, depth: int, state: State) -> None:
    """Tell every node on the way what became of the game."""
    tree.seen[root, VISITS] += 1
    tree.seen[root, NEXT] += margin(state, movers[0])
    for k in range(depth):
        tree.seen[path[k], VISITS] += 1
        tree.seen[path[k], NEXT] += margin(state, movers[k + 1])
        tree.seen[path[k], MOVER] += margin(state, movers[k])
        tree.seen[path[k], SHARE] += share(state, movers[k])


@root_kernel
def grow(
    view_bits: Bits,
    view_state: State,
    hidden: Hidden,
    splits: Splits,
    weights: Weights,
    own: Codes,
    own_looks: Numbers,
    times: int,
    tree: Tree,
    root: int,
    shift: int,
    rng: Rng,
) -> None:
    """Walk down from the root so many times, each time with other hidden cards.

    A seat on turn knows its own moves and looks; of another's there are none until a hand is drawn.
    """
    bits, state, scratch = view_bits.copy(), view_state.copy(), np.empty(CELLS, np.int32)
    moves, looks = np.empty(MOVES, np.int32), np.empty(MOVES, np.float64)
    brackets = np.empty(MOVES, np.int64)
    path, movers = np.empty(DEEPEST, np.int64), np.empty(DEEPEST + 1, np.int64)
    for _ in range(times):
        bits[:] = view_bits
        state[:] = view_state
        determinize(hidden, splits, weights, state, rng)
        node, depth = root, 0
        while depth < DEEPEST and not state[OVER]:
            movers[depth] = state[TURN]
            n = own.size
            if depth == 0 and n > 0:
                moves[:n] = own
                looks[:n] = own_looks
            else:
                n = list_looks(bits, state, moves, brackets, looks)
            move = moves[pick(tree, node, moves, looks, n, shift)]
            play(bits, state, move, rng)
            node = enter(tree, node, name_of(move, shift))
            if node < 0:
                break
            path[depth] = node
            depth += 1
            if tree.seen[node, VISITS] == 0:
                break
        movers[depth] = state[TURN]
        playout(bits, state, scratch, True, rng)
        tell(tree, root, path, movers, depth, state)


class Growth(NamedTuple):
    """A tree, and from which node it grows for which view."""

    search: Search
    tree: Tree
    rng: Rng
    root: int = ROOT
    shift: int = 0
    """See `name_of`."""

    def grow(self, times: int) -> None:
        """Walk down so many times."""
        (bits, state), hidden, splits, weights = self.search.seen
        moves, looks = self.search.moves, self.search.prior
        args = (times, self.tree, self.root, self.shift, self.rng)
        grow(bits, state, hidden, splits, weights, moves, looks, *args)

    def sums(self) -> Sums:
        """For each move of the search: shares of the win, margins, visits."""
        names = [name_of(int(move), self.shift) for move in self.search.moves]
        places = [place_of(self.tree, self.root, name) for name in names]
        return self.tree.seen[places][:, [SHARE, MOVER, VISITS]]


def waiting(seen: Seen) -> Search:
    """A view in which another seat is on turn: nobody knows its moves."""
    return Search(seen, np.empty(0, np.int32), np.empty(0, np.float64), thrifty=True)


def warm_up() -> None:
    """Compile everything, or load it from the cache."""
    state = deal(options(2, {}), Seed(0))
    growth = Growth(search(view(state, state.turn), True), new_tree(64), new_rng(0))
    growth.grow(2)
    growth.sums()
