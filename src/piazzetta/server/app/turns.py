"""Tells people that it is their turn: on their other connections, and where they are not there."""

import asyncio
from collections.abc import Awaitable, Callable, Container, Coroutine

from piazzetta.server.app import logs
from piazzetta.server.app.hosted import Hosted
from piazzetta.server.app.hub import Happened
from piazzetta.server.protocol import server
from piazzetta.server.table.value import Table

Tell = Callable[[str, server.YourTurn], Awaitable[None]]
Call = Callable[[str, str, str], Awaitable[None]]
"""With the player, the table and the game."""


class Turns:
    """Watches whose turn it is, at tables whose rows this node accepts."""

    def __init__(self, connected: Container[str], tell: Tell, call: Call) -> None:
        """`tell` reaches those who are connected, `call` the others' browsers."""
        self._connected = connected
        self._tell = tell
        self._call = call
        self._tasks: set[asyncio.Task[None]] = set()

    def loaded(self, hosted: Hosted, table: Table) -> None:
        """Nothing has happened."""

    def dropped(self, hosted: Hosted, table: Table) -> None:
        """Nothing has happened."""

    def happened(self, what: Happened) -> None:
        """Who watches the table sees it there; a message is for those who may not."""
        player = waited_for(what.after)
        if not what.ours or not player or player == waited_for(what.before):
            return
        if any(one.player.id == player for one in what.hosted.watchers):
            return
        turn = server.YourTurn(table=what.after.id, game=what.after.opened.game)
        self._start(self._reach(player, turn))

    async def _reach(self, player: str, turn: server.YourTurn) -> None:
        try:
            if player in self._connected:
                await self._tell(player, turn)
            else:
                await self._call(player, turn.table, turn.game)
        except Exception as error:
            logs.failed("telling of a turn failed", error, table=turn.table)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Nobody is told any more: whoever comes back sees it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def waited_for(table: Table | None) -> str:
    """The person whose turn it is; empty for a bot's, and where nobody has to move."""
    turn = table.turn if table else None
    seat = table.seats[turn] if table and turn is not None else None
    return seat.player if seat and not seat.played_by_bot else ""
