"""Looking into a database beside the server that uses it: for copies and exports."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from piazzetta.server.store import trouble
from piazzetta.server.store.address import Address
from piazzetta.server.store.engine import engine_of
from piazzetta.server.store.errors import StoreError
from piazzetta.server.store.migrate import current, steps


@contextmanager
def reading(address: Address) -> Iterator[Connection]:
    """A connection that sees everything as it is at this moment, whatever is written meanwhile."""
    if address.path and not address.path.is_file():
        raise StoreError(f"there is no database {address}")
    engine = engine_of(address)
    try:
        with trouble.explained(address), engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            _check(address, connection)
            yield connection
    finally:
        engine.dispose()


def _check(address: Address, connection: Connection) -> None:
    revision = current(connection)
    if revision is None:
        raise StoreError(f"{address} is no database of Piazzetta")
    if revision not in steps():
        raise StoreError(f"{address} was written by a newer version of Piazzetta")
