"""Statements that both engines understand, though each has its own class for them."""

from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

    Upsert = postgresql.Insert | sqlite.Insert

Values = dict[str, Any]


def insert(connection: Connection, table: Table) -> "Upsert":
    """An INSERT that can say what happens on a conflict."""
    # Only the engine in use is imported: the other one would make every start slower.
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert as of_sqlite

        return of_sqlite(table)
    from sqlalchemy.dialects.postgresql import insert as of_postgresql

    return of_postgresql(table)


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
