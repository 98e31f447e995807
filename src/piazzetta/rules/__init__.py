"""The rules of both games: pure functions on frozen values, standard library only."""

from piazzetta.rules import carre, piazza
from piazzetta.rules.game import AnyGame

GAMES: dict[str, AnyGame] = {game.name: game for game in (piazza.GAME, carre.GAME)}
"""Every game by its name; nothing else asks for a game's name."""

__all__ = ["GAMES"]
