"""A node that runs within the test, on a real port, with real clients."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from piazzetta.server.app import serve
from piazzetta.server.app.addresses import Links, listen, url_of
from piazzetta.server.app.limits import Limits, relaxed
from piazzetta.server.app.node import Node, Options, node

HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Served:
    """A node and where it is reached."""

    url: str
    node: Node
    server: serve.Server


@contextlib.asynccontextmanager
async def serving(
    database: Path | str,
    *,
    redis: str = "",
    limits: Limits | None = None,
    links: Links | None = None,
    proxies: tuple[str, ...] = (),
) -> AsyncIterator[Served]:
    """A node on a free port; it stops as it would on SIGTERM. Tests play faster than people."""
    listening = listen(HOST, 0)
    options = Options(str(database), redis, {}, links or Links(), limits or relaxed(Limits()))
    async with node(options) as running:
        ready = asyncio.Event()
        server = serve.Server(serve.config(running, proxies), running, ready.set)
        served = asyncio.create_task(server.serve(sockets=[listening]))
        await ready.wait()
        try:
            yield Served(url_of(HOST, listening.getsockname()[1]), running, server)
        finally:
            server.should_exit = True
            await served
