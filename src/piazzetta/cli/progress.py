"""How far a long command is, on standard error: a bar on a terminal, now and then a line else."""

import io
import sys
import time
from typing import TextIO

WIDTH = 30
REDRAW = 0.1
"""In seconds, on a terminal."""
REPEAT = 10.0
"""In seconds, where lines stay."""


class Progress:
    """Told of each step; used in a `with`, so that the bar goes when the work ends."""

    def __init__(self, total: int, noun: str, done: int = 0) -> None:
        """Begin with so many of the steps done before."""
        stream: TextIO | None = sys.stderr  # None where it was closed
        self._stream = stream or io.StringIO()
        self._terminal = self._stream.isatty()
        self._total, self._noun = total, noun
        self._done = self._before = done
        self._start = self._shown = time.monotonic()

    def __enter__(self) -> "Progress":
        """Begin to count; a terminal shows at once that something goes on."""
        if self._terminal:
            self._draw(self._start)
        return self

    def __exit__(self, *_: object) -> None:
        """Wipe the bar away."""
        if self._terminal:
            print(end="\r\x1b[K", file=self._stream, flush=True)

    def step(self, note: str = "", count: int = 1) -> None:
        """One more is done, or so many."""
        self._done += count
        now = time.monotonic()
        if now - self._shown >= (REDRAW if self._terminal else REPEAT):
            self._draw(now, note)

    def _draw(self, now: float, note: str = "") -> None:
        self._shown = now
        text = line(self._done, self._total, self._noun, self._left(now))
        text += f"  {note}" if note else ""
        frame = f"\r{text}\x1b[K" if self._terminal else f"{text}\n"
        print(end=frame, file=self._stream, flush=True)

    def _left(self, now: float) -> float | None:
        """The seconds that remain, if it goes on as it did."""
        steps = self._done - self._before
        return (now - self._start) / steps * (self._total - self._done) if steps else None


def line(done: int, total: int, noun: str, left: float | None = None) -> str:
    """`[#####-----]  50 %  100 of 200 games, 0:42 left`; before the first step nobody knows what
    is left."""
    filled = WIDTH * done // total
    bar = "#" * filled + "-" * (WIDTH - filled)
    text = f"[{bar}] {done / total:4.0%}  {done} of {total} {noun}"
    return text if left is None else f"{text}, {duration(left)} left"


def duration(seconds: float) -> str:
    """`0:42` or `1:02:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
