"""What happens when a client says something: one small function for each kind of message."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from piazzetta.server.app.connection import Connection
from piazzetta.server.app.hub import Origin
from piazzetta.server.app.services import Services, next_table_id, today
from piazzetta.server.protocol import client, server
from piazzetta.server.table import decide
from piazzetta.server.table.decide.command import Command
from piazzetta.server.table.detail import considered
from piazzetta.server.table.events import Opened
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.sight import needs_lift
from piazzetta.server.table.value import Table
from piazzetta.server.thinking.line import ClosedError
from piazzetta.server.thinking.workers import NoAnswerError

ADVICE_SECONDS = 1.0
MOST_WATCHED = 50
"""Tables that one connection watches at a time."""
MOVES_A_MESSAGE = 16
"""To judge so many takes as long as to answer another message."""

Handle = Callable[[Connection, Any], Awaitable[None]]


class Messages:
    """Answers what clients say."""

    def __init__(self, services: Services) -> None:
        """All it needs is in there."""
        self._services = services
        self._bots = frozenset(services.thinkers.bots)
        self._advising: set[Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.handlers: dict[type, Handle] = {
            client.Ping: self._ping,
            client.Lobby: self._lobby,
            client.Watch: self._watch,
            client.Unwatch: self._unwatch,
            client.Sit: self._sit,
            client.Lift: self._lift,
            client.React: self._react,
            client.Advise: self._advise,
            client.Consider: self._consider,
            client.Rematch: self._rematch,
            **dict.fromkeys(_COMMANDS, self._command),
        }

    async def _ping(self, connection: Connection, message: client.Ping) -> None:
        connection.say(server.Pong(id=message.id))

    async def _lobby(self, connection: Connection, message: client.Lobby) -> None:
        lobby = self._services.lobby
        if message.on:
            await lobby.enter(connection, message.id)
        else:
            lobby.leave(connection)
            connection.say(server.Done(id=message.id))

    # Watching.

    async def _watch(self, connection: Connection, message: client.Watch) -> None:
        services, player = self._services, connection.player
        watching = connection.watching
        if message.table not in watching and len(watching) >= MOST_WATCHED:
            raise RefusedError("too_many")
        async with services.hub.at(message.table) as (hosted, table):
            if not connection.gone:
                watching.setdefault(table.id, None)
                hosted.watchers.add(connection)
            services.showing.snapshot(connection, table, message.id)
        for _ in table.seats_of(player.id):
            await services.hub.change(
                table.id, lambda current: decide.come_back(current, player.id), player.id
            )

    async def _unwatch(self, connection: Connection, message: client.Unwatch) -> None:
        self._services.people.unwatch(connection, message.table)
        connection.say(server.Done(id=message.id))

    async def _lift(self, connection: Connection, message: client.Lift) -> None:
        services = self._services
        async with services.hub.at(message.table) as (_, table):
            if table.id not in connection.watching:
                raise RefusedError("bad_request", reason="the table is not watched")
            with self._shown_again(connection, table):
                decide.may_lift(table, message.seat, connection.player, message.ply)
            services.showing.lift(connection, table, message.seat, message.id)

    @contextmanager
    def _shown_again(self, connection: Connection, table: Table) -> Iterator[None]:
        """Show the table where what the client based its message on is not so any more."""
        try:
            yield
        except RefusedError as refused:
            if refused.code in _OUTDATED:
                self._services.showing.snapshot(connection, table)
            raise

    # Changing something.

    async def _command(self, connection: Connection, message: Command) -> None:
        lifted = connection.watching.get(message.table)
        await self._change(
            connection,
            message,
            lambda table: decide.decide(
                table,
                message,
                connection.player,
                self._services.hub.clock.now(),
                lifted=lifted,
                bots=self._bots,
            ),
        )

    async def _change(
        self,
        connection: Connection,
        message: client.AtTable,
        decision: Callable[[Table], decide.Decided | None],
    ) -> None:
        """Carry it out, and answer: with what it changed, or how things are."""
        services, origin = self._services, Origin(connection, message.id)
        try:
            table = await services.hub.change(
                message.table, decision, connection.player.id, message.id, origin
            )
        except RefusedError as refused:
            if refused.code in _OUTDATED:
                await self._show_again(connection, message.table)
            raise
        if not origin.answered:
            services.showing.snapshot(connection, table, message.id)

    async def _show_again(self, connection: Connection, table_id: str) -> None:
        """What the client based its message on is not so any more."""
        async with self._services.hub.at(table_id) as (_, table):
            self._services.showing.snapshot(connection, table)

    async def _sit(self, connection: Connection, message: client.Sit) -> None:
        services, player = self._services, connection.player
        async with services.hub.at(message.table) as (_, table):
            others = table.named - {"", player.id}
        if await services.store.people.blocked_by(player.id, others):
            raise RefusedError("blocked")
        await self._command(connection, message)

    async def _rematch(self, connection: Connection, message: client.Rematch) -> None:
        """The new table first, then the word at the old one. The new id follows from the old
        table, so that two who ask at once open one table, and a node that dies in between leaves
        one that is found again."""
        services, player = self._services, connection.player
        async with services.hub.at(message.table) as (_, table):
            pass
        new = next_table_id(table.opened.secret)

        def decision(current: Table) -> tuple[decide.Decided, Opened]:
            return decide.rematch(current, player, message.ply, new, secrets.token_hex(32), today())

        if table.carried_out(player.id, message.id) is None:
            _, opened = decision(table)
            people, store = {one.player for one in opened.chairs}, services.store.people
            if await store.any_blocks(people):
                raise RefusedError("blocked")
            opened = decide.only_for(opened, await store.known(people))
            await services.hub.open(new, opened, player.id)
        await self._change(connection, message, lambda current: decision(current)[0])

    # Saying something to the others, or asking for advice.

    async def _react(self, connection: Connection, message: client.React) -> None:
        services, player = self._services, connection.player
        async with services.hub.at(message.table) as (_, table):
            decide.may_react(table, message.seat, player)
        reacted = server.Reacted(table=table.id, seat=message.seat, reaction=message.reaction)
        await services.notes.react(reacted, player.id)
        connection.say(server.Done(id=message.id))

    async def _consider(self, connection: Connection, message: client.Consider) -> None:
        more = len(message.moves) // MOVES_A_MESSAGE
        if not self._services.said.take(connection.asker, more):
            raise RefusedError("too_many")
        player, lifted = connection.player, connection.watching.get(message.table)
        async with self._services.hub.at(message.table) as (_, table):
            with self._shown_again(connection, table):
                decide.may_consider(table, message.seat, player, message.ply, lifted)
        moves = considered(table.game, table.state, message.moves)
        told = server.Considered(id=message.id, table=table.id, ply=table.ply, moves=moves)
        connection.say(told)

    async def _advise(self, connection: Connection, message: client.Advise) -> None:
        """Advice takes a while: the conversation goes on, and one at a time is enough."""
        player, lifted = connection.player, connection.watching.get(message.table)
        async with self._services.hub.at(message.table) as (_, table):
            with self._shown_again(connection, table):
                decide.may_advise(table, message.seat, player, message.ply, lifted)
        if connection in self._advising:
            raise RefusedError("busy")
        self._advising.add(connection)
        task = asyncio.get_running_loop().create_task(self._advice(connection, message, table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _advice(self, connection: Connection, message: client.Advise, table: Table) -> None:
        game = table.game
        view = game.view_to_json(game.view(table.state, message.seat))
        try:
            with self._services.asking(connection.player.id, connection.asker):
                moves = await self._services.thinkers.advise(
                    game.name, view, ADVICE_SECONDS, secrets.randbits(32)
                )
            # Who sits before the screen by now may not know the hand that it is about.
            lifted = connection.watching.get(table.id)
            if needs_lift(table, connection.player.id, message.seat, lifted):
                moves = []
            connection.say(server.Advice(id=message.id, table=table.id, ply=table.ply, moves=moves))
        except (ClosedError, NoAnswerError, RefusedError):
            busy = RefusedError("busy")
            connection.say(server.Refused(id=message.id, code=busy.code, message=busy.message))
        finally:
            self._advising.discard(connection)


_OUTDATED = ("stale", "ahead")
_COMMANDS = (
    client.Stand,
    client.Invite,
    client.Ready,
    client.Move,
    client.TakeBack,
    client.ProposeEnd,
    client.Answer,
    client.Resign,
    client.Abort,
)
