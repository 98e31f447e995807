"""The kernels on a GPU: compared with the CPU game by game, then timed beside Pgx on the same card.

    python -m bench.gpu [--json FILE] [--without-pgx]

Ends with status 1 at the first game that differs, or when a promised ratio is not reached; with
status 2 where no GPU can be used. The rates count dealing and playing whole games, but neither
compiling nor the copy of results. Pgx compiles in a process of its own meanwhile, and is timed
when we are done.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.pgx_rates import YARDSTICK
from piazzetta.kernels import gpu
from piazzetta.kernels.batch import POLICIES

SEED = 1
REPEATS = 3
RUN_SECONDS = 1.0
FIRST_GAMES = 1 << 17
"""How many games tell how many fit into a run."""
PGX_BATCHES = (8_192, 32_768, 131_072)
RATIO = 10

Row = dict[str, Any]


class Contest(NamedTuple):
    """What is played; `kernels/` has a game's GPU twin in `<game>_cuda.py`."""

    game: str
    players: int
    policy: str

    def __str__(self) -> str:
        """As the table calls it."""
        return f"{self.game}, {self.players} players, {self.policy}"


CONTESTS = [
    Contest(game, players, policy)
    for game, players in (("piazza", 2), ("piazza", 4), ("carre", 2), ("carre", 5))
    for policy in POLICIES
]


def main() -> int:
    """Compare, time, print the table; the result is the exit status."""
    given = arguments()
    if not gpu.available():
        print("No GPU that numba can use was found.", file=sys.stderr)
        return 2
    pgx = None if given.without_pgx else PgxProcess(given.pgx_batches)
    for contest in CONTESTS:
        compare(contest, given.compare)
    print(f"{given.compare:,} games of each on the GPU and on the CPU: all equal\n", flush=True)
    if pgx:
        pgx.wait_until_ready()
    rows = [timed(contest, given.games) for contest in CONTESTS]
    rows += pgx.rates() if pgx else []
    print("\n".join(table(rows)))
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return verdict(rows) if pgx else 0


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description=__doc__)
    parser.add_argument("--games", type=int, default=1 << 24, help="at most, in a timed run")
    parser.add_argument("--compare", type=int, default=20_000, help="games to compare")
    parser.add_argument("--json", type=Path, help="write the rates to this file too")
    sizes = "how many games of Pgx at a time; the best of these counts"
    parser.add_argument("--pgx-batches", type=int, nargs="+", default=PGX_BATCHES, help=sizes)
    parser.add_argument("--without-pgx", action="store_true", help="time the kernels alone")
    return parser.parse_args()


def compare(contest: Contest, games: int) -> None:
    """End the run at a game that differs."""
    on_cpu = import_module(f"piazzetta.kernels.{contest.game}_playout").playouts
    on_gpu = import_module(f"piazzetta.kernels.{contest.game}_cuda").playouts
    start = time.perf_counter()
    expected = on_cpu(contest.players, contest.policy, games, SEED)
    found = on_gpu(contest.players, contest.policy, games, SEED)
    for name, one, two in zip(expected._fields, expected, found, strict=True):
        different = np.flatnonzero((one != two).reshape(games, -1).any(axis=1))
        if len(different):
            number = different[0]
            sys.exit(
                f"{contest}: {len(different):,} of {games:,} games differ, the first is number "
                f"{number}: {name} {one[number]} on the CPU, {two[number]} on the GPU"
            )
    note(f"{contest}: {games:,} games equal, {time.perf_counter() - start:.0f} s with compiling")


def timed(contest: Contest, most: int) -> Row:
    """The best of a few runs, each of about a second."""
    run = import_module(f"piazzetta.kernels.{contest.game}_cuda").on_device
    first = min(FIRST_GAMES, most)
    seconds, _ = once(run, contest, first, 0)
    games = max(first, min(most, int(first * RUN_SECONDS / seconds)))
    seconds, moves = min(once(run, contest, games, repeat) for repeat in range(REPEATS))
    note(f"{contest}: {games:,} games in {seconds:.2f} s")
    return {
        "contestant": str(contest),
        "games_per_second": games / seconds,
        "moves_per_second": moves / seconds,
    }


def once(run: Any, contest: Contest, games: int, repeat: int) -> tuple[float, int]:
    """The seconds of one run, and its moves."""
    start = time.perf_counter()
    found = run(contest.players, contest.policy, games, SEED, skipped=repeat * games)
    seconds = time.perf_counter() - start
    return seconds, int(found[2].copy_to_host().sum(dtype=np.int64))


class PgxProcess:
    """`bench.pgx_rates` in another process: JAX and numba do not meet."""

    def __init__(self, batches: Sequence[int]) -> None:
        """Start to compile."""
        command = [sys.executable, "-m", "bench.pgx_rates", *map(str, batches)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def wait_until_ready(self) -> None:
        """Until everything is compiled and the card is free."""
        if not self._read():
            sys.exit(f"Pgx could not be timed: status {self._process.wait()}")

    def rates(self) -> list[Row]:
        """Time it now."""
        rows: list[Row] = json.loads(self._process.communicate("go\n")[0])
        return rows

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def table(rows: Sequence[Row]) -> Iterator[str]:
    """In markdown; the ratios need the yardstick."""
    base = yardstick(rows)
    yield f"| contestant | games/s | moves/s | moves ÷ {YARDSTICK} |"
    yield "| --- | ---: | ---: | ---: |"
    for row in rows:
        ratio = f"{row['moves_per_second'] / base:.2f}" if base else ""
        rates = f"{row['games_per_second']:,.0f} | {row['moves_per_second']:,.0f}"
        yield f"| {row['contestant']} | {rates} | {ratio} |"


def yardstick(rows: Sequence[Row]) -> float | None:
    """Its moves a second, if it was timed."""
    found = [row for row in rows if row["contestant"].startswith(YARDSTICK)]
    return found[0]["moves_per_second"] if found else None


def verdict(rows: Sequence[Row]) -> int:
    """Whether Piazza's random moves are as far ahead as the project promises."""
    base = yardstick(rows) or 0.0
    ours = [str(c) for c in CONTESTS if c.game == "piazza" and c.policy == "random"]
    rates = {row["contestant"]: row["moves_per_second"] for row in rows}
    short = [name for name in ours if rates[name] < RATIO * base]
    print(f"\nPiazza's random moves: at least {RATIO} × {YARDSTICK}")
    print(f"below that: {', '.join(short) or 'none'}")
    return 1 if short else 0


def note(text: str) -> None:
    """Say how far it is."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
