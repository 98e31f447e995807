"""What becomes of Piazza's moves: playouts from states that a view allows, many in one call."""

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
    PLAYERS,
    SCORE,
    SECOND,
    START,
    TURN,
    Bits,
    State,
)
from piazzetta.kernels.piazza_playout import share
from piazzetta.kernels.piazza_policy import (
    BASE_PRICE,
    Arms,
    greedy_move,
    thrifty_move,
)
from piazzetta.kernels.piazza_state import Seen, from_view, move_to_rules
from piazzetta.kernels.rng import ONE, Rng, mixed, new_rng
from piazzetta.rules.chance import Seed
from piazzetta.rules.piazza.setup import deal, options
from piazzetta.rules.piazza.state import Move
from piazzetta.rules.piazza.view import View, view

Codes = npt.NDArray[np.int32]
Sums = npt.NDArray[np.float64]
"""One row a move: the sum of its shares of the win, of its margins, and how many playouts."""

SHARE, MARGIN, PLAYED = range(3)


@kernel
def playout(bits: Bits, state: State, scratch: Arms, thrifty: bool, rng: Rng) -> None:
    """Play to the end of the game."""
    while not state[OVER]:
        if thrifty:
            move = thrifty_move(bits, state, scratch, rng)
        else:
            move = greedy_move(bits, state, scratch, rng)
        play(bits, state, move, rng)


@kernel
def margin(state: State, seat: int) -> int:
    """The points between the seat and the best of the others."""
    best = -1
    for other in range(state[PLAYERS]):
        if other != seat:
            best = max(best, state[SCORE + other])
    return int(state[SCORE + seat] - best)


@root_kernel
def evaluate(
    view_bits: Bits,
    view_state: State,
    hidden: Hidden,
    splits: Splits,
    weights: Weights,
    moves: Codes,
    active: Codes,
    samples: int,
    thrifty: bool,
    rng: Rng,
    sums: Sums,
) -> None:
    """Play each active move out from the same states with the same luck; add up the results."""
    seat = view_state[TURN]
    dealt, state = view_state.copy(), view_state.copy()
    bits = view_bits.copy()
    scratch = np.empty(CELLS, np.int32)
    luck = np.empty(1, np.uint64)
    for _ in range(samples):
        dealt[:] = view_state
        determinize(hidden, splits, weights, dealt, rng)
        word = mixed(rng[0]) | ONE
        for k in range(active.size):
            bits[:] = view_bits
            state[:] = dealt
            luck[0] = word
            play(bits, state, moves[active[k]], luck)
            playout(bits, state, scratch, thrifty, luck)
            sums[active[k], SHARE] += share(state, seat)
            sums[active[k], MARGIN] += margin(state, seat)
            sums[active[k], PLAYED] += 1


class Search(NamedTuple):
    """A view and its moves, ready to be evaluated."""

    seen: Seen
    moves: Codes
    prior: npt.NDArray[np.float64]
    """How good each move looks before any playout."""
    thrifty: bool

    def evaluate(self, active: Codes, samples: int, rng: Rng, sums: Sums) -> None:
        """Add up what becomes of the active moves in so many states."""
        (bits, state), hidden, splits, weights = self.seen
        args = (active, samples, self.thrifty, rng, sums)
        evaluate(bits, state, hidden, splits, weights, self.moves, *args)

    def move(self, k: int) -> Move:
        """The rules' move."""
        return move_to_rules(self.seen.game, int(self.moves[k]))


def search(seen_by: View, thrifty: bool) -> Search:
    """Everything about a view in which the seat that sees it is on turn."""
    return search_in(from_view(seen_by), thrifty)


def search_in(seen: Seen, thrifty: bool) -> Search:
    """The same for what a seat knows that is on turn."""
    moves, brackets = np.empty(MOVES, np.int32), np.empty(MOVES, np.int64)
    n = legal_moves(seen.game.bits, seen.game.state, moves, brackets)
    points = np.array([total(int(found)) for found in brackets[:n]], np.float64)
    second = (moves[:n] >= 0) & (moves[:n] < START) & (moves[:n] >> SECOND > 0)
    prior = points - (BASE_PRICE + 1) * second if thrifty else points
    return Search(seen, moves[:n].copy(), prior, thrifty)


def warm_up() -> None:
    """Compile everything, or load it from the cache."""
    state = deal(options(2, {}), Seed(0))
    for better in (True, False):
        found = search(view(state, state.turn), better)
        active = np.zeros(1, np.int32)
        found.evaluate(active, 1, new_rng(0), np.zeros((found.moves.size, 3)))
