"""Statements that both engines understand, though each has its own class for them.

Those that come with every game go straight to the driver: to build and look up a statement takes
SQLAlchemy several times as long as the database needs to execute it. Each is written out once.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Delete, Dialect, Insert, Select, Table, Update
from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

    Upsert = postgresql.Insert | sqlite.Insert

Values = dict[str, Any]
Statement = Insert | Update | Delete | Select[Any]


class Written(NamedTuple):
    """A statement in the words of an engine's driver."""

    text: str
    names: tuple[str, ...]
    """What its places stand for, in order."""
    fixed: Values
    """What some of them always are."""

    def filled(self, values: Values) -> tuple[Any, ...]:
        """The driver's parameters."""
        return tuple([values[name] if name in values else self.fixed[name] for name in self.names])


@cache
def _written(dialect: Dialect, statement: Statement, columns: tuple[str, ...]) -> Written:
    compiled = statement.compile(dialect=dialect, column_keys=list(columns))
    return Written(str(compiled), tuple(compiled.positiontup or ()), dict(compiled.params))


def run(connection: Connection, statement: Statement, values: Values) -> None:
    """Execute a statement that is made once and used again and again."""
    _run_all(connection, statement, [values])


def _run_all(connection: Connection, statement: Statement, rows: Sequence[Values]) -> None:
    """The same for many rows, which have the same columns."""
    written = _written(connection.dialect, statement, tuple(rows[0]))
    tell(connection, written.text, [written.filled(row) for row in rows])


def only(connection: Connection, statement: Select[Any], values: Values) -> tuple[Any, ...]:
    """The one row that is found by a statement that is used again and again."""
    written = _written(connection.dialect, statement, tuple(values))
    (row,) = ask(connection, written.text, written.filled(values))
    return row


def tell(connection: Connection, text: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Execute the words of a driver for each of these rows, within a transaction."""
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(text, list(rows))
        return
    with _in_our_words(connection) as driver:
        driver.executemany(text, rows)


def ask(connection: Connection, text: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """What is found with these words, within a transaction."""
    if connection.dialect.name != "sqlite":
        return [tuple(row) for row in connection.exec_driver_sql(text, values)]
    with _in_our_words(connection) as driver:
        found: list[tuple[Any, ...]] = driver.execute(text, values).fetchall()
        return found


@contextmanager
def _in_our_words(connection: Connection) -> Iterator[Any]:
    """The driver; what it raises is raised as SQLAlchemy would, but without the statement."""
    kind = connection.dialect.loaded_dbapi.Error
    try:
        yield connection.connection.driver_connection
    except kind as error:
        raise DBAPIError.instance(
            "", None, error, kind, True, dialect=connection.dialect
        ) from error


def keep(connection: Connection, table: Table, *rows: Values) -> None:
    """Write the rows, which have the same columns; those that are there already are replaced."""
    if rows:
        _run_all(connection, _keeping(connection.dialect.name, table, tuple(rows[0])), rows)


def keep_first(connection: Connection, table: Table, *rows: Values) -> None:
    """Write the rows; those that are there already stay as they are."""
    if rows:
        _run_all(connection, _keeping_first(connection.dialect.name, table), rows)


@cache
def _keeping(dialect: str, table: Table, columns: tuple[str, ...]) -> "Upsert":
    statement = _insert(dialect, table)
    keys = [column.name for column in table.primary_key]
    changed = {name: statement.excluded[name] for name in columns if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


@cache
def _keeping_first(dialect: str, table: Table) -> "Upsert":
    return _insert(dialect, table).on_conflict_do_nothing()


def _insert(dialect: str, table: Table) -> "Upsert":
    """An INSERT that can say what happens on a conflict."""
    # Only the engine in use is imported: the other one would make every start slower.
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert as of_sqlite

        return of_sqlite(table)
    from sqlalchemy.dialects.postgresql import insert as of_postgresql

    return of_postgresql(table)
