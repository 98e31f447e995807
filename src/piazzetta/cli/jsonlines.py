"""One JSON object a line in, one a line out: for programs that ask us, however badly they write.

No line stops it: not one that is no JSON, is too long, or is nested deeper than Python can read.
"""

import json
import math
import re
from collections.abc import Callable
from typing import IO, Any

Json = dict[str, Any]

LONGEST_LINE = 64 * 1024 * 1024
"""In bytes. A request needs a few thousand; longer lines are refused without being kept."""

LONGEST_DEEP = 1024 * 1024
"""In characters. Longer lines that are nested too deep to be read in one go would take seconds."""

LEVELS = 200
"""How deep a text is nested that Python reads in one go, whatever called us."""


def serve(answer: Callable[[bytes], Json], source: IO[bytes], sink: IO[bytes]) -> int:
    """Answer every line until the input ends; the result is the exit status."""
    while line := source.readline(LONGEST_LINE):
        if line.endswith(b"\n") or len(line) < LONGEST_LINE:
            reply = answer(line) if line.strip() else None
        else:
            reply = _refuse_long(line, source)
        if reply is not None:
            sink.write(encode(reply))
            sink.flush()
    return 0


def _refuse_long(line: bytes, source: IO[bytes]) -> Json | None:
    """Read a line that is too long to its end; a long blank line is still blank."""
    blank = not line.strip()
    while line and not line.endswith(b"\n"):
        line = source.readline(LONGEST_LINE)
        blank = blank and not line.strip()
    text = f"the line is longer than {LONGEST_LINE:,} bytes"
    return None if blank else error(None, "bad_request", text)


def error(identity: Any, code: str, message: str) -> Json:
    """The answer that says what is wrong."""
    return {"id": identity, "ok": False, "error": {"code": code, "message": message}}


def encode(reply: Json) -> bytes:
    """The line to send; its id is null if JSON has no way to write what was sent."""
    try:
        text = json.dumps(reply, allow_nan=False)
    except (ValueError, RecursionError):
        text = json.dumps(reply | {"id": None}, allow_nan=False)
    return text.encode() + b"\n"


def decode(line: bytes) -> Any:
    """The value that the line writes; a ValueError if it is no JSON or no UTF-8.

    Infinity stands for what cannot be read though it is JSON: it is valid in no field.
    """
    text = line.rstrip(b"\r\n").decode()
    try:
        return _decode(text)
    except RecursionError:
        return _decode_deep(text)


def _parse_int(text: str) -> float:
    try:
        return int(text)
    except ValueError:  # Python refuses to read thousands of digits.
        return math.inf


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


_decode = json.JSONDecoder(parse_int=_parse_int, parse_constant=_no_constant).decode

_INFINITY = "1e999"
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?'
"""One without an end runs to the end of the text: a second look at each quotation mark in it would
take quadratic time."""
_STRINGS = re.compile(_STRING)
_TOKENS = re.compile(rf"{_STRING}|[\[{{\]}}]")


def _decode_deep(text: str) -> Any:
    """The value without what lies too deep: that is read by itself, and infinity takes its place.

    If LEVELS were 2, then of `[1, [2, [3]]]` first `[2, [3]]` would be read, then `[1, 1e999]`.
    """
    _check_balanced(_STRINGS.sub("", text))
    if len(text) > LONGEST_DEEP:
        raise ValueError("the line is nested too deep to be read")
    kept: list[list[str]] = [[]]
    depth = done = 0
    for match in _TOKENS.finditer(text):
        token = text[match.start()]
        if token in "[{":
            depth += 1
            if depth % LEVELS == 0:
                kept[-1].append(text[done : match.start()])
                kept.append([])
                done = match.start()
        elif token in "]}":
            if depth == 0:
                raise ValueError("a bracket is closed that was not opened")
            if depth % LEVELS == 0:
                _decode("".join(kept.pop()) + text[done : match.end()])
                kept[-1].append(_INFINITY)
                done = match.end()
            depth -= 1
    return _decode("".join(kept[0]) + text[done:])


def _check_balanced(bare: str) -> None:
    """Refuse a heap of brackets before anything is done for each of them."""
    opened, closed = bare.count("[") + bare.count("{"), bare.count("]") + bare.count("}")
    if opened != closed:
        raise ValueError(f"{opened} brackets are opened and {closed} closed")
