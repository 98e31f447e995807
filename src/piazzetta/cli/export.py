"""`piazzetta export TARGET`: every finished game of a server as a record."""

import argparse
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from piazzetta.cli.commands import Commands
from piazzetta.cli.database import add_command, counted

if TYPE_CHECKING:
    from piazzetta.server.store.transfer import Broken, Game


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "write every finished game of a server as a record, also while it runs"
    parser = add_command(commands, "export", text, _run)
    parser.add_argument("target", type=Path, metavar="TARGET", help="a folder, or a file NAME.zip")


def _run(arguments: argparse.Namespace) -> int:
    from piazzetta.server.store import transfer
    from piazzetta.server.store.address import parse

    database, target = parse(arguments.db), arguments.target
    if target.suffix != ".zip" and target.exists() and not target.is_dir():
        told = f"{target} is neither a folder nor named NAME.zip"
        print(f"piazzetta export: {told}", file=sys.stderr)
        return 1
    running = transfer.running(database)
    write = _to_zip if target.suffix == ".zip" else _to_folder
    broken: list[Broken] = []
    written = write(target, _whole(transfer.games(database), broken))
    print(f"wrote {counted(written, 'game')} to {target}")
    if running:
        print(f"left out {counted(running, 'game')} not over yet: the cards are still secret")
    for one in broken:
        print(f"left out table {one.table}, which cannot be read: {one.why}", file=sys.stderr)
    return 1 if broken else 0


def _whole(games: Iterable["Game | Broken"], broken: "list[Broken]") -> Iterator["Game"]:
    """Those that can be written; the others are put into the list."""
    from piazzetta.server.store.transfer import Broken

    for game in games:
        if isinstance(game, Broken):
            broken.append(game)
        else:
            yield game


def _to_folder(folder: Path, games: Iterable["Game"]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for game in games:
        (folder / game.name).write_text(game.text, encoding="utf-8", newline="\n")
        written += 1
    return written


def _to_zip(path: Path, games: Iterable["Game"]) -> int:
    """Under another name until it is complete."""
    part = path.with_name(path.name + ".part")
    try:
        written = _pack(part, games)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return written


def _pack(path: Path, games: Iterable["Game"]) -> int:
    written = 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for game in games:
            file.writestr(game.name, game.text)
            written += 1
    return written
