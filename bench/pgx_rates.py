"""Times Pgx on whatever JAX runs on, with several batch sizes; the best one of each game counts.

The arguments are the sizes. Prints a line when all is compiled, begins when it is given a line,
and prints rows of JSON. `bench/gpu.py` runs it.
"""

import json
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bench.pgx_games import PgxGame

YARDSTICK = "Pgx go_9x9"
GAMES = ("go_9x9", "backgammon", "hex")
SLICES = 3


def main() -> None:
    """Compile, wait, time."""
    # Others use the card too.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    batches = [int(size) for size in sys.argv[1:]]
    compiled = compiled_games(batches)
    print("ready", flush=True)
    if sys.stdin.readline():  # else whoever asked is gone
        print(json.dumps([best_row(name, batches, compiled) for name in GAMES]), flush=True)


def compiled_games(batches: Sequence[int]) -> "dict[tuple[str, int], PgxGame]":
    """Every game with every batch size; compiling takes long, so it is done side by side."""
    from bench.pgx_games import PgxGame

    wanted = list(product(GAMES, batches))
    with ThreadPoolExecutor() as pool:
        return dict(zip(wanted, pool.map(lambda pair: PgxGame(*pair), wanted), strict=True))


def best_row(
    name: str, batches: Sequence[int], compiled: "dict[tuple[str, int], PgxGame]"
) -> dict[str, Any]:
    """The fastest slice of the fastest batch size."""
    from bench.race import Tally, run_slice

    best: dict[str, Any] = {"moves_per_second": 0.0}
    for batch in batches:
        for _ in range(SLICES):
            tally = Tally()
            run_slice(compiled[name, batch], tally, time.perf_counter)
            if tally.moves_per_second > best["moves_per_second"]:
                best = {
                    "contestant": f"Pgx {name}, {batch:,} at a time",
                    "games_per_second": tally.games_per_second,
                    "moves_per_second": tally.moves_per_second,
                }
        print(f"Pgx {name}, {batch:,} at a time: done", file=sys.stderr, flush=True)
    return best


if __name__ == "__main__":
    main()
