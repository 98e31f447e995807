"""Everything that the sockets and the REST API work with, in one value."""

import asyncio
import datetime
import hashlib
import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from starlette.datastructures import Headers

from piazzetta.server.app.addresses import Links
from piazzetta.server.app.hub import Hub
from piazzetta.server.app.identity import Identities
from piazzetta.server.app.limits import Buckets, Counts, Limits
from piazzetta.server.app.lobby import Lobby
from piazzetta.server.app.metrics import Metrics
from piazzetta.server.app.notes import Notes
from piazzetta.server.app.people import People
from piazzetta.server.app.security import Origins, bearer_of
from piazzetta.server.app.showing import Showing
from piazzetta.server.push.sender import Sender
from piazzetta.server.store import Store
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.thinking.thinkers import Thinkers

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that look alike: a table's id is also read aloud and typed."""
_LENGTH = 10


@dataclass(slots=True)
class Services:
    """Made once for each application."""

    store: Store
    hub: Hub
    people: People
    showing: Showing
    lobby: Lobby
    notes: Notes
    thinkers: Thinkers
    push: Sender
    identities: Identities
    origins: Origins
    links: Links
    limits: Limits
    metrics: Metrics
    stopping: bool = False
    handling: int = 0
    """How many messages of clients have been begun and not answered yet."""
    said: Buckets = field(init=False)
    frames: Buckets = field(init=False)
    handshakes: Buckets = field(init=False)
    requests: Buckets = field(init=False)
    tables: Buckets = field(init=False)
    newcomers: Buckets = field(init=False)
    records: Buckets = field(init=False)
    looks: Buckets = field(init=False)
    connections: Counts = field(init=False)
    lines: Counts = field(init=False)
    advice: Counts = field(init=False)
    advice_here: Counts = field(init=False)

    def __post_init__(self) -> None:
        """Every bucket is full."""
        self.said = Buckets(self.limits.said)
        self.frames = Buckets(self.limits.frames)
        self.handshakes = Buckets(self.limits.handshakes)
        self.requests = Buckets(self.limits.requests)
        self.tables = Buckets(self.limits.tables)
        self.newcomers = Buckets(self.limits.players)
        self.records = Buckets(self.limits.records)
        self.looks = Buckets(self.limits.looks)
        self.connections = Counts(self.limits.connections)
        self.lines = Counts(self.limits.lines)
        self.advice = Counts(self.limits.advice)
        self.advice_here = Counts(self.limits.advice_here)

    def check_running(self) -> None:
        """Nothing new is begun while the server stops."""
        if self.stopping:
            raise RefusedError("not_ready")

    async def settle(self, seconds: float) -> None:
        """Wait until every message that was begun is answered, but no longer than that."""
        until = time.monotonic() + seconds
        while self.handling and time.monotonic() < until:
            await asyncio.sleep(0.01)

    @contextmanager
    def asking(self, person: str, asker: str) -> Iterator[None]:
        """While somebody waits for advice: neither one person nor one address takes all places.
        `person` is empty for a stranger, who has the address alone."""
        with ExitStack() as held:
            for counts, who in ((self.advice, person or asker), (self.advice_here, asker)):
                if not counts.take(who):
                    raise RefusedError("busy")
                held.callback(counts.give_back, who)
            yield

    def check_origin(self, headers: Headers) -> None:
        """A foreign page must not act in somebody's name; a token shows that no page asks."""
        if bearer_of(headers) is None and not self.origins.allow(headers):
            raise RefusedError("bad_origin")


def new_table_id() -> str:
    """57 bits: nobody finds a table by guessing."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def next_table_id(secret: str) -> str:
    """The id of a rematch, from the old table's secret."""
    number = int.from_bytes(hashlib.sha256(b"rematch" + secret.encode()).digest(), "big")
    found = []
    for _ in range(_LENGTH):
        number, letter = divmod(number, len(_LETTERS))
        found.append(_LETTERS[letter])
    return "".join(found)


def today() -> str:
    """Date and time in the world, ISO 8601 in UTC."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
