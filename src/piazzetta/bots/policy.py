"""Bots that are one pure function for each game: no memory, no threads, no clock."""

from collections.abc import Mapping
from random import Random

from piazzetta.bots.bot import AnyBot, Choice, Decision


class PolicyBot:
    """Asks the function of the game that is played."""

    def __init__(self, policies: Mapping[str, AnyBot], seed: int) -> None:
        """Take the functions by the names of their games; all luck follows from the seed."""
        self._policies = policies
        self._rng = Random(seed)

    def choose(self, decision: Decision) -> Choice:
        """What the function says."""
        policy = self._policies[decision.game.name]
        return Choice(policy(decision.view, decision.moves, self._rng))

    def close(self) -> None:
        """Nothing is to be ended."""
