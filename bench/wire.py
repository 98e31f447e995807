"""A WebSocket client that costs little: a load has to come from somewhere on the same machine.

`websockets` frames the bytes (its sans-I/O core); there are no tasks, no queues, only a callback.
"""

import asyncio
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

Heard = Callable[[bytes], None]


class Wire(asyncio.Protocol):
    """One connection; `heard` is called with each message."""

    def __init__(self, address: str, headers: Mapping[str, str], heard: Heard) -> None:
        """`connect` makes it."""
        self._core = ClientProtocol(parse_uri(address), max_size=None)
        self._headers = headers
        self._heard = heard
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        request = self._core.connect()
        for name, value in self._headers.items():
            request.headers[name] = value
        self._core.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Hand over what is whole."""
        self._core.receive_data(data)
        for event in self._core.events_received():
            if not isinstance(event, Frame):
                self._begin()
            elif event.opcode in (Opcode.TEXT, Opcode.BINARY):
                self._heard(bytes(event.data))
        self._flush()

    def _begin(self) -> None:
        failed = self._core.handshake_exc
        if failed:
            self.ready.set_exception(failed)
        else:
            self.ready.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever made the load sees that it is gone."""
        self.lost = True
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("closed during the handshake"))

    def say(self, message: bytes) -> None:
        """Send a text."""
        self._core.send_text(message)
        self._flush()

    def close(self) -> None:
        """Hang up."""
        if self._transport:
            self._transport.abort()

    def _flush(self) -> None:
        assert self._transport is not None
        for data in self._core.data_to_send():
            if data:
                self._transport.write(data)


async def connect(address: str, headers: Mapping[str, str], heard: Heard) -> Wire:
    """A connection that is open."""
    parts = urlsplit(address)
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(
        lambda: Wire(address, headers, heard), parts.hostname or "", parts.port or 80
    )
    await wire.ready
    return wire
