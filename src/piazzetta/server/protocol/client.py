"""What a client says over its socket. Every message has an id and is answered with that id.

Messages about a table also carry the `ply` they are based on: a stale one is refused with the
current view. The same id twice is answered twice and carried out once.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from piazzetta.server.protocol.shared import (
    MOST_CONSIDERED,
    BotName,
    Id,
    MoveText,
    Ply,
    Reaction,
    SeatNumber,
    Share,
    TableId,
)


class Message(
    msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True
):
    """The base of all messages of a client."""

    id: Id


class AtTable(Message, frozen=True, kw_only=True):
    """A message about a table."""

    table: TableId
    ply: Ply


class Ping(Message, frozen=True, tag="ping"):
    """Are you there?"""


class Lobby(Message, frozen=True, tag="lobby"):
    """Be told of public tables from now on, or no more."""

    on: bool = True
    """False for no more."""


class Watch(Message, frozen=True, tag="watch"):
    """Be told of everything at a table from now on: as its player, or as a spectator.

    A player who was away takes the seat back from its stand-in; with a clock, after its next move.
    """

    table: TableId


class Unwatch(Message, frozen=True, tag="unwatch"):
    """Be told no more of it."""

    table: TableId


class Sit(AtTable, frozen=True, tag="sit"):
    """Sit down on a free seat; one player may hold several (hot-seat)."""

    seat: SeatNumber
    name: Annotated[str, Meta(max_length=24)] = ""
    """What to call this seat, where one player holds several; else the player's name."""


class Stand(AtTable, frozen=True, tag="stand"):
    """Stand up from a seat before the start; the host may free any seat."""

    seat: SeatNumber


class Invite(AtTable, frozen=True, tag="invite"):
    """The host gives a free seat to a bot of the server."""

    seat: SeatNumber
    bot: BotName


class Ready(AtTable, frozen=True, tag="ready"):
    """Ready to start, with fresh random bits for each seat held. The last one starts the game."""

    shares: dict[SeatNumber, Share]
    """For each seat that you hold, 64 hexadecimal digits from a good random generator."""


class Move(AtTable, frozen=True, tag="move"):
    """Make a move, in the notation of records."""

    seat: SeatNumber
    move: MoveText
    """One of the legal moves that were shown."""


class TakeBack(AtTable, frozen=True, tag="take_back"):
    """Take the seat's last move back; the others are asked where that is needed."""

    seat: SeatNumber


class ProposeEnd(AtTable, frozen=True, tag="propose_end"):
    """Ask the others to end the game now; the points so far decide."""

    seat: SeatNumber


class Answer(AtTable, frozen=True, tag="answer"):
    """Say yes or no to what was asked."""

    seat: SeatNumber
    agrees: bool
    """When the last seat agrees it happens; when one does not, it is off the table."""


class Resign(AtTable, frozen=True, tag="resign"):
    """Give the seat up."""

    seat: SeatNumber


class Abort(AtTable, frozen=True, tag="abort"):
    """Close the table before the first move; nothing counts. The host may, with a seat or without
    one; once the game runs, so may whoever sits there."""


class Rematch(AtTable, frozen=True, tag="rematch"):
    """Open a new table with the same people, bots and options, and the seats rotated by one."""


class Lift(AtTable, frozen=True, tag="lift"):
    """Hot-seat: lift the curtain, show this seat's hand on this client; no other one is sent."""

    seat: SeatNumber


class React(Message, frozen=True, tag="react"):
    """Show a reaction to everybody at the table."""

    table: TableId
    seat: SeatNumber
    reaction: Reaction
    """One of a few, instead of a chat."""


class Advise(AtTable, frozen=True, tag="advise"):
    """Ask for the best moves, where the table allows it."""

    seat: SeatNumber


class Consider(AtTable, frozen=True, tag="consider"):
    """Ask what moves of the seat in turn would bring. It changes nothing."""

    seat: SeatNumber
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=MOST_CONSIDERED)]
    """Legal or not: the answer says which rule forbids the others."""


AnyMessage = (
    Ping
    | Lobby
    | Watch
    | Unwatch
    | Sit
    | Stand
    | Invite
    | Ready
    | Move
    | TakeBack
    | ProposeEnd
    | Answer
    | Resign
    | Abort
    | Rematch
    | Lift
    | React
    | Advise
    | Consider
)
