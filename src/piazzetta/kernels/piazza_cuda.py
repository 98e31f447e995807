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
        count: Any, players: Any, shape: Any, seed: Any, points: Any, shares: Any, moves: Any
    ) -> None:
        bits = cuda.local.array(BITS, np.uint64)
        state = cuda.local.array(STATE, np.int32)
        scratch = cuda.local.array(CELLS, np.int32)
        rng = cuda.local.array(1, np.uint64)
        for game in range(cuda.grid(1), count, cuda.gridsize(1)):
            moves[game] = play_game(bits, state, scratch, rng, policy, players, shape, seed, game)
            for seat in range(players):
                points[game, seat] = state[SCORE + seat]
                shares[game, seat] = share(state, seat)

    return cuda.jit(games)


def on_device(
    players: int, policy: str, games: int, seed: int = 0, start: str | None = None
) -> Any:
    """Play that many games; the columns of `Playouts`, still in the GPU's memory."""
    kernel = _games(POLICIES[policy])
    return gpu.launch(
        kernel, players, games, players, shape_number(players, start), np.uint64(seed)
    )


def playouts(
    players: int, policy: str, games: int, seed: int = 0, start: str | None = None
) -> Playouts:
    """The very games that `piazza_playout.playouts` plays."""
    return gpu.fetched(on_device(players, policy, games, seed, start))
