"""What a seat finds out in C'est Carré! while others move: where cards that may come should lie.

    the others' turns, drawn ─► the decision that may come ─► its moves, played out ─► notes

The others change neither the seat's layout nor its hand. A note says what a move brought beyond its
look at that moment; when the decision comes, each move looks like its gain then plus what its note
says, and this look is believed like a few playouts (see `halving.py`).
"""

from dataclasses import replace
from random import Random
from threading import Event, Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from piazzetta.bots.halving import MARGIN, PLAYED, Plan, Sums
from piazzetta.kernels.carre_future import Future, context
from piazzetta.kernels.carre_search import Search
from piazzetta.kernels.rng import Rng, new_rng

CANDIDATES = 24
"""How many moves of a decision, the best looking ones, are played out."""
ENOUGH = 20_000
"""Playouts after which nothing new is to be expected."""
DOUBT = 6.0
"""A note of so many playouts is half believed."""
WEIGHT = 0.5
MOST_WEIGHT = 20.0
"""How many playouts of the real decision one that was drawn is worth, and all of them at most."""

Codes = npt.NDArray[np.int32]


class Notes:
    """What moves that may come brought beyond their look, and in how many playouts."""

    def __init__(self, seed: int) -> None:
        """Nothing is known yet."""
        self._luck = Random(seed)
        self._future: Future | None = None
        self._rows: dict[tuple[Any, Any], tuple[float, float]] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """How many moves are noted."""
        return len(self._rows)

    def reach(self, view: Any) -> None:
        """Notes of another turn are of no use any more."""
        before, self._future = self._future, Future(view, view.seat)
        if before is None or before.own != self._future.own:
            self._rows.clear()

    def think(self, thread: int, stop: Event) -> None:
        """Play out what the seat may have to decide next."""
        self.fill(ENOUGH, new_rng(self._luck.getrandbits(63), thread), stop)

    def fill(self, playouts: int, rng: Rng, stop: Event) -> None:
        """The same with so many playouts at most."""
        future = self._future
        while future and playouts > 0 and not stop.is_set():
            search = future.draw(rng)
            playouts -= 1 if search is None else self._play_out(search, rng)

    def _play_out(self, search: Search, rng: Rng) -> int:
        """Each of the best looking moves once; how many they are."""
        active = np.argsort(-search.prior, kind="stable")[:CANDIDATES].astype(np.int32)
        sums = np.zeros((len(search.prior), 3))
        search.evaluate(active, 1, rng, sums)
        with self._lock:
            self.add(search, active, sums)
        return int(active.size)

    def add(self, search: Search, active: Codes, sums: Sums) -> None:
        """Note what became of the active moves."""
        where = context(search)
        for k in active:
            key = where, search.move(k)
            rest, played = self._rows.get(key, (0.0, 0.0))
            more = sums[k, PLAYED]
            self._rows[key] = rest + sums[k, MARGIN] - more * search.prior[k], played + more

    def join(self, search: Search, plan: Plan) -> tuple[Search, Plan]:
        """The search with its moves as they look by the notes, and how far that is believed."""
        where = context(search)
        keys = [(where, search.move(k)) for k in range(len(search.prior))]
        found = np.array([self._rows.get(key, (0.0, 0.0)) for key in keys])
        rest, played = found[:, 0], found[:, 1]
        if not played.any():
            return search, plan
        beyond = rest / np.maximum(played, 1) - rest.sum() / played.sum()
        prior = search.prior + beyond * played / (played + DOUBT)
        faith = plan.faith + np.minimum(WEIGHT * played, MOST_WEIGHT)
        return search._replace(prior=prior), replace(plan, faith=faith)
