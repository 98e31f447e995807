"""Who somebody is (signed cookies, tokens), which pages may ask, and what browsers are told.

A cookie holds a player's id and a number that changes when the player signs out everywhere; it is
signed with a key that lies in the store, so that every node accepts it.
"""

import hashlib
from collections.abc import Iterable
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "piazzetta"
COOKIE_AGE = 400 * 24 * 3600
"""Seconds: as long as browsers allow."""
BEARER = "bearer "

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""Sent with every answer. Whether a name is only ever reached by https is the proxy's to say."""

_RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Cookies:
    """Signs and reads who somebody is."""

    def __init__(self, key: bytes) -> None:
        """The key is the same on every node."""
        self._signer = URLSafeSerializer(
            key, salt="piazzetta.player", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def sign(self, player: str, epoch: int) -> str:
        """The cookie's value."""
        return str(self._signer.dumps([player, epoch]))

    def read(self, value: str) -> tuple[str, int] | None:
        """The player and the epoch, if we signed it."""
        try:
            player, epoch = self._signer.loads(value)
        except (BadSignature, ValueError, TypeError):
            return None
        return (player, epoch) if isinstance(player, str) and isinstance(epoch, int) else None


def bearer_of(headers: Headers) -> str | None:
    """The token that came with a request."""
    value = headers.get("authorization", "")
    return value[len(BEARER) :].strip() if value.lower().startswith(BEARER) else None


class Origins:
    """Which pages may change something: our own ones."""

    def __init__(self, allowed: Iterable[str]) -> None:
        """`allowed` are origins besides the address that the request itself names."""
        self._allowed = frozenset(map(origin_of, allowed))

    def allow(self, headers: Headers) -> bool:
        """Whether the request comes from a page of ours. Browsers name the page of all requests
        that change something; what names none is no browser, and should bring a token."""
        origin = headers.get("origin", "")
        if not origin:
            return False
        return origin in self._allowed or _netloc(origin) == headers.get("host", "")


def _netloc(origin: str) -> str | None:
    """Host and port of an origin; None for what is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def origin_of(url: str) -> str:
    """Scheme, host and port of a URL."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


class SecurityHeaders:
    """Adds HEADERS to every answer that does not say otherwise itself."""

    def __init__(self, app: ASGIApp) -> None:
        """Around the whole application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sockets pass unchanged: their handshake is no page."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                added = [pair for pair in _RAW_HEADERS if pair[0] not in present]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await self._app(scope, receive, send_with_headers)
