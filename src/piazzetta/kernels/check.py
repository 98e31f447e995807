"""Proves the kernels of a game equal to the rules over as many positions as wanted.

    python -m piazzetta.kernels.check --game piazza --positions 1000000 --jobs 8

Plays whole games in both worlds and stops at the first position where they differ. The positions
are checked in shares, as many at a time as there are jobs; what is checked does not depend on that.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import repeat

from piazzetta.kernels.warm import MODULES
from piazzetta.rules import GAMES

SHARE = 10_000
"""How many positions are checked between two signs of life."""
SEEDS_A_SHARE = 1 << 32
"""So far apart begin the seeds of two shares: no game is played twice."""


def check(game: str, positions: int, seed: int) -> int:
    """Check games of all player counts in turn; how many games it took."""
    check_game = import_module(f"piazzetta.kernels.{game}_check").check_game
    seats = GAMES[game].seats
    done = games = 0
    while done < positions:
        players = seats[games % len(seats)]
        done += check_game(players, seed + games, positions - done)
        games += 1
    return games


def check_shares(game: str, positions: int, seed: int, jobs: int) -> Iterator[tuple[int, int]]:
    """The positions and the games of each share, once it is checked."""
    sizes = [min(SHARE, positions - done) for done in range(0, positions, SHARE)]
    seeds = [seed + number * SEEDS_A_SHARE for number in range(len(sizes))]
    if jobs == 1:
        yield from zip(sizes, map(check, repeat(game), sizes, seeds), strict=True)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        try:
            yield from zip(sizes, pool.map(check, repeat(game), sizes, seeds), strict=True)
        finally:  # after a difference the other shares need not be checked
            pool.shutdown(cancel_futures=True)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m piazzetta.kernels.check", description=__doc__)
    parser.add_argument("--game", choices=sorted(MODULES), required=True)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    given = parser.parse_args()
    done = games = 0
    try:
        for share in check_shares(given.game, given.positions, given.seed, given.jobs):
            done, games = done + share[0], games + share[1]
            text = f"\r{done:,} of {given.positions:,} positions"
            print(text, end="", file=sys.stderr, flush=True)
    except AssertionError as difference:
        sys.exit(f"\n{difference}")
    print(f"\n{given.positions:,} positions of {games:,} games of {given.game}: all equal")


if __name__ == "__main__":
    main()
