"""Tables to keep: rows as they come up, with what they make of the table."""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from piazzetta.server.store import Store
from piazzetta.server.table.events import AnyEvent, Chair, Moved, Opened, Readied, Resigned, Row
from piazzetta.server.table.evolve import evolve
from piazzetta.server.table.value import Table

ANN, BEN, CAT = "ann", "ben", "cat"
SECRET = "5e" * 32
SHARE = "ab" * 32
OPENED = Opened(
    game="piazza",
    players=2,
    host=ANN,
    secret=SECRET,
    opened="2026-01-02T03:04:05Z",
    public=True,
    casual=False,
)

_numbers = itertools.count(1)


def new_id() -> str:
    return f"table{next(_numbers):06}"


def seated(*people: str) -> tuple[Chair, ...]:
    """A chair for each; names with a dot are bots: `.level3`."""
    return tuple(
        Chair(bot=one[1:]) if one.startswith(".") else Chair(player=one, name=one.title())
        for one in people
    )


class Kept(NamedTuple):
    """A row, and the table after it."""

    row: Row
    table: Table


class Sample:
    """A table that grows row by row."""

    def __init__(self, opened: Opened = OPENED, table: str = "", at: float = 1000.0) -> None:
        self.at = at
        row = Row(table or new_id(), 0, at, opened.host, "open", opened)
        self.kept = [Kept(row, evolve(None, row))]

    @property
    def table(self) -> Table:
        return self.kept[-1].table

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def rows(self) -> list[Row]:
        return [one.row for one in self.kept]

    def add(self, event: AnyEvent, by: str = "", seconds: float = 1.0) -> Kept:
        ply = self.table.ply + 1
        self.at += seconds
        row = Row(self.id, ply, self.at, by, f"r{ply}" if by else "", event)
        self.kept.append(Kept(row, evolve(self.table, row)))
        return self.kept[-1]

    def move(self, seconds: float = 1.0) -> Kept:
        """The first move that is legal, by whoever is in turn."""
        table = self.table
        turn = table.turn
        assert turn is not None
        seat, move = table.seats[turn], str(table.game.legal_moves(table.state)[0].move)
        return self.add(Moved(turn, move, bot=seat.played_by_bot), seat.player, seconds)

    def moves(self) -> Iterator[Kept]:
        """Moves to the end of the game."""
        while self.table.turn is not None:
            yield self.move()


def running(*people: str, opened: Opened = OPENED, at: float = 1000.0) -> Sample:
    """A table at which these play; each person has made ready."""
    chairs = seated(*people)
    opened = msgspec.structs.replace(opened, chairs=chairs, players=len(chairs))
    sample = Sample(opened, at=at)
    for player in dict.fromkeys(one.player for one in chairs if one.player):
        held = [seat for seat, one in enumerate(chairs) if one.player == player]
        sample.add(Readied(dict.fromkeys(held, SHARE)), player)
    return sample


def finished(*people: str, loser: int = 1, opened: Opened = OPENED) -> Sample:
    """A game of two that was given up."""
    sample = running(*people, opened=opened)
    sample.move()
    sample.add(Resigned(loser), sample.table.seats[loser].player)
    return sample


async def keep(store: Store, sample: Sample) -> list[bool]:
    """Append all of a sample's rows, one after the other."""
    return [await store.append(*one) for one in sample.kept]
