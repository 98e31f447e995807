"""Requests and answers as referee and bots have them: what is asked for, and what is wrong."""

import sys
from collections.abc import Callable, Mapping

from piazzetta.cli.jsonlines import Json, decode, error
from piazzetta.cli.jsonlines import serve as serve_lines
from piazzetta.rules import GAMES, fields
from piazzetta.rules.errors import (
    FieldError,
    IllegalMoveError,
    NotAMoveError,
    PositionError,
    quote,
)
from piazzetta.rules.game import AnyGame

Operations = Mapping[str, Callable[[Json], Json]]
"""By their names: from a request to what its answer has besides `id` and `ok`."""

_CODES: dict[type[Exception], str] = {
    FieldError: "bad_request",
    PositionError: "bad_position",
    IllegalMoveError: "illegal_move",
    NotAMoveError: "illegal_move",
}


def serve(operations: Operations) -> int:
    """Answer every line until the input ends; at once if there is no input or output at all."""
    if sys.stdin is None or sys.stdout is None:
        return 0
    return serve_lines(lambda line: answer(line, operations), sys.stdin.buffer, sys.stdout.buffer)


def answer(line: bytes, operations: Operations) -> Json:
    """The answer to one line."""
    try:
        request = decode(line)
    except ValueError as wrong:
        return error(None, "bad_json", f"the line is no JSON: {wrong}")
    if not isinstance(request, dict):
        return error(None, "bad_request", f"a request is an object, not {quote(request)}")
    identity = request.get("id")
    try:
        name = fields.one_of(fields.required(request, "op"), tuple(operations), "op")
        return {"id": identity, "ok": True, **operations[name](request)}
    except tuple(_CODES) as wrong:
        return error(identity, _CODES[type(wrong)], str(wrong))


def game_of(data: Json) -> AnyGame:
    """The game that a request, a position or a view names."""
    return GAMES[fields.one_of(fields.required(data, "game"), tuple(GAMES), "game")]


def text_of(value: object, name: str) -> str:
    """Text, such as a move's."""
    if not isinstance(value, str):
        raise FieldError(f"{name} must be text, not {quote(value)}")
    return value
