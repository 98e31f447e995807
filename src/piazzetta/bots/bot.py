"""What a bot is: a function from what a seat may see, and what it may do, to what it does."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from piazzetta.rules.game import Legal

M = TypeVar("M")

AnyBot = Callable[[Any, Sequence[Legal[Any]], Random], Any]
"""`choose(view, legal_moves, rng) -> move`. The view is that of the seat in turn; every bit of luck
comes from the generator, so that the same game can be played again."""


def best(moves: Sequence[M], values: Sequence[float], rng: Random) -> M:
    """The move of the highest value; of several equal ones, any."""
    highest = max(values)
    return rng.choice([move for move, value in zip(moves, values, strict=True) if value == highest])
