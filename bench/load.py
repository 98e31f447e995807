"""A load on a server of games: many tables of two, each playing as fast as it is acknowledged.

A table's next move is sent once everybody at it has the last one, so that the latency measured is
that of people: from sending a move to everyone having it.

    bout: every table plays until its game is over, or time is up ──► the clock stands still
      ▲                                                                      │
      └──────── the next game begins wherever one is over, measured apart ◄──┘
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

SEATS = 2
AT_ONCE = 8
"""Tables that are opened at the same time: some servers take half a second for each."""
LOOK = 0.002
"""Seconds between two looks at whether a bout is over."""


@dataclass(slots=True)
class Tally:
    """What was measured; nothing is while it is not counting."""

    counting: bool = False
    latencies: list[float] = field(default_factory=list)

    def add(self, seconds: float) -> None:
        """A move that everybody has."""
        if self.counting:
            self.latencies.append(seconds)

    def quantile(self, share: float) -> float:
        """Of the latencies."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Turns:
    """One table's moves: who has the last one, and when it was sent."""

    def __init__(self, tally: Tally, send_next: Callable[[], None]) -> None:
        """`send_next` makes the next move, and is called when everybody has the last."""
        self._tally = tally
        self._send_next = send_next
        self._sent = 0.0
        self._have = 0
        self._stopped = False
        self.over = False
        """Whether the last move ended the game: no other follows."""

    @property
    def complete(self) -> bool:
        """Whether everybody has the last move."""
        return self._have == SEATS

    def begin(self) -> None:
        """Everybody is there: the next move, and all that follow."""
        self._stopped = False
        self._next()

    def stop(self) -> None:
        """No more after the one that is under way."""
        self._stopped = True

    def _next(self) -> None:
        self._have = 0
        self._sent = time.perf_counter()
        self._send_next()

    def have(self) -> None:
        """One more has the move."""
        self._have += 1
        if self.complete:
            self._tally.add(time.perf_counter() - self._sent)
            if not self._stopped and not self.over:
                self._next()


class LoadedTable(Protocol):
    """A table of some server, with everybody connected."""

    turns: Turns

    async def renew(self) -> None:
        """Begin another game, where one is over."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


async def seated(tables: int, seat: Callable[[int], Awaitable[LoadedTable]]) -> list[LoadedTable]:
    """So many tables, some at a time; `seat` gets the number of each."""
    found: list[LoadedTable] = []
    while len(found) < tables:
        numbers = range(len(found), min(tables, len(found) + AT_ONCE))
        found += await asyncio.gather(*map(seat, numbers))
    return found


@dataclass(frozen=True, slots=True)
class Measured:
    """A run."""

    tables: int
    moves_per_second: float
    moves_per_cpu_second: float
    p50_ms: float
    p99_ms: float
    bytes_per_table: float
    ms_per_rematch: float
    """Of the server's CPU, for what lies between two games; 0 if none ended."""


@dataclass(slots=True)
class Spent:
    """The server's CPU, and time in the world, that something has taken so far."""

    cpu_seconds: Callable[[], float]
    wall: float = 0.0
    cpu: float = 0.0

    @contextmanager
    def counted(self) -> Iterator[None]:
        """This takes some more."""
        start, cpu = time.perf_counter(), self.cpu_seconds()
        yield
        self.wall += time.perf_counter() - start
        self.cpu += self.cpu_seconds() - cpu


async def bout(tables: Sequence[LoadedTable], seconds: float) -> None:
    """All play until each game is over, or time is up; then until everybody has the last move."""
    until = time.perf_counter() + seconds
    for table in tables:
        if not table.turns.over:
            table.turns.begin()
    while time.perf_counter() < until and not all(table.turns.over for table in tables):
        await asyncio.sleep(LOOK)
    for table in tables:
        table.turns.stop()
    while not all(table.turns.complete for table in tables):
        await asyncio.sleep(LOOK)


async def measure(
    seat_all: Callable[[int, Tally], Awaitable[Sequence[LoadedTable]]],
    tables: int,
    seconds: float,
    cpu_seconds: Callable[[], float],
    memory: Callable[[], int],
) -> Measured:
    """Open the tables, let them play for a while, and say what happened."""
    tally, playing, between = Tally(), Spent(cpu_seconds), Spent(cpu_seconds)
    before, rematches = memory(), 0
    seated = await seat_all(tables, tally)
    await bout(seated, min(2.0, seconds / 2))
    while playing.wall < seconds:
        ended = [table for table in seated if table.turns.over]
        rematches += len(ended)
        with between.counted():
            await asyncio.gather(*(table.renew() for table in ended))
        tally.counting = True
        with playing.counted():
            await bout(seated, seconds - playing.wall)
        tally.counting = False
    grown = memory() - before
    for table in seated:
        table.close()
    moves = len(tally.latencies)
    return Measured(
        tables=tables,
        moves_per_second=moves / playing.wall,
        moves_per_cpu_second=moves / playing.cpu if playing.cpu else 0.0,
        p50_ms=1000 * tally.quantile(0.5),
        p99_ms=1000 * tally.quantile(0.99),
        bytes_per_table=grown / tables,
        ms_per_rematch=1000 * between.cpu / rematches if rematches else 0.0,
    )
