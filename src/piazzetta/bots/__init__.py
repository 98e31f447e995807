"""Players that are programs: a view goes in, a move comes out."""

from collections.abc import Mapping

from piazzetta.bots import greedy_carre, greedy_piazza, uniform
from piazzetta.bots.bot import AnyBot
from piazzetta.rules import GAMES, carre, piazza

BOTS: Mapping[str, Mapping[str, AnyBot]] = {
    "greedy": {
        piazza.GAME.name: greedy_piazza.choose,
        carre.GAME.name: greedy_carre.choose,
    },
    "random": dict.fromkeys(GAMES, uniform.choose),
}
"""Every bot by its name, then by the game it is to play."""

__all__ = ["BOTS", "AnyBot"]
