"""Thinking while others move: how the own next moves will look, before they can be made.

    the others' moves, drawn ─► the decision that may come ─► its moves, played out ─► notes

A note says what a move brought beyond its look at that moment. The look depends much on what the
others do, the rest little: so when the decision comes, each move looks like its gain then plus what
its note says, and this look is believed like a few playouts (see `halving.py`). Nothing but the
seat's own views goes in.
"""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from random import Random
from threading import Event, Lock, Thread
from typing import Any

import numpy as np
import numpy.typing as npt

from piazzetta.bots.halving import MARGIN, PLAYED, Plan, Search, Sums
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

Numbers = npt.NDArray[np.float64]


class Notes:
    """What moves that may come brought beyond their look, and in how many playouts."""

    def __init__(self, game: str) -> None:
        """Nothing is known yet."""
        future = import_module(f"piazzetta.kernels.{game}_future")
        self._future: Callable[[Any, int], Any] = future.Future
        self._context: Callable[[Any], Any] = future.context
        self._rows: dict[tuple[Any, Any], tuple[float, float]] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """How many moves are noted."""
        return len(self._rows)

    def fill(self, view: Any, playouts: int, rng: Rng, stop: Event) -> None:
        """Play out what the seat may have to decide next, so often or until it is to stop."""
        future = self._future(view, view.seat)
        while playouts > 0 and not stop.is_set():
            search = future.draw(rng)
            playouts -= 1 if search is None else self._play_out(search, rng)

    def _play_out(self, search: Any, rng: Rng) -> int:
        """Each of the best looking moves once; how many they are."""
        active = np.argsort(-search.prior, kind="stable")[:CANDIDATES].astype(np.int32)
        sums = np.zeros((len(search.prior), 3))
        search.evaluate(active, 1, rng, sums)
        with self._lock:
            self.add(search, active, sums)
        return int(active.size)

    def add(self, search: Search, active: npt.NDArray[np.int32], sums: Sums) -> None:
        """Note what became of the active moves."""
        context = self._context(search)
        for k in active:
            key = context, search.move(k)
            rest, played = self._rows.get(key, (0.0, 0.0))
            more = sums[k, PLAYED]
            self._rows[key] = rest + sums[k, MARGIN] - more * search.prior[k], played + more

    def join(self, search: Any, plan: Plan) -> tuple[Any, Plan]:
        """The search with its moves as they look by the notes, and how far that is believed."""
        context = self._context(search)
        keys = [(context, search.move(k)) for k in range(len(search.prior))]
        found = np.array([self._rows.get(key, (0.0, 0.0)) for key in keys])
        rest, played = found[:, 0], found[:, 1]
        if not played.any():
            return search, plan
        beyond = rest / np.maximum(played, 1) - rest.sum() / played.sum()
        prior = search.prior + beyond * played / (played + DOUBT)
        faith = plan.faith + np.minimum(WEIGHT * played, MOST_WEIGHT)
        return search._replace(prior=prior), replace(plan, faith=faith)


class Pondering:
    """Threads that take notes from when they are told to until they are told to stop."""

    def __init__(self, threads: int, seed: int) -> None:
        """Nobody works yet."""
        self._count = threads
        self._luck = Random(seed)
        self._threads: list[Thread] = []
        self._stop = Event()
        self._notes: Notes | None = None

    def begin(self, game: str, view: Any) -> None:
        """Think about the seat's next decision, and return at once."""
        self.stop()
        self._notes, self._stop = self._notes or Notes(game), Event()
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        for _ in range(self._count):
            args = view, ENOUGH, new_rng(self._luck.getrandbits(63)), self._stop
            thread = Thread(target=self._notes.fill, args=args, name="ponder", daemon=True)
            thread.start()
            self._threads.append(thread)

    def take(self) -> Notes | None:
        """Stop; what was noted since others began to move, if anything was."""
        self.stop()
        notes, self._notes = self._notes, None
        return notes

    def stop(self) -> None:
        """Let the threads end, which they do once the playouts they are at are over."""
        self._stop.set()

    def close(self) -> None:
        """Stop, and wait for the threads."""
        self.stop()
        for thread in self._threads:
            thread.join()
