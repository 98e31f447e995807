"""A load on a server of games: many tables of two, each playing as fast as it is acknowledged.

A table's next move is sent once everybody at it has the last one, so that the latency measured is
that of people: from sending a move to everyone having it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

SEATS = 2
AT_ONCE = 8
"""Tables that are opened at the same time: some servers take half a second for each."""


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
        self.stopped = False
        self.over = False
        """Whether the last move ended the game: no other follows."""

    @property
    def complete(self) -> bool:
        """Whether everybody has the last move."""
        return self._have == SEATS

    def begin(self) -> None:
        """Everybody is there; the first move."""
        self._have = 0
        self._sent = time.perf_counter()
        self._send_next()

    def have(self) -> None:
        """One more has the move."""
        self._have += 1
        if self.complete:
            self._tally.add(time.perf_counter() - self._sent)
            if not self.stopped and not self.over:
                self.begin()


class LoadedTable(Protocol):
    """A table of some server, with everybody connected."""

    def begin(self) -> None:
        """Play on until it is stopped."""
        ...

    def stop(self) -> None:
        """Send no more moves."""
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


async def measure(
    seat_all: Callable[[int, Tally], Awaitable[Sequence[LoadedTable]]],
    tables: int,
    seconds: float,
    cpu_seconds: Callable[[], float],
    memory: Callable[[], int],
) -> Measured:
    """Open the tables, let them play for a while, and say what happened."""
    tally = Tally()
    before = memory()
    seated = await seat_all(tables, tally)
    for table in seated:
        table.begin()
    await asyncio.sleep(min(2.0, seconds / 2))
    tally.counting = True
    start, cpu = time.perf_counter(), cpu_seconds()
    await asyncio.sleep(seconds)
    tally.counting = False
    wall, used = time.perf_counter() - start, cpu_seconds() - cpu
    grown = memory() - before
    for table in seated:
        table.stop()
    await asyncio.sleep(0.5)
    for table in seated:
        table.close()
    moves = len(tally.latencies)
    return Measured(
        tables=tables,
        moves_per_second=moves / wall,
        moves_per_cpu_second=moves / used if used else 0.0,
        p50_ms=1000 * tally.quantile(0.5),
        p99_ms=1000 * tally.quantile(0.99),
        bytes_per_table=grown / tables,
    )
