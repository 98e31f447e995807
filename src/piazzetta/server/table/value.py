"""A table at one moment, as a frozen value. `evolve.py` makes it from rows, nothing else does.

What changes with every move is a msgspec struct: a changed copy of one costs next to nothing.
"""

from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

import msgspec

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Given, Seed
from piazzetta.rules.game import AnyGame
from piazzetta.server.table import limits
from piazzetta.server.table.detail.made import Made
from piazzetta.server.table.events import Opened
from piazzetta.server.table.known import NOTHING, Known, known

Stage = Literal["open", "running", "over", "aborted"]
"""Of a table's life."""
OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"
ABORTED: Final = "aborted"

Question = Literal["take_back", "end"]
"""What a player may ask the others."""


class Seat(msgspec.Struct, frozen=True):
    """Who sits there; a free seat has neither player nor bot."""

    player: str = ""
    name: str = ""
    bot: str = ""
    """A bot of the server."""
    outside: bool = False
    """Whether it is a program's: one with an API token sat down here, or has moved."""
    sat_outside: bool = False
    """Whether a program sat down here: only then it is a program's in a rematch, too."""
    forgotten: bool = False
    """Whether the player has deleted themselves: the name then says nothing."""
    share: str = ""
    """The player's random share of the seed; there once the player is ready."""
    stand_in: bool = False
    """Whether a bot plays in the place of a player who is away."""
    resigned: bool = False
    flagged: bool = False
    """Whether its time for the whole game was up once."""
    returning: bool = False
    """Whether its player is there again, and has it back when the stand-in has moved."""

    @property
    def free(self) -> bool:
        """Whether somebody may sit down."""
        return not (self.player or self.bot)

    @property
    def ready(self) -> bool:
        """Whether the game may start as far as this seat is concerned."""
        return bool(self.bot or self.share)

    @property
    def played_by_bot(self) -> bool:
        """Whether the server moves for this seat."""
        return bool(self.bot) or self.stand_in or self.resigned


@dataclass(frozen=True, slots=True)
class Past:
    """The moves so far, the last one first: adding one costs the same however many there are."""

    number: int
    """Counted from 1."""
    seat: int
    move: str
    note: str
    """Its points, as the game's `noted` tells them."""
    made: Made
    """What else it has brought."""
    at: float
    used: float
    """Seconds that a person thought about it."""
    gained: float
    """Seconds that it added to the seat's time for the whole game."""
    revealed: bool
    """Whether it turned a card up, or dealt some."""
    stood_in: bool
    """Whether a bot stood in for the seat, whoever made it in the end."""
    before: "Past | None" = field(compare=False, repr=False)
    """Not compared: a chain of hundreds of moves is too deep for that."""


def moves_of(past: Past | None, after: int = 0) -> list[Past]:
    """All moves up to this one, the first one first; or only those after so many."""
    moves = []
    while past and past.number > after:
        moves.append(past)
        past = past.before
    return moves[::-1]


class Position(NamedTuple):
    """An earlier position of the game."""

    moves: int
    """How many were made."""
    state: Any


class Proposal(msgspec.Struct, frozen=True):
    """What a player asked the others, and who has agreed."""

    what: Question
    seat: int
    to: int
    ply: int
    """When it was asked: an answer that is based on an earlier one means something else."""
    agreed: frozenset[int]
    needs_yes: bool = False
    """Whether somebody else has to agree, not only to stay away."""


class Ending(msgspec.Struct, frozen=True):
    """How a game ended: the game's own outcome, or that of its players."""

    ranking: tuple[tuple[int, ...], ...]
    reason: str
    """A clause, `resigned` or `agreed`."""


class Heard(msgspec.Struct, frozen=True):
    """What a player has said at the table that was carried out."""

    recent: dict[str, int] = {}
    """The ids of the last of these messages, and their plies, the oldest first: the same one again
    is only answered. Of each player so many: nobody's messages make another's forgotten."""
    begun: int = 0
    """How often the player has begun what could go on for ever: see `limits.MOST_BEGUN`."""


_SILENT = Heard()


class Table(msgspec.Struct, frozen=True):
    """Everything about a table that follows from its rows."""

    id: str
    ply: int
    """That of the last row."""
    changed: int
    """The ply of the last row that changed the position or who may move: a message that is based
    on an earlier one is stale."""
    at: float
    """When the last row was accepted."""
    opened: Opened
    stage: Stage
    seats: tuple[Seat, ...]
    chance: Seed | Given | None = None
    state: Any = None
    """The game's own state; None before the start."""
    told: Known = NOTHING
    """What is known of some state: ask `known`."""
    past: Past | None = None
    made: int = 0
    """How many moves were made, with those that were taken back."""
    earlier: tuple[Position, ...] = ()
    """Some of the positions before the state: see `positions`."""
    turn_since: float = 0.0
    """When the seat in turn could begin to think."""
    left: tuple[float, ...] = ()
    """Seconds that each seat has left, with a clock that has a total."""
    resigned: tuple[int, ...] = ()
    """The seats that gave up, in that order."""
    proposal: Proposal | None = None
    asked: tuple[Proposal, ...] = ()
    """The last questions: ask `proposals.so_far`."""
    ending: Ending | None = None
    next: str = ""
    """The table of the rematch."""
    heard: dict[str, Heard] = {}
    """What each player has said."""

    @property
    def game(self) -> AnyGame:
        """The rules that are played."""
        return GAMES[self.opened.game]

    @property
    def known(self) -> Known:
        """What is known of the state beside itself."""
        told = self.told
        return told if told.state is self.state else known(self.opened.game, NOTHING, self.state)

    @property
    def moves(self) -> int:
        """How many moves were made and not taken back."""
        return self.past.number if self.past else 0

    @property
    def turn(self) -> int | None:
        """The seat that moves next, in a game that runs."""
        return int(self.state.turn) if self.stage == RUNNING else None

    def carried_out(self, player: str, request: str) -> int | None:
        """The ply at which this message of theirs was carried out, unless that is long ago."""
        return self.heard_of(player).recent.get(request)

    def may_begin(self, player: str) -> bool:
        """Whether this player has not begun too much here already."""
        return self.heard_of(player).begun < limits.MOST_BEGUN

    def heard_of(self, player: str) -> Heard:
        """What this player has said."""
        return self.heard.get(player, _SILENT)

    @property
    def named(self) -> frozenset[str]:
        """Everybody whom it shows."""
        return frozenset((self.opened.host, *(seat.player for seat in self.seats)))

    def seats_of(self, player: str) -> tuple[int, ...]:
        """The seats that a player holds."""
        return tuple([i for i, seat in enumerate(self.seats) if player and seat.player == player])
