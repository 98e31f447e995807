"""What a game needs to be played in the terminal: how it is drawn, told and asked about."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from piazzetta.cli.boards import Scene
from piazzetta.cli.ink import Ink
from piazzetta.rules.game import Legal


class Worth(NamedTuple):
    """What a move is worth in the list of moves: moves of greater rank come first."""

    rank: int
    text: str


class Step(NamedTuple):
    """A move that was made, with what onlookers saw before and after it."""

    before: Any
    move: Any
    after: Any
    note: str
    """The points as records show them."""


class Question(NamedTuple):
    """An option of the table: the text that asks for it, and the answers by number."""

    option: str
    text: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """One game's looks; everything it is given is a view."""

    table: Callable[[Scene], list[str]]
    """The board or layouts, scores, piles."""
    hand: Callable[[Scene], list[str]]
    """The viewer's own cards, and what is asked of them."""
    look: Callable[[Any, Ink], list[str]]
    """What else the viewer may see."""
    worth: Callable[[Any, Legal[Any]], Worth]
    tell: Callable[[Step], str]
    """The move in words, without who made it."""
    ends_turn: Callable[[Step], bool]
    interlude: Callable[[Step, tuple[str, ...], Ink], list[str]]
    """What is shown between this move and the next; mostly nothing."""
    questions: Callable[[int], tuple[Question, ...]]
    """The options to ask for, by the number of players."""
    help: Callable[[], str]
    tie_break: str
    """How players with equal points come to have different places."""
