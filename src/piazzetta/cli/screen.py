"""The terminal, or whatever stands in for it: shows lines, asks for lines, hides what was shown."""

import io
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import IO, TextIO

from piazzetta.cli.ink import Ink

LONGEST_LINE = 4096
"""In bytes; what follows in a longer line is thrown away."""

CLEAR = "\033[H\033[2J\033[3J"
"""Cursor home, clear the screen, clear what was scrolled away."""

BLANK_LINES = 40


class InputEndedError(Exception):
    """There is nobody left to answer."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Where a game is shown and answered."""

    source: IO[bytes]
    sink: TextIO
    ink: Ink
    answers_by_hand: bool
    """Whether somebody sits there and types."""
    clears: bool
    """Whether the sink understands escape codes."""

    def show(self, *lines: str) -> None:
        """Print the lines."""
        for line in lines:
            print(line, file=self.sink)
        self.sink.flush()

    def ask(self, prompt: str) -> str:
        """The next line that is typed, without what cannot be printed."""
        self.sink.write(prompt)
        self.sink.flush()
        line = self._read_line()
        text = _printable(line.decode(errors="replace"))
        if not self.answers_by_hand:
            # Nobody's typing is seen on the screen, so that a transcript needs it written.
            self.show(text)
        elif not line:
            self.show()
        if not line:
            raise InputEndedError
        return text

    def _read_line(self) -> bytes:
        line = self.source.readline(LONGEST_LINE)
        rest = line
        while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
            rest = self.source.readline(LONGEST_LINE)
        return line

    def hide(self) -> None:
        """Take everything off the screen."""
        self.show(*[CLEAR] if self.clears else [""] * BLANK_LINES)

    def forget_typed_ahead(self) -> None:
        """Throw away keys pressed too early: they must not lift a curtain."""
        if self.answers_by_hand:
            with suppress(ImportError, OSError):
                import termios

                termios.tcflush(self.source.fileno(), termios.TCIFLUSH)

    @property
    def height(self) -> int:
        """How many lines fit on the screen."""
        return get_terminal_size().lines


def of_process(colour: bool, environment: Mapping[str, str] = os.environ) -> Screen:
    """This process's standard input and output; colour only where it is wanted and understood."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name may hold what this terminal cannot show; the game goes on all the same.
        sys.stdout.reconfigure(errors="replace")
    source: TextIO | None = sys.stdin  # None where it was closed
    understands = sys.stdout.isatty() and environment.get("TERM") != "dumb"
    return Screen(
        source=source.buffer if source else io.BytesIO(),
        sink=sys.stdout,
        ink=Ink(colour and understands and not environment.get("NO_COLOR")),
        answers_by_hand=bool(source and source.isatty()),
        clears=understands,
    )


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()
