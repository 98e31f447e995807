"""Where messages may go: addresses come from browsers, so only known push services are called."""

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from piazzetta.server.push.encoding import PushError

KNOWN = (
    "fcm.googleapis.com",
    "jmt17.google.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
"""The hosts of the browsers' push services; * stands for one or more words before the dot."""

HTTPS = 443
_HOST = r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*"
_ENTRY = re.compile(rf"(\*\.)?{_HOST}(:[0-9]{{1,5}})?")
_PRINTABLE = re.compile(r"https://[!-~]{1,1000}")


class Endpoint(NamedTuple):
    """An address that may be called."""

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and port, as a signature names them."""
        port = "" if self.port == HTTPS else f":{self.port}"
        return f"https://{self.host}{port}"


def read(address: str, allowed: Iterable[str] = ()) -> Endpoint:
    """The parts of an address of a push service; a PushError for any other.

    `allowed`: `HOST`, `*.HOST` or `HOST:PORT` that the operator lets be called, too.
    """
    if not _PRINTABLE.fullmatch(address):
        raise PushError("the address of a push service begins with https://")
    try:
        parts = urlsplit(address)
    except ValueError:
        raise PushError("this is no address") from None
    host, port = parts.hostname or "", _port(parts.netloc)
    if "@" in parts.netloc or not any(_fits(host, port, entry) for entry in (*KNOWN, *allowed)):
        raise PushError("this push service is not known here")
    query = f"?{parts.query}" if parts.query else ""
    return Endpoint(host, port, (parts.path or "/") + query)


def service(text: str) -> str:
    """An entry of `allowed` as an operator writes it; a PushError if it could never fit."""
    if not _ENTRY.fullmatch(text):
        raise PushError(f"{text!r} is no push service: HOST, *.HOST or HOST:PORT")
    return text


def _port(netloc: str) -> int:
    _, colon, port = netloc.rpartition(":")
    if not colon:
        return HTTPS
    if not re.fullmatch(r"[0-9]{1,5}", port):
        raise PushError("this address has no port that could be called")
    return int(port)


def _fits(host: str, port: int, entry: str) -> bool:
    name, _, number = entry.lower().partition(":")
    if port != int(number or HTTPS) or not re.fullmatch(_HOST, host):
        return False
    return host.endswith(name[1:]) if name.startswith("*.") else host == name
