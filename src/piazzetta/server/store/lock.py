"""One server for one SQLite file: a lock beside it, which the system drops when its holder dies.

It is a file of its own, because closing any handle of the database itself would drop the locks
that SQLite holds on it; so a backup can be made while a server runs. Somebody may remove it: the
holder has to look now and then, and puts it back.
"""

import os
import sys
from pathlib import Path

from piazzetta.server.store.errors import InUseError

if sys.platform == "win32":
    import msvcrt

    def _try(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


_MOST = 300
"""Characters that are read of what a holder says."""


def _write(handle: int, text: str) -> None:
    os.ftruncate(handle, 0)
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, text.encode("ascii", "replace"))


def identity(file: str | int) -> tuple[int, int] | None:
    """Which file it is, whatever it is called; None where there is none. Of a name as text: this
    is asked around every commit, and to make text of a path takes longer than to ask."""
    try:
        found = os.stat(file)  # noqa: PTH116
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Lock:
    """Held from its making to `release`, or to the end of the process."""

    def __init__(self, database: Path) -> None:
        """Take it, or say who has it."""
        self.path = database.with_name(database.name + ".lock")
        self._name = str(self.path)
        self._database = database
        self._words = str(os.getpid())
        self._handle = self._take()

    def say_where(self, url: str) -> None:
        """Tell those who come where the holder is reached."""
        self._words = f"{os.getpid()} {url}"
        _write(self._handle, self._words)

    def hold(self) -> None:
        """Still have it, or again; an InUseError if it was removed and somebody else has it now."""
        if not self._still_there(self._handle):
            again = self._take()
            os.close(self._handle)
            self._handle = again

    def _take(self) -> int:
        while True:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            if not _try(handle):
                told = os.read(handle, _MOST).decode("ascii", "replace")
                os.close(handle)
                raise self._in_use(*told.partition(" ")[::2])
            if self._still_there(handle):
                break
            os.close(handle)  # Its last holder removed it just now.
        _write(handle, self._words)
        return handle

    def _in_use(self, process: str, url: str) -> InUseError:
        where = f", {url}" if url else ""
        who = f"another server (process {process}{where})"
        return InUseError(f"{self._database} is in use by {who}", url)

    def _still_there(self, handle: int) -> bool:
        return identity(self._name) == identity(handle)

    def release(self) -> None:
        """Let others in; the file goes first, so that nobody locks one that is about to go."""
        if self._still_there(self._handle):
            self.path.unlink(missing_ok=True)
        os.close(self._handle)
