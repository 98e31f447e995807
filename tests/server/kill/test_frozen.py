"""A node that stands still in the middle of a transaction, as a machine without power does."""

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, text

from piazzetta.server.store.schema import server as beats
from tests.server.app.clients import all_reach, play_on, seated
from tests.server.app.serving import serving
from tests.server.kill.servers import Server
from tests.services import administrator

pytestmark = pytest.mark.anyio

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
HOLDING = "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'"
SOON = 20.0


def until_one(connection: Connection, query: str) -> None:
    until = time.monotonic() + 30
    while not connection.scalar(text(query)):
        assert time.monotonic() < until, query
        time.sleep(0.02)


async def test_others_go_on_without_it_and_it_goes_on_later(
    postgres: str, redis: str, tmp_path: Path
) -> None:
    """It holds a lock that all nodes need, and the database cannot see that it is gone."""
    async with (
        Server(postgres, tmp_path, "--redis", redis) as frozen,
        seated(frozen.url, ["Ada", "Bob"]) as clients,
    ):
        await play_on(clients, 4)
        freeze(postgres, frozen.process.pid)
        try:
            async with (
                asyncio.timeout(SOON),
                serving(postgres, redis=redis) as other,
                seated(other.url, ["Cleo", "Dan"]) as others,
            ):
                await play_on(others, 4)
        finally:
            frozen.process.send_signal(signal.SIGCONT)
        async with asyncio.timeout(SOON):
            await all_reach(clients)
            assert await play_on(clients, 4) == 4


def freeze(postgres: str, process: int) -> None:
    """Stop the process right after the database has given it the lock of the server's time."""
    with administrator(postgres) as engine:
        apart = engine.execution_options(isolation_level="READ COMMITTED")
        with engine.connect() as looking, apart.connect() as holding:
            with holding.begin():
                holding.execute(select(beats).with_for_update())
                until_one(looking, WAITING)
                os.kill(process, signal.SIGSTOP)
            until_one(looking, HOLDING)
