"""What can happen at a table: the rows that the store keeps, one for each accepted command.

A table is the fold of its rows, so an event holds all that is needed to repeat it, and nothing that
follows from the rows before it. Old rows are read for ever: fields are only ever added, with a
default.
"""

from typing import Any, Literal

import msgspec


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much time there is: none of these, `move` alone, or `total` with an increment."""

    move: float | None = None
    """Seconds for each move; days for slow games."""
    total: float | None = None
    """Seconds for the whole game."""
    increment: float = 0.0
    """Seconds added after each move."""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as a table is opened with it: of a player, of a bot, or free."""

    player: str = ""
    name: str = ""
    bot: str = ""
    outside: bool = False
    forgotten: bool = False
    """Whether the player has deleted themselves since."""


class Event(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """The base of all events; `kind` on disk is the class's name in small letters."""


class Opened(Event, frozen=True):
    """The first row of every table: what is played, and how."""

    game: str
    players: int
    host: str
    """The player who may change the table before it starts."""
    secret: str
    """64 hexadecimal digits; with the players' shares they fix every shuffle. Shown at the end."""
    opened: str
    """Date and time in the world, ISO 8601 in UTC: a table's own clock may stand still."""
    options: dict[str, Any] = {}
    clock: Clock = Clock()
    public: bool = False
    hints: bool = False
    casual: bool = True
    """Whether moves may be taken back by consent; such games are not rated."""
    stand_in: str = "level3"
    """The bot that plays for somebody who left or ran out of time."""
    absence: float | None = 90.0
    """Seconds after which somebody on turn who is not connected has left; None for never."""
    pace: float = 1.0
    """Seconds from a bot's turn to its move, whatever it thinks about."""
    before: str = ""
    """The table of which this is the rematch."""
    chairs: tuple[Chair, ...] = ()
    """Who sits there from the beginning; where it is empty, all seats are free."""
    record: str = ""
    """A finished game that came as a record: all of it, and no other row."""


class Sat(Event, frozen=True):
    """Somebody sat down; one player may hold several seats (hot-seat)."""

    seat: int
    player: str
    name: str
    outside: bool = False
    """Whether the player is a program that plays by an API token."""
    forgotten: bool = False
    """Whether the player has deleted themselves since."""


class Invited(Event, frozen=True):
    """The host gave a seat to a bot of the server."""

    seat: int
    bot: str


class Stood(Event, frozen=True):
    """A seat became free: its player stood up, or the host cleared it."""

    seat: int


class Readied(Event, frozen=True):
    """A player is ready, with a random share for each seat held; the last one starts the game."""

    shares: dict[int, str]


class Moved(Event, frozen=True):
    """A seat moved."""

    seat: int
    move: str
    bot: bool = False
    outside: bool = False
    """Whether a program made it by an API token, for a seat that was a person's until then."""
    last: bool = False
    """Whether the game is over by it because it has become too long: the points so far decide."""


class Asked(Event, frozen=True):
    """A player asks the others: `take_back` (to so many moves) or `end`."""

    what: Literal["take_back", "end"]
    seat: int
    to: int = 0
    needs_yes: bool = False
    """Whether somebody else has to agree, not only to stay away; in old rows nobody had to."""


class Answered(Event, frozen=True):
    """A seat answers what was asked; when the last one agrees, it happens."""

    seat: int
    agrees: bool


class TookBack(Event, frozen=True, tag="took_back"):
    """The game is again where it was after so many moves; nobody had to be asked."""

    seat: int
    to: int


class Resigned(Event, frozen=True):
    """A player gave up a seat: with two seats the other wins, with more a bot plays on."""

    seat: int


class Aborted(Event, frozen=True):
    """The table was closed before anybody's first move; nothing counts."""

    reason: str = ""
    """Empty when a player did it; `stale` when nobody came."""


class TimedOut(Event, frozen=True, tag="timed_out"):
    """A seat's time was up; a bot plays until its player returns."""

    seat: int


class Left(Event, frozen=True):
    """A seat's player was away for too long; a bot plays until the player returns."""

    seat: int


class Returned(Event, frozen=True):
    """The player took the seat back from the bot."""

    seat: int
    after_move: bool = False
    """Whether the bot first makes the move at which it stands in: with a clock, it is the bot's."""


class Rematched(Event, frozen=True):
    """The players go on at another table."""

    table: str


class Forgotten(Event, frozen=True):
    """Somebody deleted themselves: the rows before this one name nobody in their place."""


AnyEvent = (
    Opened
    | Sat
    | Invited
    | Stood
    | Readied
    | Moved
    | Asked
    | Answered
    | TookBack
    | Resigned
    | Aborted
    | TimedOut
    | Left
    | Returned
    | Rematched
    | Forgotten
)


class Row(msgspec.Struct, frozen=True):
    """An event as it is kept, by (table, ply)."""

    table: str
    ply: int
    """Counted from 0, without gaps."""
    at: float
    """Seconds of the server's time, which stands still while no server runs."""
    by: str
    """The player who caused it; empty for the server itself."""
    request: str
    """The client's id of the message that caused it; empty for the server itself."""
    event: AnyEvent


_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """As the store and the bus keep it."""
    return _ENCODER.encode(event)


def decode(body: bytes | str) -> AnyEvent:
    """The event that was encoded; unknown fields are ignored, so that nodes can be updated."""
    return _DECODER.decode(body)
