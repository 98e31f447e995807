"""Tables to test with: opened, filled and played by a few words."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from piazzetta.server.protocol import client
from piazzetta.server.table.decide import Decided, decide
from piazzetta.server.table.decide.command import Command
from piazzetta.server.table.events import AnyEvent, Chair, Opened, Row
from piazzetta.server.table.evolve import evolve
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import Table

ADA, BEN, CLEO, DORA = (Player(name.lower(), name) for name in ("Ada", "Ben", "Cleo", "Dora"))
SECRET = "5e" * 32
BOTS = ("level1", "level3", "greedy")
TABLE = "table1"
OPENED = "2025-12-31T20:15:00Z"


def share(seat: int) -> str:
    """A share that is not really random."""
    return f"{seat:02x}" * 32


def opening(game: str = "carre", players: int = 2, **others: Any) -> Opened:
    """A table that Ada opens."""
    given = {"host": ADA.id, "secret": SECRET, "opened": OPENED, **others}
    return Opened(game=game, players=players, **given)


def chairs(*who: Player | str | None) -> tuple[Chair, ...]:
    """A player, a bot's name or nobody for each seat."""
    return tuple(_chair(one) for one in who)


def _chair(who: Player | str | None) -> Chair:
    if isinstance(who, Player):
        return Chair(who.id, who.name, outside=who.outside)
    return Chair(bot=who or "")


@dataclass
class Host:
    """A table and all that happened at it, as a node of the server keeps it."""

    rows: list[Row] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    """The table after each row."""
    now: float = 1000.0

    @property
    def table(self) -> Table:
        """As it is now."""
        return self.tables[-1]

    def keep(
        self, event: AnyEvent, by: str = "", request: str = "", decided: Decided | None = None
    ) -> Table:
        """One more row."""
        row = Row(TABLE, len(self.rows), self.now, by, request, event)
        table = evolve(self.tables[-1] if self.tables else None, row, decided)
        self.rows.append(row)
        self.tables.append(table)
        return table

    def accept(self, decided: Decided | None, by: str = "", request: str = "") -> Table:
        """What was decided happens."""
        assert decided is not None
        return self.keep(decided.event, by, request, decided)

    def say(self, player: Player, message: Command, lifted: int | None = None) -> Table:
        """A player's message is carried out."""
        decided = decide(self.table, message, player, self.now, lifted=lifted, bots=BOTS)
        return self.accept(decided, player.id, message.id)

    def command(self, kind: type[Any], **fields: Any) -> Any:
        """A message that is based on what is known now."""
        return kind(**{"id": f"m{len(self.rows)}", "table": TABLE, "ply": self.table.ply, **fields})

    def do(
        self, player: Player, kind: type[Any], lifted: int | None = None, **fields: Any
    ) -> Table:
        """Make a message and have it carried out."""
        return self.say(player, self.command(kind, **fields), lifted)

    def ready(self, *players: Player) -> Table:
        """All of them, in this order."""
        for player in players:
            seats = self.table.seats_of(player.id)
            self.do(player, client.Ready, shares={seat: share(seat) for seat in seats})
        return self.table

    def move(self, text: str | None = None, rng: random.Random | None = None) -> Table:
        """The seat in turn makes this move, else any legal one."""
        seat = self.table.turn
        assert seat is not None
        game = self.table.game
        legal = game.legal_moves(self.table.state)
        move = text or str((rng.choice(legal) if rng else legal[0]).move)
        held = self.table.seats[seat]
        player = Player(held.player, held.name)
        return self.do(player, client.Move, lifted=seat, seat=seat, move=move)


def opened(event: Opened) -> Host:
    """A table that was just opened."""
    host = Host()
    host.keep(event, ADA.id, "open")
    return host


def running(game: str = "carre", who: Iterable[Player | str] = (ADA, BEN), **others: Any) -> Host:
    """A game that has just begun."""
    seated = tuple(who)
    host = opened(opening(game, len(seated), chairs=chairs(*seated), **others))
    people = dict.fromkeys(one for one in seated if isinstance(one, Player))
    host.ready(*people)
    return host


def refusal(
    host: Host, player: Player, kind: type[Any], lifted: int | None = None, **fields: Any
) -> str:
    """The code with which this is refused; nothing has changed."""
    before, rows = host.table, len(host.rows)
    with pytest.raises(RefusedError) as caught:
        host.do(player, kind, lifted, **fields)
    assert host.table is before
    assert len(host.rows) == rows
    return caught.value.code
