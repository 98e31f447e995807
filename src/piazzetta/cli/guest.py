"""A bot as a guest at a server's table: what it has been told, and what it does next.

    server's messages ──► hear ──► Seen (the table, as this player may know it)
                                     └─► next_step ──► a message to send, a Turn to think about,
                                                       the End, or nothing yet

Nothing here knows sockets; `online.py` has them.
"""

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import msgspec

from piazzetta.bots.bot import Decision
from piazzetta.rules import GAMES
from piazzetta.rules.game import Legal
from piazzetta.server.protocol import client, server
from piazzetta.server.protocol.shared import ClockShown, EndingShown, LegalShown, SeatShown

FATAL = frozenset(
    {
        "bad_name",
        "bad_request",
        "blocked",
        "illegal_move",
        "no_identity",
        "no_such_seat",
        "no_such_table",
        "not_a_move",
    }
)
"""What no second try would make better. Everything else may be so only for a moment."""
MOST_REFUSALS = 10
"""In a row; then something is wrong that this guest does not understand."""

_PART_OF_TIME = 0.1
"""Of what is left on a clock, for one move."""


class GuestError(Exception):
    """The bot cannot play at this table; the text says why."""


@dataclass(frozen=True, slots=True)
class Turn:
    """It is the bot's turn: this is to be decided, as of this ply."""

    decision: Decision
    ply: int
    view: Any
    """Only to see whether it is still so: the same value as in `Seen`."""


@dataclass(frozen=True, slots=True)
class End:
    """The game is over, or the table was closed."""

    words: str


Step = client.Message | Turn | End | None


@dataclass(slots=True)
class Seen:
    """The table as it was told so far."""

    ply: int
    stage: str
    game: str
    seats: list[SeatShown]
    view: Any
    curtain: int | None
    legal: list[LegalShown] | None
    proposal: Any
    clock: ClockShown
    ending: EndingShown | None

    def update(self, news: server.Update) -> None:
        """What is left out has not changed, except what is always complete."""
        self.ply = news.ply
        self.curtain, self.legal, self.proposal = news.curtain, news.legal, news.proposal
        for name in ("stage", "seats", "view", "clock", "ending"):
            if getattr(news, name) is not None:
                setattr(self, name, getattr(news, name))


def seen(shown: server.TableShown) -> Seen:
    """Everything anew."""
    return Seen(**{name: getattr(shown, name) for name in Seen.__slots__})


def new_id() -> str:
    """For a message that is to be carried out once."""
    return secrets.token_hex(8)


@dataclass(slots=True)
class Guest:
    """One bot at one table."""

    table: str
    wanted: int | None
    """The seat to sit on; None for the one it has already, or the first that is free."""
    seconds: float
    """The longest time to think about a move."""
    player: str = ""
    seat: int | None = None
    told: Seen | None = None
    waits_for: client.Message | None = None
    """What was sent and not answered yet."""
    sent_again: bool = False
    """Whether that was sent on an earlier connection, too."""
    refusals: int = 0
    """In a row."""
    came_back: int = -1
    """The ply at which it last took its seat back from a stand-in."""

    def connected(self) -> list[client.Message]:
        """What to say first on a new connection: what was not answered is said once more."""
        watch = client.Watch(id=new_id(), table=self.table)
        again = None if self.sent_again else self.waits_for
        self.told, self.sent_again = None, again is not None
        self.waits_for = again or watch
        return [watch, again] if again else [watch]

    def hear(self, message: server.AnyMessage) -> None:
        """Take in what the server says; a GuestError if that ends everything."""
        match message:
            case server.Welcome():
                self.player = message.player
            case server.TableShown(table=self.table):
                self.told = seen(message)
            case server.Update(table=self.table) if self.told:
                self._update(self.told, message)
            case server.Refused():
                self._refused(message)
            case server.Bye(reason="signed_out"):
                raise GuestError("the token does not count any more")
            case _:
                pass
        self._answer(message)

    def _answer(self, message: server.AnyMessage) -> None:
        """See whether this is what was waited for."""
        asked = self.waits_for
        if asked is None or getattr(message, "id", None) != asked.id:
            return
        self.waits_for, self.sent_again = None, False
        if not isinstance(message, server.Refused) and not isinstance(asked, client.Watch):
            self.refusals = 0

    def _update(self, told: Seen, news: server.Update) -> None:
        """News that skips something is worth nothing: the whole table is asked for again."""
        if news.ply > told.ply + 1:
            self.told = None
        elif news.ply >= told.ply:
            told.update(news)

    def _refused(self, why: server.Refused) -> None:
        self.refusals += 1
        if why.code in FATAL or self.refusals > MOST_REFUSALS:
            raise GuestError(f"the server says: {why.message} ({why.code})")
        self.told = None

    def next_step(self) -> Step:
        """What to do now; None if there is nothing but to wait."""
        if self.waits_for:
            return None
        if self.told is None:
            return client.Watch(id=new_id(), table=self.table)
        return _STAGES[self.told.stage](self, self.told)

    # One function for each stage of a table.

    def _open(self, told: Seen) -> Step:
        self.seat = self._own_seat(told)
        if self.seat is None:
            return client.Sit(id=new_id(), table=self.table, ply=told.ply, seat=self._free(told))
        ours = [i for i, seat in enumerate(told.seats) if seat.player == self.player]
        if all(told.seats[seat].ready for seat in ours):
            return None
        shares = {seat: secrets.token_hex(32) for seat in ours}
        return client.Ready(id=new_id(), table=self.table, ply=told.ply, shares=shares)

    def _running(self, told: Seen) -> Step:
        self.seat = seat = self._own_seat(told)
        if seat is None:
            raise GuestError("the game has begun without this bot")
        about: dict[str, Any] = {"id": new_id(), "table": self.table, "ply": told.ply, "seat": seat}
        held = told.seats[seat]
        if held.stand_in and not held.returning and self.came_back != told.ply:
            self.came_back = told.ply
            return client.Watch(id=new_id(), table=self.table)
        if told.proposal and seat not in told.proposal.agreed:
            return client.Answer(agrees=True, **about)
        if told.curtain == seat:
            return client.Lift(**about)
        return self._turn(told, seat) if told.legal and told.view.turn == seat else None

    def _over(self, told: Seen) -> Step:
        assert told.ending
        seat, ranking = self._own_seat(told), told.ending.ranking
        better = sum(map(len, takewhile(lambda group: seat not in group, ranking)))
        points = " ".join(map(str, told.ending.scores))
        place = f"place {better + 1} of {len(told.seats)}"
        return End(f"over ({told.ending.reason}): {place}, points {points}")

    def _aborted(self, _told: Seen) -> Step:
        return End("the table was closed before the first move")

    def _own_seat(self, told: Seen) -> int | None:
        ours = [i for i, seat in enumerate(told.seats) if seat.player == self.player]
        if self.wanted is not None:
            return self.wanted if self.wanted in ours else None
        return self.seat if self.seat in ours else next(iter(ours), None)

    def _free(self, told: Seen) -> int:
        free = [i for i, seat in enumerate(told.seats) if not (seat.player or seat.bot)]
        if self.wanted is not None and self.wanted not in free:
            raise GuestError(f"seat {self.wanted} is not free")
        if not free:
            raise GuestError("no seat is free")
        return free[0] if self.wanted is None else self.wanted

    def _turn(self, told: Seen, seat: int) -> Turn:
        game, legal = GAMES[told.game], told.legal or []
        view = game.view_from_json(json.loads(msgspec.json.encode(told.view)))
        moves = [Legal(game.parse_move(one.move), tuple(one.brackets or ())) for one in legal]
        seconds = self._time(told.clock, seat)
        return Turn(Decision(game, seat, view, moves, seconds), told.ply, told.view)

    def _time(self, clock: ClockShown, seat: int) -> float:
        left = [*clock.left[seat : seat + 1], clock.move_left]
        return min(self.seconds, *(_PART_OF_TIME * one for one in left if one is not None), 1e6)

    def move(self, turn: Turn, move: object) -> client.Message | None:
        """The bot's choice as a message; None if the turn is not there any more."""
        if self.told is None or self.told.view is not turn.view or self.told.stage != "running":
            return None
        seat = turn.decision.seat
        return client.Move(id=new_id(), table=self.table, ply=turn.ply, seat=seat, move=str(move))


_STAGES: dict[str, Callable[[Guest, Seen], Step]] = {
    "open": Guest._open,
    "running": Guest._running,
    "over": Guest._over,
    "aborted": Guest._aborted,
}
