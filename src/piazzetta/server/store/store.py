"""The store as the application uses it: rows here, people and statistics in its parts."""

import asyncio
import time
from typing import Self

from sqlalchemy import Connection, Engine, Select, select

from piazzetta.server.store import forgetting, rows, sides, trouble
from piazzetta.server.store.access import Access
from piazzetta.server.store.address import Address, parse
from piazzetta.server.store.clock import ServerTime
from piazzetta.server.store.engine import engine_of, prepare_file
from piazzetta.server.store.errors import GoneError
from piazzetta.server.store.finishing import finish_of
from piazzetta.server.store.guard import FileGuard, Guard
from piazzetta.server.store.migrate import migrate
from piazzetta.server.store.people import People
from piazzetta.server.store.schema import seats, secrets, tables
from piazzetta.server.store.statements import keep_first
from piazzetta.server.store.statistics import Statistics
from piazzetta.server.store.summary import Summary, decode
from piazzetta.server.store.writer import Committed, Side
from piazzetta.server.table.events import Opened, Row
from piazzetta.server.table.value import OPEN, RUNNING, Table

MOST_LISTED = 200
MOST_GONE = 10_000


class Store:
    """Everything that is kept. Make one with `Store.open`; it belongs to that event loop."""

    def __init__(self, address: Address, engine: Engine, guard: Guard) -> None:
        """Of what is open already."""
        self.address = address
        self._access = Access(engine, guard)
        self._duties = sides.Duties()
        self._gone: dict[str, None] = {}
        """Who has deleted themselves lately, as far as this process knows."""
        self.people = People(self._access)
        self.statistics = Statistics(self._access)
        self.time = ServerTime(self._access)

    @classmethod
    async def open(cls, where: str) -> Self:
        """Open a database, a file or a PostgreSQL URL, and bring it up to date."""
        address = parse(where)
        engine, guard = await asyncio.to_thread(_open, address)
        store = cls(address, engine, guard)
        try:
            await store.time.start()
        except BaseException:
            await store.close()
            raise
        return store

    @property
    def failing(self) -> bool:
        """Whether the last commit could not be made; a beat is tried every second."""
        return self._access.writer.failing

    def say_where(self, url: str) -> None:
        """Let whoever finds the file in use know where this server is reached."""
        self._access.say_where(url)

    def tell_of_commits(self, committed: Committed) -> None:
        """From now on; it is called in another thread."""
        self._access.writer.committed = committed

    async def close(self) -> None:
        """Write all that waits, and let others have the file."""
        await self.time.close()
        await self._access.close()

    # Rows.

    async def append(self, row: Row, table: Table) -> bool:
        """Keep a row for good; `table` is what it makes of the table. False if its ply is taken; a
        GoneError if somebody whom it names has deleted themselves."""
        named = _named(row)
        if not self._gone.keys().isdisjoint(named):
            raise GoneError("somebody has deleted themselves")
        due = self._duties.to_write(row, table)
        beside: list[Side] = []
        if sides.is_listed(row, table):
            due = sides.due_after(row, table)
            beside = [sides.listing(row, table, due)]
            if isinstance(row.event, Opened):
                beside.append(lambda connection: forgetting.check_there(connection, named))
        elif due is not None:
            beside = [sides.rescheduled(table.id, due)]
        finish = finish_of(table, time.time()) if sides.ends(row, table) else None
        accepted = await self._access.writer.append(row, beside, finish)
        if accepted:
            self._duties.wrote(row, due, anew=bool(beside))
        elif row.by:
            await self._access.read(lambda connection: forgetting.check_there(connection, named))
        return accepted

    async def rows(self, table: str, since: int = 0) -> list[Row]:
        """The table's rows from that ply on, in order; empty if there is no such table."""
        return await self._access.read(lambda connection: rows.read(connection, table, since))

    # Lists.

    async def lobby(self) -> list[Summary]:
        """The public tables that wait for players or are played, those that changed last first."""
        query = (
            select(tables.c.summary)
            .where(tables.c.public, tables.c.stage.in_((OPEN, RUNNING)))
            .order_by(tables.c.changed.desc())
            .limit(MOST_LISTED)
        )
        return await self._summaries(query)

    async def tables_of(self, player: str) -> list[Summary]:
        """The tables at which a player sits, or has opened and waits; the newest first."""
        query = (
            select(tables.c.summary)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.player == player)
            .where(seats.c.sitting | ((tables.c.stage == OPEN) & (tables.c.host == player)))
            .order_by(tables.c.changed.desc())
            .limit(MOST_LISTED)
        )
        return await self._summaries(query)

    async def _summaries(self, query: Select[str]) -> list[Summary]:
        return await self._access.read(
            lambda connection: [decode(text) for text in connection.scalars(query)]
        )

    # Duties.

    async def due_tables(self, now: float) -> list[str]:
        """Tables that somebody has to look at, because whoever attended to them may be gone."""
        query = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due)
        return await self._access.read(
            lambda connection: list(connection.scalars(query.limit(MOST_LISTED)))
        )

    async def looked_at(self, table: Table) -> None:
        """Somebody has: ask again when the table's next duty comes."""
        await self._access.write(sides.rescheduled(table.id, sides.duty(table)))

    # Forgetting.

    async def end(self, player: str) -> None:
        """Somebody is nobody any more: what was theirs alone is deleted, and nothing is written in
        their name from now on, on any node."""
        self._gone[player] = None
        try:
            await self._access.write(lambda connection: forgetting.end(connection, player))
        except BaseException:
            self._gone.pop(player, None)
            raise
        if len(self._gone) > MOST_GONE:
            del self._gone[next(iter(self._gone))]

    async def tables_to_leave(self, player: str) -> list[str]:
        """Every table that waits for players or is played, and names them."""
        query = (
            select(tables.c.id)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.player == player, tables.c.stage.in_((OPEN, RUNNING)))
        )
        return await self._access.read(lambda connection: list(connection.scalars(query)))

    async def forget(self, player: str) -> None:
        """Delete somebody's data; the games that they played stay, without them."""
        await self.end(player)
        now = self.time.now()
        while not await self._access.write(
            lambda connection: forgetting.forget(connection, player, now)
        ):
            pass

    async def to_forget(self, seconds: float) -> list[str]:
        """Who ended so long ago and is not forgotten yet."""
        return await self._access.read(lambda connection: forgetting.to_forget(connection, seconds))

    # Keys.

    async def secret(self, name: str, new: str) -> str:
        """The secret of that name, the same for all nodes; `new` becomes it if there is none."""
        query = select(secrets.c.value).where(secrets.c.name == name)

        def work(connection: Connection) -> str:
            keep_first(connection, secrets, {"name": name, "value": new})
            return str(connection.scalars(query).one())

        return await self._access.write(work)


def _named(row: Row) -> set[str]:
    """In whose name a row is written: who does something, and who is given a seat."""
    chairs = row.event.chairs if isinstance(row.event, Opened) else ()
    return {row.by, *(chair.player for chair in chairs)} - {""}


def _open(address: Address) -> tuple[Engine, Guard]:
    """Blocking: the engine of a database that is up to date, and who watches its file."""
    guard = Guard()
    if address.path:
        prepare_file(address.path)
        guard = FileGuard(address.path)
    engine = engine_of(address)
    try:
        with trouble.explained(address):
            migrate(engine)
    except BaseException:
        engine.dispose()
        guard.release()
        raise
    return engine, guard
