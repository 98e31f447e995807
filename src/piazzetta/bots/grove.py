"""What a seat finds out in Piazza while others move: its trees go on growing.

A tree begins at the view in which another seat is on turn. When somebody moves, what the tree knows
of that move is kept, as the tree of the position after it:

    ponder: the other seat's turn      o
                                     / | \\
    its move is seen                o  o  o      goes on from one of these, whether others
                                      / \\        move next or the seat itself

Every thread has a tree of its own.
"""

from itertools import count
from threading import Event

from piazzetta.kernels.piazza_layout import (
    BOARD,
    IN_HAND,
    IN_STOCK,
    LAID,
    ORIGIN_X,
    ORIGIN_Y,
    PASS,
    PHASE,
    PLAY,
    SECOND,
    TURN,
    State,
)
from piazzetta.kernels.piazza_search import Search
from piazzetta.kernels.piazza_state import Seen, from_view
from piazzetta.kernels.piazza_tree import ROOT, VISITS, Growth, Tree, new_tree, place_of, waiting
from piazzetta.kernels.rng import new_rng
from piazzetta.rules.piazza.view import View

PLACES = 1 << 18
MOST_NODES = PLACES // 4
"""So many nodes are enough for others' time; as many again are left for the seat's own."""
LEAST_VISITS = 20
"""A node that was visited less often is no better than a new tree, which is smaller and faster."""
WALKS = 16
"""Between two looks at whether to stop."""


class Grove:
    """Trees, one for each thread, and at which node of each the game is."""

    def __init__(self, threads: int, seed: int) -> None:
        """Nothing has grown yet."""
        self._threads = threads
        self._seeds = count(seed)
        self._seen: Seen | None = None
        self._start = 0
        """Where the table lay when the trees began; see `name_of` of the kernel."""
        self._growths: list[Growth] = []

    def reach(self, view: View) -> None:
        """Go on with what the trees know of this view."""
        self._move_on(waiting(from_view(view)))

    def think(self, thread: int, stop: Event, walks: int = MOST_NODES) -> None:
        """Let the thread's tree grow, by so many walks at most."""
        growth = self._growths[thread]
        while not stop.is_set() and growth.tree.size[0] < MOST_NODES and walks > 0:
            growth.grow(WALKS)
            walks -= WALKS

    def grown(self, search: Search) -> list[Growth]:
        """The trees now that the seat is on turn, for once; none if they know too little."""
        if self._seen is None:
            return []
        self._move_on(search)
        self._seen = None
        visits = [growth.tree.seen[growth.root, VISITS] for growth in self._growths]
        return self._growths if min(visits) >= LEAST_VISITS else []

    def _move_on(self, search: Search) -> None:
        """From where the trees were to where the game is; what they do not know begins anew."""
        move = self._move_since(search.seen)
        if move is None:
            self._start = _corner(search.seen)
            roots = [(new_tree(PLACES), ROOT) for _ in range(self._threads)]
        else:
            roots = [_after(growth, move) for growth in self._growths]
        self._seen, shift = search.seen, _corner(search.seen) - self._start
        self._growths = [
            Growth(search, tree, new_rng(next(self._seeds)), root, shift) for tree, root in roots
        ]

    def _move_since(self, now: Seen) -> int | None:
        """The name of the one move that led here from the last view; None if there was no such."""
        if self._seen is None or self._seen.game.state[PHASE] != PLAY:
            return None
        before = self._seen.game.state
        old, new = self._table(self._seen), self._table(now)
        laid = sorted(new - old)
        mover = int(before[TURN])
        spent = _cards(before, mover) - _cards(now.game.state, mover)
        if old - new or len(laid) > 2 or spent != len(laid) or mover == now.game.state[TURN]:
            return None
        return sum(one << SECOND * k for k, one in enumerate(laid)) if laid else int(PASS)

    def _table(self, seen: Seen) -> set[int]:
        """The cards on the table, as moves that the trees would name so."""
        state = seen.game.state
        shift = _corner(seen) - self._start
        return {int(one) + shift for one in state[BOARD : BOARD + state[LAID]]}


def _corner(seen: Seen) -> int:
    """Where the table lies, in the numbers of cells."""
    return int(seen.game.state[ORIGIN_X] << 4) + int(seen.game.state[ORIGIN_Y])


def _cards(state: State, seat: int) -> int:
    """How many the seat has not laid."""
    return int(state[IN_HAND + seat] + state[IN_STOCK + seat])


def _after(growth: Growth, move: int) -> tuple[Tree, int]:
    """The node after a move, or a new tree if there is none."""
    place = place_of(growth.tree, growth.root, move)
    return (growth.tree, place) if growth.tree.keys[place] else (new_tree(PLACES), ROOT)
