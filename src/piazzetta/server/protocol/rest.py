"""What the REST API is asked and answers; `endpoints.py` says where. Errors are a `Problem`.

Requests refuse fields they do not know, so that a misspelt one is noticed. Where an answer is the
same as over the socket (a table, the lobby) it is that very message.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from piazzetta.server.protocol.detail import Detail, MoveConsidered
from piazzetta.server.protocol.server import AdvisedMove, LobbyTable
from piazzetta.server.protocol.shared import (
    END,
    MOST_CONSIDERED,
    MOST_SEATS,
    BotName,
    CarreOpen,
    ClockOption,
    Details,
    EndingShown,
    FairShown,
    LegalShown,
    MoveShown,
    MoveText,
    Name,
    PiazzaOpen,
    Seconds,
    View,
)

GameName = Literal["piazza", "carre"]
Stage = Literal["open", "running", "over", "aborted"]
Pool = Literal["people", "bots", "hints"]
"""Games of people alone, games with a bot in them, games with hints: counted apart."""
Secret = Annotated[str, Meta(min_length=4, max_length=100, pattern=r"^[A-Za-z0-9_-]+" + END)]
"""From the link."""
RecordText = Annotated[str, Meta(min_length=1, max_length=200_000)]
"""A game as text, as in docs/records.md; finished or not."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of all that the API is asked."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The base of all that it answers."""


class Problem(Answer, frozen=True):
    """Why it was not done; nothing has changed. `docs/messages.md` lists the codes."""

    code: str
    """Why, for programs."""
    message: str
    """Why, for people; English."""
    details: Details = {}
    """The figures of the sentence."""


# Who I am.


class NewPlayer(Request, frozen=True):
    """Be somebody, without signing up."""

    name: Name | None = None
    """What to be called; the server thinks of something where it is left out."""


class NewName(Request, frozen=True):
    """Be called something else from now on."""

    name: Name
    """What to be called."""


class Me(Answer, frozen=True):
    """Who you are here."""

    player: str
    """Your id."""
    name: str
    """What you are called."""
    outside: bool = False
    """Whether you are a program: one that came with an API token."""


class Link(Answer, frozen=True):
    """A way to be the same person on another device. It works once."""

    secret: str
    """To be typed there."""
    url: str
    """Or to be opened there: it has the secret in its fragment, which browsers send to nobody."""
    qr: str
    """The same as a picture, SVG."""
    seconds: int
    """For how long it works."""


class Claim(Request, frozen=True):
    """Be the person who made this link."""

    secret: Secret
    """As it was typed, or from the fragment of the link."""


class NewToken(Request, frozen=True):
    """Ask for a token, with which a program plays in your name."""

    name: Name
    """To tell your tokens apart."""


class Token(Answer, frozen=True):
    """A token that works until it is revoked."""

    id: str
    """By which it is revoked."""
    name: str
    """What you called it."""
    created: str
    """ISO 8601, in UTC."""


class TokenMade(Token, frozen=True):
    """A new token. Only now can it be read."""

    token: str
    """To be sent as `Authorization: Bearer …`."""


class Tokens(Answer, frozen=True):
    """Your tokens, the oldest first."""

    tokens: list[Token]
    """Those that work."""


class Block(Request, frozen=True):
    """Do not meet somebody at tables any more, or only see no reactions of theirs."""

    kind: Literal["block", "mute"]
    """Which of the two."""


class Blocked(Answer, frozen=True):
    """Somebody whom you have blocked or muted."""

    player: str
    """Their id."""
    name: str
    """What they are called."""
    kind: Literal["block", "mute"]
    """Which of the two."""


class Blocks(Answer, frozen=True):
    """All whom you have blocked or muted."""

    blocks: list[Blocked]
    """All of them."""


class PushKeys(Request, frozen=True):
    """What a browser's push service needs to keep messages secret."""

    p256dh: Annotated[str, Meta(max_length=200, pattern=r"^[A-Za-z0-9_=-]+" + END)]
    """The browser's public key, base64url."""
    auth: Annotated[str, Meta(max_length=100, pattern=r"^[A-Za-z0-9_=-]+" + END)]
    """A secret of the browser, base64url."""


class PushSubscription(Request, frozen=True):
    """Tell this browser when it is my turn: what `PushSubscription.toJSON()` gives there."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern=r"^https://[!-~]+" + END)]
    """Where to send; only known push services are allowed."""
    keys: PushKeys
    """How to keep it secret."""
    expiration_time: float | None = msgspec.field(default=None, name="expirationTime")
    """When it ends, if it does."""


class PushShown(Answer, frozen=True):
    """What a browser needs to subscribe, and in how many you have done so."""

    key: str
    """The server's public key (VAPID), base64url."""
    subscriptions: int
    """How many browsers are told."""


# Tables.


class OpenTable(Request, frozen=True):
    """Open a table."""

    game: GameName
    """What is played."""
    players: Annotated[int, Meta(ge=2, le=MOST_SEATS)]
    """How many seats there are."""
    options: Annotated[dict[str, Any], Meta(max_length=20)] = {}
    """The game's: `first` (the seat that begins, else drawn), and for Piazza `setup`, `start` and
    `colours`, as in docs/referee.md."""
    clock: ClockOption = ClockOption()
    """How much time there is."""
    public: bool = False
    """Whether the lobby lists it; else it is by invitation."""
    hints: bool = False
    """Whether players may ask for advice."""
    casual: bool = True
    """Whether moves may be taken back by consent; such games are not rated."""
    stand_in: BotName = "level3"
    """The bot that plays for somebody who left or ran out of time."""
    pace: Annotated[float, Meta(ge=0.15, le=10)] = 1.0
    """Seconds from a bot's turn to its move."""
    absence: Seconds | None = 90.0
    """Seconds after which somebody on turn who is not connected has left; null for never."""
    seats: Annotated[list[BotName], Meta(max_length=MOST_SEATS)] = []
    """For each seat `me`, `open` or the name of a bot; left out, you sit on seat 0 and all other
    seats are open."""


class TableSummary(LobbyTable, frozen=True):
    """One of your tables."""

    your_seats: list[int]
    """The seats that you hold."""
    your_turn: bool = False
    """Whether it waits for you."""
    ending: EndingShown | None = None
    """How it ended."""


class MyTables(Answer, frozen=True):
    """Your tables: those that wait for you first, then those that changed last."""

    tables: list[TableSummary]
    """The newest of them."""


class PositionShown(Answer, frozen=True):
    """An earlier position, as you may know it."""

    table: str
    """The table that it is about."""
    number: int
    """How many moves had been made."""
    view: View
    """What you could know then."""
    detail: Detail
    """What follows from the position."""
    hand_of: int | None = None
    """The seat whose hand the view shows; null where it shows none."""


class PiazzaPosition(PiazzaOpen, frozen=True, tag="piazza", kw_only=True):
    """A game of Piazza with nothing hidden."""

    hands: list[list[str]]
    """For each seat its cards."""
    stocks: list[list[str]]
    """For each seat the cards that it has still to draw, the next one last."""


class CarrePosition(CarreOpen, frozen=True, tag="carre", kw_only=True):
    """A game of C'est Carré! with nothing hidden."""

    hands: list[list[str]]
    """For each seat its cards."""
    deck: list[str]
    """The draw pile, the top card last."""


Position = PiazzaPosition | CarrePosition


class Replay(Answer, frozen=True):
    """A whole game, with all hands."""

    table: str
    """The table that it is about; empty for a record that was sent."""
    game: GameName
    """What was played."""
    names: list[str]
    """What each seat was called."""
    positions: list[Position]
    """Before the first move, and after each."""
    details: list[Detail]
    """What follows from each of them."""
    moves: list[MoveShown]
    """With their points."""
    fair: FairShown
    """What the deal followed from."""
    ending: EndingShown | None = None
    """How it ended; left out where a record that was sent is not finished."""
    forgotten: list[int] = []
    """The seats of players who have deleted themselves; a record that was sent does not tell."""


# Any position, any record.


class Try(Request, frozen=True):
    """Play some moves from any position, and see what could be played then. Nothing is kept."""

    position: Position
    """With nothing hidden, as docs/referee.md tells; it need not hold all cards."""
    moves: Annotated[list[MoveText], Meta(max_length=200)] = []
    """To be played in this order."""
    consider: Annotated[list[MoveText], Meta(max_length=MOST_CONSIDERED)] = []
    """To be judged after that, legal or not."""
    seed: Annotated[int, Meta(ge=0, lt=2**53)] = 0
    """What shuffles follow from."""


class TryShown(Answer, frozen=True):
    """Where the moves led."""

    position: Position
    """After all of them."""
    detail: Detail
    """What follows from it."""
    legal: list[LegalShown]
    """What the seat in turn may play next."""
    played: list[MoveShown]
    """The moves, with their points."""
    considered: list[MoveConsidered]
    """What the others would bring, in the order in which they were asked about."""
    ending: EndingShown | None = None
    """How the game ended, if it did."""


class AskReplay(Request, frozen=True):
    """See a record played again."""

    record: RecordText


class AskAdvice(Request, frozen=True):
    """Ask for the best moves at one point of a finished or unfinished record."""

    record: RecordText
    number: Annotated[int, Meta(ge=1, le=100_000)]
    """Of a move: advice for the seat that chooses it."""


class AdviceGiven(Answer, frozen=True):
    """The best moves there, the best first, and the one that was played."""

    game: GameName
    """What is played."""
    number: int
    """The move that was asked about."""
    seat: int
    """Who chooses it."""
    view: View
    """The position as the seat knew it."""
    played: str | None
    """The move that the record has there; null at its end."""
    moves: list[AdvisedMove]
    """The best first."""


# Players and bots.


class PoolShown(Answer, frozen=True):
    """A player's results in one game and one kind of company."""

    game: GameName
    """What was played."""
    pool: Pool
    """In what company."""
    played: int
    """How many games."""
    won: float
    """A shared win counts as a part of one."""
    mean_points: float
    """Points, in the mean."""
    best_points: int
    """Points in the best game."""
    rating: float | None = None
    """Null before the first game that counts."""
    deviation: float | None = None
    """How unsure the rating is."""


class ResultShown(Answer, frozen=True):
    """One finished game of a player."""

    table: str
    """Where."""
    game: GameName
    """What was played."""
    pool: Pool
    """In what company."""
    players: int
    """How many seats there were."""
    place: int
    """Counted from 1."""
    points: int
    """At the end."""
    at: str
    """ISO 8601, in UTC."""


class PlayerShown(Answer, frozen=True):
    """A player, as everybody may know them."""

    player: str
    """Their id."""
    name: str
    """What they are called."""
    pools: list[PoolShown]
    """Results by game and company."""
    recent: list[ResultShown]
    """The last results, the newest first; of games by invitation those where you were there."""


class BotShown(Answer, frozen=True):
    """A bot that may be invited."""

    name: str
    """By which it is invited."""
    title: str
    """What it is called at the table."""
    character: str = ""
    """One line, to choose by; English. Empty for programs."""
    program: bool = False
    """Whether it is a program that the operator of this server has added."""


class Bots(Answer, frozen=True):
    """All bots, from the weakest level to the strongest, then programs."""

    bots: list[BotShown]
    """All of them."""


class Health(Answer, frozen=True):
    """The server is well."""

    status: Literal["ok"]
    """Where it is not, that is a [Problem](#problem)."""
