"""Programs that the operator lets play, `--program NAME=COMMAND`: bots named `program:NAME`.

A table can only name them. Which program that is, and with which arguments, is known here alone,
from the server's command line. Each is one process for all tables, asked as the arena asks
(docs/arena.md): what is late, illegal or nonsense costs it the move, never the server.
"""

import logging
import re
import time
from collections.abc import Iterable, Sequence
from threading import Lock

from piazzetta.bots.bot import BotFaultError
from piazzetta.bots.outside import CommandError, OutsideBot, split_command
from piazzetta.server.thinking.jobs import Choose
from piazzetta.server.thinking.line import ClosedError

PREFIX = "program:"
NAME = re.compile(r"[A-Za-z0-9_-]{1,24}")
RESTART = 30.0
"""In seconds: a program that left is not started more often."""

_LOG = logging.getLogger(__name__)


class ProgramError(ValueError):
    """What the operator wrote names no program."""


def parse(entries: Iterable[str]) -> dict[str, list[str]]:
    """Commands by the names of their bots, from texts NAME=COMMAND."""
    found: dict[str, list[str]] = {}
    for entry in entries:
        name, equals, command = entry.partition("=")
        if not equals or not NAME.fullmatch(name):
            raise ProgramError(
                f"{entry!r} is not NAME=COMMAND with a name of letters, figures, - and _"
            )
        if PREFIX + name in found:
            raise ProgramError(f"the program {name!r} is named twice")
        found[PREFIX + name] = _command(name, command)
    return found


def _command(name: str, command: str) -> list[str]:
    try:
        return split_command(command)
    except CommandError as error:
        raise ProgramError(f"the program {name!r}: {error}") from error


def _described(fault: Exception) -> str:
    """Without the program's own words: a move tells cards, and this is logged."""
    if not isinstance(fault, BotFaultError):
        return type(fault).__name__
    told = str(fault).partition(":")[0]
    quotes = fault.__cause__ is not None or not told.startswith(("the program", "the answer"))
    return "its move cannot be played" if quotes else told


class Hired:
    """One of the operator's programs. One thread asks and closes it; any may interrupt it."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start nothing before the first question."""
        self._command = command
        self._bot: OutsideBot | None = None
        self._started = -RESTART
        self._closing = False
        self._lock = Lock()

    def choose(self, job: Choose) -> str:
        """The program's move, or any where it gives none."""
        try:
            return str(self._running().choose(job.bare_decision()).move)
        except (BotFaultError, OSError) as fault:
            _LOG.warning("%s: %s", job.bot, _described(fault))
            return job.anything()

    def interrupt(self) -> None:
        """Wait for no answer any more."""
        with self._lock:
            self._closing = True
            if self._bot:
                self._bot.interrupt()

    def close(self) -> None:
        """End the program."""
        if self._bot:
            self._bot.close()

    def _running(self) -> OutsideBot:
        with self._lock:
            if self._closing:
                raise ClosedError
            if self._bot is None or self._bot.ended:
                self._start()
            assert self._bot is not None
            return self._bot

    def _start(self) -> None:
        now = time.monotonic()
        if now - self._started < RESTART:
            raise BotFaultError("the program has left and is not started again so soon")
        self._started = now
        self._bot = OutsideBot(self._command)
