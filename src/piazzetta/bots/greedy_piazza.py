"""Greedy in Piazza: most points now, whatever the others make of it."""

from collections.abc import Sequence
from random import Random

from piazzetta.bots.bot import best
from piazzetta.rules.game import Legal
from piazzetta.rules.piazza import Move, View


def choose(_view: View, legal_moves: Sequence[Legal[Move]], rng: Random) -> Move:
    """The move that scores most, any of several."""
    moves = [legal.move for legal in legal_moves]
    return best(moves, [legal.points for legal in legal_moves], rng)
