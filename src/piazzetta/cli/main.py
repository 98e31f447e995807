"""`piazzetta COMMAND`: finds the command and hands over to it."""

import argparse
import os
import sys
from collections.abc import Sequence

from piazzetta import __version__
from piazzetta.cli import arena, bot, play, referee, replay

COMMANDS = (play, replay, referee, bot, arena)
"""Each has `add(commands)`, which describes its arguments and names the function that runs it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the result is the exit status."""
    parser = argparse.ArgumentParser(
        prog="piazzetta", description="Play and study the tile games Piazza and C'est Carré!."
    )
    parser.add_argument("--version", action="version", version=f"piazzetta {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    arguments = parser.parse_args(argv)
    try:
        status: int = arguments.run(arguments)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has left; say nothing more, not even while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status
