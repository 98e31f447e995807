"""Statements that both engines understand, though each has its own class for them."""

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

    Upsert = postgresql.Insert | sqlite.Insert

Values = dict[str, Any]


def _insert(dialect: str, table: Table) -> "Upsert":
    """An INSERT that can say what happens on a conflict."""
    # Only the engine in use is imported: the other one would make every start slower.
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert as of_sqlite

        return of_sqlite(table)
    from sqlalchemy.dialects.postgresql import insert as of_postgresql

    return of_postgresql(table)


def keep(connection: Connection, table: Table, *rows: Values) -> None:
    """Write the rows, which have the same columns; those that are there already are replaced."""
    if rows:
        connection.execute(_keeping(connection.dialect.name, table, tuple(rows[0])), rows)


def keep_first(connection: Connection, table: Table, *rows: Values) -> None:
    """Write the rows; those that are there already stay as they are."""
    if rows:
        connection.execute(_keeping_first(connection.dialect.name, table), rows)


# To build a statement costs more than to execute it: each is built once.


@cache
def _keeping(dialect: str, table: Table, columns: tuple[str, ...]) -> "Upsert":
    statement = _insert(dialect, table)
    keys = [column.name for column in table.primary_key]
    changed = {name: statement.excluded[name] for name in columns if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


@cache
def _keeping_first(dialect: str, table: Table) -> "Upsert":
    return _insert(dialect, table).on_conflict_do_nothing()
