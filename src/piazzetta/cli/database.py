"""What the commands have in common that use the server's database."""

import argparse
import sys
from collections.abc import Callable

from piazzetta.cli.commands import Commands, missing

PAGE = "docs/deploy.md tells how to back up, restore and move a server."
Work = Callable[[argparse.Namespace], int]


def add_command(commands: Commands, name: str, text: str, work: Work) -> argparse.ArgumentParser:
    """A command with `--db`, which needs what the server needs."""
    parser = commands.add_parser(name, help=text, description=text, epilog=PAGE)
    parser.add_argument(
        "--db",
        default="",
        metavar="FILE-OR-URL",
        help="an SQLite file or postgresql://…; default: the file of `piazzetta serve`",
    )
    parser.set_defaults(run=lambda arguments: _run(parser, work, arguments))
    return parser


def _run(parser: argparse.ArgumentParser, work: Work, arguments: argparse.Namespace) -> int:
    try:
        # Imported only now: it needs more than Python.
        from piazzetta.server.store import StoreError
    except ModuleNotFoundError as error:
        missing(parser, error)
    arguments.db = arguments.db or _usual()
    try:
        return work(arguments)
    except StoreError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1


def _usual() -> str:
    from piazzetta.server.app.serve import default_database

    return str(default_database())


def counted(number: int, what: str) -> str:
    """`1 game`, `1,000 games`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
