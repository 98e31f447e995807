"""`piazzetta arena`: bots against each other, every deal once in each rotation of the seats."""

import argparse
from pathlib import Path

from piazzetta.cli.commands import Commands
from piazzetta.cli.numbers import chance, positive
from piazzetta.rules import GAMES

RISK = 0.05
PAGE = "docs/arena.md describes the report, and how to take part with a bot of your own."


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "let bots play against each other"
    parser = commands.add_parser("arena", help=text, description=text, epilog=PAGE)
    parser.add_argument("--game", required=True, choices=tuple(GAMES))
    parser.add_argument("--players", type=int, default=2, metavar="N", help="default: 2")
    parser.add_argument(
        "--bot",
        action="append",
        required=True,
        metavar="BOT",
        help="a bot's name or 'cmd:PROGRAM ARGUMENTS', once for each seat; fewer repeat in order",
    )
    games = "default: 100; rounded up to whole rotations of the seats"
    parser.add_argument("--games", type=positive, default=100, metavar="N", help=games)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    _add_thinking(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--records", type=Path, metavar="DIR", help="write every game down there")
    parser.add_argument("--resume", action="store_true", help="continue the match in --records")
    parser.add_argument(
        "--stop-early",
        nargs="?",
        type=chance,
        const=RISK,
        metavar="RISK",
        help="end when the first bot is clearly above or below an even share; RISK (default: "
        f"{RISK}) is the chance that this happens though it wins just that share",
    )
    parser.set_defaults(run=lambda arguments: _run(parser, arguments))


def _add_thinking(parser: argparse.ArgumentParser) -> None:
    time = "thinking time for each move, default: 100"
    parser.add_argument("--time-ms", type=positive, default=100, metavar="N", help=time)
    threads = "how many cores each bot may think on, if it can use more than one; default: 1"
    parser.add_argument("--threads", type=positive, default=1, metavar="N", help=threads)
    ponder = "let bots think in others' time, if they can; of ours, search and level6 do"
    parser.add_argument("--ponder", action="store_true", help=ponder)
    parser.add_argument(
        "--jobs", type=positive, default=1, metavar="N", help="games at a time, default: 1"
    )


def _run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    # Imported only now: other commands should not wait for what they do not need.
    from piazzetta.cli.contest import run

    return run(parser, arguments)
