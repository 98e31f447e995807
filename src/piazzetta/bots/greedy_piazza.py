"""Greedy in Piazza: most points now, whatever the others make of it."""

from collections.abc import Sequence
from random import Random

from piazzetta.bots.bot import best
from piazzetta.rules.game import Legal
from piazzetta.rules.piazza import Move, View


def choose(view: View, legal: Sequence[Legal[Move]], rng: Random) -> Move:
    """The move that scores most, any of several."""
    return best([entry.move for entry in legal], values(view, legal, rng), rng)


def values(_view: View, legal: Sequence[Legal[Move]], _rng: Random) -> list[float]:
    """For each move, what it scores."""
    return [entry.points for entry in legal]
