"""Plays the same games on the GPU and on the CPU, compares them game by game, and times both.

    python bench/gpu_check.py [--game GAME] [--games 2000000] [--compare 20000] [--json FILE]

Ends with status 1 at the first difference, with status 2 where no GPU can be used. The rates count
dealing and playing whole games, not compiling, and not the copy of the results.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from piazzetta.kernels import gpu
from piazzetta.kernels.batch import POLICIES

SEED = 1
REPEATS = 3


class Contest(NamedTuple):
    """A game and a number of players; `kernels/` has its GPU twin in `<game>_cuda.py`."""

    game: str
    players: int


CONTESTS = (
    Contest("piazza", 2),
    Contest("piazza", 4),
    Contest("carre", 2),
    Contest("carre", 5),
)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted({contest.game for contest in CONTESTS}))
    parser.add_argument("--games", type=int, default=2_000_000, help="games to time")
    parser.add_argument("--compare", type=int, default=20_000, help="games to compare")
    parser.add_argument("--json", type=Path, help="write the rates to this file too")
    given = parser.parse_args()
    if not gpu.available():
        print("No GPU that numba can use was found.", file=sys.stderr)
        sys.exit(2)
    contests = [contest for contest in CONTESTS if given.game in (None, contest.game)]
    rows = list(measured(contests, given.compare, given.games))
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def measured(contests: Iterable[Contest], compared: int, games: int) -> Iterator[dict[str, Any]]:
    """Compare, then time, each contest with every policy; print a line for each."""
    for contest in contests:
        for policy in POLICIES:
            cpu_rate = compare(contest, policy, compared)
            rate, moves = timed(contest, policy, games)
            print(
                f"{contest.game} {contest.players} players {policy:6}: {compared:,} games equal; "
                f"GPU {rate:,.0f} games/s, {rate * moves:,.0f} moves/s; "
                f"one core {cpu_rate:,.0f} games/s",
                flush=True,
            )
            yield {
                **contest._asdict(),
                "policy": policy,
                "games_per_second": rate,
                "moves_per_second": rate * moves,
                "core_games_per_second": cpu_rate,
            }


def compare(contest: Contest, policy: str, games: int) -> float:
    """Stop at the first game that differs; else the games a second of one core."""
    on_cpu = import_module(f"piazzetta.kernels.{contest.game}_playout").playouts
    on_gpu = import_module(f"piazzetta.kernels.{contest.game}_cuda").playouts
    on_cpu(contest.players, policy, 1, SEED, threads=1)  # compile
    start = time.perf_counter()
    expected = on_cpu(contest.players, policy, games, SEED, threads=1)
    rate = games / (time.perf_counter() - start)
    found = on_gpu(contest.players, policy, games, SEED)
    for name, one, two in zip(expected._fields, expected, found, strict=True):
        different = np.flatnonzero((one != two).reshape(games, -1).any(axis=1))
        if len(different):
            number = different[0]
            sys.exit(
                f"{contest.game} {contest.players} players {policy}: {len(different):,} of "
                f"{games:,} games differ, the first is number {number}: {name} "
                f"{one[number]} on the CPU, {two[number]} on the GPU"
            )
    return rate


def timed(contest: Contest, policy: str, games: int) -> tuple[float, float]:
    """The best games a second of a few runs, and how many moves a game took."""
    on_device = import_module(f"piazzetta.kernels.{contest.game}_cuda").on_device
    best = 0.0
    for repeat in range(REPEATS):
        start = time.perf_counter()
        found = on_device(contest.players, policy, games, SEED + repeat)
        best = max(best, games / (time.perf_counter() - start))
    return best, float(found[2].copy_to_host().mean())


if __name__ == "__main__":
    main()
