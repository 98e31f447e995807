"""Trying moves out from any position, for lessons, examples and what might have been."""

from typing import Any

import msgspec

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import RulesError
from piazzetta.rules.game import AnyGame
from piazzetta.rules.record.replaying import Step, take
from piazzetta.server.protocol import rest
from piazzetta.server.protocol.shared import MoveShown
from piazzetta.server.table import parts
from piazzetta.server.table.detail import considered, detail, made, move_shown
from piazzetta.server.table.refusal import RefusedError, refused_move


def tried(request: rest.Try) -> rest.TryShown:
    """Where the moves lead, and what could be played then."""
    data = msgspec.json.decode(msgspec.json.encode(request.position))
    game = GAMES[data["game"]]
    state, played = _played(game, _state(game, data), request.moves, Seed(request.seed))
    return rest.TryShown(
        position=game.state_to_json(state),  # type: ignore[arg-type]
        detail=detail(game, state),
        legal=[game.legal_to_json(legal) for legal in game.legal_moves(state)],  # type: ignore[misc]
        played=played,
        considered=considered(game, state, request.consider),
        ending=parts.how_ended(game, state, game.outcome(state)),
    )


def _state(game: AnyGame, data: dict[str, Any]) -> Any:
    try:
        return game.state_from_json(data)
    except RulesError as error:
        raise RefusedError("bad_position", reason=str(error)) from error


def _played(
    game: AnyGame, state: Any, texts: list[str], chance: Seed
) -> tuple[Any, list[MoveShown]]:
    """The state after all moves, and the moves."""
    played = []
    for number, text in enumerate(texts, 1):
        step = _step(game, number, state, text, chance)
        played.append(move_shown(step, made(game, state, step)))
        state = step.state
    return state, played


def _step(game: AnyGame, number: int, state: Any, text: str, chance: Seed) -> Step:
    try:
        return take(game, number, state, text, chance)
    except RulesError as error:
        raise refused_move(error, number=number) from error
