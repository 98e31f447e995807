"""Thinking while others move: threads that work from when they are told to until they are stopped.

What they think depends on the game: trees go on growing (`grove.py`), or notes are taken on moves
that may come (`notes.py`). Nothing but the seat's own views goes in.
"""

from threading import Event, Thread
from typing import Any, Protocol


class Thoughts(Protocol):
    """What was found out in others' time. It knows by itself for which decisions it is of use."""

    def reach(self, view: Any) -> None:
        """The game has come to this view, in which another seat is on turn."""
        ...

    def think(self, thread: int, stop: Event) -> None:
        """Find out more, until told to stop or nothing new is to be expected."""
        ...


class Pondering:
    """So many threads that think at the same time."""

    def __init__(self, thoughts: Thoughts, threads: int) -> None:
        """Nobody works yet."""
        self.thoughts = thoughts
        self._count = threads
        self._threads: list[Thread] = []
        self._stop = Event()

    def begin(self, view: Any) -> None:
        """Think about what follows from this view, and return at once."""
        self.stop()
        self.thoughts.reach(view)
        self._stop = Event()
        for number in range(self._count):
            args = number, self._stop
            thread = Thread(target=self.thoughts.think, args=args, name="ponder", daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """End the threads; each still finishes the few playouts that it is at."""
        self._stop.set()
        for thread in self._threads:
            thread.join()
        self._threads.clear()
