"""A batch of rows of many tables, written with one statement.

SQLite gets a place for each value, PostgreSQL the whole batch as one JSON text: for each of them
that is what costs least.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from piazzetta.server.store.schema import events
from piazzetta.server.store.statements import ask, tell
from piazzetta.server.table.events import Row, decode, encode

_ENCODER = msgspec.json.Encoder()

_INSERT = "INSERT INTO events (table_id, ply, at, player, request, body) "
_FROM_JSON = (
    "SELECT value ->> 0, CAST(value ->> 1 AS integer), CAST(value ->> 2 AS double precision),"
    " value ->> 3, value ->> 4, value ->> 5"
    " FROM json_array_elements(CAST(%s AS json)) AS lines(value)"
    # Another node may have deleted whoever did this. A join would change the order of the rows.
    " WHERE (SELECT at FROM gone"
    " WHERE hash = encode(sha256(convert_to(value ->> 3, 'UTF8')), 'hex')) IS NULL"
)
_PLACES = "(?, ?, ?, ?, ?, ?)"
_FREE_ONLY = " ON CONFLICT DO NOTHING RETURNING table_id, ply"


Key = tuple[str, int]
"""What a row is known by: its table and its ply."""


class Line(NamedTuple):
    """A row, ready to be written: the values of its columns."""

    table: str
    ply: int
    at: float
    player: str
    request: str
    body: str

    @property
    def key(self) -> Key:
        """What it is known by."""
        return self[:2]


def line_of(row: Row) -> Line:
    """Encode a row."""
    return Line(row.table, row.ply, row.at, row.by, row.request, encode(row.event).decode())


def insert(connection: Connection, lines: Sequence[Line]) -> set[Key]:
    """Write those lines whose key is free, and tell which; the batch is sorted by its keys.

    SQLite is asked for all or nothing first: handing back each key costs more than writing it,
    and with a single server hardly any is ever taken. Several nodes on PostgreSQL often meet.
    """
    text, values = _statement(connection, lines)
    if connection.dialect.name == "sqlite":
        try:
            tell(connection, text, [values])
        except IntegrityError:
            pass  # The statement as a whole was undone, the transaction goes on.
        else:
            return {line.key for line in lines}
    return {_key(found) for found in ask(connection, text + _FREE_ONLY, values)}


def insert_alone(connection: Connection, lines: Sequence[Line]) -> set[Key] | None:
    """The same as a transaction of its own, durable on return: one statement, straight to the
    driver. This is what every move of a game costs.

    None if SQLite found some key taken; then nothing was written. Errors are the driver's own.
    """
    driver: Any = connection.connection.driver_connection
    text, values = _statement(connection, lines)
    if connection.dialect.name == "sqlite":
        try:
            driver.execute(text, values)
        except connection.dialect.loaded_dbapi.IntegrityError:
            return None
        return {line.key for line in lines}
    driver.autocommit = True
    try:
        cursor = driver.cursor()
        cursor.execute(text + _FREE_ONLY, values)
        return {_key(found) for found in cursor.fetchall()}
    finally:
        driver.autocommit = False


def _key(found: Sequence[Any]) -> Key:
    table, ply = found
    return table, ply


def _statement(connection: Connection, lines: Sequence[Line]) -> tuple[str, tuple[Any, ...]]:
    """What writes them, in the words of the driver, and its values."""
    if connection.dialect.name == "sqlite":
        return _INSERT + "VALUES " + ", ".join([_PLACES] * len(lines)), tuple(chain(*lines))
    return _INSERT + _FROM_JSON, (_ENCODER.encode(lines).decode(),)


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
    return {(row.table, row.ply) for row in rows if _is_there(connection, row)}


def _is_there(connection: Connection, row: Row) -> bool:
    kept = read(connection, row.table, row.ply)[:1]
    return [(one.by, one.request, one.event) for one in kept] == [(row.by, row.request, row.event)]
