"""Flat Monte Carlo with successive halving: which of many moves is best, within a given time.

    round 1   * * * * * * * *     all candidates, few playouts each
    round 2   *   *     *   *     the better half, twice as many each
    round 3       *         *     …

Every round has the same share of the time. All candidates of a round are played out from the same
hidden cards and with the same luck, so that what differs is the move.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.rng import Rng, new_rng

SHARE, MARGIN, PLAYED = range(3)
SLICE_SECONDS = 0.004
"""How long threads work before somebody looks at the clock."""

Sums = npt.NDArray[np.float64]
T = TypeVar("T")


class Search(Protocol):
    """A game's moves in one view, ready to be played out; see `kernels/*_search.py`."""

    @property
    def prior(self) -> npt.NDArray[np.float64]:
        """How good each move looks before any playout."""
        ...

    def evaluate(self, active: npt.NDArray[np.int32], samples: int, rng: Rng, sums: Sums) -> None:
        """Add to each active move's row: share of the win, margin, number of playouts."""
        ...

    def move(self, k: int) -> Any:
        """The rules' move."""
        ...


@dataclass(frozen=True, slots=True)
class Estimate:
    """What playouts say of a move."""

    index: int
    win: float
    margin: float
    playouts: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How the time is spent."""

    candidates: int
    """How many moves, the best by the prior, are tried at all."""
    worth: Callable[[float, float], float]
    """What a mean share of the win and a mean margin are worth together."""
    faith: float | npt.NDArray[np.float64] = 0.0
    """As many playouts as the prior is believed like, for all moves or for each."""
    slope: float = 0.0
    """What a point of the prior is worth."""


def halve(search: Search, plan: Plan, seconds: float, seed: int, pool: "Threads") -> list[Estimate]:
    """The candidates with what is known of them, the best first; those of later rounds lead."""
    deadline = time.perf_counter() + seconds
    rngs = [new_rng(seed, k) for k in range(pool.count)]

    def spend(active: npt.NDArray[np.int32], rounds: int, sums: Sums) -> None:
        until = time.perf_counter() + (deadline - time.perf_counter()) / rounds
        pool.fill(search, active, rngs, sums, until)

    return _halve(search, plan, spend)


def halve_counted(search: Search, plan: Plan, playouts: int, seed: int) -> list[Estimate]:
    """The same with about so many playouts in all, so that every machine finds the same."""
    rng = new_rng(seed)
    candidates = min(plan.candidates, len(search.prior))
    each = playouts // max(1, _rounds(candidates))

    def spend(active: npt.NDArray[np.int32], _rounds_left: int, sums: Sums) -> None:
        search.evaluate(active, max(1, each // active.size), rng, sums)

    return _halve(search, plan, spend)


Spend = Callable[[npt.NDArray[np.int32], int, Sums], None]
"""Play the active moves out with a fair share of what is left for so many rounds."""


def _halve(search: Search, plan: Plan, spend: Spend) -> list[Estimate]:
    sums = np.zeros((len(search.prior), 3))
    active = np.argsort(-search.prior, kind="stable")[: plan.candidates].astype(np.int32)
    out: list[np.int32] = []
    while active.size > 1:
        spend(active, _rounds(active.size), sums)
        order = _order(search, plan, active, sums)
        kept = (len(order) + 1) // 2
        out[:0] = order[kept:]
        active = np.array(order[:kept], np.int32)
    return [estimate(int(k), sums[k]) for k in (*active, *out)]


def _order(search: Search, plan: Plan, active: npt.NDArray[np.int32], sums: Sums) -> list[np.int32]:
    """The active moves, best first: by their playouts, and a little by how they looked before."""
    found = np.array([_worth(plan, sums[k]) for k in active])
    prior = search.prior[active]
    expected = found.mean() + plan.slope * (prior - prior.mean())
    played = sums[active, PLAYED]
    faith = np.broadcast_to(plan.faith, len(search.prior))[active]
    worth = (played * found + faith * expected) / (played + faith)
    return [active[i] for i in np.argsort(-worth, kind="stable")]


def _rounds(candidates: int) -> int:
    """How many rounds it takes until one is left."""
    return int(np.ceil(np.log2(candidates)))


def compare(
    search: Search, moves: list[int], seconds: float, seed: int, pool: "Threads"
) -> list[Estimate]:
    """What becomes of these moves, all of them played out equally often and from the same states.

    Estimates of halving are not as fair: the last candidates had most playouts and most luck.
    """
    sums = np.zeros((len(search.prior), 3))
    rngs = [new_rng(seed, k) for k in range(pool.count)]
    until = time.perf_counter() + seconds
    pool.fill(search, np.array(moves, np.int32), rngs, sums, until)
    return [estimate(k, sums[k]) for k in moves]


def _worth(plan: Plan, row: Sums) -> float:
    played = max(row[PLAYED], 1)
    return plan.worth(row[SHARE] / played, row[MARGIN] / played)


def estimate(k: int, row: Sums) -> Estimate:
    """What a row of sums says of a move."""
    played = max(row[PLAYED], 1)
    return Estimate(k, float(row[SHARE] / played), float(row[MARGIN] / played), int(row[PLAYED]))


class Threads:
    """So many threads that play out at the same time; kernels run without the GIL."""

    def __init__(self, count: int) -> None:
        """One thread works where it is called."""
        self.count = count
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    def fill(
        self,
        search: Search,
        active: npt.NDArray[np.int32],
        rngs: list[Rng],
        sums: Sums,
        until: float,
    ) -> None:
        """Play the active moves out until then, at least once each."""
        if self._pool is None:
            work(search, active, rngs[0], sums, until)
            return
        parts = [np.zeros_like(sums) for _ in rngs]
        self.each(
            lambda both: work(search, active, both[0], both[1], until),
            list(zip(rngs, parts, strict=True)),
        )
        sums += sum(parts)

    def each(self, job: Callable[[T], None], items: Sequence[T]) -> None:
        """Do the job with each of as many items as there are threads, all at the same time."""
        if self._pool is None:
            job(items[0])
        else:
            list(self._pool.map(job, items))

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown(wait=True)


def work(search: Search, active: npt.NDArray[np.int32], rng: Rng, sums: Sums, until: float) -> None:
    """One thread's part: slices of as many samples as fit in the time of a slice."""
    samples = 1
    while True:
        start = time.perf_counter()
        search.evaluate(active, samples, rng, sums)
        now = time.perf_counter()
        each = (now - start) / samples
        if now + each > until:
            return
        samples = max(1, int(min(SLICE_SECONDS, until - now) / each))
