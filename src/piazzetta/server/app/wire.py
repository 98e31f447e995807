"""A socket's lower end: uvicorn's WebSocket protocol, with a door for messages that go out.

hub ──► Wire.tell(text) ──► written at once
                 └────────► kept, while the client does not read ──► too much: bye, too slow

A message goes out without a task or a queue in between, so that a move costs little. What is kept
for a client is bounded, and a client that never reads again is cut off: a slow one costs nobody
anything.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from struct import Struct
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from piazzetta.server.app.limits import Bucket, Rate

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

DOOR = "piazzetta.wire"
"""Among the extensions of an ASGI scope, the Wire of this connection."""
BEHIND = 8
"""Messages of a client that may wait here; the others wait in the network."""
PATIENCE = 5.0
"""Seconds that a client has to answer when the connection is closed."""
BESIDE = Rate(100.0, 500.0)
"""Frames of a client that are no message: pings, pongs, pieces of one. Each costs time, and a pong
or a place in memory, though it is so small that no other limit knows of it."""
SHUTDOWN, TOO_SLOW, TOO_MANY, NO_TEXT = 1012, 1013, 1008, 1007
"""Why a connection is closed, as WebSocket codes."""

_TEXT = 0x81
"""A whole message of text."""
_MEDIUM, _LONG = Struct("!BBH").pack, Struct("!BBQ").pack


def _head(length: int) -> bytes:
    """What stands before a text of that many bytes (RFC 6455, 5.2), without the frame that
    `websockets` would make of it first."""
    if length < 126:
        return bytes((_TEXT, length))
    if length < 1 << 16:
        return _MEDIUM(_TEXT, 126, length)
    return _LONG(_TEXT, 127, length)


def _is_text(pieces: list[bytes]) -> bool:
    """Whether they make UTF-8; most are ASCII, and to see that takes no time."""
    data = pieces[0] if len(pieces) == 1 else b"".join(pieces)
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class Letters:
    """What waits for the application, which alone takes it out. It is used as uvicorn uses an
    asyncio.Queue, which costs several times as much with every message."""

    __slots__ = ("_loop", "_waiting", "_woken")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Nothing waits."""
        self._loop = loop
        self._waiting: deque[ASGIReceiveEvent] = deque()
        self._woken: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """How many there are."""
        return len(self._waiting)

    def empty(self) -> bool:
        """Whether there is none."""
        return not self._waiting

    def put_nowait(self, letter: "ASGIReceiveEvent") -> None:
        """One more."""
        self._waiting.append(letter)
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    async def get(self) -> "ASGIReceiveEvent":
        """The first one, as soon as there is one."""
        while not self._waiting:
            self._woken = self._loop.create_future()
            await self._woken
        return self._waiting.popleft()


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """As uvicorn makes it."""
        super().__init__(*arguments, **named)
        self._beside = Bucket(BESIDE)
        self.may_send_more: Callable[[], bool] = lambda: True
        """Whether one more frame beside messages is not too much for whoever the connection counts
        for, who may have others."""
        self.queue = cast("asyncio.Queue[ASGIReceiveEvent]", Letters(self.loop))
        self._kept: deque[bytes] = deque()
        self._kept_bytes = 0

    def handle_connect(self, event: Request) -> None:
        """Put the door into the scope; the application only begins after this."""
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            cast("dict[str, Any]", scope["extensions"])[DOOR] = self

    async def send(self, message: "ASGISendEvent") -> None:
        """A handshake that was refused with a reason is over, too: uvicorn would log a failure."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def handle_ping(self) -> None:
        """Answered; but who does not stop is cut off, as they need not even read the answers."""
        if self._bears_one_more():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """They are there."""
        if self._bears_one_more():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message, which may be empty, so that there is no end of them."""
        if self._bears_one_more():
            super().handle_cont(event)

    def _bears_one_more(self) -> bool:
        """Whether one more frame that is no message is not too much."""
        if self._beside.take() and self.may_send_more():
            return True
        if not self.gone:
            self._close(TOO_MANY)
            self.transport.close()
        return False

    def send_receive_event_to_app(self) -> None:
        """Read on while little waits: to stop and to go on are two system calls a message."""
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            # uvicorn would log a failure for each, though it is the client's.
            self._close(NO_TEXT)
            return
        roomy = not self.read_paused and self.queue.qsize() < BEHIND
        self.read_paused = self.read_paused or roomy
        super().send_receive_event_to_app()
        if roomy:
            self.read_paused = False

    @property
    def kept(self) -> tuple[int, int]:
        """How many messages, and bytes, wait for the client to read."""
        return len(self._kept), self._kept_bytes

    @property
    def gone(self) -> bool:
        """Whether nothing more can be said."""
        return self.close_sent or self.disconnected or self.transport.is_closing()

    def tell(self, text: bytes) -> bool:
        """Write it, or keep it until the client has read more; whether it need not be kept."""
        if self.gone:
            return True
        if self._kept or not self.writable.is_set():
            self._kept.append(text)
            self._kept_bytes += len(text)
            return False
        self._write(text)
        return True

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        while self._kept and self.writable.is_set() and not self.gone:
            text = self._kept.popleft()
            self._kept_bytes -= len(text)
            self._write(text)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application is done with it: a client that does not read must not keep it open."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.loop.call_later(PATIENCE, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """A client that answers no more is gone, also if it never takes what was sent to it."""
        super().keepalive_timeout()
        self.loop.call_later(PATIENCE, self.transport.abort)

    def hang_up(self, last_words: bytes, code: int) -> None:
        """Say this and close; what was kept is dropped. Who does not answer is cut off."""
        if self.gone:
            return
        self._kept.clear()
        self._kept_bytes = 0
        self._write(last_words)
        self._close(code)

    def _write(self, text: bytes) -> None:
        """As a frame of its own; serve.py lets no extension change it."""
        if self.conn.state is State.OPEN:  # else the client has begun to close
            self.transport.write(b"".join((*self.conn.data_to_send(), _head(len(text)), text)))

    def _close(self, code: int) -> None:
        try:
            self.conn.send_close(code)
        except InvalidState:
            return
        self._flush()
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(PATIENCE, self.transport.abort)

    def _flush(self) -> None:
        self.transport.write(b"".join(self.conn.data_to_send()))
