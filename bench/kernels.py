"""Random and greedy games in the kernels beside other fast engines, in one run on one core.

The others play at random too, from Python: OpenSpiel's C++ games, Pgx compiled for the CPU, and
python-chess. `make bench` runs it.
"""

import sys
import time
from importlib import import_module
from typing import Any

import jax

from bench.chess_games import chess_game
from bench.pgx_games import PgxGame
from bench.race import Play, Played, Tally, on_one_core, race, whole_games
from bench.spiel_games import GAMES as SPIEL_GAMES
from bench.spiel_games import spiel_game
from piazzetta.kernels.batch import POLICIES

PLAYERS = {"piazza": (2, 4), "carre": (2, 5)}
PGX_BATCHES = {"go_9x9": 64, "backgammon": 256, "hex": 256}
"""The best of three sizes each on one core."""
CALL_SECONDS = 0.05

YARDSTICK = "OpenSpiel go 9x9"
YARDSTICK_RATIO = 1.3


def our_games(name: str, players: int, policy: str) -> Play:
    """So many games in a call that the calling does not count."""
    playouts = import_module(f"piazzetta.kernels.{name}_playout").playouts
    playouts(players, policy, 1, threads=1)  # compile
    start = time.perf_counter()
    playouts(players, policy, 50, threads=1)
    games = 1 + int(50 * CALL_SECONDS / (time.perf_counter() - start))

    def play(number: int) -> Played:
        found = playouts(players, policy, games, threads=1, skipped=number * games)
        return Played(games, int(found.moves.sum()))

    return play


def contestants() -> dict[str, Play]:
    """Everybody, compiled and warm."""
    found: dict[str, Play] = {}
    for name, counts in PLAYERS.items():
        for players in counts:
            for policy in POLICIES:
                found[our_name(name, players, policy)] = our_games(name, players, policy)
    for game in SPIEL_GAMES:
        found[f"OpenSpiel {game}"] = whole_games(spiel_game(game))
    for game, batch in PGX_BATCHES.items():
        found[f"Pgx {game}, {batch} at a time"] = PgxGame(game, batch)
    return found | {"python-chess": whole_games(chess_game)}


def our_name(name: str, players: int, policy: str) -> str:
    """How the table calls them."""
    return f"{name}, {players} players, {policy}"


def main() -> int:
    """Print the table; fail when a promised ratio is not reached."""
    on_one_core()
    config: Any = jax.config
    config.update("jax_platforms", "cpu")
    print("compiling ...", file=sys.stderr)
    tallies = race(contestants())
    base = tallies[YARDSTICK].moves_per_second
    print(f"| contestant | games/s | moves/s | moves ÷ {YARDSTICK} |")
    print("| --- | ---: | ---: | ---: |")
    for name, tally in tallies.items():
        rates = f"{tally.games_per_second:,.0f} | {tally.moves_per_second:,.0f}"
        print(f"| {name} | {rates} | {tally.moves_per_second / base:.2f} |")
    short = [
        name
        for players in PLAYERS["piazza"]
        if not fast_enough(name := our_name("piazza", players, "random"), tallies)
    ]
    print(f"\nPiazza's random moves: at least {YARDSTICK_RATIO} × {YARDSTICK}, above all others")
    print(f"below that: {', '.join(short) or 'none'}")
    return 1 if short else 0


def fast_enough(name: str, tallies: dict[str, Tally]) -> bool:
    """Whether that contestant is as far ahead as the project promises."""
    ours = tallies[name].moves_per_second
    peers = {
        peer: tally.moves_per_second
        for peer, tally in tallies.items()
        if peer.partition(",")[0] not in PLAYERS
    }
    return ours > max(peers.values()) and ours >= YARDSTICK_RATIO * peers[YARDSTICK]


if __name__ == "__main__":
    sys.exit(main())
