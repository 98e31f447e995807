"""Watches a database that lies in a file: it is where it was, and no other server uses it.

Whoever has a file open can go on writing after it was deleted, moved or replaced, and nobody would
ever find those rows again. So this is looked at around every commit, and before anything is read;
a look takes a few millionths of a second.
"""

import logging
from contextlib import suppress
from pathlib import Path

from piazzetta.server.store.errors import InUseError, UnavailableError
from piazzetta.server.store.lock import Lock, identity

_LOG = logging.getLogger("piazzetta.server.store")


class Guard:
    """Of a database that watches itself."""

    def say_where(self, url: str) -> None:
        """Let others know where this server is reached."""

    def may_read(self) -> None:
        """What is found is what was kept."""

    def may_write(self) -> None:
        """What is written will be found again."""

    def is_written(self) -> None:
        """What was just written can be found again."""

    def disconnected(self) -> None:
        """The connection that writes is about to be closed."""

    def release(self) -> None:
        """Let others have it."""


class FileGuard(Guard):
    """Of a file. Everything is refused while it is not there, or for good where rows may be lost,
    or are written by another server."""

    def __init__(self, path: Path) -> None:
        """Take it for this server alone."""
        self._name, self._beside = str(path), f"{path}-wal"
        self._lock = Lock(path)
        self._first = identity(self._name)
        self._rows: tuple[int, int] | None = None
        """Which file beside it the connection that writes has open, since its first commit."""
        self._lost = ""
        self._told = ""

    def say_where(self, url: str) -> None:
        """Beside the file, for whoever finds it in use."""
        self._lock.say_where(url)

    def may_read(self) -> None:
        """A refusal where the file is another one, or none."""
        if self._lost:
            raise UnavailableError(self._lost)
        if identity(self._name) != self._first:
            what = f"{self._name} was moved, deleted or replaced while the server runs"
            self._refuse(f"{what}; put it back, beside the files of its name")
        self._told = ""

    def may_write(self) -> None:
        """A lock that somebody removed is put back, unless another server was faster."""
        self.may_read()
        try:
            self._lock.hold()
        except InUseError as error:
            self._refuse(f"{error}: the lock was removed; stop this server", for_good=True)

    def is_written(self) -> None:
        """Until SQLite puts them into the file, rows lie beside it: in one that stays the same for
        as long as the connection is open that writes them."""
        self.may_read()
        self._check_beside()

    def disconnected(self) -> None:
        """Until now the file beside was open; SQLite removes it with its last connection."""
        if self._rows is not None and identity(self._name) == self._first:
            with suppress(UnavailableError):
                self._check_beside()
        self._rows = None

    def _check_beside(self) -> None:
        found = identity(self._beside)
        if found is None or found != (self._rows or found):
            what = "deleted" if found is None else "replaced"
            why = f"{self._beside} was {what} while the server runs; stop it, and all will be kept"
            self._refuse(why, for_good=True)
        self._rows = found

    def release(self) -> None:
        """Let others have it."""
        self._lock.release()

    def _refuse(self, why: str, for_good: bool = False) -> None:
        if for_good:
            self._lost = why
        if why != self._told:
            self._told = why
            _LOG.error(why)
        raise UnavailableError(why)
