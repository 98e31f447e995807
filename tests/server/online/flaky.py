"""A network that breaks: a proxy which cuts every connection after so many pieces of data."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit


@dataclass
class Flaky:
    """Where it listens, where it leads, and how often it broke."""

    target: str
    url: str = ""
    cuts: int = 0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def cut(self) -> None:
        """Break every connection now."""
        for task in self._tasks:
            task.cancel()


@asynccontextmanager
async def flaky(url: str, lives: Iterator[int]) -> AsyncIterator[Flaky]:
    """Each connection lives for so many pieces, in either direction."""
    made = Flaky(url)
    tasks = made._tasks

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        tasks.add(task)
        target = urlsplit(made.target)
        try:
            there, back = await asyncio.open_connection(target.hostname, target.port)
        except OSError:
            writer.transport.abort()
            return
        left = [next(lives)]
        pipes = [_pipe(reader, back, left), _pipe(there, writer, left)]
        running = [asyncio.create_task(pipe) for pipe in pipes]
        with suppress(asyncio.CancelledError):
            await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        made.cuts += left[0] <= 0
        for one in running:
            one.cancel()
        for stream in (back, writer):
            stream.transport.abort()
        tasks.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()
        for task in set(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pipe(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: list[int]
) -> None:
    with suppress(OSError):
        while left[0] > 0 and (data := await reader.read(1 << 16)):
            left[0] -= 1
            writer.write(data)
            await writer.drain()
