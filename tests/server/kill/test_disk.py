"""A disk that is full for a while: nothing is acknowledged then, nothing is lost, all goes on."""

import asyncio
import resource
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.app.clients import Browser
from tests.server.kill.evidence import Evidence, agrees
from tests.server.kill.log import Log
from tests.server.kill.parties import Party, Setting
from tests.server.kill.servers import Server

pytestmark = pytest.mark.anyio

SLOW = {"pace": 0.15, "clock": {"total": 600}}
SETTINGS = (
    Setting("piazza", (0, 1), again=True),
    Setting("piazza", (0, "level1"), again=True, wanted=SLOW),
    Setting("carre", (0, 1, "level1"), ends_early=True, wanted=SLOW),
)
SOON = 20.0


def limit_files(server: Server, size: int) -> None:
    """No file of the server's grows beyond that: to a database this is a full disk."""
    hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


async def until_more(log: Log, count: int, of: str = "") -> None:
    """Until so many more were acknowledged, or refused with this code."""

    def now() -> int:
        return log.counts[f"refused {of}"] if of else log.done()

    before = now()
    async with asyncio.timeout(SOON):
        while now() < before + count:
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("seed", [1])
async def test_a_full_disk_under_load(sqlite: str, tmp_path: Path, seed: int) -> None:
    luck, log, full = Random(seed), Log(), [True]
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(Server(sqlite, tmp_path))
        parties = [
            Party(one, [server.url], log, Random(luck.random()), lambda: full[0], silence=0.5)
            for one in SETTINGS
        ]
        async with asyncio.TaskGroup() as group:
            for party in parties:
                group.create_task(party.play())
            for _ in range(2):
                await until_more(log, 50)
                limit_files(server, 0)
                await until_more(log, 3, "unavailable")
                done = log.done()
                # Bots have tried, too, and time has been standing still for a while.
                await asyncio.sleep(luck.uniform(2, 4))
                assert log.done() == done
                limit_files(server, resource.RLIM_INFINITY)
            await until_more(log, 50)
            full[0] = False
    found = Evidence(sqlite).check(log)
    for party in parties:
        for one in party.people:
            assert agrees(found[one.known["table"]], one.known), one.name
    assert log.counts["missed"] == 0


async def test_a_bot_that_could_not_move_moves_soon(sqlite: str, tmp_path: Path) -> None:
    """Also where something else, such as a flag, is due much later."""
    wanted: dict[str, Any] = {"seats": ["me", "level1"], "pace": 1.0, "clock": {"total": 600}}
    async with Server(sqlite, tmp_path) as server, Browser(server.url) as ada:
        await ada.be("Ada")
        table = await ada.open(options={"first": 0}, **wanted)
        async with ada.socket() as client:
            await client.watch(table)
            await client.ready()
            while client.table.get("legal"):
                await client.move()
            limit_files(server, 0)
            await client.nothing_more(2.0)
            assert (await ada.http.get("/readyz")).status_code == 503
            assert (await ada.http.get("/healthz")).status_code == 200
            limit_files(server, resource.RLIM_INFINITY)
            async with asyncio.timeout(5.0):
                moved = await client.until(lambda message: message.get("what") == "moved")
            assert moved["seat"] == 1
            assert (await ada.http.get("/readyz")).status_code == 200
