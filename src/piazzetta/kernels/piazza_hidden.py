"""P-SECRET in kernels: full states drawn uniformly from all that a view allows.

Most unseen cards can lie with one seat alone, by their colour (its pool); neutral ones, and all
where nobody said who owns what, are shared. How many of the shared ones each seat holds is one of
`splits`, drawn by `weights`; when the view accounts for all 48 cards there is only one.
"""

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.jit import kernel
from piazzetta.kernels.piazza_layout import (
    HAND,
    HAND_SIZE,
    IN_HAND,
    IN_STOCK,
    PILE,
    PLAYERS,
    POOL,
    SEEN,
    SHARED,
    STOCK,
    UNSEEN,
    State,
)
from piazzetta.kernels.rng import Rng, below, next_u32, shuffle

Hidden = npt.NDArray[np.int32]
Splits = npt.NDArray[np.int32]
Weights = npt.NDArray[np.float64]


@kernel
def determinize(hidden: Hidden, splits: Splits, weights: Weights, state: State, rng: Rng) -> None:
    """Fill in what the view leaves open. `state` is a copy of the view's, and is changed."""
    split = _draw_split(weights, rng)
    start = UNSEEN
    for seat in range(state[PLAYERS]):
        if not hidden[SEEN + seat]:
            size = state[IN_HAND + seat] + state[IN_STOCK + seat] - splits[split, seat]
            _take(hidden, start, hidden[POOL + seat], state, seat, size, rng)
        start += hidden[POOL + seat]
    _share(hidden, start, splits, split, state, rng)
    for seat in range(state[PLAYERS]):
        _arrange(hidden[SEEN + seat], state, seat, rng)


@kernel
def _draw_split(weights: Weights, rng: Rng) -> int:
    """The weights are sums of all up to each, the last one 1."""
    if weights.size == 1:
        return 0
    draw = next_u32(rng) / 4294967296.0
    k = 0
    while weights[k] <= draw:
        k += 1
    return k


@kernel
def _take(
    hidden: Hidden, start: int, n: int, state: State, seat: int, wanted: int, rng: Rng
) -> None:
    """Take that many of the n cards from `start` on to the front of the seat's pile."""
    at = PILE + state[STOCK + seat]
    for k in range(n):
        if below(rng, n - k) < wanted:
            state[at] = hidden[start + k]
            at += 1
            wanted -= 1


@kernel
def _share(hidden: Hidden, start: int, splits: Splits, split: int, state: State, rng: Rng) -> None:
    """Give each seat as many of the shared cards as the split says, behind those it has.

    How many each still wants stands in eight bits a seat.
    """
    left = hidden[SHARED]
    wanted = 0
    for seat in range(state[PLAYERS]):
        wanted |= splits[split, seat] << 8 * seat
    for k in range(left):
        draw = below(rng, left - k)
        for seat in range(state[PLAYERS]):
            mine = wanted >> 8 * seat & 255
            if draw < mine:
                size = state[IN_HAND + seat] + state[IN_STOCK + seat]
                state[PILE + state[STOCK + seat] + size - mine] = hidden[start + k]
                wanted -= 1 << 8 * seat
                break
            draw -= mine


@kernel
def _arrange(seen: int, state: State, seat: int, rng: Rng) -> None:
    """Shuffle the pile; a hidden hand is the end of it."""
    pile, stock, hand = PILE + state[STOCK + seat], state[IN_STOCK + seat], state[IN_HAND + seat]
    if seen:
        shuffle(state, pile, stock, rng)
        return
    shuffle(state, pile, stock + hand, rng)
    for k in range(hand):
        state[HAND + seat * HAND_SIZE + k] = state[pile + stock + k]
