"""A record that somebody sent, finished or not: read, and played again with nothing hidden."""

from typing import Any, NamedTuple

from piazzetta.rules import GAMES
from piazzetta.rules.errors import RecordError
from piazzetta.rules.game import AnyGame
from piazzetta.rules.record import Record, Step, parse, steps
from piazzetta.server.protocol import rest
from piazzetta.server.table import imported, parts
from piazzetta.server.table.detail import detail, made, move_shown
from piazzetta.server.table.limits import MOST_MOVES
from piazzetta.server.table.naming import shown
from piazzetta.server.table.refusal import RefusedError

MOST_LINES = MOST_MOVES + 1000
"""Longer records are not looked at: no game at a table has more moves, and no header more lines."""


class Sent(NamedTuple):
    """A record, played."""

    told: Record
    game: AnyGame
    states: list[Any]
    """Before the first move, and after each."""
    steps: list[Step]


def read(text: str) -> Sent:
    """The record that the text holds."""
    if text.count("\n") > MOST_LINES:
        reason = f"it has more than {MOST_LINES} lines"
        raise RefusedError("bad_record", line=MOST_LINES + 1, reason=reason)
    try:
        told = parse(text)
    except RecordError as error:
        raise RefusedError("bad_record", line=error.line, reason=error.reason) from error
    game, played = GAMES[told.game], list(steps(told))
    start = game.deal(told.options, told.chance)
    return Sent(told, game, [start, *(step.state for step in played)], played)


def replay(text: str) -> rest.Replay:
    """All positions of the game."""
    told, game, states, played = read(text)
    proved = imported.proved_shares(told)
    secret = dict(told.tags)["Secret"] if proved else ""
    shares = [proved.get(seat, "") for seat in range(len(told.players))]
    return rest.Replay(
        table="",
        game=game.name,  # type: ignore[arg-type]  # the protocol names all games
        names=shown(told.players),
        positions=[game.state_to_json(state) for state in states],  # type: ignore[misc]
        details=[detail(game, state) for state in states],
        moves=[
            move_shown(step, made(game, before, step))
            for before, step in zip(states, played, strict=False)
        ],
        fair=parts.fair_proof(secret, shares, told.chance),
        ending=parts.how_ended(game, states[-1], imported.ending(told, states[-1])),
    )
