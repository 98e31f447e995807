"""Two nodes whose Redis fails: everything is kept, and told as soon as it is back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.server.app.clients import Client
from tests.server.app.serving import Served
from tests.server.app.test_two_nodes import across, two_nodes
from tests.services import Redis

pytestmark = pytest.mark.anyio

SOON = 10.0
ROUNDS = 15


@asynccontextmanager
async def playing(
    postgres: str, redis: Redis
) -> AsyncIterator[tuple[Client, Client, tuple[Served, Served]]]:
    """Ada at one node, Bob at the other; it is Ada's turn."""
    async with (
        two_nodes(postgres, redis.url) as nodes,
        across(nodes, options={"first": 0}) as (ada, bob),
    ):
        yield ada, bob, nodes


async def turn(mover: Client) -> None:
    """Move until somebody else is in turn."""
    while mover.table.get("legal"):
        assert (await mover.move())["type"] == "update"


async def test_without_redis_everything_is_kept_and_with_it_told(
    postgres: str, own_redis: Redis
) -> None:
    async with playing(postgres, own_redis) as (ada, bob, _):
        own_redis.stop()
        await turn(ada)
        await bob.nothing_more()
        # Who asks is told the truth all the same, and can go on.
        shown = await bob.watch(ada.table["table"])
        assert shown["ply"] == ada.table["ply"]
        await turn(bob)
        await ada.nothing_more()
        own_redis.start()
        async with asyncio.timeout(SOON):
            await ada.reach(bob.table["ply"])
        for mover, other in ((ada, bob), (bob, ada)):
            await turn(mover)
            async with asyncio.timeout(SOON):
                await other.reach(mover.table["ply"])


async def test_two_nodes_that_decide_about_the_same_ply(postgres: str, own_redis: Redis) -> None:
    """Neither knows of the other's row: the store takes one, and the other one decides again."""
    async with playing(postgres, own_redis) as (ada, bob, nodes):
        own_redis.stop()
        for _ in range(ROUNDS):
            ply = ada.table["ply"]
            answers = await asyncio.gather(
                ada.at("propose_end", seat=0), bob.at("propose_end", seat=1)
            )
            asked, refused = sorted(answers, key=lambda answer: answer["type"] == "refused")
            assert (asked["ply"], refused["code"]) == (ply + 1, "asked_already")
            await same(ada, bob)
            assert ada.table["proposal"] == bob.table["proposal"]
            assert (await ada.at("answer", seat=0, agrees=False))["ply"] == ply + 2
            await same(ada, bob)
            await turn(next(one for one in (ada, bob) if one.table.get("legal")))
            await same(ada, bob)
        assert sum(map(conflicts, nodes)) >= ROUNDS


async def same(ada: Client, bob: Client) -> None:
    """Both ask, and are told the same."""
    for client in (ada, bob):
        await client.watch(client.table["table"])
    assert ada.table["ply"] == bob.table["ply"]


def conflicts(node: Served) -> float:
    """How often a node found its ply taken."""
    figures = node.node.services.metrics.text().decode()
    [line] = [one for one in figures.splitlines() if one.startswith("piazzetta_conflicts_total")]
    return float(line.split()[1])
