"""What a bot is: a view and the legal moves go in, a move comes out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from piazzetta.rules.game import AnyGame, Legal, Position


@dataclass(frozen=True, slots=True)
class Choice:
    """The move a bot has chosen, and what it expects of it."""

    move: Any
    value: float | None = None
    """The expected result for its seat, from 0 (loses) to 1 (wins alone)."""
    line: tuple[str, ...] = ()
    """The moves it expects, as text."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Everything a bot may know when it chooses."""

    game: AnyGame
    seat: int
    view: Position
    """What `game.view(state, seat)` shows."""
    moves: Sequence[Legal[Any]]
    """Every legal move; never empty."""
    seconds: float
    """How long it may think."""


class Bot(Protocol):
    """One player. It may keep what it likes between decisions, but needs to keep nothing."""

    def choose(self, decision: Decision) -> Choice:
        """One of the decision's moves."""
        ...

    def close(self) -> None:
        """End threads and processes, if it has any."""
        ...


MakeBot = Callable[[int, int], Bot]
"""From a random seed and a number of threads."""
