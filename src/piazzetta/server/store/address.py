"""Where a database is: a file's path, or the URL of a PostgreSQL server."""

import getpass
import ssl
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from piazzetta.server.store.errors import StoreError

POSTGRES = ("postgresql", "postgres", "postgresql+pg8000")
SQLITE = "sqlite"
_PLAIN_MODES = {"disable": False, "prefer": None, "require": True}


@dataclass(frozen=True, slots=True)
class Address:
    """An address as the engine needs it."""

    url: URL
    path: Path | None = None
    """The file, for SQLite."""
    arguments: dict[str, Any] = field(default_factory=dict)
    """What the driver takes besides the URL."""

    def __str__(self) -> str:
        """For people: the file, or the URL without its password."""
        return str(self.path) if self.path else self.url.render_as_string(hide_password=True)


def parse(text: str) -> Address:
    """Read `FILE`, `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST:PORT/NAME`."""
    if "://" not in text:
        return _file(text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError("the address of the database cannot be read as a URL") from None
    if url.drivername == SQLITE:
        return _file(url.database or "")
    if url.drivername in POSTGRES:
        return _postgres(url)
    raise StoreError(f"a database is a file or a postgresql:// URL, not {url.drivername}://")


def _file(text: str) -> Address:
    if not text or text == ":memory:":
        raise StoreError("a database needs a file, so that games outlive the server")
    path = Path(text).expanduser().resolve()
    return Address(URL.create(SQLITE, database=str(path)), path)


def _postgres(url: URL) -> Address:
    """Translate what libpq's URLs may say into what the driver calls it."""
    query = {key: value for key, value in url.query.items() if isinstance(value, str)}
    arguments: dict[str, Any] = {}
    host = query.pop("host", url.host)
    if host and host.startswith("/"):
        arguments["unix_sock"] = f"{host}/.s.PGSQL.{url.port or 5432}"
        host = None
    arguments["ssl_context"] = _ssl(query.pop("sslmode", "prefer"))
    if query:
        raise StoreError(f"the database's URL has an unknown option: {', '.join(query)}")
    user = url.username or getpass.getuser()
    name = url.database or user
    url = URL.create("postgresql+pg8000", user, url.password, host, url.port, name)
    return Address(url, arguments=arguments)


def _ssl(mode: str) -> ssl.SSLContext | bool | None:
    """How the connection is secured, in the words of libpq and of the driver."""
    if mode in _PLAIN_MODES:
        return _PLAIN_MODES[mode]
    if mode not in ("verify-ca", "verify-full"):
        known = ", ".join((*_PLAIN_MODES, "verify-ca", "verify-full"))
        raise StoreError(f"sslmode is one of {known}, not {mode}")
    context = ssl.create_default_context()
    context.check_hostname = mode == "verify-full"
    return context
