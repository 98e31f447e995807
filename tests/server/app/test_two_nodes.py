"""Two nodes on one PostgreSQL and one Redis: any node serves any table, and none is special."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.cli.command import HANGS_AFTER
from tests.server.app.clients import Browser, Client, all_reach, play_on
from tests.server.app.serving import Served, serving

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def two_nodes(postgres: str, redis: str) -> AsyncIterator[tuple[Served, Served]]:
    async with (
        serving(postgres, redis=redis) as one,
        serving(postgres, redis=redis) as two,
    ):
        yield one, two


@contextlib.asynccontextmanager
async def across(nodes: tuple[Served, Served], **more: Any) -> AsyncIterator[list[Client]]:
    """A game that has begun, each player at another node."""
    async with (
        Browser(nodes[0].url) as ada,
        Browser(nodes[1].url) as bob,
    ):
        await ada.be("Ada")
        await bob.be("Bob")
        table = await ada.open(**more)
        async with ada.socket() as first, bob.socket() as second:
            clients = [first, second]
            for client in clients:
                await client.watch(table)
            await second.at("sit", seat=1)
            await all_reach(clients)
            for client in clients:
                await client.ready()
            await all_reach(clients)
            yield clients


async def test_a_whole_game_across_two_nodes(postgres: str, redis: str) -> None:
    async with two_nodes(postgres, redis) as nodes, across(nodes) as clients:
        await play_on(clients)
        assert clients[0].table["ending"] == clients[1].table["ending"]


async def test_everybody_is_seen_from_everywhere(postgres: str, redis: str) -> None:
    async with two_nodes(postgres, redis) as nodes, across(nodes) as clients:
        ada, bob = clients
        table = ada.table["table"]
        for client in clients:
            shown = await client.watch(table)
            while not all(seat.get("connected") for seat in shown["seats"]):
                shown = await client.until(lambda message: "seats" in message)
        await ada.ask("react", table=table, seat=0, reaction="hello")
        await bob.until(lambda message: message["type"] == "reacted")
        async with Browser(nodes[1].url) as eve:
            await eve.be("Eve")
            async with eve.socket() as looking:
                await looking.ask("lobby")
                async with Browser(nodes[0].url) as dan:
                    await dan.be("Dan")
                    public = await dan.open(public=True)
                told = await looking.until(lambda message: message["type"] == "lobby")
                assert [one["table"] for one in told["tables"]] == [public]
        await bob.connection.close()
        gone = await ada.until(lambda message: message.get("what") == "presence")
        assert [seat.get("connected", False) for seat in gone["seats"]] == [True, False]


async def test_two_who_act_at_once_at_two_nodes(postgres: str, redis: str) -> None:
    async with two_nodes(postgres, redis) as nodes, across(nodes) as clients:
        ada, bob = clients
        await asyncio.gather(ada.at("propose_end", seat=0), bob.at("propose_end", seat=1))
        await all_reach(clients)
        for client in clients:
            shown = await client.watch(client.table["table"])
            assert (shown["ply"], shown["proposal"]) == (ada.table["ply"], ada.table["proposal"])


async def test_what_one_node_owes_another_does(postgres: str, redis: str) -> None:
    async with serving(postgres, redis=redis) as one:
        async with serving(postgres, redis=redis) as two, Browser(two.url) as ada:
            await ada.be("Ada")
            table = await ada.open(seats=["random", "random"], pace=0.15)
        async with Browser(one.url) as eve:
            await eve.be("Eve")
            async with eve.socket() as client:
                shown = await client.watch(table)
                await client.reach(shown["ply"] + 8)


async def test_a_turn_is_told_at_the_other_node(postgres: str, redis: str) -> None:
    async with two_nodes(postgres, redis) as nodes, across(nodes, options={"first": 0}) as clients:
        ada, bob = clients
        await bob.ask("unwatch", table=bob.table["table"])
        while ada.table.get("legal"):
            await ada.move()
        told = await bob.next()
        assert told == {"type": "your_turn", "table": ada.table["table"], "game": "piazza"}


async def test_who_is_muted_at_one_node_is_muted_at_the_other(postgres: str, redis: str) -> None:
    """Which node a page's requests reach is the proxy's choice."""
    async with (
        two_nodes(postgres, redis) as nodes,
        across(nodes) as (ada, bob),
        Browser(nodes[0].url) as bobs,
    ):
        assert bob.connection.request is not None
        bobs.http.headers["cookie"] = bob.connection.request.headers["cookie"]
        muted, table = f"/api/me/blocks/{ada.welcome['player']}", ada.table["table"]
        [of_bob] = nodes[1].node.services.people.of(bob.welcome["player"])
        assert (await bobs.http.put(muted, json={"kind": "mute"})).status_code == 204
        async with asyncio.timeout(HANGS_AFTER):
            while not of_bob.muted:
                await asyncio.sleep(0.01)
        await ada.ask("react", table=table, seat=0, reaction="oops")
        await bob.nothing_more()
        assert (await bobs.http.delete(muted)).status_code == 204
        async with asyncio.timeout(HANGS_AFTER):
            while of_bob.muted:
                await asyncio.sleep(0.01)
        await ada.ask("react", table=table, seat=0, reaction="hello")
        told = await bob.until(lambda message: message["type"] == "reacted")
        assert told["reaction"] == "hello"
