"""Whole games of C'est Carré! on a GPU: the functions of `carre_playout.py`, one game a thread."""

from functools import cache
from typing import Any

import numpy as np

from piazzetta.kernels import gpu
from piazzetta.kernels.batch import POLICIES, Playouts
from piazzetta.kernels.carre import block_of
from piazzetta.kernels.carre_playout import play_game, share
from piazzetta.kernels.carre_reveal import SCRATCH_WORDS
from piazzetta.kernels.carre_state import GAME_WORDS, TOTAL
from piazzetta.kernels.gpu import cuda


@cache
def _games(policy: int) -> Any:
    """The kernel for a policy, which is fixed in it: a random game needs no scratch."""

    def games(
        count: Any, players: Any, seed: Any, skipped: Any, points: Any, shares: Any, moves: Any
    ) -> None:
        game = cuda.local.array(GAME_WORDS, np.int64)
        scratch = cuda.local.array(SCRATCH_WORDS, np.int64)
        rng = cuda.local.array(1, np.uint64)
        for row in range(cuda.grid(1), count, cuda.gridsize(1)):
            moves[row] = play_game(game, scratch, rng, policy, players, seed, skipped + row)
            for seat in range(players):
                points[row, seat] = game[block_of(seat) + TOTAL]
                shares[row, seat] = share(game, seat)

    return cuda.jit(games)


def on_device(players: int, policy: str, games: int, seed: int = 0, skipped: int = 0) -> Any:
    """Play that many games; the columns of `Playouts`, still in the GPU's memory."""
    kernel = _games(POLICIES[policy])
    return gpu.launch(kernel, players, games, players, np.uint64(seed), skipped)


def playouts(players: int, policy: str, games: int, seed: int = 0, skipped: int = 0) -> Playouts:
    """The very games that `carre_playout.playouts` plays."""
    return gpu.fetched(on_device(players, policy, games, seed, skipped))
