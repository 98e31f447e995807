"""Statements that both engines understand, though each has its own class for them."""

from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Upsert = postgresql.Insert | sqlite.Insert
Values = dict[str, Any]


def insert(connection: Connection, table: Table) -> Upsert:
    """An INSERT that can say what happens on a conflict."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)


def keep(connection: Connection, table: Table, *rows: Values) -> None:
    """Write the rows; those that are there already are replaced."""
    statement = insert(connection, table)
    keys = [column.name for column in table.primary_key]
    changed = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    statement = statement.on_conflict_do_update(index_elements=keys, set_=changed)
    for row in rows:
        connection.execute(statement, row)


def keep_first(connection: Connection, table: Table, *rows: Values) -> None:
    """Write the rows; those that are there already stay as they are."""
    statement = insert(connection, table).on_conflict_do_nothing()
    for row in rows:
        connection.execute(statement, row)
