"""C-WIN, C-NINE: who has won a finished game of C'est Carré!."""

from piazzetta.rules.carre.layout import score
from piazzetta.rules.carre.state import State
from piazzetta.rules.carre.view import View
from piazzetta.rules.game import Outcome, rank


def outcome(position: State | View) -> Outcome | None:
    """Nine of a kind comes before points, then most points; None while the game runs."""
    if not position.over:
        return None
    nines = [score(layout).victory for layout in position.layouts]
    keys = {
        seat: (not nine, -total)
        for seat, (nine, total) in enumerate(zip(nines, position.totals, strict=True))
    }
    return Outcome(rank(keys), "C-NINE" if any(nines) else "C-WIN")
