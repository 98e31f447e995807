"""Tree search within a given time: every thread grows a tree of its own, and what the trees say of
the moves is added up. The move that was tried most often is the best.

`kernels/piazza_tree.py` says how a tree grows.
"""

import time
from typing import Any

import numpy as np

from piazzetta.bots.grove import Grove
from piazzetta.bots.halving import (
    MARGIN,
    PLAYED,
    SLICE_SECONDS,
    Estimate,
    Sums,
    Threads,
    estimate,
)
from piazzetta.kernels.piazza_tree import Growth, new_tree
from piazzetta.kernels.rng import new_rng

WALKS_A_SECOND = 50_000
"""More than a thread can do."""
PLACES = range(10, 19)
"""The least and the most nodes that a tree has room for, as powers of two."""


def climb(
    search: Any, seconds: float, seed: int, pool: Threads, grove: Grove | None = None
) -> list[Estimate]:
    """The moves with what is known of them, the best first; trees of the grove are gone on with."""
    until = time.perf_counter() + seconds
    growths = grove.grown(search) if grove else []
    growths = growths or [_new_growth(search, seconds, seed, k) for k in range(pool.count)]
    pool.each(lambda growth: _grow_until(growth, until), growths)
    return _ranked(np.sum([growth.sums() for growth in growths], axis=0))


def climb_counted(search: Any, walks: int, seed: int, grove: Grove | None = None) -> list[Estimate]:
    """The same with so many walks of one thread, so that every machine finds the same."""
    growths = grove.grown(search) if grove else []
    growth = growths[0] if growths else _new_growth(search, walks / WALKS_A_SECOND, seed, 0)
    growth.grow(walks)
    return _ranked(growth.sums())


def _new_growth(search: Any, seconds: float, seed: int, thread: int) -> Growth:
    """With room for all walks of that time, and as much again to find a place quickly."""
    power = int(2 * seconds * WALKS_A_SECOND).bit_length()
    places = 1 << min(max(power, PLACES[0]), PLACES[-1])
    return Growth(search, new_tree(places), new_rng(seed, thread))


def _grow_until(growth: Growth, until: float) -> None:
    """Slices of as many walks as fit in the time of a slice."""
    walks = 1
    while True:
        start = time.perf_counter()
        growth.grow(walks)
        now = time.perf_counter()
        each = (now - start) / walks
        if now + each > until:
            return
        walks = max(1, int(min(SLICE_SECONDS, until - now) / each))


def _ranked(sums: Sums) -> list[Estimate]:
    """Only moves that were tried, most often tried first; of equals the one with more points."""
    tried = np.flatnonzero(sums[:, PLAYED])
    order = np.lexsort((-sums[tried, MARGIN], -sums[tried, PLAYED]))
    return [estimate(int(k), sums[k]) for k in tried[order]]
