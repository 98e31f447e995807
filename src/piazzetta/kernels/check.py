"""Proves the kernels of a game equal to the rules over as many positions as wanted.

    python -m piazzetta.kernels.check --game piazza --positions 1000000

Plays whole games in both worlds and stops at the first position where they differ.
"""

import argparse
import sys
import time
from importlib import import_module

from piazzetta.kernels.warm import MODULES
from piazzetta.rules import GAMES


def check(game: str, positions: int, seed: int) -> int:
    """Check games of all player counts in turn; how many games it took."""
    check_game = import_module(f"piazzetta.kernels.{game}_check").check_game
    seats = GAMES[game].seats
    done = games = 0
    shown = time.monotonic()
    while done < positions:
        players = seats[games % len(seats)]
        done += check_game(players, seed + games, positions - done)
        games += 1
        if time.monotonic() > shown + 1:
            shown = time.monotonic()
            print(f"\r{done:,} of {positions:,} positions", end="", file=sys.stderr, flush=True)
    return games


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m piazzetta.kernels.check", description=__doc__)
    parser.add_argument("--game", choices=sorted(MODULES), required=True)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    try:
        games = check(given.game, given.positions, given.seed)
    except AssertionError as difference:
        sys.exit(f"\n{difference}")
    print(f"\n{given.positions:,} positions of {games:,} games of {given.game}: all equal")


if __name__ == "__main__":
    main()
