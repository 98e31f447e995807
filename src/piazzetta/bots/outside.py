"""Bots that are other programs, written `cmd:PROGRAM ARGUMENTS`. docs/arena.md has the protocol.

    request   1     2          3                 each is open until an answer to it is read
    answers   1        (late)        2     3     an answer to a request that nobody waits for any
                                                 more, as to 2 here, is thrown away

An answer without an id belongs to the oldest open request. Text that is no JSON object is such an
answer, too: an illegal one.
"""

import json
import re
import shlex
import shutil
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from threading import Condition
from typing import Any

from piazzetta.bots.bot import BotFaultError, Choice, Decision
from piazzetta.bots.program import Program
from piazzetta.rules.errors import NotAMoveError, quote

PREFIX = "cmd:"

LATE = 5
"""An answer is late after this many times the time that was given,"""
PATIENCE = 1.0
"""but not within this many seconds;"""
FIRST_PATIENCE = 60.0
"""and the first one may take longer, since a program has to start."""
SILENCE = 120.0
"""In seconds. A program that has said nothing for so long, though asked, is ended."""

INTERPRETER = re.compile(
    r"(?:bash|bun|deno|env|java|julia|lua|node|perl|php|pypy|python|ruby|sh|uv)[0-9.]*(?:\.exe)?"
)
"""Programs that run another one, named by an argument."""

Json = dict[str, Any]


class CommandError(ValueError):
    """What stands after `cmd:` cannot be run."""


def split_command(name: str) -> list[str]:
    """Program and arguments of `cmd:PROGRAM ARGUMENTS`, split as a shell would."""
    try:
        command = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise CommandError(f"{name}: {error}") from error
    if not command:
        raise CommandError(f"{name}: a program must be named")
    if shutil.which(command[0]) is None:
        raise CommandError(f"{name}: there is no program {quote(command[0])}")
    return command


def called(command: Sequence[str]) -> str:
    """The file name of the program; that of the script where the program only runs scripts."""
    names = [Path(part).name for part in command]
    scripts = [name for name in names[1:] if Path(name).suffix and not name.startswith("-")]
    return scripts[0] if scripts and INTERPRETER.fullmatch(names[0]) else names[0]


class OutsideBot:
    """Asks a program that runs as long as this bot does; it is never started again."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program."""
        self._changed = Condition()
        self._open: deque[int] = deque()
        self._asked = 0
        self._answer: Json | None = None
        self._answered = 0
        self._gone = False
        self._unheard_since: float | None = None
        self._patience = FIRST_PATIENCE
        self._program: Program | None = Program(command, self._receive, self._lose)

    def choose(self, decision: Decision) -> Choice:
        """The program's move; a BotFaultError if it gives no legal one in time."""
        if self._program is None:
            raise BotFaultError("the program was ended")
        try:
            choice = read_choice(self._ask(self._program, decision), decision)
            self._program.praise()
            return choice
        finally:
            if self._gone:
                self.close()

    def close(self) -> None:
        """End the program."""
        program, self._program = self._program, None
        if program:
            program.close()

    @property
    def ended(self) -> bool:
        """Whether the program has left or was ended: this bot will never choose again."""
        return self._program is None

    def interrupt(self) -> None:
        """From any thread: let whoever waits for the program's answer wait no more, and end it."""
        self._lose()

    def _ask(self, program: Program, decision: Decision) -> Json | None:
        patience = max(self._patience, LATE * decision.seconds)
        self._patience = PATIENCE
        with self._changed:
            self._asked += 1
            self._open.append(self._asked)
            self._unheard_since = self._unheard_since or time.monotonic()
            if not program.send(encode_request(self._asked, decision)):
                self._open.pop()
                raise BotFaultError("the program does not read its input")
            self._changed.wait_for(self._is_settled, patience)
            return self._take_answer()

    def _is_settled(self) -> bool:
        return self._gone or self._answered == self._asked

    def _take_answer(self) -> Json | None:
        if self._answered == self._asked:
            return self._answer
        if self._gone:
            raise BotFaultError("the program has left")
        if self._unheard_since and time.monotonic() - self._unheard_since > SILENCE:
            self._gone = True
        raise BotFaultError("the answer is late")

    def _receive(self, lines: list[bytes | None]) -> None:
        """Take what the program says. Called from the thread that reads."""
        with self._changed:
            self._unheard_since = None
            for line in lines:
                if self._open and (line is None or line.strip()):
                    self._hear(parse_answer(line))

    def _hear(self, answer: Json | None) -> None:
        """Find out which request is answered."""
        named = None if answer is None else answer.get("id")
        if named is None:
            self._settle(self._open[0], answer)
        elif type(named) is int and 0 < named <= self._asked:
            self._settle(named, answer)
        else:
            # An id that no request had: whatever this is, it is no answer to the last one.
            self._settle(self._asked, None)

    def _settle(self, number: int, answer: Json | None) -> None:
        """Close a request, unless it was answered before; hand over what is waited for."""
        if number not in self._open:
            return
        self._open.remove(number)
        if number == self._asked:
            self._answer, self._answered = answer, number
            self._changed.notify_all()

    def _lose(self) -> None:
        with self._changed:
            self._gone = True
            self._changed.notify_all()


def encode_request(number: int, decision: Decision) -> bytes:
    """The line that asks for a move."""
    request = {
        "id": number,
        "op": "choose",
        "seat": decision.seat,
        "view": decision.game.view_to_json(decision.view),
        "moves": [str(legal.move) for legal in decision.moves],
        "time_ms": round(decision.seconds * 1000),
    }
    return json.dumps(request).encode() + b"\n"


def parse_answer(line: bytes | None) -> Json | None:
    """The object that the line writes; None for a line that is too long, or writes none."""
    try:
        answer = json.loads(line or b"")
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def read_choice(answer: Json | None, decision: Decision) -> Choice:
    """The choice that an answer tells; a BotFaultError if there is no legal move in it."""
    if answer is None:
        raise BotFaultError("the answer is no JSON object with the id of the request")
    text = answer.get("move")
    if answer.get("ok", True) is not True or not isinstance(text, str):
        raise BotFaultError(f"the answer has no move: {quote(answer)}")
    try:
        written = str(decision.game.parse_move(text))
    except NotAMoveError as error:
        raise BotFaultError(str(error)) from error
    for legal in decision.moves:
        if str(legal.move) == written:
            return Choice(legal.move, _value(answer.get("value")), _line(answer.get("line")))
    raise BotFaultError(f"{quote(text)} is not legal")


def _value(given: Any) -> float | None:
    """An expectation is an extra: one that makes no sense is left out."""
    sensible = type(given) in (int, float) and 0 <= given <= 1
    return float(given) if sensible else None


def _line(given: Any) -> tuple[str, ...]:
    sensible = isinstance(given, list) and all(isinstance(move, str) for move in given)
    return tuple(given) if sensible else ()
