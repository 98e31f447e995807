"""Clients that read slowly, or never again: they cost nobody anything, and little memory."""

import asyncio
import resource
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed

from piazzetta.server.app import serve, wire
from piazzetta.server.app.limits import Limits, relaxed
from piazzetta.server.app.node import Node
from tests.cli.command import HANGS_AFTER
from tests.server.app.clients import Browser, Client, play_on, seated
from tests.server.app.serving import Served, serving
from tests.server.app.test_sockets import narrow_socket
from tests.server.kill.servers import Server

pytestmark = pytest.mark.anyio

MANY = 8
MIB = 1 << 20


@asynccontextmanager
async def deaf(browser: Browser) -> AsyncIterator[Client]:
    """A client that reads nothing after the welcome."""
    options = {"sock": narrow_socket(browser.url), "close_timeout": 0.1, "ping_interval": None}
    async with browser.socket(**options) as client:
        client.connection.transport.pause_reading()
        yield client
        client.connection.transport.resume_reading()


async def flood(browser: Browser, table: str) -> None:
    """Ask for the table again and again, and never read it, until the server has had enough."""
    with suppress(ConnectionClosed, OSError):
        async with deaf(browser) as client:
            while True:
                for _ in range(20):
                    await client.send("watch", table=table)
                await asyncio.sleep(0.02)


def memory(server: Server) -> int:
    """What its process holds, in bytes."""
    fields = Path(f"/proc/{server.process.pid}/statm").read_text(encoding="ascii").split()
    return int(fields[1]) * resource.getpagesize()


def connections(server: Server) -> float:
    figures = httpx.get(f"{server.url}/metrics", verify=False).text.splitlines()
    [line] = [one for one in figures if one.startswith("piazzetta_connections ")]
    return float(line.split()[1])


async def test_many_who_never_read(sqlite: str, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(Server(sqlite, tmp_path))
        players = await stack.enter_async_context(seated(server.url, ["Ada", "Bob"], "carre"))
        slow = await stack.enter_async_context(Browser(server.url))
        await slow.be("Slow")
        await play_on(players, 100)
        table, held = players[0].table["table"], [memory(server)]
        while len(held) < 3 or held[-1] - held[-2] > 5 * MIB:
            assert len(held) < 6, f"it holds more and more: {held}"
            floods = asyncio.gather(*(flood(slow, table) for _ in range(MANY)))
            await play_on(players, 30)
            await floods
            async with asyncio.timeout(HANGS_AFTER):
                while connections(server) > len(players):
                    await asyncio.sleep(0.05)
            held.append(memory(server))
        assert held[1] - held[0] < MANY * MIB + 20 * MIB


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that asks every second who is still there."""
    usual = serve.config

    def config(running: Node, proxies: tuple[str, ...] = ()) -> uvicorn.Config:
        made = usual(running, proxies)
        made.ws_ping_interval = made.ws_ping_timeout = 1.0
        return made

    monkeypatch.setattr(serve, "config", config)
    monkeypatch.setattr(wire, "PATIENCE", 0.5)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("unread", [False, True], ids=["quiet", "unread"])
async def test_who_answers_no_more_is_gone(sqlite: str, unread: bool) -> None:
    """A phone without a network, a laptop asleep: nothing tells that they have gone, and what was
    sent to them may never be taken."""
    async with AsyncExitStack() as stack:
        limits = replace(relaxed(Limits()), waiting_messages=1_000_000, waiting_bytes=1 << 30)
        served = await stack.enter_async_context(serving(sqlite, limits=limits))
        for listening in (one for server in served.server.servers for one in server.sockets):
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        ada, _ = await stack.enter_async_context(seated(served.url, ["Ada", "Bob"]))
        table = ada.table["table"]
        ghost = await stack.enter_async_context(Browser(served.url))
        await ghost.be("Ghost")
        people = served.node.services.people
        async with asyncio.timeout(HANGS_AFTER), deaf(ghost) as client:
            while ghost.player not in people:
                await asyncio.sleep(0.01)
            await client.send("watch", table=table)
            while unread and not waiting(served, ghost.player):
                for _ in range(20):
                    await client.send("watch", table=table)
                await asyncio.sleep(0.001)
            while ghost.player in people:
                await asyncio.sleep(0.05)
        assert (await ada.ask("ping"))["type"] == "pong"


def waiting(served: Served, player: str) -> int:
    """How many messages wait for the player to read."""
    [connection] = served.node.services.people.of(player)
    return connection._wire.kept[0]
