"""A race: contestants take turns in short slices of time, and what each has played is counted.

Whatever else the machine is doing slows all of them alike; what counts are the ratios. Seconds are
those that the process had a core, all its threads together.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

SLICES = 12
SLICE_SECONDS = 0.5


class Played(NamedTuple):
    """What one call of a contestant came to; a part of a game counts as that part."""

    games: float
    moves: int


Play = Callable[[int], Played]
"""A contestant: plays a little, and is told how often it was called before."""


@dataclass
class Tally:
    """What one contestant has played so far."""

    calls: int = 0
    games: float = 0.0
    moves: int = 0
    seconds: float = 0.0

    @property
    def games_per_second(self) -> float:
        """Whole games."""
        return self.games / self.seconds

    @property
    def moves_per_second(self) -> float:
        """Decisions: legal moves found, one picked and played."""
        return self.moves / self.seconds


def whole_games(play: Callable[[int], int]) -> Play:
    """A contestant from a function that plays game number n and says how many moves it had."""
    return lambda number: Played(1, play(number))


def run_slice(play: Play, tally: Tally, clock: Callable[[], float]) -> None:
    """Call the contestant until the slice is over."""
    start = clock()
    while (spent := clock() - start) < SLICE_SECONDS:
        played = play(tally.calls)
        tally.calls += 1
        tally.games += played.games
        tally.moves += played.moves
    tally.seconds += spent


def race(contestants: Mapping[str, Play]) -> dict[str, Tally]:
    """All contestants, slice by slice."""
    tallies = {name: Tally() for name in contestants}
    for i in range(SLICES):
        print(f"\rslice {i + 1} of {SLICES}", end="", file=sys.stderr, flush=True)
        for name, play in contestants.items():
            run_slice(play, tallies[name], time.process_time)
    print(file=sys.stderr)
    return tallies


def on_one_core() -> None:
    """Keep this process, and threads it starts from now on, on one core, where that is possible."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
