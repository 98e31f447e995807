"""Advice about any record, finished or not."""

import asyncio
import secrets
from typing import NamedTuple

from piazzetta.rules.game import Json
from piazzetta.server.app.api import Asked
from piazzetta.server.protocol import rest
from piazzetta.server.table import sent
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.thinking.line import ClosedError
from piazzetta.server.thinking.workers import NoAnswerError

SECONDS = 1.0


class Moment(NamedTuple):
    """A point of a game: what the seat in turn sees, and what it went on to play."""

    game: str
    seat: int
    view: Json
    played: str | None


async def post(asked: Asked) -> rest.AdviceGiven:
    """The best moves at one point."""
    number = asked.body.number
    moment = await asyncio.to_thread(_moment, asked.body.record, number)
    services, who = asked.services, asked.someone.id if asked.someone else ""
    try:
        with services.asking(who, asked.asker):
            moves = await services.thinkers.advise(
                moment.game, moment.view, SECONDS, secrets.randbits(32), also=moment.played
            )
    except (ClosedError, NoAnswerError) as error:
        raise RefusedError("busy") from error
    return rest.AdviceGiven(
        game=moment.game,  # type: ignore[arg-type]
        number=number,
        seat=moment.seat,
        view=moment.view,  # type: ignore[arg-type]
        played=moment.played,
        moves=moves,
    )


def _moment(text: str, number: int) -> Moment:
    """The position before the move of that number."""
    told, game, states, _ = sent.read(text)
    if number > len(states) or states[number - 1].over:
        raise RefusedError("no_such_position")
    state = states[number - 1]
    played = told.moves[number - 1] if number <= len(told.moves) else None
    view = game.view_to_json(game.view(state, state.turn))
    return Moment(told.game, state.turn, view, played)
