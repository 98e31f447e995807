"""What the server says over a socket. A message with an `id` answers the client's of that id."""

from typing import Any, Literal

import msgspec

from piazzetta.server.protocol.detail import Detail, MoveConsidered
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
    """Your id."""
    name: str
    """What you are called."""
    version: str
    """Of the server."""


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    """Yes."""

    id: str
    """Of the message that it answers."""


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """It is done, and there is nothing else to tell."""

    id: str
    """Of the message that it answers."""


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """It is not done, and nothing has changed. `docs/messages.md` lists the codes."""

    id: str | None
    """Null when the message could not be read so far."""
    code: str
    """Why, for programs."""
    message: str
    """Why, for people; English."""
    details: Details = {}
    """The figures of the sentence."""


class TableShown(Message, frozen=True, kw_only=True, tag="table"):
    """A table as this client may know it: after `watch`, and whenever the client may have missed
    something. Everything is in it; nothing before it matters."""

    id: str = ""
    """Of the client's message that it answers."""
    table: str
    """Its id, which is also in its link."""
    ply: int
    """How many events there were, less one: send it back with what is based on this."""
    stage: Literal["open", "running", "over", "aborted"]
    """Before, in, and after the game; `aborted` where it never came to one."""
    game: str
    """What is played."""
    players: int
    """How many seats there are."""
    options: dict[str, Any]
    """The game's, all of them."""
    clock_option: ClockOption
    """The clock that was chosen."""
    public: bool
    """Whether the lobby lists it."""
    hints: bool
    """Whether players may ask for advice."""
    casual: bool
    """Whether moves may be taken back by consent."""
    host: str
    """The id of the player who opened it."""
    stand_in: str
    """The bot that plays for somebody who is away."""
    pace: float
    """Seconds from a bot's turn to its move."""
    seats: list[SeatShown]
    """Who sits where."""
    your_seats: list[int]
    """The seats that you hold."""
    curtain: int | None = None
    """Hot-seat: this seat's hand is shown after `lift`."""
    view: View | None = None
    """The position; null before the start. After the end it shows all hands."""
    detail: Detail | None = None
    """What follows from the position; comes with the view."""
    hand_of: int | None = None
    """The seat whose hand the view shows; null where it shows none."""
    legal: list[LegalShown] | None = None
    """Only for the seat in turn."""
    can_take_back: list[int] = []
    """Of your seats, those whose last move can be taken back without asking."""
    clock: ClockShown = ClockShown()
    """Time as it is now."""
    proposal: ProposalShown | None = None
    """What is being asked."""
    ending: EndingShown | None = None
    """How it ended."""
    fair: FairShown
    """The promise about the deal."""
    moves: list[MoveShown] = []
    """All moves so far."""
    before: str = ""
    """The table of which this is the rematch."""
    next: str = ""
    """The table of the rematch."""


class Update(Message, frozen=True, kw_only=True, tag="update"):
    """Something happened: what has changed since the last ply. What is left out has not changed,
    except `legal`, `proposal`, `curtain` and `can_take_back`, which are complete."""

    id: str = ""
    """Of the client's message that it answers; everybody else is told without it."""
    table: str
    """The table that it is about."""
    ply: int
    """The table's ply now. It grows by one with each event; `lifted` and `presence` are none."""
    what: str
    """An event: `sat`, `invited`, `stood`, `readied`, `moved`, `asked`, `answered`, `took_back`,
    `resigned`, `aborted`, `timed_out`, `left`, `returned`, `rematched`; or `presence`, when
    somebody has come or gone, and `lifted`, when you have lifted a curtain."""
    seat: int | None = None
    """The seat that it is about."""
    stage: Literal["open", "running", "over", "aborted"] | None = None
    """The new stage."""
    seats: list[SeatShown] | None = None
    """Who sits where now. Yours are those with your id."""
    curtain: int | None = None
    """Hot-seat: this seat's hand is shown after `lift`."""
    view: View | None = None
    """The new position."""
    detail: Detail | None = None
    """What follows from it; comes with the view."""
    hand_of: int | None = None
    """Comes with the view: the seat whose hand it shows, or null."""
    legal: list[LegalShown] | None = None
    """Only for the seat in turn."""
    can_take_back: list[int] = []
    """Of your seats, those whose last move can be taken back without asking."""
    clock: ClockShown | None = None
    """Time as it is now."""
    proposal: ProposalShown | None = None
    """What is being asked now."""
    ending: EndingShown | None = None
    """How it ended."""
    fair: FairShown | None = None
    """The promise about the deal, when there is more of it to tell."""
    move: MoveShown | None = None
    """The move that was made."""
    moves: int | None = None
    """How many moves are left, after some were taken back."""
    next: str = ""
    """The table of the rematch."""


class LobbyTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A public table in the lobby."""

    table: str
    """Its id."""
    game: str
    """What is played."""
    players: int
    """How many seats there are."""
    stage: str
    """`open` to sit down, `running` to watch."""
    seats: list[SeatShown]
    """Who sits where."""
    clock_option: ClockOption
    """The clock that was chosen."""
    casual: bool
    """Whether moves may be taken back by consent."""
    hints: bool
    """Whether players may ask for advice."""
    opened: str
    """When: ISO 8601, in UTC."""


class LobbyShown(Message, frozen=True, kw_only=True, tag="lobby"):
    """The public tables: all of them after `lobby`, then those that changed."""

    id: str = ""
    """Of the client's message that it answers."""
    tables: list[LobbyTable]
    """The tables that are new or have changed."""
    gone: list[str] = []
    """The ids of tables that are no longer listed."""


class Reacted(Message, frozen=True, kw_only=True, tag="reacted"):
    """Somebody at the table shows a reaction."""

    table: str
    """Where."""
    seat: int
    """Who."""
    reaction: Reaction
    """What."""


class YourTurn(Message, frozen=True, kw_only=True, tag="your_turn"):
    """It is your turn at a table that this connection does not watch."""

    table: str
    """Where."""
    game: str
    """What is played there."""


class Reason(msgspec.Struct, frozen=True):
    """Why a move is good or bad, as data for a sentence."""

    kind: str
    """What docs/advice.md calls its code."""
    details: Details
    """Its fields there."""


class AdvisedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move and what is expected of it."""

    move: str
    """In the notation of records."""
    win: float | None
    """The chance to win; null where nothing could be played out."""
    margin: float | None
    """Expected points ahead of the best other seat; null likewise."""
    points: int
    """What it brings at once."""
    reasons: list[Reason]
    """What speaks for and against it."""


class Advice(Message, frozen=True, kw_only=True, tag="advice"):
    """The best moves, the best first."""

    id: str
    """Of the message that it answers."""
    table: str
    """The table that it is about."""
    ply: int
    """The position that it is about."""
    moves: list[AdvisedMove]
    """The best first; none where a curtain has come down before that hand."""


class Considered(Message, frozen=True, kw_only=True, tag="considered"):
    """What the moves would bring, in the order in which they were asked about."""

    id: str
    """Of the message that it answers."""
    table: str
    """The table that it is about."""
    ply: int
    """The position that it is about."""
    moves: list[MoveConsidered]
    """One for each that was asked about."""


class Bye(Message, frozen=True, kw_only=True, tag="bye"):
    """The server closes this connection; connect again, and go on where you were."""

    reason: Literal["shutdown", "too_slow", "too_many", "signed_out"]
    """The server stops; this client reads too slowly, or says too much, or is nobody any more."""


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
    | Considered
    | Bye
)
