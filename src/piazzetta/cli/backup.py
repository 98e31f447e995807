"""`piazzetta backup TARGET`: copies the database of a server, which may run meanwhile."""

import argparse

from piazzetta.cli.commands import Commands
from piazzetta.cli.database import add_command, counted


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "copy a server's database, also while it runs"
    parser = add_command(commands, "backup", text, _run)
    target = "a new SQLite file, or the URL of an empty PostgreSQL database"
    parser.add_argument("target", metavar="TARGET", help=target)


def _run(arguments: argparse.Namespace) -> int:
    from piazzetta.server.store.address import parse
    from piazzetta.server.store.backup import copy

    target = parse(arguments.target)
    rows = copy(parse(arguments.db), target)
    print(f"copied {counted(rows, 'row')} to {target}")
    return 0
