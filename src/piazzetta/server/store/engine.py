"""Opens the database: one file for SQLite, readable by its owner alone, or PostgreSQL by URL."""

import os
import sqlite3
import stat
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event

from piazzetta.server.store import trouble
from piazzetta.server.store.address import Address
from piazzetta.server.store.errors import StoreError

READERS = 4
"""How many threads read at a time."""
WRITES = "writes"
"""The option of connections that write: on SQLite they take their turn at the start."""
BUSY_SECONDS = 10.0
STANDSTILL = 5.0
"""Seconds after which PostgreSQL ends a transaction of a node that says nothing: others may wait
for its locks, and of a machine that has lost its power nobody hangs up."""
_OWNER_ALONE = 0o600
_POOL: dict[str, Any] = {
    "pool_size": READERS + 2,
    "max_overflow": 0,
    # Parameters hold the secrets of running games: errors, which end up in logs, may not.
    "hide_parameters": True,
}


def engine_of(address: Address) -> Engine:
    """An engine; nothing is opened yet."""
    if address.path is None:
        engine = create_engine(address.url, connect_args=address.arguments, **_POOL)
        event.listen(engine, "connect", _on_connect_to_server)
        event.listen(engine, "handle_error", _on_error)
        return engine
    arguments = {"timeout": BUSY_SECONDS, "cached_statements": 256, "check_same_thread": False}
    engine = create_engine(address.url, connect_args=arguments, **_POOL)
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def prepare_file(path: Path) -> None:
    """Make the file if it is not there; whatever is wrong with its place is said clearly."""
    if not path.parent.is_dir():
        raise StoreError(f"the folder {path.parent} does not exist")
    if path.exists() and not path.is_file():
        raise StoreError(f"{path} is not a file")
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, _OWNER_ALONE)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from error
    # Not closed before SQLite opens it: nobody of this process has it open yet.
    os.close(handle)
    if stat.S_IMODE(path.stat().st_mode) != _OWNER_ALONE:
        path.chmod(_OWNER_ALONE)
    if not os.access(path.parent, os.W_OK):
        raise StoreError(f"the folder {path.parent} cannot be written, and SQLite must")


def _on_connect_to_server(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"SET idle_in_transaction_session_timeout = {int(STANDSTILL * 1000)}")
    cursor.close()
    connection.commit()


def _on_connect(connection: sqlite3.Connection, _: Any) -> None:
    # Transactions are begun by `_on_begin`, not by the driver's guess.
    connection.isolation_level = None
    for setting in (
        "journal_mode=WAL",
        "synchronous=FULL",
        f"busy_timeout={int(BUSY_SECONDS * 1000)}",
        "secure_delete=ON",
        "temp_store=MEMORY",
        # 16 MB: the pages of games that are played are written back once, not every few commits.
        "wal_autocheckpoint=4000",
    ):
        connection.execute(f"PRAGMA {setting}")


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _on_error(context: ExceptionContext) -> None:
    """A server that is being stopped says so before it hangs up: no connection of it is good."""
    if trouble.is_farewell(context.original_exception):
        context.is_disconnect = True
