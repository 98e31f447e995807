"""Plans for a turn of C'est Carré!: a move, and how the cards of the hand that it owes are played.

A card that owes others is as good as what can be made of it with them. So the best looking of such
moves are followed by each of the best looking next ones. What a plan leaves open is played cannily.
"""

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.carre import apply, block_of, legal_moves
from piazzetta.kernels.carre_canny import move_promise
from piazzetta.kernels.carre_layout import copy_layout, put
from piazzetta.kernels.carre_promise import NOTHING
from piazzetta.kernels.carre_reveal import SCRATCH_WORDS
from piazzetta.kernels.carre_state import (
    CELL_BITS,
    KIND_BITS,
    LAYOUT_WORDS,
    LOWEST,
    MOST_MOVES,
    OP_LAY,
    OP_SWAP,
    OWED,
    PHASE,
    PHASE_LAY,
    TURN,
    Row,
)
from piazzetta.kernels.carre_turn import owed_by
from piazzetta.kernels.carre_weights import weights_for
from piazzetta.kernels.jit import kernel, root_kernel
from piazzetta.kernels.rng import Rng

Plan = npt.NDArray[np.int32]
"""Moves, then NO_MOVE."""
Plans = npt.NDArray[np.int32]
"""A row for each."""
Rows = npt.NDArray[np.int64]
Promises = npt.NDArray[np.float64]

NO_MOVE = -1
STEPS = 1 - LOWEST
"""A card, and those that it may owe."""
FOLLOWED = 16
"""How many moves that owe cards are followed by others."""
NEXT = np.array([0, 6, 5])
"""By how many, at each step."""
MOST_PLANS = MOST_MOVES + FOLLOWED * 6 * 5


@root_kernel
def write_plans(view: Row, moves: Row, plans: Plans, promises: Promises) -> int:
    """A plan for each legal move, in their order, then other plans that begin with one of them, and
    what the turn promises by each; how many there are."""
    scratch = np.zeros(SCRATCH_WORDS, np.int64)
    owed = np.zeros(MOST_PLANS, np.int64)
    plans[:] = NO_MOVE
    for k in range(moves.size):
        plans[k, 0] = moves[k]
        promises[k] = move_promise(view, moves[k], scratch, weights_for(view))
        owed[k] = owed_after(view, moves[k])
    forget_worst(promises[: moves.size], owed)
    game, count, row = view.copy(), moves.size, 0
    while row < count:
        if owed[row] == 0:
            row += 1
        else:
            game[:] = view
            count = follow(game, row, count, plans, promises, owed, scratch)
    return without_twins(view, moves.size, count, plans, promises)


@kernel
def owed_after(game: Row, move: int) -> int:
    """C-NEGATIVE: how many cards of the hand must still be played after the move."""
    if game[PHASE] == PHASE_LAY:
        return int(game[OWED] - 1)
    if move >> (KIND_BITS + CELL_BITS) == OP_LAY:
        return max(0, owed_by(game, kind_of(move)))
    return 0


@kernel
def kind_of(move: int) -> int:
    """The card that is laid or swapped in."""
    return int(move >> CELL_BITS) & ((1 << KIND_BITS) - 1)


@root_kernel
def forget_worst(promises: Promises, owed: Row) -> None:
    """Only the best looking moves that owe cards are to be followed."""
    left = FOLLOWED
    for k in np.argsort(-promises):
        if owed[k] > 0:
            left -= 1
            if left < 0:
                owed[k] = 0


@root_kernel
def follow(
    game: Row, row: int, count: int, plans: Plans, promises: Promises, owed: Row, scratch: Row
) -> int:
    """Go on with a plan: the best looking next move in its own row, others as further plans; how
    many plans there are then."""
    step = play(game, plans[row], new_luck())
    moves = np.empty(MOST_MOVES, np.int64)
    found = np.full(MOST_MOVES, NOTHING)
    size = legal_moves(game, moves)
    for k in range(size):
        found[k] = move_promise(game, moves[k], scratch, weights_for(game))
    left = owed[row] - 1
    for place in range(min(size, NEXT[step])):
        best = np.argmax(found)
        to = count + place - 1 if place else row
        plans[to, :step] = plans[row, :step]
        plans[to, step] = moves[best]
        promises[to] = found[best]
        owed[to] = left
        found[best] = NOTHING
    return int(count + min(size, NEXT[step]) - 1)


@root_kernel
def new_luck() -> Rng:
    """Any will do where nothing is drawn."""
    return np.ones(1, np.uint64)


@kernel
def play(game: Row, plan: Plans, luck: Rng) -> int:
    """Make the moves of a plan; how many there are."""
    for step in range(plan.size):
        if plan[step] == NO_MOVE:
            return step
        apply(game, plan[step], luck)
    return plan.size


@root_kernel
def without_twins(view: Row, kept: int, count: int, plans: Plans, promises: Promises) -> int:
    """Leave out plans after so many that come to the same layout as an earlier one; how many are
    left."""
    ends = np.empty((count, LAYOUT_WORDS), np.int64)
    size = 0
    for row in range(count):
        lay_out(view, plans[row], ends[size])
        if row < kept or not among(ends[size], ends[:size]):
            plans[size] = plans[row]
            promises[size] = promises[row]
            size += 1
    return size


@kernel
def lay_out(view: Row, plan: Plan, end: Row) -> None:
    """Write down the layout that a plan comes to."""
    copy_layout(view, block_of(view[TURN]), end, 0)
    for move in plan:
        if move != NO_MOVE and move >> (KIND_BITS + CELL_BITS) in (OP_LAY, OP_SWAP):
            put(end, 0, kind_of(move), 1 << (move & ((1 << CELL_BITS) - 1)))


@root_kernel
def among(end: Row, ends: Rows) -> bool:
    """Whether the layout is one of these."""
    found = False
    for other in ends:
        found = found or np.array_equal(other, end)
    return found
