"""A table as this node holds it: its value, who may change it now, and who watches."""

import asyncio

from piazzetta.server.app.connection import Connection
from piazzetta.server.table.value import Table


class Hosted:
    """There is one for each table that somebody here watches or has used lately.

    Whoever reads or changes the table holds the lock; it is what the store knows, unless `behind`.
    """

    __slots__ = ("behind", "due", "id", "lock", "table", "watchers")

    def __init__(self, table_id: str) -> None:
        """Nothing is known of it yet."""
        self.id = table_id
        self.table: Table | None = None
        """None until it was read, and where there is no such table."""
        self.lock = asyncio.Lock()
        self.watchers: set[Connection] = set()
        self.behind = True
        """Whether the store may know more than we do."""
        self.due = 0.0
        """When this node looks at it again by itself; 0 for never."""

    @property
    def idle(self) -> bool:
        """Whether it can be forgotten: nobody here watches it or is about to change it."""
        return not self.watchers and not self.lock.locked()
