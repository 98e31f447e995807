"""What becomes of C'est Carré!'s moves: rounds played out from games that a view allows."""

from math import exp
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.carre import apply, block_of, determinize, legal_moves
from piazzetta.kernels.carre_canny import canny_move, move_promise
from piazzetta.kernels.carre_greedy import greedy_move, new_scratch
from piazzetta.kernels.carre_piles import lay_apart
from piazzetta.kernels.carre_playout import share
from piazzetta.kernels.carre_reveal import SCRATCH_WORDS
from piazzetta.kernels.carre_state import (
    CELL_BITS,
    KIND_BITS,
    MOST_MOVES,
    OP_LAY,
    OP_SWAP,
    OVER,
    PLAYERS,
    ROUND,
    TOTAL,
    TURN,
    Row,
    decode_move,
    from_view,
)
from piazzetta.kernels.carre_turn import move_gain
from piazzetta.kernels.carre_weights import weights_for
from piazzetta.kernels.jit import kernel, root_kernel
from piazzetta.kernels.rng import ONE, Rng, mixed, new_rng
from piazzetta.rules.carre.setup import deal, options
from piazzetta.rules.carre.state import TARGET, Move
from piazzetta.rules.carre.view import View, view
from piazzetta.rules.chance import Seed

Codes = npt.NDArray[np.int32]
Sums = npt.NDArray[np.float64]

SHARE, MARGIN, PLAYED = range(3)
MOST_DECISIONS = 2_000
"""A round that takes more is broken off."""

SPREAD_AT_TARGET = 3.0
SPREAD_A_POINT = 0.1
"""How far apart totals must be to matter: the more, the further the leader is from the target.
Fitted to who won 3,000 greedy games of two, from the totals after each round."""


@kernel
def playout_round(game: Row, scratch: Row, canny: bool, rng: Rng) -> None:
    """Play to the end of the round, its scoring included."""
    number = game[ROUND]
    decisions = 0
    while not game[OVER] and game[ROUND] == number and decisions < MOST_DECISIONS:
        if canny:
            apply(game, canny_move(game, scratch, weights_for(game), rng), rng)
        else:
            apply(game, greedy_move(game, scratch, rng), rng)
        decisions += 1


@kernel
def margin(game: Row, seat: int) -> int:
    """The points between the seat's total and the best of the others'."""
    best = -(1 << 30)
    for other in range(game[PLAYERS]):
        if other != seat:
            best = max(best, game[block_of(other) + TOTAL])
    return int(game[block_of(seat) + TOTAL] - best)


@kernel
def win_chance(game: Row, seat: int) -> float:
    """The seat's part of the win; between rounds, what its total promises."""
    if game[OVER]:
        return share(game, seat)
    leader = 0
    for other in range(game[PLAYERS]):
        leader = max(leader, game[block_of(other) + TOTAL])
    spread = SPREAD_AT_TARGET + SPREAD_A_POINT * (TARGET - leader)
    weights = 0.0
    for other in range(game[PLAYERS]):
        weights += exp((game[block_of(other) + TOTAL] - leader) / spread)
    return exp((game[block_of(seat) + TOTAL] - leader) / spread) / weights


@root_kernel
def evaluate(
    view: Row, moves: Codes, active: Codes, samples: int, canny: bool, rng: Rng, sums: Sums
) -> None:
    """Play each active move out from the same games with the same luck; add up the results.

    Canny playouts have the draw pile apart; the yardstick's have it as it is.
    """
    seat = view[TURN]
    dealt, game = view.copy(), view.copy()
    scratch = np.zeros(SCRATCH_WORDS, np.int64)
    luck = np.empty(1, np.uint64)
    for _ in range(samples):
        dealt[:] = view
        determinize(dealt, seat, rng)
        if canny:
            lay_apart(dealt)
        word = mixed(rng[0]) | ONE
        for k in range(active.size):
            game[:] = dealt
            luck[0] = word
            apply(game, moves[active[k]], luck)
            playout_round(game, scratch, canny, luck)
            sums[active[k], SHARE] += win_chance(game, seat)
            sums[active[k], MARGIN] += margin(game, seat)
            sums[active[k], PLAYED] += 1


class Search(NamedTuple):
    """A view and its moves, ready to be evaluated."""

    view: Row
    moves: Codes
    prior: npt.NDArray[np.float64]
    """How good each move looks before any playout."""
    canny: bool

    def evaluate(self, active: Codes, samples: int, rng: Rng, sums: Sums) -> None:
        """Add up what becomes of the active moves in so many games."""
        evaluate(self.view, self.moves, active, samples, self.canny, rng, sums)

    def move(self, k: int) -> Move:
        """The rules' move."""
        return decode_move(self.view, int(self.moves[k]))


@kernel
def gains(view: Row, moves: Codes, scratch: Row, found: npt.NDArray[np.float64]) -> None:
    """What each move gains by the end of the turn; sources and discards all the same."""
    for k in range(moves.size):
        op = moves[k] >> (KIND_BITS + CELL_BITS)
        found[k] = 0.0
        if op in (OP_LAY, OP_SWAP):
            kind = (moves[k] >> CELL_BITS) & ((1 << KIND_BITS) - 1)
            bit = 1 << int(moves[k] & ((1 << CELL_BITS) - 1))
            found[k] = move_gain(view, kind, bit, scratch)


@kernel
def promises(view: Row, moves: Codes, scratch: Row, found: npt.NDArray[np.float64]) -> None:
    """What the turn promises after each move."""
    for k in range(moves.size):
        found[k] = move_promise(view, moves[k], scratch, weights_for(view))


def search(seen: View, canny: bool) -> Search:
    """Everything about a view in which the seat that sees it is on turn."""
    return search_in(from_view(seen), canny)


def search_in(view: Row, canny: bool) -> Search:
    """The same for a view that is a row."""
    codes = np.empty(MOST_MOVES, np.int64)
    moves = codes[: legal_moves(view, codes)].astype(np.int32)
    prior = np.empty(moves.size, np.float64)
    look = promises if canny else gains
    look(view, moves, new_scratch(), prior)
    return Search(view, moves, prior, canny)


def warm_up() -> None:
    """Compile everything, or load it from the cache."""
    state = deal(options(2, {}), Seed(0))
    for better in (True, False):
        found = search(view(state, state.turn), better)
        active = np.zeros(1, np.int32)
        found.evaluate(active, 1, new_rng(0), np.zeros((found.moves.size, 3)))
