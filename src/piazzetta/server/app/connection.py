"""One client's connection, as the hub knows it: who it is, what it watches, how it is told."""

from collections.abc import Iterable

import msgspec

from piazzetta.server.app.identity import Person
from piazzetta.server.app.limits import Bucket, Limits
from piazzetta.server.app.wire import SHUTDOWN, TOO_MANY, TOO_SLOW, Wire
from piazzetta.server.protocol import server

ENCODER = msgspec.json.Encoder()

_CODES = {"shutdown": SHUTDOWN, "too_slow": TOO_SLOW, "too_many": TOO_MANY, "signed_out": TOO_MANY}
_BYES: dict[str, bytes] = {
    reason: ENCODER.encode(server.Bye(reason=reason))  # type: ignore[arg-type]
    for reason in _CODES
}


class Connection:
    """Compared by identity: one person may have several."""

    __slots__ = (
        "_wire",
        "asker",
        "bucket",
        "ended",
        "limits",
        "lobby",
        "muted",
        "player",
        "refused",
        "token",
        "watching",
    )

    def __init__(
        self, wire: Wire, person: Person, asker: str, limits: Limits, muted: Iterable[str] = ()
    ) -> None:
        """Watches nothing at first; of those who are muted it sees no reactions. `asker` is whom it
        counts for, besides itself."""
        self._wire = wire
        self.player = person.player
        self.token = person.token
        self.asker = asker
        self.limits = limits
        self.bucket = Bucket(limits.messages)
        self.ended = ""
        """Why the server closed it."""
        self.refused = 0
        """Messages in a row that were one too many."""
        self.lobby = False
        self.muted = set(muted)
        self.watching: dict[str, int | None] = {}
        """Tables, and the seat whose curtain is lifted there."""

    @property
    def gone(self) -> bool:
        """Whether nothing more can be said."""
        return self._wire.gone

    def tell(self, text: bytes) -> None:
        """Send an encoded message; a client that leaves too much unread has to come again."""
        if self._wire.tell(text):
            return
        messages, size = self._wire.kept
        if messages > self.limits.waiting_messages or size > self.limits.waiting_bytes:
            self.bye("too_slow")

    def say(self, message: server.AnyMessage) -> None:
        """Send a message that is for this connection alone."""
        self.tell(ENCODER.encode(message))

    def bye(self, reason: str) -> None:
        """Close it; the client connects again and goes on where it was."""
        self.ended = self.ended or reason
        self._wire.hang_up(_BYES[reason], _CODES[reason])
