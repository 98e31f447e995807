"""The server's time, which stands still while no server runs, so that nobody's clock runs then.

    now = wall − down        `down`: all the seconds in which nothing ran, kept in the database

Every node writes a beat each second. Whoever finds the last beat older than LATE adds the rest of
the gap to `down`: after a laptop's sleep, or when the disk was busy. A node that cannot write its
beat lets time stand still LATE seconds after its last one, so time never runs backwards for it.

A server that starts and is alone goes on at the last beat: a crash gives up to a second to whoever
was thinking, and takes none. On PostgreSQL a beat within LATE may be that of another node.
Nodes on PostgreSQL all take the wall's time from the database, so that their clocks need not agree.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, select, text

from piazzetta.server.store.access import Access
from piazzetta.server.store.errors import StoreError
from piazzetta.server.store.schema import server
from piazzetta.server.store.statements import keep, keep_first

EVERY = 1.0
LATE = 3.0
_ONLY = 1
"""The key of the one row."""


class Moment(NamedTuple):
    """The server's time when this process's own clock showed something."""

    server: float
    own: float


class ServerTime:
    """One for each node; `start` it first."""

    def __init__(self, access: Access) -> None:
        """Of that store."""
        self._write = access.write
        self._beat = Moment(0.0, 0.0)
        self._last = 0.0
        self._task: asyncio.Task[None] | None = None

    def now(self) -> float:
        """Seconds, to the millisecond, that never run backwards."""
        server, own = self._beat
        passed = min(time.monotonic() - own, LATE)
        # To round to no digits is much faster than to three.
        self._last = max(self._last, round((server + passed) * 1000) / 1000)
        return self._last

    async def start(self) -> None:
        """Find out what time it is, and keep telling the others."""
        self._beat = await self._write(lambda connection: beat(connection, resumed))
        self._task = asyncio.create_task(self._go_on())

    async def close(self) -> None:
        """Stop; the time until the last beat has counted."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
            await self._try()

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self._try()

    async def _try(self) -> None:
        with contextlib.suppress(StoreError):  # Time stands still until it works again.
            self._beat = await self._write(beat)


Count = Callable[[float, float, float, bool], tuple[float, float]]
"""The new beat, and all the seconds in which nothing ran; from the wall's time, the last beat, the
seconds before, and whether there can be no other node."""


def counted(wall: float, last: float, down: float, _alone: bool = False) -> tuple[float, float]:
    """While a node runs."""
    gap = wall - last
    if gap > LATE:
        return wall, down + gap - LATE
    if gap < -LATE:  # Somebody set the clock back.
        return wall, down + gap
    return max(wall, last), down


def resumed(wall: float, last: float, down: float, alone: bool) -> tuple[float, float]:
    """When a node starts: while nobody ran no time passed, not even LATE."""
    gap = wall - last
    return (wall, down + gap) if gap > (0.0 if alone else LATE) else counted(wall, last, down)


def beat(connection: Connection, count: Count = counted) -> Moment:
    """Say that a server runs, and learn what time it is."""
    keep_first(connection, server, {"id": _ONLY, "beat": _wall(connection), "down": 0.0})
    query = select(server.c.beat, server.c.down).with_for_update()
    last, down = connection.execute(query).one()
    wall, own = _wall(connection), time.monotonic()
    last, down = count(wall, last, down, connection.dialect.name == "sqlite")
    keep(connection, server, {"id": _ONLY, "beat": last, "down": down})
    return Moment(wall - down, own)


def _wall(connection: Connection) -> float:
    if connection.dialect.name == "sqlite":
        return time.time()
    return float(connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")) or 0.0)
