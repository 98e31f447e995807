"""Finished games as records, out of a database and into one."""

import datetime
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from piazzetta.rules import record
from piazzetta.rules.record import Record
from piazzetta.server.store import rows, trouble
from piazzetta.server.store.address import Address
from piazzetta.server.store.errors import StoreError
from piazzetta.server.store.reading import reading
from piazzetta.server.store.schema import tables
from piazzetta.server.store.store import Store
from piazzetta.server.table import imported
from piazzetta.server.table.events import Row
from piazzetta.server.table.evolve import evolve, fold
from piazzetta.server.table.record import record as record_of
from piazzetta.server.table.value import OVER, RUNNING

_ID = re.compile(r"[A-Za-z0-9]{6,20}")
"""As `protocol/shared.py` has it."""


class TakenError(StoreError):
    """Wherever a game could be kept, there is another: one that says of itself to be this one."""


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game."""

    name: str
    """For a file: it sorts by date, and tells the game and the table."""
    text: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A finished game whose rows cannot be read any more."""

    table: str
    why: str


def games(address: Address) -> Iterator[Game | Broken]:
    """Every finished game, in the order of their tables' names."""
    with reading(address) as connection:
        ended = select(tables.c.id).where(tables.c.stage == OVER).order_by(tables.c.id)
        for table in connection.scalars(ended).all():
            yield _game(connection, table)


def _game(connection: Connection, table: str) -> Game | Broken:
    try:
        told = record_of(fold(rows.read(connection, table)))
        date = told.date.isoformat() if told.date else "undated"
        return Game(f"{date}-{told.game}-{table}.txt", record.format(told))
    except DBAPIError as error:
        if trouble.is_unavailable(error):
            raise
        return Broken(table, trouble.cause(error))
    except Exception as error:
        # Whatever a row that somebody spoilt leads to: the other games are to be had all the same.
        return Broken(table, f"{type(error).__name__}: {error}".partition("\n")[0])


def running(address: Address) -> int:
    """How many games have not ended: their cards are secret, so they stay where they are."""
    with reading(address) as connection:
        count = select(func.count()).select_from(tables).where(tables.c.stage == RUNNING)
        return connection.scalar(count) or 0


async def bring(store: Store, told: Record) -> bool:
    """Keep a finished game; False if it is there already. Twice the same is once."""
    text = record.format(told)
    for table in _ids(told, text):
        if await _keep(store, table, told):
            return True
        if await _is_there(store, table, text):
            return False
    raise TakenError("another game has taken its place")


def _ids(told: Record, text: str) -> Iterator[str]:
    """Where the game was played, else a name that follows from the record."""
    own = dict(told.tags).get("Table", "")
    if _ID.fullmatch(own):
        yield own
    yield hashlib.sha256(text.encode()).hexdigest()[:20]


async def _keep(store: Store, table: str, told: Record) -> bool:
    day = told.date or datetime.datetime.now(datetime.UTC).date()
    event = imported.opening(told, f"{day.isoformat()}T00:00:00Z")
    row = Row(table, 0, store.time.now(), "", "", event)
    return await store.append(row, evolve(None, row))


async def _is_there(store: Store, table: str, text: str) -> bool:
    try:
        kept = fold(await store.rows(table))
        return kept.stage == OVER and record.format(record_of(kept)) == text
    except StoreError:
        raise
    except Exception:
        return False  # Somebody spoilt its rows: what it was, nobody can tell.
