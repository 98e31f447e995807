"""`piazzetta play` at a real (pseudo-)terminal: typed to, and read as the screen shows it."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from types import TracebackType
from typing import Self

from tests.cli.command import COMMAND, HANGS_AFTER

CLEAR = "\033[H\033[2J\033[3J"
LINES, COLUMNS = 24, 80


class Terminal:
    """A game at a terminal of 80 columns and 24 lines."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.arguments = arguments
        plain = {name: text for name, text in os.environ.items() if name != "NO_COLOR"}
        self.environment = plain | {"TERM": "xterm"} | environment
        self.text = ""
        """Everything that was ever written."""
        self.read_to = 0
        """How far `until` has come."""

    def __enter__(self) -> Self:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self.process = subprocess.Popen(
            [COMMAND, "play", *self.arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=self.environment,
            start_new_session=True,
            # Ctrl-C reaches only those whose own terminal this is.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def until(self, *expected: str) -> str:
        """What was written since the last call, up to the first of these texts."""
        deadline = time.monotonic() + HANGS_AFTER
        while True:
            found = [self.text.find(text, self.read_to) + len(text) for text in expected]
            ends = [end for end, text in zip(found, expected, strict=True) if end >= len(text)]
            if ends:
                start, self.read_to = self.read_to, min(ends)
                return self.text[start : self.read_to]
            assert self._read(deadline - time.monotonic()), f"no {expected} in {self.text[-3000:]}"

    def settle(self, seconds: float) -> str:
        """What is still written within this time."""
        deadline = time.monotonic() + seconds
        while self._read(deadline - time.monotonic()):
            pass
        return self.text[self.read_to :]

    def end(self) -> int:
        """Wait for the end; the exit status."""
        while self._read(HANGS_AFTER):
            pass
        assert "Traceback" not in self.text
        return self.process.wait(HANGS_AFTER)

    def _read(self, seconds: float) -> bool:
        """Read a little; False when there is nothing more, or nothing in this time."""
        if not select.select([self.ours], [], [], max(0, seconds))[0]:
            return False
        try:
            data = os.read(self.ours, 65536)
        except OSError:  # the other end is closed
            return False
        self.text += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)
