"""The bus of a single node: there is nobody to tell."""

from piazzetta.server.bus.node import Ears
from piazzetta.server.table.events import Row


class LocalBus:
    """Does nothing, at once."""

    connected = True
    alone = True

    async def start(self, ears: Ears) -> None:
        """Nobody will say anything."""

    async def close(self) -> None:
        """Nothing is left to be said."""

    async def publish(self, row: Row) -> None:
        """Nobody else is there."""

    async def subscribe(self, table: str) -> None:
        """Nobody else has rows."""

    async def unsubscribe(self, table: str) -> None:
        """Nobody else has rows."""

    async def tell(self, topic: str, note: bytes) -> None:
        """Nobody else is there."""

    async def follow(self, topic: str) -> None:
        """Nobody else says anything."""

    async def unfollow(self, topic: str) -> None:
        """Nobody else says anything."""

    async def came(self, player: str) -> None:
        """Nobody else wants to know."""

    async def went(self, player: str) -> None:
        """Nobody else wants to know."""
