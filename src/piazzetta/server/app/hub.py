"""The hub: every table that this node hosts, and the one way in which a table is changed.

change ──► decide ──► row ──► store ──► evolve ──► whoever watches here ──► bus ──► other nodes
              ▲                 │
              └── taken: catch up with the rows of the faster node, decide again

There is no leader: any node may host any table, and the store alone says whose row counts. What is
held here is only a copy that can be had again from the rows.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple, Protocol

from piazzetta.server.app import logs
from piazzetta.server.app.connection import Connection
from piazzetta.server.app.hosted import Hosted
from piazzetta.server.app.metrics import Metrics
from piazzetta.server.store.errors import GoneError
from piazzetta.server.table.events import Forgotten, Opened, Row
from piazzetta.server.table.evolve import Decided, evolve
from piazzetta.server.table.ports import Bus, TableStore, TimeSource
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import Table

TRIES = 5
"""How often a decision is made again because another node was faster."""
KEPT = 2000
"""Tables that are held though nobody watches them."""
AT_ONCE = 200
"""Rows of a table that are read in one go: those of a long game take a while, and others wait."""

Decide = Callable[[Table], Decided | None]
"""What is to happen at a table as it is now; None for nothing. It may refuse."""


class Origin:
    """A client's message that causes a row, to be answered on its connection."""

    __slots__ = ("answered", "connection", "id")

    def __init__(self, connection: Connection, request: str) -> None:
        """Not answered yet."""
        self.connection = connection
        self.id = request
        self.answered = False


class Happened(NamedTuple):
    """A row that has become part of a hosted table."""

    hosted: Hosted
    before: Table | None
    after: Table
    row: Row
    ours: bool
    """Whether this node accepted it."""
    origin: Origin | None = None
    """The message of a client of this node that caused it."""


class Observer(Protocol):
    """Somebody who is told of everything at hosted tables. No time may be lost there."""

    def loaded(self, hosted: Hosted, table: Table, /) -> None:
        """The table was read from the store, and is hosted from now on."""
        ...

    def happened(self, what: Happened) -> None:
        """It has one more row."""
        ...

    def dropped(self, hosted: Hosted, table: Table, /) -> None:
        """It is hosted no more."""
        ...


class Hub:
    """Hosts tables."""

    def __init__(
        self, store: TableStore, bus: Bus, clock: TimeSource, metrics: Metrics, kept: int = KEPT
    ) -> None:
        """Nothing is hosted yet; `observers` are to be added before anything is."""
        self._store = store
        self._bus = bus
        self.clock = clock
        self._metrics = metrics
        self._kept = kept
        self._tables: OrderedDict[str, Hosted] = OrderedDict()
        self.observers: list[Observer] = []

    @property
    def hosted(self) -> int:
        """How many tables are held."""
        return len(self._tables)

    def held(self, table: str) -> Hosted | None:
        """The table, if it is held."""
        return self._tables.get(table)

    def all_held(self) -> list[Hosted]:
        """Every table that is held."""
        return list(self._tables.values())

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[tuple[Hosted, Table]]:
        """The table, for whoever wants to read it, or change how it is watched; alone with it.

        It is looked up in the store where there are other nodes: one that has died may have
        acknowledged what it could tell nobody else.
        """
        async with self._alone_with(table) as hosted:
            hosted.behind = hosted.behind or not self._bus.alone
            yield hosted, await self._current(hosted)

    async def open(self, table: str, opened: Opened, by: str) -> Table:
        """A new table; or the one that is there, if it was opened before."""
        async with self._alone_with(table) as hosted:
            row = Row(table, 0, self.clock.now(), by, "", opened)
            after = evolve(None, row)
            if not await self._append(hosted, row, after):
                return await self._current(hosted)
            hosted.behind = False
            await self._accept(hosted, row, after, None)
        return after

    async def change(
        self,
        table: str,
        decide: Decide,
        by: str = "",
        request: str = "",
        origin: Origin | None = None,
    ) -> Table:
        """Let something happen, once: a request that was carried out before changes nothing."""
        async with self._alone_with(table) as hosted:
            for _ in range(TRIES):
                before = await self._current(hosted)
                if request and before.carried_out(by, request) is not None:
                    return before
                decided = decide(before)
                if decided is None:
                    return before
                row = Row(table, before.ply + 1, self.clock.now(), by, request, decided.event)
                after = evolve(before, row, decided)
                if await self._append(hosted, row, after):
                    await self._accept(hosted, row, after, origin)
                    return after
                self._metrics.conflicts.inc()
                hosted.behind = True
        raise RefusedError("unavailable")

    async def heard(self, row: Row) -> None:
        """Another node has accepted a row."""
        hosted = self._tables.get(row.table)
        if hosted is None:
            return
        async with hosted.lock:
            table = hosted.table
            if table is None or hosted.behind or row.ply <= table.ply:
                return
            if row.ply == table.ply + 1:
                self._grow(Happened(hosted, table, evolve(table, row), row, ours=False))
            else:
                hosted.behind = True
                with suppress(RefusedError):
                    await self._current(hosted)

    async def reload(self, table: str) -> Table | None:
        """Rows that were kept have been changed: read them all again. None if it is not held."""
        hosted = self._tables.get(table)
        if hosted is None:
            return None
        async with hosted.lock:
            if hosted.table:
                await self._anew(hosted, hosted.table)
            return hosted.table

    async def resync(self) -> None:
        """Some of what other nodes said may be lost: look whatever is watched up in the store."""
        for hosted in self.all_held():
            hosted.behind = True
        await self.mend()

    async def mend(self) -> None:
        """Catch up where somebody watches a table of which the store may know more."""
        for hosted in self.all_held():
            if hosted.behind and hosted.watchers:
                async with hosted.lock:
                    with suppress(RefusedError):
                        await self._current(hosted)

    async def forget_idle(self) -> None:
        """Let go of tables that nobody watches, beyond those that are kept, oldest first."""
        surplus = len(self._tables) - self._kept
        idle = [hosted for hosted in self._tables.values() if hosted.idle]
        for hosted in idle[: max(0, surplus)]:
            if hosted.idle and self._tables.get(hosted.id) is hosted:
                await self._drop(hosted)

    @asynccontextmanager
    async def _alone_with(self, table: str) -> AsyncIterator[Hosted]:
        """The one value for this table, its lock held. One that was let go while somebody waited
        for it is not it any more: whoever watched that would be told of nothing."""
        while True:
            hosted = await self._host(table)
            async with hosted.lock:
                if self._tables.get(table) is hosted:
                    yield hosted
                    return

    async def _host(self, table: str) -> Hosted:
        """The one value for this table; subscribed before it is read, so that nothing is missed."""
        hosted = self._tables.get(table)
        if hosted is not None:
            self._tables.move_to_end(table)
            return hosted
        hosted = self._tables[table] = Hosted(table)
        try:
            async with hosted.lock:
                await self._bus.subscribe(table)
        except Exception as error:
            self._tables.pop(table, None)
            logs.failed("subscribing failed", error, table=table)
            raise RefusedError("unavailable") from error
        return hosted

    async def _drop(self, hosted: Hosted) -> None:
        del self._tables[hosted.id]
        if hosted.table:
            self._let_go(hosted, hosted.table)
        await self._bus.unsubscribe(hosted.id)

    def _let_go(self, hosted: Hosted, table: Table) -> None:
        for observer in self.observers:
            observer.dropped(hosted, table)

    async def _current(self, hosted: Hosted) -> Table:
        """The table as the store knows it. The lock is held."""
        if hosted.behind:
            await self._catch_up(hosted)
        if hosted.table is None:
            if self._tables.get(hosted.id) is hosted:
                await self._drop(hosted)
            raise RefusedError("no_such_table")
        return hosted.table

    async def _catch_up(self, hosted: Hosted) -> None:
        since = hosted.table.ply + 1 if hosted.table else 0
        try:
            rows = await self._store.rows(hosted.id, since)
        except Exception as error:
            logs.failed("reading failed", error, table=hosted.id)
            raise RefusedError("unavailable") from error
        hosted.behind = False
        if hosted.table is None:
            await self._load(hosted, rows)
            return
        if any(isinstance(row.event, Forgotten) for row in rows):
            await self._anew(hosted, hosted.table)
            return
        for row in rows:
            before = hosted.table
            self._grow(Happened(hosted, before, evolve(before, row), row, ours=False))

    async def _anew(self, hosted: Hosted, table: Table) -> None:
        """Rows that were kept have been changed: read them all again. The lock is held."""
        self._let_go(hosted, table)
        hosted.table, hosted.behind = None, True
        await self._catch_up(hosted)

    async def _load(self, hosted: Hosted, rows: Sequence[Row]) -> None:
        table: Table | None = None
        for number, row in enumerate(rows, 1):
            table = evolve(table, row)
            if number % AT_ONCE == 0:
                await self._let_others(hosted)
        if table:
            hosted.table = table
            for observer in self.observers:
                observer.loaded(hosted, table)

    async def _let_others(self, hosted: Hosted) -> None:
        """Whoever has something else to do. Should this be the end, nothing is known yet."""
        try:
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            hosted.behind = True
            raise

    async def _append(self, hosted: Hosted, row: Row, after: Table) -> bool:
        """Keep the row. Where that fails nobody knows whether it is kept: we have to look."""
        try:
            return await self._store.append(row, after)
        except GoneError as error:
            raise RefusedError("no_identity") from error
        except Exception as error:
            hosted.behind = True
            logs.failed("writing failed", error, table=hosted.id, ply=row.ply)
            raise RefusedError("unavailable") from error
        except asyncio.CancelledError:
            hosted.behind = True
            raise

    async def _accept(self, hosted: Hosted, row: Row, after: Table, origin: Origin | None) -> None:
        """A row of ours is kept: show it here, then tell the other nodes."""
        self._grow(Happened(hosted, hosted.table, after, row, ours=True, origin=origin))
        self._metrics.accepted(row.event)
        try:
            await self._bus.publish(row)
        except Exception as error:
            logs.failed("publishing failed", error, table=hosted.id, ply=row.ply)

    def _grow(self, what: Happened) -> None:
        what.hosted.table = what.after
        for observer in self.observers:
            observer.happened(what)
