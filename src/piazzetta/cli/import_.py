"""`piazzetta import SOURCE`: records become finished games of a server."""

import argparse
import asyncio
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from io import FileIO
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING

from piazzetta.cli.commands import Commands
from piazzetta.cli.database import add_command, counted
from piazzetta.rules import record
from piazzetta.rules.record import RecordError

if TYPE_CHECKING:
    from piazzetta.server.store import Store

AT_ONCE = 50
"""Games that are kept with one commit."""
RECORDS = (".txt", ".record")


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "bring records into a server's database, as finished games"
    parser = add_command(commands, "import", text, _run)
    source = "records, folders or zip files with records (*.txt)"
    parser.add_argument("sources", type=Path, nargs="+", metavar="SOURCE", help=source)


@dataclass(frozen=True, slots=True)
class Source:
    """What may be a record."""

    name: str
    data: bytes = b""
    wrong: str = ""
    """Why it could not be read, if that is so."""


def _sources(path: Path) -> Iterator[Source]:
    """All that a folder, a zip file or a plain file may hold."""
    if path.is_dir():
        for one in sorted(one for one in path.iterdir() if one.suffix in RECORDS):
            yield _read(str(one), partial(FileIO, one))
    elif zipfile.is_zipfile(path):
        yield from _unpacked(path)
    else:
        yield _read(str(path), partial(FileIO, path))


def _unpacked(path: Path) -> Iterator[Source]:
    try:
        with zipfile.ZipFile(path) as file:
            records = [one for one in file.infolist() if Path(one.filename).suffix in RECORDS]
            for one in records:
                yield _read(f"{path}/{one.filename}", partial(file.open, one))
    except Exception as error:
        yield _unreadable(str(path), error)


def _read(name: str, opened: Callable[[], IO[bytes]]) -> Source:
    """Of what is too long for a record, enough to tell that it is."""
    try:
        with opened() as file:
            return Source(name, file.read(record.MOST_BYTES + 1))
    except Exception as error:
        return _unreadable(name, error)


def _unreadable(name: str, error: Exception) -> Source:
    """Files, archives and each way of packing have errors of their own: any is a file's fault."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return Source(name, wrong=f"cannot be read: {reason or type(error).__name__}")


def _run(arguments: argparse.Namespace) -> int:
    found = (source for path in arguments.sources for source in _sources(path))
    new, known, refused = asyncio.run(_bring_all(arguments.db, found))
    print(f"brought in {counted(new, 'game')}")
    if known:
        print(f"{counted(known, 'game')} already there")
    return 1 if refused else 0


async def _bring_all(database: str, sources: Iterator[Source]) -> tuple[int, int, int]:
    """How many were new, were known, and were refused."""
    from piazzetta.server.store import Store

    store = await Store.open(database)
    answers: list[bool | None] = []
    try:
        while some := list(islice(sources, AT_ONCE)):
            answers += await asyncio.gather(*(_bring(store, source) for source in some))
    finally:
        await store.close()
    return answers.count(True), answers.count(False), answers.count(None)


async def _bring(store: "Store", source: Source) -> bool | None:
    from piazzetta.server.store.transfer import TakenError, bring
    from piazzetta.server.table.imported import UnfinishedError

    wrong = source.wrong and f": {source.wrong}"
    try:
        if not wrong:
            return await bring(store, record.parse(record.decode(source.data)))
    except RecordError as error:
        wrong = f":{error.line}: {error.reason}"
    except UnfinishedError:
        wrong = ": this game is not over"
    except TakenError as error:
        wrong = f": {error}"
    print(f"{source.name}{wrong}", file=sys.stderr)
    return None
