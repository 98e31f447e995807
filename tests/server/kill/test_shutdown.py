"""A server that is asked to stop finishes what it has begun, and says so before its goodbye."""

import asyncio
from collections.abc import Collection

import pytest

from tests.server.app.clients import Browser
from tests.server.app.serving import serving

pytestmark = pytest.mark.anyio


async def test_what_was_begun_is_answered_before_the_goodbye(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob sits down while the server stops; the store takes its time to say who blocks whom."""
    async with serving(sqlite) as served, Browser(served.url) as ada, Browser(served.url) as bob:
        table = await (await ada.be("Ada")).open()
        await bob.be("Bob")
        people = served.node.services.store.people
        blocked_by, asked, go_on = people.blocked_by, asyncio.Event(), asyncio.Event()

        async def slowly(player: str, others: Collection[str]) -> list[str]:
            asked.set()
            await go_on.wait()
            return await blocked_by(player, others)

        monkeypatch.setattr(people, "blocked_by", slowly)
        async with bob.socket() as client:
            await client.watch(table)
            await client.send("sit", table=table, ply=0, seat=1)
            await asked.wait()
            served.server.should_exit = True
            await asyncio.sleep(0.5)
            go_on.set()
            assert await client.closed() == 1012
        sat, bye = client.heard[-2:]
        assert (sat.get("what"), bye["type"]) == ("sat", "bye")
