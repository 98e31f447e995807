"""Many games in one call: who plays them, what comes of them, and how threads share them."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

RANDOM = 0
GREEDY = 1
POLICIES = {"random": RANDOM, "greedy": GREEDY}

Points = npt.NDArray[np.int32]
Shares = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int32]


class Playouts(NamedTuple):
    """What came of a number of games, one row a game."""

    points: Points
    """The points of each seat."""
    shares: Shares
    """Each seat's part of the win: 1, or an equal part of a shared one, or 0."""
    moves: Counts
    """How many decisions the game took, Piazza's start cards not counted."""


def results(players: int, games: int) -> Playouts:
    """Room for what will come of so many games."""
    return Playouts(
        np.empty((games, players), np.int32),
        np.empty((games, players), np.float32),
        np.empty(games, np.int32),
    )


def in_threads(games: int, threads: int | None, work: Callable[[int, int], None]) -> None:
    """Let threads work on games `first` to `last` - 1, an equal part each; None: on all cores."""
    workers = threads or os.cpu_count() or 1
    bounds = np.linspace(0, games, workers + 1).astype(int).tolist()
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, bounds[:-1], bounds[1:]))
