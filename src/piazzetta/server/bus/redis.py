"""The bus of several nodes: one Redis channel for each topic, and one for all nodes.

    publish, tell ──► outgoing ──► (pipeline) ──► Redis ──► listener ──► inbox ──► ears

A connection that breaks is made again, with growing pauses; until then outgoing words wait. What
others said in the meantime is lost: the ears are told to look into the store.
"""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable
from contextlib import suppress
from itertools import chain, repeat
from typing import Any, cast

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from piazzetta.server.bus import wire
from piazzetta.server.bus.inbox import Inbox, Work
from piazzetta.server.bus.node import Ears, about_table
from piazzetta.server.bus.presence import BEAT, GONE, Change, Elsewhere
from piazzetta.server.bus.wire import Here, Said
from piazzetta.server.table.events import Row

PREFIX = "piazzetta:"
MOST_WAITING = 20_000
"""Words that are kept while Redis cannot be reached; older ones are lost, and others are told."""
AT_ONCE = 500
PATIENCE = 5.0
"""Seconds for an answer."""
_PAUSES = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
_ALL = "all"
_LIST_LIVES = 60
"""Seconds for which the list of a dead node's players stays."""

_log = logging.getLogger(__name__)


class BusError(Exception):
    """The bus cannot be used; its text is a sentence for the operator."""


class RedisBus:
    """One for each node; `start` it first."""

    alone = False

    def __init__(self, url: str, prefix: str = PREFIX) -> None:
        """Nodes with the same Redis and prefix hear each other."""
        self.node = secrets.token_hex(8)
        self._url = url
        self._prefix = prefix
        self._outgoing: deque[tuple[Any, ...]] = deque()
        self._wake = asyncio.Event()
        self._lost = False
        self._topics: set[str] = set()
        self._waiting: dict[str, asyncio.Future[None]] = {}
        """Subscriptions that Redis has not confirmed yet."""
        self._pubsub: PubSub | None = None
        self._players: set[str] = set()
        self._number = 0
        self._elsewhere = Elsewhere()
        self._inbox = Inbox(
            lambda error: _log.error("what a node said failed here: %s", _kind(error))
        )
        self._task: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        """Whether other nodes can be reached at the moment."""
        return self._pubsub is not None

    async def start(self, ears: Ears) -> None:
        """Begin to listen; a BusError if Redis does not answer."""
        self._ears = ears
        try:
            client = self._client()
        except ValueError as error:
            raise BusError(f"the address of Redis cannot be read: {error}") from None
        try:
            await client.ping()
        except (RedisError, OSError) as error:
            raise BusError(f"Redis cannot be reached: {error}") from None
        finally:
            await client.aclose()
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._live(ready))
        await ready.wait()

    async def close(self) -> None:
        """Say what is left to be said, and end."""
        if self._task is None:
            return
        await _end(self._task)
        await self._inbox.close()
        self._say(self._list(), b"DEL")
        self._tell_all(bye=True)
        client = self._client()
        with suppress(RedisError, OSError, TimeoutError):
            while self._outgoing:
                await self._send(client)
        await client.aclose()

    # What this node says.

    async def publish(self, row: Row) -> None:
        """Tell everybody else who has subscribed to the row's table."""
        self._publish(about_table(row.table), Said(self.node, row))

    async def tell(self, topic: str, note: bytes) -> None:
        """Tell the other nodes something that is not kept."""
        self._publish(topic, Said(self.node, None, note))

    async def came(self, player: str) -> None:
        """A player is connected to this node."""
        if player not in self._players:
            self._players.add(player)
            self._number += 1
            self._say(self._list(), b"SADD", player)
            self._tell_all(came=player)

    async def went(self, player: str) -> None:
        """A player is connected to this node no more."""
        if player in self._players:
            self._players.discard(player)
            self._number += 1
            self._say(self._list(), b"SREM", player)
            self._tell_all(went=player)

    def _publish(self, topic: str, said: Said) -> None:
        self._say(self._channel(topic), b"PUBLISH", wire.encode(said))

    def _tell_all(self, **what: Any) -> None:
        here = Here(self.node, self._number, **what)
        self._say(self._channel(_ALL), b"PUBLISH", wire.encode(here))

    def _say(self, key: str, command: bytes, *arguments: Any) -> None:
        self._outgoing.append((command, key, *arguments))
        if len(self._outgoing) > MOST_WAITING:
            self._outgoing.popleft()
            self._lost = True
        self._wake.set()

    def _channel(self, topic: str) -> str:
        return self._prefix + topic

    def _list(self, node: str = "") -> str:
        return f"{self._prefix}node:{node or self.node}"

    # What it wants to hear.

    async def subscribe(self, table: str) -> None:
        """Hear of this table's rows from now on."""
        await self.follow(about_table(table))

    async def unsubscribe(self, table: str) -> None:
        """Hear no more of it."""
        await self.unfollow(about_table(table))

    async def follow(self, topic: str) -> None:
        """Hear of this topic from now on: on return nothing more is missed.

        While Redis cannot be reached there is nothing to wait for; `resync` comes afterwards.
        """
        self._topics.add(topic)
        if self._pubsub is None:
            return
        confirmed = self._waiting.get(topic)
        if confirmed is None:
            confirmed = self._waiting[topic] = asyncio.get_running_loop().create_future()
            with suppress(RedisError, OSError):
                await self._pubsub.subscribe(self._channel(topic))
        await asyncio.wait([confirmed], timeout=PATIENCE)

    async def unfollow(self, topic: str) -> None:
        """Hear no more of it."""
        self._topics.discard(topic)
        if self._pubsub is not None:
            with suppress(RedisError, OSError):
                await self._pubsub.unsubscribe(self._channel(topic))

    # The connection.

    def _client(self) -> "Redis":
        return Redis.from_url(
            self._url,
            socket_connect_timeout=PATIENCE,
            socket_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )

    async def _live(self, ready: asyncio.Event) -> None:
        """Be connected, again and again."""
        pauses = chain(_PAUSES, repeat(_PAUSES[-1]))
        while True:
            began = time.monotonic()
            try:
                await self._once(ready)
            except Exception as error:
                _log.warning("the connection to Redis broke: %s", _kind(error))
            if time.monotonic() - began > GONE:
                pauses = chain(_PAUSES, repeat(_PAUSES[-1]))
            await asyncio.sleep(next(pauses))

    async def _once(self, ready: asyncio.Event) -> None:
        """One connection, until it breaks."""
        client = self._client()
        pubsub = client.pubsub()
        work = (self._listen(client, pubsub, ready), self._speak(client), self._beat())
        tasks = [asyncio.create_task(one) for one in work]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await next(iter(done))
        finally:
            self._pubsub = None
            self._confirm(*self._waiting)
            # Whoever still waits for an answer gets an error and lets go; and once more, for who
            # was just about to connect.
            await _close(pubsub, client)
            await _end(*tasks)
            await _close(pubsub, client)

    def _confirm(self, *topics: str) -> None:
        for topic in topics:
            waiting = self._waiting.pop(topic, None)
            if waiting and not waiting.done():
                waiting.set_result(None)

    def _connected(self, pubsub: PubSub, ready: asyncio.Event) -> None:
        """All that was subscribed to is heard again: now say who is here, and who may be late."""
        self._pubsub = pubsub
        self._elsewhere.forgive(time.monotonic())
        self._say(self._list(), b"DEL")
        if self._players:
            self._say(self._list(), b"SADD", *self._players)
        self._number += 1
        self._tell_all(hello=True, lost=self._lost)
        self._lost = False
        if ready.is_set():
            self._inbox.put("", self._ears.resync)
        ready.set()

    async def _speak(self, client: "Redis") -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outgoing:
                await self._send(client)

    async def _send(self, client: "Redis") -> None:
        """What is not known to have arrived is said again: who has heard it already knows that."""
        words = [self._outgoing.popleft() for _ in range(min(AT_ONCE, len(self._outgoing)))]
        try:
            async with client.pipeline(transaction=False) as pipeline:
                for word in words:
                    pipeline.execute_command(*word)
                await pipeline.execute()
        except BaseException:
            self._outgoing.extendleft(reversed(words))
            raise

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self._say(self._list(), b"EXPIRE", _LIST_LIVES)
            self._tell_all()
            for node in self._elsewhere.silent(time.monotonic()):
                self._spread(self._elsewhere.gone(node))
                # It may have died before it said all that it had accepted.
                self._inbox.put("", self._ears.resync)

    # What this node hears.

    async def _listen(self, client: "Redis", pubsub: PubSub, ready: asyncio.Event) -> None:
        await self._subscribe_all(pubsub)
        self._connected(pubsub, ready)
        while True:
            message = await _next(pubsub)
            topic = self._topic(message)
            if message["type"] == "subscribe":
                self._confirm(topic)
            elif message["type"] == "message":
                with suppress(msgspec.DecodeError):  # Of a newer node, or of nobody.
                    self._hear(client, topic, message["data"])

    async def _subscribe_all(self, pubsub: PubSub) -> None:
        """Ask for every topic, also those that are added meanwhile, until all are confirmed."""
        asked: set[str] = set()
        confirmed: set[str] = set()
        while wanted := {_ALL, *self._topics} - confirmed:
            if wanted - asked:
                await pubsub.subscribe(*map(self._channel, wanted - asked))
                asked |= wanted
            message = await _next(pubsub)
            if message["type"] == "subscribe":
                confirmed.add(self._topic(message))

    def _topic(self, message: dict[str, Any]) -> str:
        channel: bytes = message["channel"]
        return channel.decode().removeprefix(self._prefix)

    def _hear(self, client: "Redis", topic: str, data: bytes) -> None:
        if topic == _ALL:
            here = wire.here(data)
            if here.node != self.node:
                self._inbox.put(_ALL, lambda: self._heard_node(client, here))
            return
        said = wire.said(data)
        if said.node != self.node and topic in self._topics:
            self._inbox.put(topic, self._to_ears(topic, said))

    def _to_ears(self, topic: str, said: Said) -> Work:
        row = said.row
        if row is not None:
            return lambda: self._ears.heard(row)
        return lambda: self._ears.told(topic, said.note)

    async def _heard_node(self, client: "Redis", here: Here) -> None:
        now = time.monotonic()
        if here.hello:
            self._tell_all()
        if here.lost:
            self._inbox.put("", self._ears.resync)
        if here.bye:
            self._spread(self._elsewhere.gone(here.node))
        elif self._elsewhere.has_missed(here):
            found = await cast(Awaitable[set[bytes]], client.smembers(self._list(here.node)))
            self._spread(self._elsewhere.read(here, [one.decode() for one in found], now))
        else:
            self._spread(self._elsewhere.heard(here, now))

    def _spread(self, changes: list[Change]) -> None:
        for player, there in changes:
            self._inbox.put("elsewhere", self._presence(player, there))

    def _presence(self, player: str, there: bool) -> Work:
        return lambda: self._ears.elsewhere(player, there)


def _kind(error: BaseException) -> str:
    """What an error says may quote anything, and this is logged."""
    return type(error).__name__


async def _next(pubsub: PubSub) -> dict[str, Any]:
    """The next message. If not even our own beat comes back, the connection is dead."""
    message: dict[str, Any] | None = await pubsub.get_message(timeout=GONE)
    if message is None:
        raise TimeoutError("Redis has fallen silent")
    return message


async def _close(*parts: "PubSub | Redis") -> None:
    for part in parts:
        with suppress(RedisError, OSError):
            await part.aclose()


async def _end(*tasks: "asyncio.Task[None]") -> None:
    """Cancel them until they end: the client library sometimes takes a cancellation for its own."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.5)
    for task in tasks:
        if not task.cancelled():
            task.exception()  # It has been told already.
