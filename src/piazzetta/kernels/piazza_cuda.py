"""Whole games of Piazza on a GPU: the functions of `piazza_playout.py`, one game a thread."""

from functools import cache
from typing import Any

import numpy as np

from piazzetta.kernels import gpu
from piazzetta.kernels.batch import POLICIES, Playouts
from piazzetta.kernels.gpu import cuda
from piazzetta.kernels.piazza_layout import BITS, CELLS, SCORE, STATE
from piazzetta.kernels.piazza_playout import play_game, shape_number, share


@cache
def _games(policy: int) -> Any:
    """The kernel for a policy, which is fixed in it: a random game needs no scratch."""

    def games(
        count: Any,
        players: Any,
        shape: Any,
        seed: Any,
        skipped: Any,
        points: Any,
        shares: Any,
        moves: Any,
    ) -> None:
        bits = cuda.local.array(BITS, np.uint64)
        state = cuda.local.array(STATE, np.int32)
        scratch = cuda.local.array(CELLS, np.int32)
        rng = cuda.local.array(1, np.uint64)
        for row in range(cuda.grid(1), count, cuda.gridsize(1)):
            moves[row] = play_game(
                bits, state, scratch, rng, policy, players, shape, seed, skipped + row
            )
            for seat in range(players):
                points[row, seat] = state[SCORE + seat]
                shares[row, seat] = share(state, seat)

    return cuda.jit(games)


def on_device(
    players: int,
    policy: str,
    games: int,
    seed: int = 0,
    start: str | None = None,
    skipped: int = 0,
) -> Any:
    """Play that many games; the columns of `Playouts`, still in the GPU's memory."""
    arguments = players, shape_number(players, start), np.uint64(seed), skipped
    return gpu.launch(_games(POLICIES[policy]), players, games, *arguments)


def playouts(
    players: int,
    policy: str,
    games: int,
    seed: int = 0,
    start: str | None = None,
    skipped: int = 0,
) -> Playouts:
    """The very games that `piazza_playout.playouts` plays."""
    return gpu.fetched(on_device(players, policy, games, seed, start, skipped))
