"""What `piazzetta simulate` does: plays games batch by batch and adds up what comes of them.

Only sums are kept, so that memory does not grow with the games. They are sums of whole numbers:
how the games fall into batches, or who plays them, cannot change what is printed.
"""

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from piazzetta.arena.statistics import Z95, Interval, wilson
from piazzetta.cli.contest import FAILED, INTERRUPTED, one_interrupt
from piazzetta.cli.progress import Progress
from piazzetta.rules import GAMES
from piazzetta.rules.fields import within

if TYPE_CHECKING:
    from piazzetta.kernels.batch import Playouts

Json = dict[str, Any]

WHOLE = 60
"""A shared win is divided by up to five seats: all parts are whole sixtieths."""

SEEDS = 1 << 64

BATCH_SECONDS = 0.2
"""How long a batch should take: the bar moves, and an interrupt is heeded, that often."""
FIRST_BATCH, MOST_BATCH, GROWTH = 64, 1 << 20, 8

NO_NUMBA = """\
piazzetta simulate: the kernels could not be loaded ({error}).
They need numba and numpy; to install them: python -m pip install numba numpy"""

NO_GPU = """\
piazzetta simulate: there is no GPU that numba can use.
It needs an NVIDIA GPU with its driver, and: python -m pip install "numba-cuda[cu12]"
Without --gpu the processor's cores play."""


class Play(Protocol):
    """Plays so many games, after leaving out so many."""

    def __call__(self, games: int, skipped: int) -> "Playouts":
        """What came of them."""


@dataclass
class Sums:
    """What the games so far add up to; lists have an entry for each seat."""

    players: int
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    points: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    """In sixtieths."""

    def __post_init__(self) -> None:
        """Begin at nothing."""
        self.points, self.squares, self.wins = ([0] * self.players for _ in range(3))

    def add(self, played: "Playouts", seconds: float) -> None:
        """Count a batch in."""
        points = played.points.astype("int64")
        wins = (played.shares * WHOLE).round().astype("int64")
        self.games += len(points)
        self.moves += int(played.moves.sum(dtype="int64"))
        self.seconds += seconds
        self.points = _added(self.points, points)
        self.squares = _added(self.squares, points * points)
        self.wins = _added(self.wins, wins)

    def mean_points(self) -> list[float]:
        """Of each seat."""
        return [total / self.games for total in self.points]

    def points_intervals(self) -> list[Interval]:
        """95 % intervals of the mean points."""
        return [
            mean_interval(total, squares, self.games)
            for total, squares in zip(self.points, self.squares, strict=True)
        ]

    def win_rates(self) -> list[float]:
        """Of each seat; they add up to 1."""
        return [wins / WHOLE / self.games for wins in self.wins]

    def win_intervals(self) -> list[Interval]:
        """95 % intervals of the win rates."""
        return [wilson(rate, self.games) for rate in self.win_rates()]


def _added(totals: list[int], rows: Any) -> list[int]:
    return [total + int(more) for total, more in zip(totals, rows.sum(axis=0), strict=True)]


def mean_interval(total: int, squares: int, games: int) -> Interval:
    """The 95 % interval of a mean, from a sum and a sum of squares; one game tells nothing."""
    mean = total / games
    if games == 1:
        return -math.inf, math.inf
    variance = (squares * games - total * total) / (games * (games - 1))
    half = Z95 * math.sqrt(variance / games)
    return mean - half, mean + half


def run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    """Play, and print what came of it; the result is the exit status."""
    try:
        within(arguments.players, GAMES[arguments.game].seats, "--players")
    except ValueError as error:
        parser.error(str(error))
    try:
        play = _player(arguments)
    except ImportError as error:
        return _failed(NO_NUMBA.format(error=error))
    if play is None:
        return _failed(NO_GPU)
    _say("warming up; where the kernels are not compiled yet, that takes a minute ...")
    play(games=1, skipped=0)
    sums = Sums(arguments.players)
    finished = play_all(play, arguments.games, sums)
    if not finished:
        _say(f"interrupted: {sums.games:,} of {arguments.games:,} games are finished")
    if sums.games:
        print(json.dumps(report(sums)) if arguments.json else "\n".join(table(arguments, sums)))
    return 0 if finished else INTERRUPTED


def _player(arguments: argparse.Namespace) -> Play | None:
    """Who plays; None where a GPU was asked for and there is none."""
    players, policy, seed = arguments.players, arguments.policy, arguments.seed % SEEDS
    if not arguments.gpu:
        on_cores = import_module(f"piazzetta.kernels.{arguments.game}_playout").playouts
        threads = threads_of(arguments)
        return lambda games, skipped: on_cores(
            players, policy, games, seed, threads=threads, skipped=skipped
        )
    if not import_module("piazzetta.kernels.gpu").available():
        return None
    on_gpu = import_module(f"piazzetta.kernels.{arguments.game}_cuda").playouts
    return lambda games, skipped: on_gpu(players, policy, games, seed, skipped=skipped)


def threads_of(arguments: argparse.Namespace) -> int:
    """As many as asked for, else one for each core."""
    return arguments.threads or os.cpu_count() or 1


def play_all(play: Play, games: int, sums: Sums) -> bool:
    """Play that many games and add them up; False if that was interrupted."""
    batch = FIRST_BATCH
    try:
        with one_interrupt(), Progress(games, "games") as progress:
            while sums.games < games:
                batch = min(batch, games - sums.games)
                start = time.perf_counter()
                played = play(games=batch, skipped=sums.games)
                spent = time.perf_counter() - start
                sums.add(played, spent)
                progress.step(count=batch)
                batch = next_batch(batch, spent)
    except KeyboardInterrupt:
        return False
    return True


def next_batch(batch: int, spent: float) -> int:
    """As many games as should take the time of a batch, if the last ones took so long."""
    fitting = batch * BATCH_SECONDS / spent
    return max(1, min(int(fitting), batch * GROWTH, MOST_BATCH))


def report(sums: Sums) -> Json:
    """The one object that --json prints."""
    return {
        "games": sums.games,
        "games_per_second": sums.games / sums.seconds,
        "moves_per_second": sums.moves / sums.seconds,
        "points": sums.mean_points(),
        "win_rate": sums.win_rates(),
        "ci95": sums.win_intervals(),
    }


def table(arguments: argparse.Namespace, sums: Sums) -> Iterator[str]:
    """The report for people."""
    threads = threads_of(arguments)
    where = "the GPU" if arguments.gpu else f"{threads} thread{'s' if threads > 1 else ''}"
    yield (
        f"{GAMES[arguments.game].title}, {arguments.players} players, {arguments.policy}, "
        f"{sums.games:,} games on {where}, seed {arguments.seed}"
    )
    yield (
        f"{sums.games / sums.seconds:,.0f} games/s, {sums.moves / sums.seconds:,.0f} moves/s, "
        f"{sums.moves / sums.games:.1f} moves a game"
    )
    yield ""
    yield "seat  points    95 % interval  win rate    95 % interval"
    columns = sums.mean_points(), sums.points_intervals(), sums.win_rates(), sums.win_intervals()
    for seat, (mean, around, rate, within_) in enumerate(zip(*columns, strict=True)):
        yield (
            f"{seat:4}  {mean:6.2f}  {_span(around, '.2f'):>15}"
            f"  {rate:8.2%}  {_span(within_, '.2%'):>15}"
        )


def _span(interval: Interval, form: str) -> str:
    return " – ".join(format(end, form) for end in interval)


def _failed(text: str) -> int:
    _say(text)
    return FAILED


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
