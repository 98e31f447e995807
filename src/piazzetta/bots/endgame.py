"""Exact search at the end of a game, where nothing is hidden any more and the time is enough."""

import time
from typing import Any

from piazzetta.bots.halving import Estimate

FIRST_TRY = 1_000
GROWTH = 4
"""Each try looks at so many times more positions than the one before."""


def solve(search: Any, seconds: float) -> Estimate | None:
    """The best move, if it is found in that time; only Piazza with two players ends so openly."""
    from piazzetta.kernels import piazza_endgame
    from piazzetta.kernels.piazza_search import Search

    if not isinstance(search, Search) or not piazza_endgame.is_open(search.seen):
        return None
    deadline, positions = time.perf_counter() + seconds, FIRST_TRY
    while True:
        start = time.perf_counter()
        solved = piazza_endgame.solve(search, positions)
        now = time.perf_counter()
        if solved:
            return Estimate(solved.number, solved.win, float(solved.margin), 0)
        if now + GROWTH * (now - start) > deadline:
            return None
        positions *= GROWTH
