"""One WebSocket from its handshake to its end: who is there, what they say, what they are told."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from piazzetta import __version__
from piazzetta.server.app import logs
from piazzetta.server.app.api import problem
from piazzetta.server.app.connection import Connection
from piazzetta.server.app.limits import asker_of
from piazzetta.server.app.services import Services
from piazzetta.server.app.wire import DOOR, Wire
from piazzetta.server.protocol import client, server
from piazzetta.server.table.refusal import RefusedError

_DECODER: "msgspec.json.Decoder[client.AnyMessage]" = msgspec.json.Decoder(client.AnyMessage)


class _OnlyId(msgspec.Struct):
    """What is read of a message that is wrong otherwise."""

    id: str = ""


_ID_DECODER = msgspec.json.Decoder(_OnlyId)

Handle = Callable[[Connection, Any], Awaitable[None]]


class Socket:
    """The ASGI application behind /ws."""

    def __init__(self, services: Services, handlers: dict[type, Handle]) -> None:
        """`handlers` has one for every kind of message."""
        self._services = services
        self._handlers = handlers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        asker = asker_of(scope.get("client"))
        # Counted from its handshake on, which takes as long as the database does.
        services = self._services
        if not services.connections.take(asker):
            await self._turn_away(RefusedError("too_many"), scope, receive, send)
            return
        try:
            await self._serve(asker, scope, receive, send)
        finally:
            services.connections.give_back(asker)

    async def _serve(self, asker: str, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            connection = await self._admitted(asker, scope)
        except RefusedError as refused:
            await self._turn_away(refused, scope, receive, send)
            return
        except Exception as error:
            logs.failed("handshake failed", error)
            await self._turn_away(RefusedError("unavailable"), scope, receive, send)
            return
        await send({"type": "websocket.accept"})
        # A task of its own: what wakes it up need not pass through all that led here.
        await asyncio.create_task(self._converse(connection, Headers(scope=scope), receive))

    async def _turn_away(
        self, refused: RefusedError, scope: Scope, receive: Receive, send: Send
    ) -> None:
        self._services.metrics.refused.labels(refused.code).inc()
        await problem(refused)(scope, receive, send)

    async def _admitted(self, asker: str, scope: Scope) -> Connection:
        """Whoever is somebody, and comes from a page of ours or brings a token."""
        services, headers = self._services, Headers(scope=scope)
        services.check_running()
        services.check_origin(headers)
        if not services.handshakes.take(asker):
            raise RefusedError("too_many")
        person = await services.identities.of(headers)
        if person is None:
            raise RefusedError("no_identity")
        muted = [one.player for one in await services.store.people.blocks(person.id)]
        wire: Wire = scope["extensions"][DOOR]
        wire.may_send_more = partial(services.frames.take, asker)
        return Connection(wire, person, asker, services.limits, muted)

    async def _converse(self, connection: Connection, headers: Headers, receive: Receive) -> None:
        services, player = self._services, connection.player
        await receive()  # that it connects
        connection.say(server.Welcome(player=player.id, name=player.name, version=__version__))
        try:
            await services.notes.come(connection)
            await self._check_token(connection, headers)
            while (event := await receive())["type"] == "websocket.receive":
                await self._hear(connection, event.get("text"))
        finally:
            await services.notes.go(connection)
            if connection.ended:
                services.metrics.byes.labels(connection.ended).inc()

    async def _check_token(self, connection: Connection, headers: Headers) -> None:
        """One that was revoked during the handshake, when there was nobody yet to be sent away."""
        if connection.player.outside and await self._services.identities.of(headers) is None:
            connection.bye("signed_out")

    async def _hear(self, connection: Connection, text: str | None) -> None:
        """Answer one message; nothing that it says may end the conversation but too much of it."""
        message_id: str | None = None
        self._services.handling += 1
        try:
            self._check_rate(connection)
            message = _read(text)
            message_id = message.id
            self._services.check_running()
            await self._handlers[type(message)](connection, message)
        except RefusedError as refused:
            message_id = message_id or _id_in(text)
            self._refuse(connection, message_id, refused)
        except Exception as error:
            logs.failed("message failed", error)
            self._refuse(connection, message_id, RefusedError("unavailable"))
        finally:
            self._services.handling -= 1

    def _check_rate(self, connection: Connection) -> None:
        # The connection's own first: what it refuses costs nobody else anything.
        if connection.bucket.take() and self._services.said.take(connection.asker):
            connection.refused = 0
            return
        connection.refused += 1
        if connection.refused > connection.limits.refusals:
            connection.bye("too_many")
        raise RefusedError("too_many")

    def _refuse(self, connection: Connection, message_id: str | None, why: RefusedError) -> None:
        self._services.metrics.refused.labels(why.code).inc()
        connection.say(
            server.Refused(id=message_id, code=why.code, message=why.message, details=why.details)
        )


def _read(text: str | None) -> client.AnyMessage:
    if text is None:
        raise RefusedError("bad_request", reason="a message is text, not bytes")
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise RefusedError("bad_request", reason=str(error)) from error


def _id_in(text: str | None) -> str | None:
    """The id of a message that cannot be read otherwise, if there is one."""
    try:
        found = _ID_DECODER.decode(text or "").id
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return None
    return found[:40] or None
