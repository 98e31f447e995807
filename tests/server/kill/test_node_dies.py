"""Two nodes on one PostgreSQL and one Redis, and one of them is killed: the other one goes on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from piazzetta.server.bus import presence
from piazzetta.server.bus import redis as redis_bus
from tests.server.app.clients import Browser, Client, all_reach
from tests.server.app.serving import Served, serving
from tests.server.kill.servers import Server
from tests.services import Proxy, Redis

pytestmark = pytest.mark.anyio

SOON = 10.0
"""Seconds within which everything goes on."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A node that will die, one that will not, and somebody at each, who play together."""

    doomed: Server
    other: Served
    line: Proxy
    """From the doomed node to Redis."""
    ada: Browser
    bob: Browser
    at_doomed: Client
    at_other: Client

    @property
    def table(self) -> str:
        return str(self.at_other.table["table"])

    async def die(self) -> None:
        await self.doomed.kill()
        assert await self.at_doomed.closed() == 1006

    def silence(self) -> None:
        """From now on the doomed node tells nobody anything."""
        self.line.through = False
        self.line.cut()


@asynccontextmanager
async def pair(postgres: str, redis: Redis, folder: Path, **wanted: Any) -> AsyncIterator[Pair]:
    """Ada is at the doomed node and has the first seat and the first turn."""
    wanted = {"options": {"first": 0}, **wanted}
    async with AsyncExitStack() as stack:
        line = stack.enter_context(Proxy(("127.0.0.1", redis.port)))
        there = f"redis://127.0.0.1:{line.port}"
        doomed = await stack.enter_async_context(Server(postgres, folder, "--redis", there))
        other = await stack.enter_async_context(serving(postgres, redis=redis.url))
        ada, bob = Browser(doomed.url), Browser(other.url)
        for one, name in ((ada, "Ada"), (bob, "Bob")):
            await (await stack.enter_async_context(one)).be(name)
        table = await ada.open(**wanted)
        clients = [await stack.enter_async_context(one.socket()) for one in (ada, bob)]
        for client in clients:
            await client.watch(table)
        await clients[1].at("sit", seat=1)
        await all_reach(clients)
        for client in clients:
            await client.ready()
        await all_reach(clients)
        yield Pair(doomed, other, line, ada, bob, *clients)


def moved_to(browser: Browser, url: str) -> Browser:
    """The same person, who goes to another address."""
    moved = Browser(url)
    moved.http.cookies.update(browser.http.cookies)
    return moved


async def test_what_only_the_dead_node_knew_is_shown_by_the_other(
    postgres: str, own_redis: Redis, tmp_path: Path
) -> None:
    """It was acknowledged and kept; that nobody else was told of it must not matter."""
    async with pair(postgres, own_redis, tmp_path) as two:
        two.silence()
        answer = await two.at_doomed.move()
        assert answer["type"] == "update"
        await two.die()
        async with moved_to(two.ada, two.other.url) as ada, ada.socket() as client:
            shown = await client.watch(two.table)
            assert (shown["ply"], shown["moves"][-1]) == (answer["ply"], answer["move"])
            async with asyncio.timeout(SOON):
                await two.at_other.reach(answer["ply"])


async def test_those_who_wait_at_the_other_node_are_told_by_and_by(
    postgres: str, own_redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if nobody comes over from the dead node."""
    monkeypatch.setattr(presence, "GONE", 3.0)
    monkeypatch.setattr(redis_bus, "BEAT", 0.5)
    async with pair(postgres, own_redis, tmp_path) as two:
        two.silence()
        answer = await two.at_doomed.move()
        await two.die()
        async with asyncio.timeout(SOON):
            await two.at_other.reach(answer["ply"])
            gone = await two.at_other.until(lambda message: message.get("what") == "presence")
        assert [seat.get("connected", False) for seat in gone["seats"]] == [False, True]


async def test_who_comes_over_was_never_gone(
    postgres: str, own_redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GONE", 3.0)
    monkeypatch.setattr(redis_bus, "BEAT", 0.5)
    async with pair(postgres, own_redis, tmp_path) as two:
        await two.die()
        async with moved_to(two.ada, two.other.url) as ada, ada.socket() as client:
            await client.watch(two.table)
            await two.at_other.nothing_more(4.0)
            await client.move()
            async with asyncio.timeout(SOON):
                await two.at_other.reach(client.table["ply"])


async def test_flags_of_a_dead_node_fall(postgres: str, own_redis: Redis, tmp_path: Path) -> None:
    clock = {"clock": {"move": 2.0}, "stand_in": "level1", "pace": 0.15}
    async with pair(postgres, own_redis, tmp_path, **clock) as two:
        while two.at_doomed.table.get("legal"):
            await two.at_doomed.move()
        await two.at_other.reach(two.at_doomed.table["ply"])
        await two.die()
        async with asyncio.timeout(SOON):
            fell = await two.at_other.until(lambda message: message.get("what") == "timed_out")
        assert fell["seat"] == 1
        async with asyncio.timeout(SOON):
            moved = await two.at_other.until(lambda message: message.get("what") == "moved")
        assert moved["seat"] == 1


async def test_bots_of_a_dead_node_go_on(postgres: str, own_redis: Redis, tmp_path: Path) -> None:
    """At a table that the other node knows, and at one that it has never heard of."""
    async with pair(postgres, own_redis, tmp_path) as two:
        wanted: dict[str, Any] = {"seats": ["level1", "level1"], "pace": 0.5}
        warm = await two.at_other.watch(await two.bob.open(**wanted))
        await two.at_other.reach(warm["ply"] + 2)
        watched, unknown = [await two.ada.open(**wanted) for _ in range(2)]
        await two.at_other.watch(watched)
        await two.die()
        store = two.other.node.services.store
        known, kept = two.at_other.table["ply"], len(await store.rows(unknown))
        async with asyncio.timeout(SOON):
            await two.at_other.reach(known + 3)
        async with asyncio.timeout(2 * SOON):
            while len(await store.rows(unknown)) == kept:
                await asyncio.sleep(0.2)
