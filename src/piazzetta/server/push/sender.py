"""Sends messages from a few threads of its own: whoever moved never waits for a push service."""

import asyncio
import json
import logging
import ssl
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from http.client import HTTPException, HTTPSConnection
from typing import Protocol

from piazzetta.server.push import endpoint
from piazzetta.server.push.encoding import PushError
from piazzetta.server.push.endpoint import Endpoint
from piazzetta.server.push.message import Keys, encrypt
from piazzetta.server.push.vapid import Vapid
from piazzetta.server.thinking.line import ClosedError, Line

THREADS = 2
MOST_WAITING = 500
"""More calls than this are left out: a call is a courtesy, and an old one is none."""
TIMEOUT = 10.0
"""In seconds, for each step of a request."""
TTL = 24 * 3600
"""In seconds: how long a service keeps a message for a browser that is not reached."""
GONE = (404, 410)
"""How a service says that it knows the browser no more."""

_LOG = logging.getLogger(__name__)


class Subscription(Protocol):
    """A browser that wants to be called."""

    @property
    def endpoint(self) -> str:
        """Its address at its push service; a secret."""
        ...

    @property
    def keys(self) -> Mapping[str, str]:
        """`p256dh` and `auth`, base64url."""
        ...


class Subscriptions(Protocol):
    """Where they are kept."""

    async def pushes(self, player: str) -> Sequence[Subscription]:
        """The browsers of a player."""
        ...

    async def remove_push(self, player: str, endpoint: str) -> None:
        """Forget one of them."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """Which push services are called, and how their certificates are checked."""

    allowed: tuple[str, ...] = ()
    """Hosts besides those that are known."""
    trust: ssl.SSLContext | None = None
    """The system's own where None is given."""


class Sender:
    """Calls the browsers of players."""

    def __init__(self, kept: Subscriptions, vapid: Vapid, services: Services | None = None) -> None:
        """Nothing is started before the first call."""
        self._kept = kept
        self._vapid = vapid
        self._services = services or Services()
        self._line = Line(THREADS, THREADS, "push")

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        """Read from the system when it is first needed: that takes a while."""
        return self._services.trust or ssl.create_default_context()

    @property
    def public_key(self) -> str:
        """What a browser needs to subscribe."""
        return self._vapid.public

    def check(self, address: str, keys: Mapping[str, str]) -> None:
        """Refuse what could not be called, with a PushError."""
        self._read(address, keys)

    async def your_turn(self, player: str, table: str, game: str) -> None:
        """Tell all browsers of a player; whatever their services do, this does not fail."""
        text = json.dumps({"table": table, "game": game}).encode()
        browsers = await self._kept.pushes(player)
        await asyncio.gather(*(self._call(player, browser, text, table) for browser in browsers))

    async def close(self) -> None:
        """Begin no more calls, and wait for those that run."""
        await self._line.close()

    async def _call(self, player: str, browser: Subscription, text: bytes, topic: str) -> None:
        if self._line.waiting >= MOST_WAITING:
            return
        try:
            service, keys = self._read(browser.endpoint, browser.keys)
            call = partial(self._post, service, keys, text, topic)
            status = await self._line.run(call)
        except PushError:
            status = GONE[0]  # allowed once, by an operator who has changed their mind
        except ClosedError:
            return
        if status in GONE:
            await self._kept.remove_push(player, browser.endpoint)

    def _read(self, address: str, keys: Mapping[str, str]) -> tuple[Endpoint, Keys]:
        service = endpoint.read(address, self._services.allowed)
        return service, Keys.read(keys.get("p256dh", ""), keys.get("auth", ""))

    def _post(self, service: Endpoint, keys: Keys, text: bytes, topic: str) -> int:
        """The status that the service answers, 0 for none. Redirections are not followed, and
        nothing of the answer's body is read."""
        headers = {
            "Authorization": self._vapid.authorization(service.origin, time.time()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL),
            "Topic": topic,
        }
        connection = HTTPSConnection(
            service.host, service.port, timeout=TIMEOUT, context=self._trust
        )
        with closing(connection):
            try:
                connection.request("POST", service.path, encrypt(text, keys), headers)
                status = connection.getresponse().status
            except (OSError, HTTPException) as error:
                _LOG.warning("%s was not reached: %s", service.host, type(error).__name__)
                return 0
        if status >= 300:
            _LOG.warning("%s answered %d", service.host, status)
        return status
