"""`piazzetta simulate`: very many whole games in the kernels, and what comes of them by seat."""

import argparse

from piazzetta.cli.commands import Commands
from piazzetta.cli.numbers import many, positive
from piazzetta.rules import GAMES

POLICIES = ("random", "greedy")
GAMES_PLAYED = 10_000
PAGE = "docs/arena.md tells when this is of use, and when the arena is."


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "play very many games fast, all seats alike, and count points and wins by seat"
    parser = commands.add_parser("simulate", help=text, description=text, epilog=PAGE)
    parser.add_argument("--game", required=True, choices=tuple(GAMES))
    parser.add_argument("--players", type=int, default=2, metavar="N", help="default: 2")
    policy = "how every seat plays, default: random"
    parser.add_argument("--policy", choices=POLICIES, default=POLICIES[0], help=policy)
    games = f"default: {GAMES_PLAYED:,}"
    parser.add_argument("--games", type=many, default=GAMES_PLAYED, metavar="N", help=games)
    seed = "default: 0; the same seed gives the same games on any machine"
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=seed)
    threads = "how many cores play games at the same time, default: all"
    parser.add_argument("--threads", type=positive, metavar="N", help=threads)
    parser.add_argument("--gpu", action="store_true", help="play on the GPU, not on the cores")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=lambda arguments: _run(parser, arguments))


def _run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    # Imported only now: other commands should not wait for what they do not need.
    from piazzetta.cli.simulation import run

    return run(parser, arguments)
