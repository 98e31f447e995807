"""The values that messages in both directions, REST answers and table options are made of."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import force_setattr

from piazzetta.server.protocol.detail import RoundShown, Span

MOST_SEATS = 5
MOST_CONSIDERED = 64

END = r"$(?!\n)"
"""Of a pattern: `$` alone also stands before a newline that ends a text."""

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+" + END)]
"""Made by the client, new for each message it means to be carried out once."""
TableId = Annotated[str, Meta(min_length=6, max_length=20, pattern=r"^[A-Za-z0-9]+" + END)]
"""The table that is meant."""
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
"""The table's `ply` as the client knows it: what the message is based on."""
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
"""Seats are counted from 0."""
Share = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}" + END)]
"""256 random bits of a player, as 64 hexadecimal digits."""
Name = Annotated[str, Meta(min_length=1, max_length=24)]
"""On one line."""
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
"""One of those that `GET /api/bots` lists."""
Reaction = Literal["hello", "well_played", "thanks", "oops", "thinking", "wow"]
"""Quick reactions instead of a chat."""

Seconds = Annotated[float, Meta(ge=1, le=14 * 24 * 3600)]
NO_INCREMENT = 0.0


class ClockOption(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """None of these: no clock. `move` alone: so long for each move. `total`: for the game."""

    move: Seconds | None = None
    """Seconds for each move; days for slow games."""
    total: Seconds | None = None
    """Seconds for the whole game."""
    increment: Annotated[float, Meta(ge=0, le=3600)] = NO_INCREMENT
    """With a total, seconds added after each move."""

    def __post_init__(self) -> None:
        """Only the default itself is left out, not a number equal to it: else the same clock
        would be sent in other words when its table was read again."""
        if not self.increment:
            force_setattr(self, "increment", NO_INCREMENT)


class SeatShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits there, as everybody may know it."""

    player: str = ""
    """The id of the player who holds it; empty where it is free or a bot's."""
    name: str = ""
    """What to call the player; the names of bots are in `GET /api/bots`."""
    bot: str = ""
    """The name of the bot that the seat was given to."""
    outside: bool = False
    """Whether it is a program's: one with an API token sat down here, or has moved."""
    forgotten: bool = False
    """Whether the player has deleted themselves: the name then says nothing."""
    ready: bool = False
    """Whether the game may start as far as this seat is concerned."""
    stand_in: bool = False
    """Whether a bot plays in the place of a player who is away."""
    returning: bool = False
    """Whether that player is there again, and has the seat back when the bot has moved."""
    resigned: bool = False
    """Whether its player has given up; a bot plays on."""
    connected: bool = False
    """Whether the player has a connection to the server, whatever it watches."""


class MoveShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that was made."""

    number: int
    """Counted from 1."""
    seat: int
    """Who made it."""
    move: str
    """In the notation of records."""
    note: str = ""
    """Its points: `3 + 4 = 7` in Piazza; in C'est Carré! on the move that ends a round."""
    brackets: list[Span] = []
    """Piazza: the brackets that it made, rows first, then columns."""
    scoring: RoundShown | None = None
    """C'est Carré!: how the round was scored that it ended."""


class LegalShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that the seat in turn may make; Piazza's also say what they bring."""

    move: str
    """What to send."""
    brackets: list[int] | None = None
    """The sizes of the brackets it makes, ascending."""
    points: int | None = None
    """What it scores at once."""


class ClockShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Time as it is now: what each seat has left in all, and the seat in turn for this move."""

    left: list[float] = []
    """Seconds for each seat, where the clock has a total."""
    move_left: float | None = None
    """Seconds for the move that is to be made now."""
    running: bool = False
    """Whether time passes for the seat in turn."""


class ProposalShown(msgspec.Struct, frozen=True):
    """What a player asked, and who has agreed so far."""

    what: Literal["take_back", "end"]
    """What the others are asked to agree to."""
    seat: int
    """Who asked."""
    agreed: list[int]
    """The seats that have agreed, the asking one among them."""
    to: int = 0
    """How many moves would be left after the take-back."""


class EndingShown(msgspec.Struct, frozen=True):
    """How it ended: groups of equal seats, best first; a clause, `resigned` or `agreed`."""

    ranking: list[list[int]]
    """Groups of equal seats, the best first."""
    reason: str
    """A clause of the rules, `resigned` or `agreed`."""
    scores: list[int]
    """Points of each seat."""


class FairShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The promise about the deal: the commitment at once, shares from the start, the rest at the
    end."""

    commitment: str
    """SHA-256 of the text `piazzetta commitment ` and the bytes of the server's secret."""
    shares: list[str] = []
    """What each seat added, once the game has begun; empty for bots."""
    secret: str = ""
    """The server's secret, once the game is over."""
    seed: str = ""
    """What all shuffles of the game follow from, once it is over."""


class PiazzaOpen(msgspec.Struct, frozen=True, tag_field="game", tag="piazza", kw_only=True):
    """What everybody may know of a game of Piazza."""

    players: int
    """How many seats there are."""
    phase: str
    """`setup` or `play`."""
    colours: list[list[str]] | None
    """Each seat's own colours; with three players the main one."""
    start: str
    """How the start cards lie: `square`, `corner` or `row`."""
    first: int
    """The seat that begins."""
    board: list[tuple[str, int, int]]
    """Cards on the table, each with its x and y."""
    scores: list[int]
    """Points of each seat."""
    turn: int
    """The seat that moves next."""
    finished: list[int]
    """The seats that have laid all their cards, in that order."""
    passes: int
    """How many passes in a row led here."""
    over: bool
    """Whether the game has ended."""
    winners: list[int]
    """The seats that share first place."""


class PiazzaView(PiazzaOpen, frozen=True, tag="piazza", kw_only=True):
    """A game of Piazza as a seat, or a spectator, may know it."""

    hands: list[list[str] | int]
    """For each seat its cards, or only how many there are."""
    stocks: list[int]
    """How many cards each seat has still to draw."""
    own_stock: list[str] = []
    """The seat's own stock, sorted; a spectator has none."""


class CarreOpen(msgspec.Struct, frozen=True, tag_field="game", tag="carre", kw_only=True):
    """What everybody may know of a game of C'est Carré!."""

    players: int
    """How many seats there are."""
    round: int
    """Counted from 1."""
    first: int
    """The seat that began the round."""
    turn: int
    """The seat that moves next."""
    phase: str
    """`source`, `play`, `lay` or `drop`."""
    layouts: list[list[tuple[str, int, int]]]
    """For each seat its laid cards, each with its x and y."""
    discard: list[str]
    """The discard pile, the top card last."""
    revealed: list[str]
    """The cards that the seat in turn may play."""
    owed: int
    """How many cards it must still play from its hand."""
    totals: list[int]
    """Points of each seat from the rounds before."""
    closing: bool
    """Whether a square is complete, so that the round ends soon."""
    over: bool
    """Whether the game has ended."""
    winners: list[int]
    """The seats that share first place."""


class CarreView(CarreOpen, frozen=True, tag="carre", kw_only=True):
    """A game of C'est Carré! as a seat, or a spectator, may know it."""

    hands: list[list[str] | int]
    """For each seat its cards, or only how many there are."""
    deck: int
    """How many cards the draw pile has."""


View = PiazzaView | CarreView

MoveText = Annotated[str, Meta(max_length=80)]
"""A move, in the notation of records."""
Details = dict[str, Any]
"""Figures for a translated sentence."""
