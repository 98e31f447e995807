"""People who say whatever comes to their minds, and clients that write down all they are told."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from piazzetta.rules.chance import Seed
from piazzetta.server.protocol import client
from piazzetta.server.table import shown
from piazzetta.server.table.decide import (
    Decided,
    bot_move,
    come_back,
    decide,
    leave,
    may_lift,
    time_out,
)
from piazzetta.server.table.decide.command import Command
from piazzetta.server.table.events import Opened
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.sight import sight, still_lifted
from piazzetta.server.table.value import Table
from tests.server.table.following import follow, plain
from tests.server.table.tables import BOTS, TABLE, Host, opened, share

CONNECTED = ("ada", "cleo")
SPECTATOR = Player("zoe", "Zoe")
NONSENSE = (
    "",
    "pass",
    "take",
    "reveal",
    "lay A+1@0,0",
    "B1@0,0",
    "drop B-1",
    "R1@1,2 R2@1,4",
    "💥",
)

Answer = tuple[str, Any]
"""What somebody is told: the code and sentence of a refusal, or an event."""


@dataclass
class Client:
    """A player's client that watches the table from the beginning."""

    player: Player
    known: dict[str, Any]
    lifted: int | None = None


@dataclass
class Crowd:
    """A table, the people around it, and their clients."""

    rng: Random
    host: Host
    people: list[Player]
    clients: list[Client] = field(default_factory=list)
    wildness: float = 0.1
    """How often somebody does something else than go on."""
    thoroughness: float = 0.15
    """How often a client looks whether it knows what it should."""
    refused: int = 0

    @property
    def table(self) -> Table:
        """As it is now."""
        return self.host.table

    def go_on(self) -> None:
        """What sensible people would do next; else anything."""
        if self.rng.random() < self.wildness:
            self._something()
        elif self.table.proposal and self.rng.random() < 0.5:
            self._answer()
        elif self.table.stage == "running":
            self._move()
        else:
            self._settle_down()

    # Saying things.

    def _settle_down(self) -> None:
        free = [seat for seat, one in enumerate(self.table.seats) if one.free]
        player = self.rng.choice(self.people)
        seats = self.table.seats_of(player.id)
        if free and self.rng.random() < 0.7:
            self.say(player, self._message(client.Sit, seat=self.rng.choice(free)))
        elif free:
            seat, bot = self.rng.choice(free), self.rng.choice(BOTS)
            self.say(player, self._message(client.Invite, seat=seat, bot=bot))
        else:
            shares = {seat: share(self.rng.randrange(256)) for seat in seats}
            self.say(player, self._message(client.Ready, shares=shares))

    def _answer(self) -> None:
        """Somebody does, perhaps who is not asked."""
        player = self.rng.choice(self.people)
        for seat in self.table.seats_of(player.id)[:1]:
            agrees = self.rng.random() < 0.6
            self.say(player, self._message(client.Answer, seat=seat, agrees=agrees))

    def _move(self) -> None:
        table, seat = self.table, self.table.turn
        assert seat is not None
        move = str(self.rng.choice(table.game.legal_moves(table.state)).move)
        held = table.seats[seat]
        if held.played_by_bot:
            self.happens(bot_move(table, seat, move))
            return
        self._lift(seat)
        player = next(one.player for one in self.clients if one.player.id == held.player)
        self.say(player, self._message(client.Move, seat=seat, move=move))

    def _lift(self, seat: int) -> None:
        """Every client of the seat's player shows its hand."""
        for one in self.clients:
            if one.player.id == self.table.seats[seat].player and one.lifted != seat:
                self.lift(one, seat)

    def lift(self, one: Client, seat: int) -> None:
        """A client lifts its curtain, if it may."""
        try:
            may_lift(self.table, seat, one.player, self.table.ply)
        except RefusedError:
            return
        news = shown.lifting(self.table, seat)
        text = news.encoded(one.player.id, one.lifted, seat)
        for other in self._look_alikes(one.player.id, seat):
            assert shown.lifting(other, seat).encoded(one.player.id, one.lifted, seat) == text
        one.known = follow(one.known, msgspec.json.decode(text), one.player.id)
        one.lifted = seat
        self.check(one)

    def _something(self) -> None:
        rng, player = self.rng, self.rng.choice([*self.people, SPECTATOR])
        own = self.table.seats_of(player.id)
        seat = rng.choice(own) if own and rng.random() < 0.7 else rng.randrange(5)
        self.host.now += rng.choice((0.0, 0.5, 20.0, 400.0))
        kinds: list[tuple[type[Any], dict[str, Any]]] = [
            (client.Sit, {"seat": seat}),
            (client.Stand, {"seat": seat}),
            (client.Invite, {"seat": seat, "bot": rng.choice((*BOTS, "nobody"))}),
            (client.Ready, {"shares": {seat: share(7)}}),
            (client.Move, {"seat": seat, "move": rng.choice(NONSENSE)}),
            (client.Move, {"seat": seat, "move": self._possible()}),
            (client.TakeBack, {"seat": seat}),
            (client.TakeBack, {"seat": seat}),
            (client.ProposeEnd, {"seat": seat}),
            (client.Answer, {"seat": seat, "agrees": rng.random() < 0.7}),
        ]
        if rng.random() < 0.15:
            kinds = [(client.Resign, {"seat": seat}), (client.Abort, {})]
        if rng.random() < 0.25:
            self._server_acts(seat)
        elif rng.random() < 0.1:
            self.lift(rng.choice(self.clients), seat)
        else:
            kind, fields = rng.choice(kinds)
            self.say(player, self._message(kind, **fields))

    def _possible(self) -> str:
        """A move that would be legal if it were one's turn, or a moment ago."""
        tables = [table for table in self.host.tables[-3:] if table.turn is not None]
        if not tables:
            return "pass"
        table = self.rng.choice(tables)
        return str(self.rng.choice(table.game.legal_moves(table.state)).move)

    def _server_acts(self, seat: int) -> None:
        table = self.table
        player = self.rng.choice(self.people).id
        try:
            decided = time_out(table, self.host.now) or come_back(table, player)
            self.happens(decided or leave(table, seat))
        except RefusedError:
            self.refused += 1

    def _message(self, kind: type[Any], **fields: Any) -> Any:
        """Based on what is, or now and then on what was or will be."""
        late = self.rng.choice((1, 2, -1)) if self.rng.random() < self.wildness / 2 else 0
        ply = max(0, self.table.ply - late)
        return kind(id=f"m{self.rng.randrange(10**9)}", table=TABLE, ply=ply, **fields)

    # What comes of it.

    def say(self, player: Player, message: Command) -> None:
        """It happens, or is refused; nobody can learn from that what they may not know."""
        lifted = next((one.lifted for one in self.clients if one.player == player), None)
        answer, decided = self._decided(self.table, player, message, lifted)
        for other in self._look_alikes(player.id, lifted):
            assert self._decided(other, player, message, lifted)[0] == answer
        if decided:
            self.happens(decided, player.id, message.id)
        else:
            self.refused += 1

    def _decided(
        self, table: Table, player: Player, message: Command, lifted: int | None
    ) -> tuple[Answer, Decided | None]:
        try:
            decided = decide(table, message, player, self.host.now, lifted=lifted, bots=BOTS)
        except RefusedError as refused:
            return (refused.code, (refused.message, refused.details)), None
        return ("", decided.event), decided

    def happens(self, decided: Decided, by: str = "", request: str = "") -> None:
        """Everybody is told."""
        before = self.table
        after = self.host.accept(decided, by, request)
        news = shown.news(before, after, self.host.rows[-1], CONNECTED, self.host.now)
        for one in self.clients:
            now_lifted = still_lifted(after, one.player.id, one.lifted)
            text = news.encoded(one.player.id, one.lifted, now_lifted)
            self._check_update(one, before, now_lifted, text)
            one.known = follow(one.known, msgspec.json.decode(text), one.player.id)
            one.lifted = now_lifted
            if self.rng.random() < self.thoroughness:
                self.check(one)

    def check(self, one: Client) -> None:
        """Updates lead where a whole table leads, and that tells nothing hidden."""
        player, now = one.player.id, self.host.now
        whole = plain(shown.snapshot(self.table, player, one.lifted, CONNECTED, now))
        if "clock" in one.known:
            one.known["clock"] = whole["clock"]  # time has passed
        assert one.known == whole
        for other in self._look_alikes(player, one.lifted):
            assert plain(shown.snapshot(other, player, one.lifted, CONNECTED, now)) == whole

    def _check_update(self, one: Client, before: Table, lifted: int | None, text: bytes) -> None:
        """The same update is made of whatever the client cannot tell apart."""
        player, row = one.player.id, self.host.rows[-1]
        for other in self._look_alikes(player, lifted):
            was = before
            if before.state is self.table.state:
                was = replace(before, state=other.state, chance=other.chance)
            news = shown.news(was, other, row, CONNECTED, self.host.now)
            assert news.encoded(player, one.lifted, lifted) == text

    def _look_alikes(self, player: str, lifted: int | None) -> list[Table]:
        """A table that is the same to this player, with other cards where they cannot look."""
        table = self.table
        if table.turn is None or self.rng.random() < 0.5:
            return []
        hand_of = sight(table, player, lifted).hand_of
        game = table.game
        state = game.determinize(game.view(table.state, hand_of), self.rng)
        return [replace(table, state=state, chance=Seed(self.rng.getrandbits(256)))]


def crowd(event: Opened, people: list[Player], rng: Random, wildness: float = 0.1) -> Crowd:
    """A table that was just opened, and a client for each of these and for a spectator."""
    host = opened(event)
    made = Crowd(rng, host, people, wildness=wildness)
    for player in dict.fromkeys([*people, SPECTATOR]):
        known = plain(shown.snapshot(host.table, player.id, None, CONNECTED, host.now))
        made.clients.append(Client(player, known))
    return made
