"""`piazzetta referee`: the rules engine for other programs, one JSON object a line.

docs/referee.md describes the protocol. Nothing is kept between lines, and no line can stop it.
"""

import json
import math
import sys
from collections.abc import Callable
from typing import IO, Any

from piazzetta.cli.commands import Commands
from piazzetta.rules import GAMES, carre, fields
from piazzetta.rules.chance import SEED_BITS, Seed
from piazzetta.rules.errors import (
    FieldError,
    IllegalMoveError,
    NotAMoveError,
    PositionError,
    quote,
)
from piazzetta.rules.game import AnyGame

Json = dict[str, Any]

LONGEST_LINE = 4 * 1024 * 1024
"""In bytes. A request needs a few thousand; longer lines are refused without being kept."""

_CODES: dict[type[Exception], str] = {
    FieldError: "bad_request",
    PositionError: "bad_position",
    IllegalMoveError: "illegal_move",
    NotAMoveError: "illegal_move",
}


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "answer questions about the rules, one JSON object a line"
    parser = commands.add_parser("referee", help=text, description=text)
    parser.set_defaults(run=lambda _: run(sys.stdin.buffer, sys.stdout.buffer))


def run(source: IO[bytes], sink: IO[bytes]) -> int:
    """Answer every line until the input ends."""
    while line := source.readline(LONGEST_LINE):
        if line.endswith(b"\n") or len(line) < LONGEST_LINE:
            reply = answer(line) if line.strip() else None
        else:
            reply = _refuse_long(line, source)
        if reply is not None:
            sink.write(json.dumps(reply).encode() + b"\n")
            sink.flush()
    return 0


def _refuse_long(line: bytes, source: IO[bytes]) -> Json | None:
    """Read a line that is too long to its end; a long blank line is still blank."""
    blank = not line.strip()
    while line and not line.endswith(b"\n"):
        line = source.readline(LONGEST_LINE)
        blank = blank and not line.strip()
    text = f"the line is longer than {LONGEST_LINE:,} bytes"
    return None if blank else _error(None, "bad_request", text)


def answer(line: bytes) -> Json:
    """The answer to one line."""
    try:
        request = json.loads(line.decode(), parse_int=_parse_int, parse_constant=_no_constant)
    except RecursionError:
        return _error(None, "bad_json", "the line is nested too deeply to be read")
    except ValueError as error:
        return _error(None, "bad_json", f"the line is no JSON: {error}")
    if not isinstance(request, dict):
        return _error(None, "bad_request", f"a request is an object, not {quote(request)}")
    identity = _printable(request.get("id"))
    try:
        return {"id": identity, "ok": True, **_operation(request)(request)}
    except tuple(_CODES) as error:
        return _error(identity, _CODES[type(error)], str(error))


def _error(identity: Any, code: str, message: str) -> Json:
    return {"id": identity, "ok": False, "error": {"code": code, "message": message}}


def _parse_int(text: str) -> float:
    # Python refuses to read very long numbers; infinity is as far beyond the limit.
    return int(text) if len(text) < 1000 else math.inf


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


def _printable(identity: Any) -> Any:
    """The id to send back; null if JSON has no way to write it."""
    try:
        json.dumps(identity, allow_nan=False)
    except (ValueError, RecursionError):
        return None
    return identity


def _operation(request: Json) -> Callable[[Json], Json]:
    name = fields.required(request, "op")
    return _OPERATIONS[fields.one_of(name, tuple(_OPERATIONS), "op")]


def _new(request: Json) -> Json:
    game = _game(request)
    players = fields.integer(fields.required(request, "players"), "players")
    options = game.options(players, fields.mapping(request.get("options", {}), "options"))
    return {"position": game.state_to_json(game.deal(options, _seed(request)))}


def _legal(request: Json) -> Json:
    game, position = _position(request)
    moves = game.legal_moves(game.state_from_json(position))
    return {"moves": [game.legal_to_json(legal) for legal in moves]}


def _apply(request: Json) -> Json:
    game, position = _position(request)
    text = fields.required(request, "move")
    if not isinstance(text, str):
        raise FieldError(f"move must be text, not {quote(text)}")
    seed = _seed(request)
    state = game.state_from_json(position)
    return {"position": game.state_to_json(game.play(state, game.parse_move(text), seed))}


def _score(request: Json) -> Json:
    result = carre.score(carre.score_layout_from_json(fields.required(request, "layout")))
    return {
        "values": result.values,
        "zones": list(result.zones),
        "zone_points": result.zone_points,
        "points": result.points,
        "victory": result.victory,
    }


def _view(request: Json) -> Json:
    game, position = _position(request)
    seat = fields.required(request, "seat")
    state = game.state_from_json(position)
    if seat is not None:
        fields.within(seat, range(state.players), "seat")
    return {"view": game.view_to_json(game.view(state, seat))}


_OPERATIONS = {"new": _new, "legal": _legal, "apply": _apply, "score": _score, "view": _view}


def _game(data: Json) -> AnyGame:
    return GAMES[fields.one_of(fields.required(data, "game"), tuple(GAMES), "game")]


def _position(request: Json) -> tuple[AnyGame, Json]:
    position = fields.mapping(fields.required(request, "position"), "position")
    return _game(position), position


def _seed(request: Json) -> Seed:
    """Any whole number; a negative one counts back from the greatest seed."""
    return Seed(fields.integer(request.get("seed", 0), "seed") % (1 << SEED_BITS))


