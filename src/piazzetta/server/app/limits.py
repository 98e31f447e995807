"""How much one connection, one person and one address may ask for: buckets of tokens."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

Clock = Callable[[], float]

KEPT = 10_000
"""Buckets of so many askers are remembered; who was idle for longest is forgotten, and is full."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the long run, and so many at once. None a second means no limit."""

    a_second: float
    at_once: float


UNLIMITED = Rate(0.0, 0.0)

NETWORK = 64
"""Bits of an IPv6 address that its owner cannot choose."""


def asker_of(client: tuple[str, int] | None) -> str:
    """Whom a connection counts for, from its address and port."""
    return _asker(client[0]) if client else ""


@lru_cache(KEPT)
def _asker(address: str) -> str:
    """Who has one IPv6 address of the internet has all of its network."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, ipaddress.IPv6Address) or ip.ipv4_mapped or not ip.is_global:
        return address
    return str(ipaddress.ip_network((ip, NETWORK), strict=False))


@dataclass(frozen=True, slots=True)
class Limits:
    """What the operator allows."""

    messages: Rate = Rate(30.0, 120.0)
    """Of one connection."""
    said: Rate = Rate(300.0, 3000.0)
    """Messages over all connections of one address: a school, each of whose pupils says something
    twice a second. All who come again after a restart ask for what they watched at once."""
    frames: Rate = Rate(1000.0, 5000.0)
    """The same of frames that are no message; a thousand sockets answer fifty pings a second."""
    handshakes: Rate = Rate(20.0, 1000.0)
    """Of one address, as often as it asks for anything else; each reads the database. So many at
    once as may be open: all come again when a server was restarted."""
    requests: Rate = Rate(20.0, 100.0)
    """To the REST API, of one address, that are no looks."""
    tables: Rate = Rate(0.5, 20.0)
    """Opened by one address."""
    players: Rate = Rate(0.2, 30.0)
    """New guests, and guesses at links, of one address."""
    records: Rate = Rate(2.0, 20.0)
    """Sent by one address to be looked at, or made for it; a long one takes a while."""
    looks: Rate = Rate(60.0, 600.0)
    """Positions that are looked up or tried out for one address, apart from its other requests: two
    people who hold an arrow key down. Of a long game they are fewer (`api.py`)."""
    connections: int = 1000
    """Sockets open at once from one address; 0 means no limit."""
    lines: int = 500
    """Other connections open at once from one address, unless it is the proxy's; 0 means no limit.
    A browser has six, for seconds."""
    advice: int = 2
    """Answers to requests for advice that one person waits for at a time; 0 means no limit."""
    advice_here: int = 8
    """The same of one address, so that a crowd of guests leaves room for others."""
    arrival: float = 30.0
    """Seconds in which a whole request, head and body, has to arrive."""
    refusals: int = 200
    """After so many refusals in a row for asking too much, the connection is closed."""
    body: int = 64 * 1024
    """Bytes of a request's body."""
    record: int = 1024 * 1024
    """Bytes of a request's body with a record in it."""
    message: int = 16 * 1024
    """Bytes of a message over the socket."""
    waiting_messages: int = 500
    """To a client that does not read; one more, and it is disconnected."""
    waiting_bytes: int = 512 * 1024


def relaxed(limits: Limits) -> Limits:
    """The same sizes, and no rates: for measurements, and for servers among friends."""
    return replace(
        limits,
        messages=UNLIMITED,
        said=UNLIMITED,
        frames=UNLIMITED,
        handshakes=UNLIMITED,
        requests=UNLIMITED,
        tables=UNLIMITED,
        players=UNLIMITED,
        records=UNLIMITED,
        looks=UNLIMITED,
        connections=0,
        lines=0,
        advice=0,
        advice_here=0,
    )


class Bucket:
    """Fills by itself; each thing asked for takes a token out, or several."""

    __slots__ = ("_clock", "_filled", "_rate", "_tokens")

    def __init__(self, rate: Rate, clock: Clock = time.monotonic) -> None:
        """Full at first."""
        self._rate = rate
        self._clock = clock
        self._tokens = rate.at_once
        self._filled = clock()

    def take(self, count: int = 1) -> bool:
        """Whether so much more is allowed."""
        if not self._rate.a_second:
            return True
        now = self._clock()
        gained = (now - self._filled) * self._rate.a_second
        self._tokens = min(self._rate.at_once, self._tokens + gained)
        self._filled = now
        if self._tokens < count:
            return False
        self._tokens -= count
        return True


class Buckets:
    """One for each asker."""

    def __init__(self, rate: Rate, kept: int = KEPT, clock: Clock = time.monotonic) -> None:
        """All alike."""
        self._rate = rate
        self._kept = kept
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, asker: str, count: int = 1) -> bool:
        """Whether the asker may have so much more."""
        if not self._rate.a_second:
            return True
        bucket = self._buckets.get(asker)
        if bucket is None:
            bucket = self._buckets[asker] = Bucket(self._rate, self._clock)
            if len(self._buckets) > self._kept:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(asker)
        return bucket.take(count)


class Counts:
    """How many of something each asker holds at the moment."""

    def __init__(self, most: int) -> None:
        """0 means no limit."""
        self._most = most
        self._held: dict[str, int] = {}

    def take(self, asker: str) -> bool:
        """Whether the asker may hold one more, and then does."""
        held = self._held.get(asker, 0)
        if self._most and held >= self._most:
            return False
        self._held[asker] = held + 1
        return True

    def give_back(self, asker: str) -> None:
        """The asker holds one less."""
        held = self._held[asker] - 1
        if held:
            self._held[asker] = held
        else:
            del self._held[asker]
