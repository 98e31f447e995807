"""Whole games of C'est Carré! on a GPU: the functions of `carre_playout.py`, one game a thread."""

from functools import cache
from typing import Any

import numpy as np

from piazzetta.kernels import gpu
from piazzetta.kernels.batch import POLICIES, Playouts
from piazzetta.kernels.carre_playout import play_game
from piazzetta.kernels.carre_reveal import SCRATCH_WORDS
from piazzetta.kernels.carre_state import GAME_WORDS


@cache
def _games(policy: int) -> Any:
    """The kernel for a policy, which is fixed in it: a random game needs no scratch."""
    cuda = gpu.cuda()

    def games(count: Any, players: Any, seed: Any, points: Any, shares: Any, moves: Any) -> None:
        game = cuda.local.array(GAME_WORDS, np.int64)
        scratch = cuda.local.array(SCRATCH_WORDS, np.int64)
        rng = cuda.local.array(1, np.uint64)
        for number in range(cuda.grid(1), count, cuda.gridsize(1)):
            play_game(game, scratch, rng, policy, players, seed, number, points, shares, moves)

    return cuda.jit(games)


def on_device(players: int, policy: str, games: int, seed: int = 0) -> Any:
    """Play that many games; the columns of `Playouts`, still in the GPU's memory."""
    return gpu.launch(_games(POLICIES[policy]), players, games, players, np.uint64(seed))


def playouts(players: int, policy: str, games: int, seed: int = 0) -> Playouts:
    """The very games that `carre_playout.playouts` plays."""
    return gpu.fetched(on_device(players, policy, games, seed))
