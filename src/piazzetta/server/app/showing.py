"""Tells every client that watches a table here what has happened there."""

from collections.abc import Container

from piazzetta.server.app.connection import Connection
from piazzetta.server.app.hosted import Hosted
from piazzetta.server.app.hub import Happened
from piazzetta.server.protocol import server
from piazzetta.server.table import shown
from piazzetta.server.table.clocks import is_timed
from piazzetta.server.table.ports import TimeSource
from piazzetta.server.table.sight import still_lifted
from piazzetta.server.table.value import Table


class Showing:
    """Clients that may know the same get the same bytes, made once."""

    def __init__(self, connected: Container[str], clock: TimeSource) -> None:
        """`connected` knows who is there."""
        self._connected = connected
        self._clock = clock

    def loaded(self, hosted: Hosted, table: Table) -> None:
        """Who watches it already has to see it anew."""
        for connection in tuple(hosted.watchers):
            lifted = connection.watching.get(table.id)
            connection.watching[table.id] = still_lifted(table, connection.player.id, lifted)
            self.snapshot(connection, table)

    def dropped(self, hosted: Hosted, table: Table) -> None:
        """Nobody watches any more."""

    def happened(self, what: Happened) -> None:
        """Whoever caused it gets it as the answer."""
        if not what.hosted.watchers or what.before is None:
            return
        now = self._clock.now() if is_timed(what.after) else 0.0
        news = shown.news(what.before, what.after, what.row, self._connected, now)
        origin = what.origin
        for connection in tuple(what.hosted.watchers):
            request = ""
            if origin is not None and origin.connection is connection:
                request, origin.answered = origin.id, True
            self._tell(connection, what.after, news, request)

    def presence(self, hosted: Hosted, table: Table) -> None:
        """Somebody at the table has come or gone."""
        news = shown.presence(table, self._connected)
        for connection in tuple(hosted.watchers):
            self._tell(connection, table, news, "")

    def lift(self, connection: Connection, table: Table, seat: int, request: str) -> None:
        """This client shows the hand of that seat from now on."""
        lifted = connection.watching[table.id]
        connection.watching[table.id] = seat
        news = shown.lifting(table, seat)
        connection.tell(news.encoded(connection.player.id, lifted, seat, request))

    def snapshot(self, connection: Connection, table: Table, request: str = "") -> None:
        """Everything that this client may know."""
        lifted = connection.watching.get(table.id)
        connection.say(self.whole(table, connection.player.id, lifted, request))

    def whole(
        self, table: Table, player: str, lifted: int | None = None, request: str = ""
    ) -> server.TableShown:
        """Everything that this player may know."""
        return shown.snapshot(table, player, lifted, self._connected, self._clock.now(), request)

    def _tell(self, connection: Connection, table: Table, news: shown.News, request: str) -> None:
        player, lifted = connection.player.id, connection.watching[table.id]
        now_lifted = still_lifted(table, player, lifted)
        connection.watching[table.id] = now_lifted
        connection.tell(news.encoded(player, lifted, now_lifted, request))
