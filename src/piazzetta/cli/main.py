"""`piazzetta COMMAND`: finds the command and hands over to it."""

import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from keyword import iskeyword

from piazzetta import __version__

COMMANDS = (
    "play",
    "replay",
    "advise",
    "referee",
    "bot",
    "arena",
    "ladder",
    "simulate",
    "serve",
    "verify",
    "backup",
    "export",
    "import",
)
"""For each there is a module with `add(commands)`, which describes its arguments and names the
function that runs it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the result is the exit status."""
    _open_stderr()
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
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


def _run(argv: Sequence[str]) -> int:
    """Find the command and do what it says."""
    # Imported only now: whoever presses Ctrl-C meanwhile is not shown a traceback.
    import argparse

    parser = argparse.ArgumentParser(
        prog="piazzetta", description="Play and study the tile games Piazza and C'est Carré!."
    )
    parser.add_argument("--version", action="version", version=f"piazzetta {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in _needed(argv):
        import_module(f"piazzetta.cli.{_module(name)}").add(commands)
    arguments = parser.parse_args(argv)
    status: int = arguments.run(arguments)
    return status


def _needed(argv: Sequence[str]) -> Iterable[str]:
    """The command that is asked for, if it is clear which: loading all of them takes a while."""
    return argv[:1] if argv and argv[0] in COMMANDS else COMMANDS


def _module(command: str) -> str:
    """What Python keeps for itself gets an underscore."""
    return command + "_" * iskeyword(command)


def _open_stderr() -> None:
    """Where standard error was closed, what is said there goes nowhere. Else `print` would put it
    among the output, and the next file that is opened would stand in its place."""
    if sys.stderr is None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.set_inheritable(nowhere, True)  # for the processes that we start
        sys.stderr = os.fdopen(nowhere, "w")


def _drop_output() -> None:
    """Forget what could not be written; Python would try once more while closing, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
