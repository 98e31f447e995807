"""How the parts of a store reach the database: reads in a few threads, writes by the one writer."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from piazzetta.server.store import trouble
from piazzetta.server.store.engine import READERS
from piazzetta.server.store.errors import UnavailableError
from piazzetta.server.store.guard import Guard
from piazzetta.server.store.writer import Writer

T = TypeVar("T")


class Access:
    """Given to every part of a store."""

    def __init__(self, engine: Engine, guard: Guard) -> None:
        """Start the writer; the engine is open already."""
        self._engine = engine
        self._guard = guard
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self.writer = Writer(engine, guard)
        self.write = self.writer.run
        self.say_where = guard.say_where

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Do this with a connection, in a thread, within one snapshot of the database."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._reading, work)

    def _reading(self, work: Callable[[Connection], T]) -> T:
        try:
            return self._once(work)
        except (DBAPIError, OSError) as error:
            if not trouble.may_pass(error):
                raise
        try:
            return self._once(work)  # On a new connection: the pool has dropped all old ones.
        except (DBAPIError, OSError) as error:
            raise UnavailableError(f"the database cannot read: {trouble.cause(error)}") from error

    def _once(self, work: Callable[[Connection], T]) -> T:
        self._guard.may_read()
        with self._engine.connect() as connection:
            return work(connection)

    async def close(self) -> None:
        """Write all that waits, and let go."""
        await self.writer.close()
        self._threads.shutdown()
        self._engine.dispose()
        self._guard.release()
