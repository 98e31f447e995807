"""`piazzetta advise FILE --ply N`: the best moves at one point of a record, and why."""

import argparse

from piazzetta.cli.commands import Commands
from piazzetta.cli.numbers import positive

TIME_MS = 1000
TOP = 5


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "rank the moves at one point of a game record, with reasons"
    parser = commands.add_parser("advise", help=text, description=text)
    parser.add_argument("file", metavar="FILE", help="the record; - reads standard input")
    ply = "the number of a move: advice for the player who chooses it"
    parser.add_argument("--ply", type=positive, required=True, metavar="N", help=ply)
    time = f"how long to play moves out, default: {TIME_MS}"
    parser.add_argument("--time-ms", type=positive, default=TIME_MS, metavar="T", help=time)
    top = f"how many moves, default: {TOP}"
    parser.add_argument("--top", type=positive, default=TOP, metavar="K", help=top)
    parser.add_argument("--threads", type=positive, default=1, metavar="N", help="default: 1")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    # Imported only now: other commands should not wait for what they do not need.
    from piazzetta.cli.advising import run

    return run(arguments)
