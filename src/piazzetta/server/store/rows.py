"""A batch of rows of many tables, written with one statement.

The batch travels as one JSON text, so that the statement is always the same, whatever the size of
the batch, and the writing thread hardly ever takes the interpreter from the event loop.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from piazzetta.server.store.schema import events
from piazzetta.server.store.statements import ask, tell
from piazzetta.server.table.events import Row, decode

_ENCODER = msgspec.json.Encoder()

_COLUMNS = "INSERT INTO events (table_id, ply, at, player, request, body) "
# In the words of each driver.
_INSERT = {
    "sqlite": _COLUMNS
    + "SELECT "
    + ", ".join(f"json_extract(value, '$[{index}]')" for index in range(6))
    + " FROM json_each(?) WHERE true",
    "postgresql": _COLUMNS
    + "SELECT value ->> 0, CAST(value ->> 1 AS integer), CAST(value ->> 2 AS double precision),"
    + " value ->> 3, value ->> 4, value ->> 5"
    + " FROM json_array_elements(CAST(%s AS json)) AS lines(value)",
}
_FREE_ONLY = " ON CONFLICT DO NOTHING RETURNING table_id, ply"
_FREE = {dialect: statement + _FREE_ONLY for dialect, statement in _INSERT.items()}


class Key(NamedTuple):
    """What a row is known by."""

    table: str
    ply: int


class Line(NamedTuple):
    """A row, ready to be written."""

    key: Key
    json: bytes


def line_of(row: Row) -> Line:
    """Encode a row."""
    values = (row.table, row.ply, row.at, row.by, row.request, row.event)
    return Line(Key(row.table, row.ply), _ENCODER.encode(values))


def insert(connection: Connection, lines: Sequence[Line]) -> set[Key]:
    """Write those lines whose key is free, and tell which; the batch is sorted by its keys.

    SQLite is asked for all or nothing first: handing back each key costs more than writing it,
    and with a single server hardly any is ever taken. Several nodes on PostgreSQL often meet.
    """
    dialect, batch = connection.dialect.name, (_json(lines),)
    if dialect == "sqlite":
        try:
            tell(connection, _INSERT[dialect], [batch])
        except IntegrityError:
            pass  # The statement as a whole was undone, the transaction goes on.
        else:
            return {line.key for line in lines}
    return {Key(*found) for found in ask(connection, _FREE[dialect], batch)}


def insert_alone(connection: Connection, lines: Sequence[Line]) -> set[Key] | None:
    """The same as a transaction of its own, durable on return: one statement, straight to the
    driver. This is what every move of a game costs.

    None if SQLite found some key taken; then nothing was written. Errors are the driver's own.
    """
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        try:
            driver.execute(_INSERT["sqlite"], (_json(lines),))
        except connection.dialect.loaded_dbapi.IntegrityError:
            return None
        return {line.key for line in lines}
    driver.autocommit = True
    try:
        cursor = driver.cursor()
        cursor.execute(_FREE["postgresql"], (_json(lines),))
        return {Key(*key) for key in cursor.fetchall()}
    finally:
        driver.autocommit = False


def _json(lines: Sequence[Line]) -> str:
    return b"".join((b"[", b",".join([line.json for line in lines]), b"]")).decode()


def read(connection: Connection, table: str, since: int = 0) -> list[Row]:
    """A table's rows from that ply on, in order."""
    found = connection.execute(
        select(events)
        .where(events.c.table_id == table, events.c.ply >= since)
        .order_by(events.c.ply)
    )
    return [
        Row(table, ply, at, player, request, decode(body))
        for table, ply, at, player, request, body in found
    ]


def there(connection: Connection, rows: Iterable[Row]) -> set[Key]:
    """Those of the rows that are kept just as they are: asked when a connection broke."""
    return {Key(row.table, row.ply) for row in rows if _is_there(connection, row)}


def _is_there(connection: Connection, row: Row) -> bool:
    kept = read(connection, row.table, row.ply)[:1]
    return [(one.by, one.request, one.event) for one in kept] == [(row.by, row.request, row.event)]
