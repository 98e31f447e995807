"""Copies of a whole database, complete and of one moment, while its server runs.

A copy is a new database of either kind, so this also restores a copy, and moves a server from
SQLite to PostgreSQL and back.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, MetaData, Table, insert, inspect, select

from piazzetta.server.store import trouble
from piazzetta.server.store.address import Address
from piazzetta.server.store.engine import WRITES, engine_of, prepare_file
from piazzetta.server.store.errors import StoreError
from piazzetta.server.store.lock import Lock
from piazzetta.server.store.migrate import VERSION, current, migrate
from piazzetta.server.store.reading import reading

AT_ONCE = 500


def copy(source: Address, target: Address) -> int:
    """Copy everything into a database that is not there yet, or empty; tells how many rows."""
    with reading(source) as old, _new(target) as engine:
        revision = current(old)
        assert revision is not None  # `reading` has seen to it
        migrate(engine, revision)
        with engine.execution_options(**{WRITES: True}).begin() as new:
            return sum(_copy_table(old, new, table) for table in _tables(old))


def _tables(connection: Connection) -> list[Table]:
    """The tables as they are there: a copy of an old database is as old."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != VERSION]


def _copy_table(old: Connection, new: Connection, table: Table) -> int:
    rows = old.execution_options(yield_per=AT_ONCE).execute(select(table))
    count = 0
    for part in rows.mappings().partitions():
        # One statement for all of them: some drivers send each row of a list on its own.
        new.execute(insert(table).values([dict(row) for row in part]))
        count += len(part)
    return count


@contextmanager
def _new(target: Address) -> Iterator[Engine]:
    with _new_file(target, target.path) if target.path else _empty(target) as engine:
        yield engine


@contextmanager
def _empty(target: Address) -> Iterator[Engine]:
    engine = engine_of(target)
    try:
        with trouble.explained(target):
            if inspect(engine).get_table_names():
                raise StoreError(f"{target} is not empty; a copy needs a database of its own")
            yield engine
    finally:
        engine.dispose()


@contextmanager
def _new_file(target: Address, path: Path) -> Iterator[Engine]:
    """Under another name until it is complete."""
    if path.exists():
        raise StoreError(f"{path} exists already; a copy needs a file of its own")
    part = path.with_name(path.name + ".part")
    prepare_file(part)
    lock = Lock(part)
    try:
        part.unlink()  # What is left of a copy that was interrupted.
        prepare_file(part)
        unfinished = replace(target, url=URL.create("sqlite", database=str(part)), path=part)
        with _empty(unfinished) as engine:
            yield engine
        _make_durable(part)
        part.rename(path)
        _make_durable(path.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    finally:
        lock.release()


def _make_durable(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
