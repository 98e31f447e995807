"""`piazzetta COMMAND`: finds the command and hands over to it."""

import argparse
import os
import sys
from collections.abc import Sequence

from piazzetta import __version__
from piazzetta.cli import (
    advise,
    arena,
    backup,
    bot,
    export,
    import_,
    ladder,
    play,
    referee,
    replay,
    serve,
    simulate,
    verify,
)

COMMANDS = (
    play,
    replay,
    advise,
    referee,
    bot,
    arena,
    ladder,
    simulate,
    serve,
    verify,
    backup,
    export,
    import_,
)
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
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has left: there is nobody to tell.
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        print(f"piazzetta: {error}", file=sys.stderr)
        return 1
    return status


def _drop_output() -> None:
    """Forget what could not be written; Python would try once more while closing, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
