"""Random games with the pure rules beside random games with python-chess, in one run.

What counts are the ratios. `make bench` runs it.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from bench.chess_games import chess_game
from bench.race import Play, Tally, race, whole_games
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed

PIAZZA_GAMES_RATIO = 1.5
CARRE_DECISIONS_RATIO = 0.5


def states(name: str, players: int, number: int) -> Iterator[Any]:
    """Every state of one random game, legal moves listed for each."""
    game, rng, chance = GAMES[name], random.Random(number), Seed(number)
    state = game.deal(game.options(players, {}), chance)
    while not state.over:
        yield state
        state = game.play(state, rng.choice(game.legal_moves(state)).move, chance)


def our_game(name: str, players: int) -> Callable[[int], int]:
    """A function that plays one random game and says how many moves it had."""
    return lambda number: sum(1 for _ in states(name, players, number))


def contestants() -> dict[str, Play]:
    """Everybody."""
    games = {"python-chess": chess_game} | {
        f"{name}, {players} players": our_game(name, players)
        for name, game in GAMES.items()
        for players in game.seats
    }
    return {name: whole_games(play) for name, play in games.items()}


def legal_move_times(name: str) -> list[float]:
    """Milliseconds to list all legal moves with points, for every position of some games."""
    times = []
    for players in GAMES[name].seats:
        for number in range(10):
            for state in states(name, players, number):
                start = time.process_time()
                GAMES[name].legal_moves(state)
                times.append(1000 * (time.process_time() - start))
    return times


def size_of(value: Any, seen: set[int]) -> int:
    """Bytes of a value and all it holds, each object once; cards are shared by all states."""
    if id(value) in seen or type(value).__name__ == "Card":
        return 0
    seen.add(id(value))
    size = sys.getsizeof(value)
    if isinstance(value, tuple):
        return size + sum(size_of(entry, seen) for entry in value)
    if is_dataclass(value):
        return size + sum(size_of(getattr(value, f.name), seen) for f in fields(value))
    return size


def main() -> int:
    """Print the table; fail when a promised ratio is not reached."""
    tallies = race(contestants())
    peer = tallies["python-chess"]
    print("| contestant | games/s | moves/s | games ÷ python-chess | moves ÷ python-chess |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, tally in tallies.items():
        games = tally.games_per_second / peer.games_per_second
        moves = tally.moves_per_second / peer.moves_per_second
        rates = f"{tally.games_per_second:.1f} | {tally.moves_per_second:,.0f}"
        print(f"| {name} | {rates} | {games:.2f} | {moves:.2f} |")
    for name in GAMES:
        times = legal_move_times(name)
        sizes = [size_of(state, set()) for state in states(name, GAMES[name].seats[-1], 1)]
        print(
            f"\n{name}: legal moves {statistics.median(times):.3f} ms in the median, "
            f"{max(times):.2f} ms at most; a state has {max(sizes) / 1024:.1f} KiB at most"
        )
    short = [name for name, tally in tallies.items() if not fast_enough(name, tally, peer)]
    print(f"\nbelow the promised ratio: {', '.join(short) or 'none'}")
    return 1 if short else 0


def fast_enough(name: str, tally: Tally, peer: Tally) -> bool:
    """The ratios that the project promises."""
    if name.startswith("piazza"):
        return tally.games_per_second >= PIAZZA_GAMES_RATIO * peer.games_per_second
    return tally.moves_per_second >= CARRE_DECISIONS_RATIO * peer.moves_per_second


if __name__ == "__main__":
    sys.exit(main())
