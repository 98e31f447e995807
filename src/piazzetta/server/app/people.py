"""Who is connected, to this node or to another, and where they sit."""

import asyncio
from collections.abc import Callable, Iterable

from piazzetta.server.app.connection import Connection
from piazzetta.server.app.hosted import Hosted
from piazzetta.server.app.hub import Happened, Hub
from piazzetta.server.table.ports import TimeSource
from piazzetta.server.table.value import Table

FLICKER = 2.0
"""Seconds before it is shown that somebody has gone: a page that is loaded again takes less."""

Changed = Callable[[Hosted, Table], None]


class People:
    """Every connection of this node, by player, and the players of other nodes."""

    def __init__(self, hub: Hub, clock: TimeSource) -> None:
        """Nobody is there."""
        self._hub = hub
        self._clock = clock
        self._here: dict[str, set[Connection]] = {}
        self._elsewhere: set[str] = set()
        self._gone: dict[str, float] = {}
        """When players left whom somebody may wait for."""
        self._seated: dict[str, set[str]] = {}
        """The hosted tables at which each player sits."""
        self._shown: set[str] = set()
        """The players of whom everybody was told that they are there."""
        self.listeners: list[Changed] = []
        """Called for each hosted table at which somebody has come or gone."""

    @property
    def connections(self) -> int:
        """Of this node."""
        return sum(map(len, self._here.values()))

    def __contains__(self, player: object) -> bool:
        """Whether the player is connected."""
        return player in self._here or player in self._elsewhere

    def of(self, player: str) -> Iterable[Connection]:
        """The player's connections to this node."""
        return tuple(self._here.get(player, ()))

    def all_here(self) -> list[Connection]:
        """Every connection to this node."""
        return [connection for held in self._here.values() for connection in held]

    def away_since(self, player: str) -> float | None:
        """When the player left, or since when this node looks; None while the player is there."""
        return None if player in self else self._gone.get(player, self._clock.now())

    def come(self, connection: Connection) -> bool:
        """A new connection; whether it is the player's first to this node."""
        player = connection.player.id
        known = player in self
        first = player not in self._here
        self._here.setdefault(player, set()).add(connection)
        if not known:
            self._came(player)
        return first

    def go(self, connection: Connection) -> bool:
        """A connection has ended: it watches nothing any more. Whether it was the player's last."""
        for table in tuple(connection.watching):
            self.unwatch(connection, table)
        player = connection.player.id
        held = self._here.get(player, set())
        held.discard(connection)
        if held:
            return False
        self._here.pop(player, None)
        self._went(player)
        return True

    def unwatch(self, connection: Connection, table: str) -> None:
        """It is told no more of the table."""
        connection.watching.pop(table, None)
        hosted = self._hub.held(table)
        if hosted:
            hosted.watchers.discard(connection)

    def elsewhere(self, player: str, there: bool) -> None:
        """The player has come to other nodes, or has left them all."""
        if there:
            first = player not in self
            self._elsewhere.add(player)
            if first:
                self._came(player)
        else:
            self._elsewhere.discard(player)
            self._went(player)

    def _came(self, player: str) -> None:
        self._gone.pop(player, None)
        if player not in self._shown:
            self._tell(player)

    def _went(self, player: str) -> None:
        if player in self:
            return
        if self._seated.get(player):
            self._gone[player] = self._clock.now()
            asyncio.get_running_loop().call_later(FLICKER, self._tell, player)
        else:
            self._shown.discard(player)

    def _tell(self, player: str) -> None:
        """Let everybody know who waits with the player, unless they know already."""
        there = player in self
        if there == (player in self._shown):
            return
        (self._shown.add if there else self._shown.discard)(player)
        for table in tuple(self._seated.get(player, ())):
            hosted = self._hub.held(table)
            if hosted and hosted.table:
                for listener in self.listeners:
                    listener(hosted, hosted.table)

    # Where people sit.

    def loaded(self, _hosted: Hosted, table: Table) -> None:
        """A table is hosted from now on."""
        self._seat(table)

    def happened(self, what: Happened) -> None:
        """Somebody may have sat down or stood up."""
        if what.before is None or what.before.seats is not what.after.seats:
            if what.before is not None:
                for player in _players(what.before) - _players(what.after):
                    self._unseat(player, what.hosted.id)
            self._seat(what.after)

    def dropped(self, hosted: Hosted, table: Table) -> None:
        """A table is hosted no more."""
        for player in _players(table):
            self._unseat(player, hosted.id)

    def _seat(self, table: Table) -> None:
        for player in _players(table):
            self._seated.setdefault(player, set()).add(table.id)
            if player not in self:
                self._gone.setdefault(player, self._clock.now())

    def _unseat(self, player: str, table: str) -> None:
        tables = self._seated.get(player, set())
        tables.discard(table)
        if not tables:
            self._seated.pop(player, None)
            self._gone.pop(player, None)


def _players(table: Table) -> set[str]:
    return {seat.player for seat in table.seats if seat.player}
