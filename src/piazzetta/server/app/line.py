"""A request's lower end: uvicorn's HTTP protocol, on which nobody keeps a line busy for nothing.

accepted ──► head ──► body ──► answered ──► the next request, or the end
    │          └───────┴── not all of it in time: 408, and the end
    └── too many of this address: 429, and the end

A line that becomes a WebSocket is no longer of this kind: the socket counts and times by itself.
"""

import asyncio
from http import HTTPStatus
from typing import Any, cast

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from piazzetta.server.app.limits import Counts, asker_of
from piazzetta.server.app.wire import Wire

TOO_LATE, TOO_MANY = HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS
_COMING = ("IDLE", "SEND_BODY")
"""What a client does whose request is not complete, as h11 calls it."""
_UNANSWERED = ("IDLE", "SEND_RESPONSE")
"""What the server does that has not begun to answer."""


class Line(H11Protocol):
    """One connection."""

    def __init__(self, held: Counts, seconds: float, **named: Any) -> None:
        """`held` counts the lines of each address; a request has so many seconds to arrive."""
        super().__init__(**named)
        self._held = held
        self._seconds = seconds
        self._asker: str | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, and expect a request."""
        super().connection_made(transport)
        asker = asker_of(self.client)
        if self.client and self._is_proxy(self.client[0]):
            self._expect()
        elif self._held.take(asker):
            self._asker = asker
            self._expect()
        else:
            self._end(TOO_MANY)

    def _is_proxy(self, address: str) -> bool:
        """Whether it speaks for many; then only what it forwards tells whom to count."""
        return isinstance(self.app, ProxyHeadersMiddleware) and address in self.app.trusted_hosts

    def data_received(self, data: bytes) -> None:
        """A request has its time from its first byte, however many come, to its last."""
        self._expect()
        super().data_received(data)
        if self.conn.their_state.__name__ not in _COMING:
            self._expect_nothing()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """The line is a socket's from now on, if it can make anything of the request."""
        self._let_go()
        super().handle_websocket_upgrade(event)
        if not cast("Wire", self.transport.get_protocol()).handshake_initiated:
            self.send_400_response("This is no handshake of a WebSocket.")

    def connection_lost(self, exc: Exception | None) -> None:
        """It counts no more."""
        self._let_go()
        super().connection_lost(exc)

    def _expect(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self._seconds, self._give_up)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _let_go(self) -> None:
        self._expect_nothing()
        if self._asker is not None:
            self._held.give_back(self._asker)
            self._asker = None

    def _give_up(self) -> None:
        """Browsers open lines ahead and may never use them: to those there is nothing to say."""
        begun = self.conn.trailing_data[0] or self.conn.their_state.__name__ != "IDLE"
        if not begun:
            self.transport.close()
        else:
            self._end(TOO_LATE)

    def _end(self, why: HTTPStatus) -> None:
        """Say why, unless an answer is under way already, and hang up."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state.__name__ in _UNANSWERED:
            first = f"HTTP/1.1 {why.value} {why.phrase}\r\n"
            self.transport.write(f"{first}connection: close\r\ncontent-length: 0\r\n\r\n".encode())
            self.transport.close()
        else:
            self.transport.abort()
