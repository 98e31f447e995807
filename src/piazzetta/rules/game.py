"""What every game offers, so that referee, records, bots and server need not know which it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from piazzetta.rules.chance import Chance

Json = dict[str, Any]


class Position(Protocol):
    """What states and views of every game have in common."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        ...

    @property
    def turn(self) -> int:
        """The seat that moves next."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...


O = TypeVar("O")  # noqa: E741 - options
S = TypeVar("S", bound=Position)
V = TypeVar("V", bound=Position)
M = TypeVar("M")


class Legal(NamedTuple, Generic[M]):
    """A legal move, and the sizes of the brackets it makes, ascending (Piazza alone has them)."""

    move: M
    brackets: tuple[int, ...] = ()

    @property
    def points(self) -> int:
        """What the move scores at once."""
        return sum(self.brackets)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: groups of equal seats, best first, and the clause that ended it."""

    ranking: tuple[tuple[int, ...], ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share first place."""
        return self.ranking[0]


@dataclass(frozen=True, slots=True)
class Game(Generic[O, S, V, M]):
    """A game as a value: its name and its functions, all of them pure."""

    name: str
    title: str
    seats: range
    rules_version: int
    """Records carry it; it grows when the same record would play out differently."""

    options: Callable[[int, Mapping[str, Any]], O]
    """Options from a player count and plain data; whatever is left out has its default."""
    options_to_json: Callable[[O], Json]
    deal: Callable[[O, Chance], S]
    start_moves: Callable[[S], list[Legal[M]]]
    legal_moves: Callable[[S], list[Legal[M]]]
    play: Callable[[S, M, Chance], S]
    view: Callable[[S, int | None], V]
    determinize: Callable[[V, Random], S]
    outcome: Callable[[S], Outcome | None]
    scores: Callable[[S | V], tuple[int, ...]]
    face_down: Callable[[S | V], tuple[int, ...]]
    """Counts of what lies face down. They stay the same over a move exactly when it turned no card
    up and dealt none, so that taking it back would take no knowledge back."""

    parse_move: Callable[[str], M]
    noted: Callable[[S, M, Chance], tuple[S, str]]
    """As `play`, with the points of the move as records show them; empty when it made none."""
    state_to_json: Callable[[S], Json]
    state_from_json: Callable[[Json], S]
    view_to_json: Callable[[V], Json]
    open_to_json: Callable[[S], Json]
    """A spectator's view as plain data, made without the view: servers show it after every move."""
    own_to_json: Callable[[S, int], Json]
    """The fields in which a seat's view, as plain data, is not that of a spectator: where many look
    at one state, the rest of it is made once."""
    view_from_json: Callable[[Json], V]
    legal_to_json: Callable[[Legal[M]], Json]


AnyGame = Game[Any, Any, Any, Any]

LONGEST = 5000
"""Moves. A game that takes more is stopped, in matches and on servers; the points so far decide.
In C'est Carré! those who complete no square could go on for ever."""


def rank(keys: Mapping[int, Any]) -> tuple[tuple[int, ...], ...]:
    """Group the seats by their key, the smallest key first; equal keys share a place."""
    places = sorted(set(keys.values()))
    return tuple(tuple(seat for seat in keys if keys[seat] == key) for key in places)
