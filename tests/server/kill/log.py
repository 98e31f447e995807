"""What clients said and were answered, and what they were shown: all of it must be in the rows."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

KEPT = frozenset({"sit", "ready", "move", "take_back", "answer", "propose_end", "rematch"})
"""Messages that become a row; `watch` and `lift` do not."""
UNSURE = frozenset({"unavailable", "not_ready", "too_many"})
"""Refusals that may pass. Of a message that was sent before they do not say whether it was carried
out then, so that it is sent again."""
DONE = "done"


@dataclass(slots=True)
class Said:
    """One message, however often it was sent."""

    player: str
    message: Json
    outcome: str = ""
    """Empty while it is not answered; DONE, or the code of the refusal."""
    ply: int | None = None
    """Of its row, where the answer tells it."""

    @property
    def id(self) -> str:
        """Made by the client."""
        return str(self.message["id"])

    @property
    def table(self) -> str:
        """The table that it is about."""
        return str(self.message["table"])


@dataclass(slots=True)
class Log:
    """Shared by all clients of a test."""

    said: list[Said] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    """Every table that was opened, as far as anybody was told."""
    shown: dict[str, int] = field(default_factory=dict)
    """The highest ply of each table that anybody was shown."""
    gaps: list[float] = field(default_factory=list)
    """The seconds from each broken connection to when its client saw its table again."""
    counts: Counter[str] = field(default_factory=Counter)
    """Connections, messages sent again, goodbyes, refusals."""

    def opened(self, table: str) -> None:
        """Somebody was told of this table."""
        if table not in self.tables:
            self.tables.append(table)

    def saw(self, table: str, ply: int) -> None:
        """Somebody was shown the table at that ply."""
        self.shown[table] = max(ply, self.shown.get(table, 0))

    def done(self, kind: str = "") -> int:
        """How many messages were acknowledged; of one kind only, if it is named."""
        return sum(
            one.outcome == DONE and one.message["type"] in ({kind} if kind else KEPT)
            for one in self.said
        )
