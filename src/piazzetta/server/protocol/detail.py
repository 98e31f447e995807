"""What follows from a position by the rules, for clients that have none: areas, zones, brackets.

All of it is open to everybody who sees the cards that it is about.
"""

from typing import Literal

import msgspec

Cell = tuple[int, int]
"""Column and row."""
Effect = Literal["", "draw", "play"]
"""What laying a card of C'est Carré! makes one do: nothing, draw cards, or play some."""


class Area(msgspec.Struct, frozen=True):
    """The cells from one column to another and from one row to another, all four included."""

    left: int
    """The first column."""
    top: int
    """The first row."""
    right: int
    """The last column."""
    bottom: int
    """The last row."""


class Span(msgspec.Struct, frozen=True):
    """A bracket of Piazza from one end to the other."""

    from_: Cell = msgspec.field(name="from")
    """The end on the left, or at the top."""
    to: Cell
    """The end on the right, or at the bottom."""
    cards: int
    """How many cards it has, both ends included: its points."""


class ZoneShown(msgspec.Struct, frozen=True):
    """Cards of one motif that lie side by side; one card alone is a zone, too."""

    motif: str
    """Their motif's letter."""
    cells: list[Cell]
    """Where they lie, by column, then row."""
    points: int
    """What the zone scores."""


class SquareShown(msgspec.Struct, frozen=True):
    """What a seat's cards of C'est Carré! are worth, and where its square is or can still be."""

    values: int
    """The sum of all values."""
    zone_points: int
    """The points of all zones."""
    points: int
    """What the cards score if the round ends now."""
    complete: bool
    """Whether the 3×3 square is complete."""
    nine: bool
    """Whether it is nine of a kind, which wins the game."""
    zones: list[ZoneShown]
    """Those within the square; of all cards while it is not complete."""
    outside: list[Cell]
    """Cells with cards outside of the complete square: only their values count."""
    reach: Area
    """The complete square, or else all cells that can still become a part of it."""


class RoundShown(msgspec.Struct, frozen=True):
    """A round of C'est Carré! as it was scored."""

    round: int
    """Counted from 1."""
    layouts: list[list[tuple[str, int, int]]]
    """For each seat its laid cards, each with its x and y."""
    squares: list[SquareShown]
    """For each seat what they were worth."""
    points: list[int]
    """Of this round, for each seat."""
    totals: list[int]
    """After this round, for each seat."""
    closed_by: int
    """The seat whose complete square closed it."""


class PiazzaDetail(msgspec.Struct, frozen=True, tag_field="game", tag="piazza"):
    """What follows from a position of Piazza."""

    limits: Area
    """The cells in which cards may still lie."""
    unlaid: dict[str, int]
    """The cards that are not on the table, and how many of each."""


class CarreDetail(msgspec.Struct, frozen=True, tag_field="game", tag="carre"):
    """What follows from a position of C'est Carré!."""

    squares: list[SquareShown]
    """For each seat."""
    closed_by: int | None
    """The seat whose complete square closes this round; null while none does."""
    turns_left: int | None
    """How many turns this round still has once it is closing, the present one included; else
    null."""


Detail = PiazzaDetail | CarreDetail


class MoveConsidered(msgspec.Struct, frozen=True):
    """What a move would bring; nothing has happened."""

    move: str
    """As it was asked about."""
    legal: bool
    """Whether it may be made."""
    clause: str
    """The clause of the rules that forbids it; empty where it is legal, or no move at all."""
    message: str
    """Why it is not legal; English. Empty where it is."""
    points: int
    """What it scores at once; moves of C'est Carré! score nothing before the round ends."""
    brackets: list[Span]
    """Those that it makes."""
    square: SquareShown | None
    """The seat's own cards after it; null where it moves none of them, or is not legal."""
    effect: Effect
    """What it makes the seat do next."""
    effect_cards: int
    """With how many cards."""
