"""What the server says over a socket. A message with an `id` answers the client's of that id."""

from typing import Any, Literal

import msgspec

from piazzetta.server.protocol.shared import (
    ClockOption,
    ClockShown,
    Details,
    EndingShown,
    FairShown,
    LegalShown,
    MoveShown,
    ProposalShown,
    Reaction,
    SeatShown,
    View,
)


class Message(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """The base of all messages of the server."""


class Welcome(Message, frozen=True, kw_only=True, tag="welcome"):
    """The first message of every connection: who you are here."""

    player: str
    name: str
    version: str
    """Of the server."""


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    """Yes."""

    id: str


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """It is done, and there is nothing else to tell."""

    id: str


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """It is not done, and nothing has changed. `docs/messages.md` lists the codes."""

    id: str | None
    """Null when the message could not be read so far."""
    code: str
    message: str
    details: Details = {}


class TableShown(Message, frozen=True, kw_only=True, tag="table"):
    """A table as this client may know it: after `watch`, and whenever the client may have missed
    something. Everything is in it; nothing before it matters."""

    id: str = ""
    """Of the client's message that it answers."""
    table: str
    ply: int
    stage: Literal["open", "running", "over", "aborted"]
    game: str
    players: int
    options: dict[str, Any]
    clock_option: ClockOption
    public: bool
    hints: bool
    casual: bool
    host: str
    stand_in: str
    pace: float
    seats: list[SeatShown]
    your_seats: list[int]
    curtain: int | None = None
    """Hot-seat: this seat's hand is shown after `lift`."""
    view: View | None = None
    hand_of: int | None = None
    """The seat whose hand the view shows; null where it shows none."""
    legal: list[LegalShown] | None = None
    """Only for the seat in turn."""
    can_take_back: list[int] = []
    """Of your seats, those whose last move can be taken back without asking."""
    clock: ClockShown = ClockShown()
    proposal: ProposalShown | None = None
    ending: EndingShown | None = None
    fair: FairShown
    moves: list[MoveShown] = []
    """All moves so far."""
    before: str = ""
    next: str = ""


class Update(Message, frozen=True, kw_only=True, tag="update"):
    """Something happened: what has changed since the last ply. What is left out has not changed,
    except `legal`, `proposal`, `curtain` and `can_take_back`, which are complete."""

    id: str = ""
    table: str
    ply: int
    what: str
    """The kind of event: `moved`, `sat`, `took_back` …"""
    seat: int | None = None
    stage: Literal["open", "running", "over", "aborted"] | None = None
    seats: list[SeatShown] | None = None
    curtain: int | None = None
    view: View | None = None
    hand_of: int | None = None
    legal: list[LegalShown] | None = None
    can_take_back: list[int] = []
    clock: ClockShown | None = None
    proposal: ProposalShown | None = None
    ending: EndingShown | None = None
    fair: FairShown | None = None
    move: MoveShown | None = None
    """The move that was made."""
    moves: int | None = None
    """How many moves are left, after some were taken back."""
    next: str = ""


class LobbyTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A public table in the lobby."""

    table: str
    game: str
    players: int
    stage: str
    seats: list[SeatShown]
    clock_option: ClockOption
    casual: bool
    hints: bool
    opened: str


class LobbyShown(Message, frozen=True, kw_only=True, tag="lobby"):
    """The public tables: all of them after `lobby`, then those that changed."""

    id: str = ""
    tables: list[LobbyTable]
    gone: list[str] = []


class Reacted(Message, frozen=True, kw_only=True, tag="reacted"):
    """Somebody at the table shows a reaction."""

    table: str
    seat: int
    reaction: Reaction


class YourTurn(Message, frozen=True, kw_only=True, tag="your_turn"):
    """It is your turn at a table that this connection does not watch."""

    table: str
    game: str


class Reason(msgspec.Struct, frozen=True):
    """Why a move is good or bad, as data for a sentence."""

    kind: str
    details: Details


class AdvisedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move and what is expected of it."""

    move: str
    win: float | None
    margin: float | None
    points: int
    reasons: list[Reason]


class Advice(Message, frozen=True, kw_only=True, tag="advice"):
    """The best moves, the best first."""

    id: str
    table: str
    ply: int
    moves: list[AdvisedMove]


class Bye(Message, frozen=True, kw_only=True, tag="bye"):
    """The server closes this connection; connect again, and go on where you were."""

    reason: Literal["shutdown", "too_slow", "too_many", "signed_out"]


AnyMessage = (
    Welcome
    | Pong
    | Done
    | Refused
    | TableShown
    | Update
    | LobbyShown
    | Reacted
    | YourTurn
    | Advice
    | Bye
)
