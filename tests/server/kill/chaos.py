"""A bad network: what clients say over their sockets is doubled, held up, overtaken and lost.

client ──► handshake, then each message, by luck: on · twice · later · never · cut off ──► server
       ◄────────────────────────────── as it comes ◄──────────────────────────────

Requests that are not sockets pass unchanged. A message that is late may even arrive over the same
client's next connection.
"""

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlsplit

LATE = 0.4
"""The most seconds for which a message is held up."""
FATES = {"on": 70, "twice": 8, "echoed": 6, "late": 6, "lost": 6, "next time": 2, "cut": 2}
"""What becomes of a message, and of how many in a hundred. `echoed`: now, and once more later."""
_TEXT = 1
_COOKIE = re.compile(rb"\r\ncookie: ([^\r]*)", re.IGNORECASE)
_UPGRADE = re.compile(rb"\r\nupgrade: websocket", re.IGNORECASE)
ENDS = (OSError, asyncio.IncompleteReadError)


@dataclass(slots=True)
class Chaos:
    """A proxy that runs."""

    target: str
    luck: Random
    url: str = ""
    fates: Counter[str] = field(default_factory=Counter)
    kept: defaultdict[bytes, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    """Messages that wait for the next connection, by the cookie of who sent them."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until either side ends it."""
        target = urlsplit(self.target)
        try:
            there, back = await asyncio.open_connection(target.hostname, target.port)
        except OSError:
            writer.transport.abort()
            return
        pipes = [self._forth(reader, back), _pipe(there, writer)]
        running = [asyncio.create_task(one) for one in pipes]
        try:
            await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in running:
                one.cancel()
            for stream in (back, writer):
                stream.transport.abort()

    async def _forth(self, reader: asyncio.StreamReader, server: asyncio.StreamWriter) -> None:
        with suppress(*ENDS):
            head = await reader.readuntil(b"\r\n\r\n")
            server.write(head)
            if _UPGRADE.search(head):
                await self._messages(reader, server, head)
            else:
                await _pipe(reader, server)

    async def _messages(
        self, reader: asyncio.StreamReader, server: asyncio.StreamWriter, head: bytes
    ) -> None:
        cookie = _COOKIE.search(head)
        late = self.kept[cookie[1] if cookie else b""]
        while True:
            opcode, frame = await _frame(reader)
            if opcode != _TEXT:
                server.write(frame)
                continue
            if not self._deliver(frame, server, late):
                return
            while late and self.luck.random() < 0.5:
                server.write(late.pop())

    def _deliver(self, frame: bytes, server: asyncio.StreamWriter, late: list[bytes]) -> bool:
        """Let its fate be done; whether the connection goes on."""
        fate = self.luck.choices(list(FATES), list(FATES.values()))[0]
        self.fates[fate] += 1
        if fate in ("on", "twice", "echoed") or (fate == "cut" and self.luck.random() < 0.5):
            server.write(frame)
        if fate == "twice":
            server.write(frame)
        if fate in ("echoed", "late"):
            loop = asyncio.get_running_loop()
            loop.call_later(self.luck.uniform(0, LATE), _write, server, frame)
        if fate == "next time":
            late.append(frame)
        return fate != "cut"


def _write(server: asyncio.StreamWriter, frame: bytes) -> None:
    if not server.is_closing():
        server.write(frame)


async def _frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """A client's whole message, as it came: its kind, length, mask and text."""
    head = await reader.readexactly(2)
    length, more = head[1] & 0x7F, b""
    if length >= 126:
        more = await reader.readexactly(2 if length == 126 else 8)
        length = int.from_bytes(more, "big")
    masked = head[1] & 0x80
    rest = await reader.readexactly(length + (4 if masked else 0))
    return head[0] & 0x0F, head + more + rest


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(*ENDS):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()


@asynccontextmanager
async def chaos(url: str, luck: Random) -> AsyncIterator[Chaos]:
    """Stand before a server."""
    made, tasks = Chaos(url, luck), set[asyncio.Task[None]]()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(made.serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    listening = await asyncio.start_server(accept, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        listening.close()
        for task in tuple(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
