"""What a bot is: a view and the legal moves go in, a move comes out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

from piazzetta.rules.game import AnyGame, Legal, Position

M = TypeVar("M")


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
    """The legal moves to choose from: all of them, unless somebody asks about some; never empty."""
    seconds: float
    """How long it may think."""

    def offers(self, move: Any) -> bool:
        """Whether it may be chosen; for bots that find the legal moves by themselves."""
        return any(entry.move == move for entry in self.moves)


class Bot(Protocol):
    """One player. It may keep what it likes between decisions, but needs to keep nothing."""

    def choose(self, decision: Decision) -> Choice:
        """One of the decision's moves."""
        ...

    def close(self) -> None:
        """End threads and processes, if it has any."""
        ...


@runtime_checkable
class Ponders(Protocol):
    """A bot that can think while others move."""

    def ponder(self, game: AnyGame, seat: int, view: Position) -> None:
        """Begin to think about what may come, and return at once.

        The next call of `ponder`, `choose` or `close` ends it.
        """
        ...


MakeBot = Callable[[int, int], Bot]
"""From a random seed and a number of threads."""

AnyBot = Callable[[Any, Sequence[Legal[Any]], Random], Any]
"""`choose(view, legal_moves, rng) -> move`: a bot that is one pure function. Every bit of luck
comes from the generator, so that the same game can be played again."""


class BotFaultError(Exception):
    """A bot gave no legal move in its time; the text says what it did instead."""


def choose_or_draw(bot: Bot, decision: Decision, luck: Random) -> tuple[Choice, str]:
    """The bot's choice; where it has none, a random legal move and what was wrong."""
    try:
        return bot.choose(decision), ""
    except BotFaultError as fault:
        return Choice(luck.choice(decision.moves).move), str(fault)


def best(moves: Sequence[M], values: Sequence[float], rng: Random) -> M:
    """The move of the highest value; of several equal ones, any."""
    highest = max(values)
    return rng.choice([move for move, value in zip(moves, values, strict=True) if value == highest])
