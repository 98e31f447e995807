"""The values a game of Piazza is made of: options, state, moves."""

from dataclasses import dataclass

from piazzetta.rules.grid import Cell, Placed
from piazzetta.rules.piazza.cards import Card

Colours = tuple[tuple[str, ...], ...]
Hand = tuple[Card, ...]

NAME = "piazza"
SEATS = range(2, 5)
HAND_SIZE = 3
GRID = 8

SHAPES: dict[str, tuple[Cell, ...]] = {
    "square": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "corner": ((0, 0), (1, 0), (0, 1)),
    "row": ((0, 0), (1, 0), (2, 0)),
}
"""P-START and P-START-3: the cells of the start shape."""

SHAPES_FOR = {2: ("square",), 3: ("corner", "row"), 4: ("square",)}
"""The shapes each number of players may start from, the usual one first."""

COLOURS_EACH = {2: 2, 3: 1, 4: 1}
"""P-SETS: how many colours a seat calls its own; with three, one is left: the neutral one."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a table decides before the deal; None leaves it to chance."""

    players: int
    first: int | None = None
    setup: str = "quick"
    start: str = "square"
    colours: Colours | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A whole game at one moment. The last card of a stock is its top one."""

    phase: str
    """`setup` while start cards are laid, then `play`."""
    colours: Colours | None
    """Each seat's own colours; None where nobody said who owns what."""
    start: str
    first: int
    board: tuple[Placed[Card], ...]
    hands: tuple[Hand, ...]
    stocks: tuple[Hand, ...]
    scores: tuple[int, ...]
    turn: int
    finished: tuple[int, ...]
    """The seats that laid their last card, in that order."""
    passes: int
    """How many passes in a row led here."""
    over: bool

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)


# Moves are dataclasses, not named tuples: as tuples, moves of different kinds could be equal.


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay one or two cards, the smaller (card, x, y) first."""

    cards: tuple[Placed[Card], ...]

    def __str__(self) -> str:
        """`B3@2,-1` or `B3@2,-1 B5@2,4`."""
        return " ".join(map(str, self.cards))


@dataclass(frozen=True, slots=True)
class Start:
    """Lay a start card (P-START-CHOICE)."""

    card: Placed[Card]

    def __str__(self) -> str:
        """`start B3@0,1`."""
        return f"start {self.card}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing can be laid (P-STUCK)."""

    def __str__(self) -> str:
        """`pass`."""
        return "pass"


Move = Lay | Start | Pass
PASS = Pass()
