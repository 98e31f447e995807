"""What a table's authority is given: a store, a bus and a clock. It knows nothing else."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from piazzetta.server.table.events import Row
from piazzetta.server.table.value import Table


class TimeSource(Protocol):
    """The server's time."""

    def now(self) -> float:
        """Seconds that only grow while a server runs: they stand still while all are down."""
        ...


class TableStore(Protocol):
    """Where rows are kept."""

    async def append(self, row: Row, table: Table) -> bool:
        """Keep the row for good, with what the table then is for lists and statistics.

        Returns once it would survive a power cut; False if that ply is taken already, and then
        nothing has changed. It refuses what names somebody who has deleted themselves.
        """
        ...

    async def rows(self, table: str, since: int = 0) -> Sequence[Row]:
        """The table's rows from that ply on, in order; empty if there is no such table."""
        ...


Listener = Callable[[Row], Awaitable[None]]


class Bus(Protocol):
    """How processes tell each other what was accepted; it may lose messages, the store does not."""

    @property
    def alone(self) -> bool:
        """Whether no other process writes rows."""
        ...

    async def publish(self, row: Row) -> None:
        """Tell everybody else who has subscribed to the row's table."""
        ...

    async def subscribe(self, table: str) -> None:
        """Hear of this table's rows from now on."""
        ...

    async def unsubscribe(self, table: str) -> None:
        """Hear no more of it."""
        ...
