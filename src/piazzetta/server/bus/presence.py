"""Who is connected to other nodes, as far as this one knows.

Each node counts its comings and goings, and says the number with every one of them and with every
beat: who has missed something sees it, and reads that node's list again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from piazzetta.server.bus.wire import Here

BEAT = 2.0
"""Seconds between two signs of life."""
GONE = 7.0
"""Seconds without one after which a node, with everybody there, is taken for dead."""

Change = tuple[str, bool]
"""A player who came to the other nodes, or left them all."""


@dataclass(slots=True)
class Other:
    """Another node."""

    number: int
    seen: float
    players: set[str] = field(default_factory=set)


class Elsewhere:
    """All other nodes. Whatever changes is told as players who came or went."""

    def __init__(self) -> None:
        """Nobody is known."""
        self._nodes: dict[str, Other] = {}

    def has_missed(self, here: Here) -> bool:
        """Whether something was said before that did not arrive."""
        known = self._nodes.get(here.node)
        changes = bool(here.came or here.went)
        return known is None or here.number != known.number + changes

    def heard(self, here: Here, now: float) -> list[Change]:
        """A node of which nothing was missed says something."""
        node = self._nodes[here.node]
        node.number, node.seen = here.number, now
        after = node.players - {here.went} | {here.came} - {""}
        return self._become(here.node, after)

    def read(self, here: Here, players: Iterable[str], now: float) -> list[Change]:
        """A node's list was read again after it said that."""
        node = self._nodes.setdefault(here.node, Other(here.number, now))
        node.number, node.seen = here.number, now
        return self._become(here.node, set(players))

    def gone(self, node: str) -> list[Change]:
        """A node has ended."""
        changes = self._become(node, set()) if node in self._nodes else []
        self._nodes.pop(node, None)
        return changes

    def silent(self, now: float) -> list[str]:
        """The nodes that have given no sign of life for too long."""
        return [name for name, node in self._nodes.items() if now - node.seen > GONE]

    def forgive(self, now: float) -> None:
        """We heard nothing because we were cut off ourselves: everybody gets more time."""
        for node in self._nodes.values():
            node.seen = now

    def _become(self, name: str, players: set[str]) -> list[Change]:
        before, self._nodes[name].players = self._nodes[name].players, players
        others: set[str] = set()
        for other, node in self._nodes.items():
            others |= node.players if other != name else set()
        went = [(player, False) for player in sorted(before - players - others)]
        return went + [(player, True) for player in sorted(players - before - others)]
