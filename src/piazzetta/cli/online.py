"""`piazzetta bot NAME --server URL --table ID`: a bot at a server's table, through its socket.

A lost connection is made again. What was sent and not answered is then sent once more, with the
same id, so that the server carries it out once.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from email.utils import parsedate_to_datetime
from random import Random
from typing import Any, NoReturn
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from piazzetta.bots.bot import Bot, choose_or_draw
from piazzetta.cli.guest import End, Guest, GuestError, Turn
from piazzetta.server.protocol import client, server

PATIENCE = 600.0
"""Seconds for which a server that was there may be away."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Seconds between two tries to connect; each time twice as long."""
AFTER_REFUSAL = 1.0
"""Seconds to wait after a refusal; what was refused may be right in a moment."""
LONGEST_MESSAGE = 1 << 22
TOO_MANY = 429
TEMPORARY = frozenset((TOO_MANY, *range(500, 600)))
"""How a server, or the proxy before it, says that it will be back."""

_DECODER: "msgspec.json.Decoder[server.AnyMessage]" = msgspec.json.Decoder(server.AnyMessage)
_ENCODER = msgspec.json.Encoder()


def socket_address(address: str) -> str:
    """Where a server's socket is, from the address of its pages."""
    try:
        parts = urlsplit(address)
        readable = parts.scheme in ("http", "https") and parts.netloc and parts.port != 0
    except ValueError:  # Its brackets, or its port.
        readable = False
    if not readable:
        raise GuestError(f"{address!r} is no address of a server; it begins with http:// …")
    scheme = "wss" if parts.scheme == "https" else "ws"
    return f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}/ws"


class Player:
    """Plays a guest's part until the game ends."""

    def __init__(
        self, address: str, token: str, guest: Guest, bot: Bot, prepare: Callable[[str], None]
    ) -> None:
        """`prepare` makes the bot ready for a game of that name; it may take long."""
        self._address = address
        self._token = token
        self._guest = guest
        self._bot = bot
        self._prepare = prepare
        self._prepared = False
        self._luck = Random()
        self._thread = ThreadPoolExecutor(1)

    async def play(self) -> End:
        """How it ended."""
        connection = await self._first()
        while True:
            with suppress(ConnectionClosed):
                async with connection:
                    return await self._converse(connection)
            connection = await self._again()

    async def _first(self) -> ClientConnection:
        """A server that is not there at the start is probably a wrong address."""
        try:
            return await self._connect()
        except InvalidStatus as error:
            raise GuestError(_refusal(error.response.status_code)) from error
        except (OSError, TimeoutError, InvalidHandshake) as error:
            raise GuestError(f"the server cannot be reached: {error}") from error

    async def _again(self) -> ClientConnection:
        _say("the connection is lost; trying again")
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
        until = loop.time() + PATIENCE
        while loop.time() < until:
            await asyncio.sleep(min(pause, until - loop.time()))
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                return await self._connect()
            except InvalidStatus as error:
                if error.response.status_code not in TEMPORARY:
                    raise GuestError(_refusal(error.response.status_code)) from error
                pause = max(pause, wanted_pause(error.response.headers))
            except (OSError, TimeoutError, InvalidHandshake):
                continue
        raise GuestError("the server does not come back")

    async def _connect(self) -> ClientConnection:
        try:
            return await connect(
                socket_address(self._address),
                additional_headers={"Authorization": f"Bearer {self._token}"},
                max_size=LONGEST_MESSAGE,
            )
        except InvalidURI as error:  # A proxy sends everybody to https, for instance.
            reason = f"--server {self._address} leads to {error.uri}, where no socket can be"
            raise GuestError(reason) from error

    async def _converse(self, connection: ClientConnection) -> End:
        """Hear and act, in turn."""
        for message in self._guest.connected():
            await _send(connection, message)
        while True:
            self._guest.hear(await _receive(connection))
            ended = await self._act(connection)
            if ended:
                return ended

    async def _act(self, connection: ClientConnection) -> End | None:
        """Do whatever can be done before something else is heard."""
        while (step := self._guest.next_step()) is not None:
            if isinstance(step, End):
                return step
            message = await self._thought(connection, step) if isinstance(step, Turn) else step
            if message is None:
                continue
            if isinstance(message, client.Sit):
                await self._make_ready()
            if self._guest.refusals:
                await asyncio.sleep(AFTER_REFUSAL)
            self._guest.waits_for = message
            await _send(connection, message)
        return None

    async def _thought(self, connection: ClientConnection, turn: Turn) -> client.Message | None:
        """The bot's move, while everything else is still heard."""
        loop = asyncio.get_running_loop()
        choosing = loop.run_in_executor(
            self._thread, choose_or_draw, self._bot, turn.decision, self._luck
        )
        hearing = loop.create_task(self._hear_on(connection))
        both: list[asyncio.Future[Any]] = [choosing, hearing]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        hearing.cancel()
        [heard] = await asyncio.gather(hearing, return_exceptions=True)
        if not isinstance(heard, asyncio.CancelledError):
            raise heard
        choice, fault = await choosing
        if fault:
            _say(f"a random move is played: {fault}")
        return self._guest.move(turn, choice.move)

    async def _hear_on(self, connection: ClientConnection) -> NoReturn:
        while True:
            self._guest.hear(await _receive(connection))

    async def _make_ready(self) -> None:
        """Before it sits down, so that nobody waits for the bot's first move."""
        told = self._guest.told
        if told and not self._prepared:
            self._prepared = True
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._thread, self._prepare, told.game)

    def close(self) -> None:
        """End the thread in which the bot thinks."""
        self._thread.shutdown()


async def _send(connection: ClientConnection, message: client.Message) -> None:
    await connection.send(_ENCODER.encode(message).decode())


async def _receive(connection: ClientConnection) -> server.AnyMessage:
    """The next message that this version knows; newer servers may say more."""
    while True:
        text = await connection.recv()
        try:
            return _DECODER.decode(text)
        except msgspec.ValidationError:
            continue
        except msgspec.DecodeError as error:
            raise GuestError(f"what the server says cannot be read: {error}") from error


def wanted_pause(headers: Headers) -> float:
    """How many seconds it wants to be left alone, by its header Retry-After; 0 if it says none."""
    said = next(iter(headers.get_all("Retry-After")), "")
    if said.isascii() and said.isdigit():
        return float(said)
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (ValueError, OverflowError):  # In a year that no calendar has, for instance.
        return 0.0


def _refusal(status: int) -> str:
    if status in (401, 403):
        return "the server does not know this token"
    if status == TOO_MANY:
        return "the server is asked too much at the moment; try again soon"
    return f"the server has no table to play at there; it answers {status}"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def run(player: Player) -> int:
    """Play until the game ends; the exit status."""
    with closing(player):
        try:
            ended = asyncio.run(player.play())
        except GuestError as error:
            print(f"piazzetta bot: {error}", file=sys.stderr)
            return 1
    print(ended.words)
    return 0
