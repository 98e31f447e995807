"""Another program at the other end of two pipes, which can neither block nor fill up this side.

    send ──► outbox ──► a thread writes ──► its standard input
    receive ◄────────── a thread reads  ◄── its standard output      (standard error is discarded)

The program leads a process group of its own. An interrupt from the keyboard does not reach it, and
its end is the end of every process it started, unless one of those left the group.
"""

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

CHUNK = 1 << 16
LONGEST_LINE = 1 << 16
"""In bytes. An answer needs a few hundred; the rest of a longer line is not kept."""
FLOOD = 1 << 22
"""In bytes. Who sends more than this without one useful line is read no further."""
OUTBOX = 64
"""How many requests wait for a program that does not read them."""
GRACE = 0.5
"""In seconds: how long a program may take to leave when asked to, each time it is asked."""


class Lines:
    """Cuts a stream into lines; of one that is too long only that it came is told, as None."""

    def __init__(self) -> None:
        """Begin at the beginning of a line."""
        self._rest = b""
        self._skipping = False

    def feed(self, chunk: bytes) -> list[bytes | None]:
        """The lines that end in this chunk, and None as soon as a line is too long."""
        *ended, rest = chunk.split(b"\n")
        found: list[bytes | None] = []
        for piece in ended:
            found += self._extend(piece)
            if not self._skipping:
                found.append(self._rest)
            self._rest, self._skipping = b"", False
        return found + self._extend(rest)

    def _extend(self, piece: bytes) -> list[None]:
        if self._skipping:
            return []
        self._rest += piece
        if len(self._rest) <= LONGEST_LINE:
            return []
        self._rest, self._skipping = b"", True
        return [None]


class Program:
    """A running program. Only the thread that started it may send to it and close it."""

    def __init__(
        self,
        command: Sequence[str],
        receive: Callable[[list[bytes | None]], None],
        gone: Callable[[], None],
    ) -> None:
        """Start it; an OSError if that fails. Both functions are called from another thread:
        `receive` with lines, None for each that is too long, and `gone` after the last.
        """
        self._receive, self._gone = receive, gone
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._useless = 0
        self._outbox: queue.Queue[bytes | None] = queue.Queue(OUTBOX)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._reader.start()
        self._writer.start()

    def send(self, line: bytes) -> bool:
        """Have the line written; False if the program has left too many unread."""
        try:
            self._outbox.put_nowait(line)
        except queue.Full:
            return False
        return True

    def praise(self) -> None:
        """Say that its last line was useful; whoever never hears this is taken for a flood."""
        self._useless = 0

    def close(self) -> None:
        """End the program and all it has started: its input ends, then it is told, then killed.

        That its output ended is the sign that it has left. It is waited for only at last: until
        then its number belongs to no other process, and the signals reach nobody else.
        """
        try:
            self._end_input()
            self._reader.join(GRACE)
            self._signal("SIGTERM")
            self._reader.join(GRACE)
        finally:
            self._signal("SIGKILL")
            self._process.wait()
        # Whoever left the group may still hold the pipes; the threads then wait for it alone.
        self._writer.join(GRACE)
        self._reader.join(GRACE)

    def _end_input(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._outbox.get_nowait()
        self._outbox.put_nowait(None)

    def _signal(self, name: str) -> None:
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, getattr(signal, name))

    def _write(self) -> None:
        assert self._process.stdin
        # A program that has left, or reads no more, shows by giving no answer.
        with suppress(OSError), self._process.stdin as stream:
            while (line := self._outbox.get()) is not None:
                stream.write(line)
                stream.flush()

    def _read(self) -> None:
        assert self._process.stdout
        lines = Lines()
        descriptor = self._process.stdout.fileno()
        with self._process.stdout:
            while self._useless <= FLOOD and (chunk := os.read(descriptor, CHUNK)):
                self._useless += len(chunk)
                self._receive(lines.feed(chunk))
        self._gone()
