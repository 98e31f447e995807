"""The lobby: public tables that wait for players or can be watched, and who looks at the list."""

import asyncio
from collections.abc import Awaitable, Callable, Container, Sequence
from typing import Protocol

import msgspec

from piazzetta.server.app.connection import ENCODER, Connection
from piazzetta.server.app.hosted import Hosted
from piazzetta.server.app.hub import Happened
from piazzetta.server.protocol import server
from piazzetta.server.protocol.shared import SeatShown
from piazzetta.server.store.summary import Summary, summary
from piazzetta.server.table.value import OPEN, RUNNING, Table

PAUSE = 0.25
"""Seconds in which changes are gathered, so that a busy lobby costs little."""


class Listed(Protocol):
    """Where public tables are found."""

    async def lobby(self) -> Sequence[Summary]:
        """Those that wait or run."""
        ...


Announce = Callable[[server.LobbyShown], Awaitable[None]]
"""Tells it to everybody who looks at the lobby, on all nodes."""


class Lobby:
    """Tells those who look at it which tables have changed."""

    def __init__(self, store: Listed, connected: Container[str]) -> None:
        """Nobody looks yet."""
        self._store = store
        self._connected = connected
        self._lookers: set[Connection] = set()
        self._changed: dict[str, Table] = {}
        self._telling: asyncio.Task[None] | None = None
        self.announce: Announce | None = None

    async def enter(self, connection: Connection, request: str) -> None:
        """Show everything, and from now on what changes."""
        connection.lobby = True
        self._lookers.add(connection)
        connection.say(server.LobbyShown(id=request, tables=await self.tables()))

    def leave(self, connection: Connection) -> None:
        """Show nothing any more."""
        connection.lobby = False
        self._lookers.discard(connection)

    async def tables(self) -> list[server.LobbyTable]:
        """All public tables that wait or run."""
        return [shown(one, self._connected) for one in await self._store.lobby()]

    def loaded(self, hosted: Hosted, table: Table) -> None:
        """Nothing has changed."""

    def dropped(self, hosted: Hosted, table: Table) -> None:
        """Nothing has changed."""

    def happened(self, what: Happened) -> None:
        """A list only shows who sits there and whether they play."""
        before, after = what.before, what.after
        if not (what.ours and after.opened.public):
            return
        if before is None or before.stage != after.stage or before.seats != after.seats:
            self._note(after)

    def renamed(self, table: Table) -> None:
        """Somebody is forgotten who sat there."""
        if table.opened.public and table.stage in (OPEN, RUNNING):
            self._note(table)

    def _note(self, table: Table) -> None:
        self._changed[table.id] = table
        if self._telling is None or self._telling.done():
            self._telling = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        while self._changed:
            await asyncio.sleep(PAUSE)
            changed, self._changed = self._changed, {}
            listed = [table for table in changed.values() if table.stage in (OPEN, RUNNING)]
            gone = [table.id for table in changed.values() if table.stage not in (OPEN, RUNNING)]
            tables = [shown(summary(table), self._connected) for table in listed]
            if self.announce:
                await self.announce(server.LobbyShown(tables=tables, gone=gone))

    def show(self, message: server.LobbyShown) -> None:
        """Tell those who look at it here."""
        text = ENCODER.encode(message)
        for connection in tuple(self._lookers):
            connection.tell(text)

    async def close(self) -> None:
        """Tell nobody any more."""
        if self._telling:
            self._telling.cancel()


def shown(one: Summary, connected: Container[str]) -> server.LobbyTable:
    """A summary as the lobby shows it."""
    return server.LobbyTable(
        table=one.table,
        game=one.game,
        players=one.players,
        stage=one.stage,
        seats=seats(one, connected),
        clock_option=one.clock_option,
        casual=one.casual,
        hints=one.hints,
        opened=one.opened,
    )


def seats(one: Summary, connected: Container[str]) -> list[SeatShown]:
    """Who sits there, and whether they are there."""
    return [
        msgspec.structs.replace(seat, connected=bool(seat.player) and seat.player in connected)
        for seat in one.seats
    ]
