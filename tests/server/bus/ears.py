"""Somebody who writes down what a bus says."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from piazzetta.server.bus.redis import RedisBus
from piazzetta.server.table.events import Moved, Row

PATIENCE = 20.0


class Notebook:
    """All that was heard."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.notes: list[tuple[str, bytes]] = []
        self.resyncs = 0
        self.there: set[str] = set()
        self.block: asyncio.Event | None = None
        """While it is not set, rows of the table `slow` are not taken."""

    async def heard(self, row: Row) -> None:
        if self.block and row.table == "slow":
            await self.block.wait()
        self.rows.append(row)

    async def told(self, topic: str, note: bytes) -> None:
        self.notes.append((topic, note))

    async def resync(self) -> None:
        self.resyncs += 1

    async def elsewhere(self, player: str, there: bool) -> None:
        (self.there.add if there else self.there.discard)(player)


@asynccontextmanager
async def node(url: str) -> AsyncIterator[tuple[RedisBus, Notebook]]:
    """A node of its own."""
    bus, notebook = RedisBus(url), Notebook()
    await bus.start(notebook)
    try:
        yield bus, notebook
    finally:
        await bus.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait for it."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        await asyncio.sleep(0.01)


def row_of(table: str, ply: int) -> Row:
    return Row(table, ply, 1000.5, "ann", f"r{ply}", Moved(0, f"move {ply}"))
