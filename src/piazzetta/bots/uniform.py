"""The random bot: every legal move is equally likely."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from piazzetta.rules.game import Legal

M = TypeVar("M")


def choose(_view: object, legal_moves: Sequence[Legal[M]], rng: Random) -> M:
    """Any legal move."""
    return rng.choice(legal_moves).move
