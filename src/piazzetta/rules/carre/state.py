"""The values a game of C'est Carré! is made of: options, state, moves."""

from dataclasses import dataclass

from piazzetta.rules.carre.cards import Card
from piazzetta.rules.grid import Placed

Hand = tuple[Card, ...]
Layout = tuple[Placed[Card], ...]

NAME = "carre"
SEATS = range(2, 6)
"""C-SEATS."""
HAND_SIZE = 5
REVEALED = 2
TARGET = 50
PHASES = ("source", "play", "lay", "drop")


@dataclass(frozen=True, slots=True)
class Options:
    """What a table decides before the deal; None leaves it to chance."""

    players: int
    first: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A whole game at one moment. The last card of a pile is its top one."""

    round: int
    first: int
    """The seat with the first-player card."""
    turn: int
    phase: str
    """`source`: take or reveal. `play`: lay or swap one of the revealed cards. `lay`: play the
    cards owed from the hand. `drop`: discard down to five."""
    layouts: tuple[Layout, ...]
    hands: tuple[Hand, ...]
    deck: Hand
    discard: Hand
    revealed: Hand
    owed: int
    totals: tuple[int, ...]
    closing: bool
    """A turn of this round that has ended left a complete square."""
    over: bool
    reshuffles: int = 0
    """How often the discard pile became the draw pile in this round: it names the next shuffle."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)


@dataclass(frozen=True, slots=True)
class Take:
    """C-SOURCE: take the top card of the discard pile."""

    def __str__(self) -> str:
        """`take`."""
        return "take"


@dataclass(frozen=True, slots=True)
class Reveal:
    """C-SOURCE: reveal the top two cards of the draw pile."""

    def __str__(self) -> str:
        """`reveal`."""
        return "reveal"


@dataclass(frozen=True, slots=True)
class Lay:
    """C-LAY: lay a card beside one's own cards."""

    placed: Placed[Card]

    def __str__(self) -> str:
        """`lay C+3@0,1`."""
        return f"lay {self.placed}"


@dataclass(frozen=True, slots=True)
class Swap:
    """C-SWAP: put a card in the place of one of one's own cards."""

    placed: Placed[Card]

    def __str__(self) -> str:
        """`swap C+3@0,1`."""
        return f"swap {self.placed}"


@dataclass(frozen=True, slots=True)
class Drop:
    """C-POSITIVE: discard a card from the hand."""

    card: Card

    def __str__(self) -> str:
        """`drop C+1`."""
        return f"drop {self.card}"


@dataclass(frozen=True, slots=True)
class Pass:
    """C-NOTHING: there is no card in either pile."""

    def __str__(self) -> str:
        """`pass`."""
        return "pass"


Move = Take | Reveal | Lay | Swap | Drop | Pass
TAKE, REVEAL, PASS = Take(), Reveal(), Pass()
