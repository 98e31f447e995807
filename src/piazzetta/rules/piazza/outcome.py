"""P-WIN: who has won a finished game of Piazza."""

from piazzetta.rules.game import Outcome, rank
from piazzetta.rules.piazza.state import State
from piazzetta.rules.piazza.view import View


def outcome(position: State | View) -> Outcome | None:
    """Most points, then who finished earliest; None while the game runs."""
    if not position.over:
        return None
    places = {seat: place for place, seat in enumerate(position.finished)}
    unfinished = position.players
    keys = {
        seat: (-score, places.get(seat, unfinished)) for seat, score in enumerate(position.scores)
    }
    return Outcome(rank(keys), "P-STUCK" if any(position.hands) else "P-END")
