"""What a node needs of a bus: rows, notes to whoever cares, and who is connected elsewhere.

A bus may lose things; the store does not. Nobody hears what it said itself.
"""

from typing import Protocol

from piazzetta.server.table.events import Row
from piazzetta.server.table.ports import Bus

LOBBY = "lobby"
"""The topic of public tables. Others are made by `about_table` and `about_player`."""


def about_table(table: str) -> str:
    """The topic of what is said at a table and not kept; every subscriber of its rows hears it."""
    return f"table:{table}"


def about_player(player: str) -> str:
    """The topic of what concerns one player."""
    return f"player:{player}"


class Ears(Protocol):
    """Who listens at a node."""

    async def heard(self, row: Row) -> None:
        """Another node has accepted a row of a table that this one subscribed to."""
        ...

    async def told(self, topic: str, note: bytes) -> None:
        """Another node said something about a topic that this one follows."""
        ...

    async def resync(self) -> None:
        """Some of it may be lost: whatever is watched has to be looked up in the store."""
        ...

    async def elsewhere(self, player: str, there: bool) -> None:
        """A player has come to the other nodes, or has left them all."""
        ...


class NodeBus(Bus, Protocol):
    """A bus as the application uses it."""

    async def start(self, ears: Ears) -> None:
        """Begin to listen; raises if nobody answers."""
        ...

    async def close(self) -> None:
        """Say what is left to be said, and end."""
        ...

    async def tell(self, topic: str, note: bytes) -> None:
        """Tell the other nodes something that is not kept."""
        ...

    async def follow(self, topic: str) -> None:
        """Hear of this topic from now on."""
        ...

    async def unfollow(self, topic: str) -> None:
        """Hear no more of it."""
        ...

    async def came(self, player: str) -> None:
        """A player is connected to this node."""
        ...

    async def went(self, player: str) -> None:
        """A player is connected to this node no more."""
        ...

    @property
    def connected(self) -> bool:
        """Whether other nodes can be reached at the moment."""
        ...
