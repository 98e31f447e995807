"""What follows from positions and moves by the rules, for clients that have none.

    position ──► detail: areas, zones, what is left
    a move that was made ──► its brackets, or how the round was scored that it ended
    a move that might be made ──► whether it is legal, and what it would bring

It says only what whoever sees the position, and the hand of the seat in turn, could work out.
"""

from typing import Any, Protocol, cast

from piazzetta.rules.errors import IllegalMoveError, RulesError
from piazzetta.rules.game import AnyGame
from piazzetta.rules.record.replaying import Step
from piazzetta.server.protocol.detail import Detail, MoveConsidered
from piazzetta.server.protocol.shared import MoveShown
from piazzetta.server.table.detail import carre, piazza
from piazzetta.server.table.detail.made import NOTHING, Made


class Detailing(Protocol):
    """What a module knows about one game."""

    def detail(self, position: Any) -> Detail:
        """What follows from a position."""
        ...

    def made(self, before: Any, after: Any, move: str) -> Made:
        """What a move has brought that led from one state to the other."""
        ...

    def judged(self, state: Any, move: Any, text: str) -> MoveConsidered:
        """What a move would bring; an IllegalMoveError where it is not legal."""
        ...


DETAILING: dict[str, Detailing] = {
    "piazza": cast(Detailing, piazza),
    "carre": cast(Detailing, carre),
}
"""By the game's name."""


def detail(game: AnyGame, position: Any) -> Detail:
    """What follows from a state, or a view, of the game."""
    return DETAILING[game.name].detail(position)


def made(game: AnyGame, before: Any, step: Step) -> Made:
    """What a move has brought that was made in the state before."""
    return DETAILING[game.name].made(before, step.state, step.move)


def move_shown(step: Step, brought: Made) -> MoveShown:
    """A move that was made."""
    brackets, scoring = brought
    return MoveShown(step.number, step.seat, step.move, step.note, list(brackets), scoring)


def considered(game: AnyGame, state: Any, texts: list[str]) -> list[MoveConsidered]:
    """What each of the moves would bring; those that are there twice are judged once."""
    found = {text: _considered(game, state, text) for text in dict.fromkeys(texts)}
    return [found[text] for text in texts]


def _considered(game: AnyGame, state: Any, text: str) -> MoveConsidered:
    try:
        return DETAILING[game.name].judged(state, game.parse_move(text), text)
    except IllegalMoveError as error:
        return _refused(text, error.clause, error)
    except RulesError as error:
        return _refused(text, "", error)


def _refused(text: str, clause: str, error: RulesError) -> MoveConsidered:
    return MoveConsidered(text, False, clause, str(error), 0, [], None, "", 0)


__all__ = ["NOTHING", "Made", "considered", "detail", "made", "move_shown"]
