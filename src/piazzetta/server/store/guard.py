"""Watches a database that lies in a file: it is where it was, and no other server uses it.

Whoever has a file open can go on writing after it was deleted, moved or replaced, and nobody would
ever find those rows again. So this is looked at around every commit, and before anything is read;
a look takes a few millionths of a second.
"""

import logging
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
        """Until SQLite puts them into the file, rows lie beside it."""
        self.may_read()
        if identity(self._beside) is None:
            why = f"{self._beside} was deleted while the server runs; stop it, and all will be kept"
            self._refuse(why, for_good=True)

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
