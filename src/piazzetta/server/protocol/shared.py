"""The values that messages in both directions, REST answers and table options are made of."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

MOST_SEATS = 5

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
"""Made by the client, new for each message it means to be carried out once."""
TableId = Annotated[str, Meta(min_length=6, max_length=20, pattern=r"^[A-Za-z0-9]+$")]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Share = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
"""256 random bits of a player, as 64 hexadecimal digits."""
Name = Annotated[str, Meta(min_length=1, max_length=24)]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
Reaction = Literal["hello", "well_played", "thanks", "oops", "thinking", "wow"]
"""Quick reactions instead of a chat."""

Seconds = Annotated[float, Meta(ge=1, le=14 * 24 * 3600)]


class ClockOption(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """None of these: no clock. `move` alone: so long for each move. `total`: for the game."""

    move: Seconds | None = None
    total: Seconds | None = None
    increment: Annotated[float, Meta(ge=0, le=3600)] = 0.0


class SeatShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits there, as everybody may know it."""

    player: str = ""
    name: str = ""
    bot: str = ""
    outside: bool = False
    ready: bool = False
    stand_in: bool = False
    resigned: bool = False
    connected: bool = False


class MoveShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that was made."""

    number: int
    seat: int
    move: str
    note: str = ""
    """Its points: `3 + 4 = 7` in Piazza; in C'est Carré! on the move that ends a round."""


class LegalShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that the seat in turn may make; Piazza's also say what they bring."""

    move: str
    brackets: list[int] | None = None
    points: int | None = None


class ClockShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Time as it is now: what each seat has left in all, and the seat in turn for this move."""

    left: list[float] = []
    move_left: float | None = None
    running: bool = False


class ProposalShown(msgspec.Struct, frozen=True):
    """What a player asked, and who has agreed so far."""

    what: Literal["take_back", "end"]
    seat: int
    agreed: list[int]
    to: int = 0


class EndingShown(msgspec.Struct, frozen=True):
    """How it ended: groups of equal seats, best first; a clause, `resigned` or `agreed`."""

    ranking: list[list[int]]
    reason: str
    scores: list[int]


class FairShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The promise about the deal: the commitment at once, shares from the start, the rest at the
    end."""

    commitment: str
    """SHA-256 of the server's secret."""
    shares: list[str] = []
    secret: str = ""
    seed: str = ""


class PiazzaView(msgspec.Struct, frozen=True, tag_field="game", tag="piazza"):
    """A game of Piazza as a seat, or a spectator, may know it."""

    players: int
    phase: str
    colours: list[list[str]] | None
    start: str
    first: int
    board: list[tuple[str, int, int]]
    hands: list[list[str] | int]
    stocks: list[int]
    scores: list[int]
    turn: int
    finished: list[int]
    passes: int
    over: bool
    winners: list[int]
    own_stock: list[str] = []
    """The seat's own stock, sorted; a spectator has none."""


class CarreView(msgspec.Struct, frozen=True, tag_field="game", tag="carre"):
    """A game of C'est Carré! as a seat, or a spectator, may know it."""

    players: int
    round: int
    first: int
    turn: int
    phase: str
    layouts: list[list[tuple[str, int, int]]]
    hands: list[list[str] | int]
    deck: int
    discard: list[str]
    revealed: list[str]
    owed: int
    totals: list[int]
    closing: bool
    over: bool
    winners: list[int]


View = PiazzaView | CarreView

Details = dict[str, Any]
"""Figures for a translated sentence."""
