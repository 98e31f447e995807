"""Figures for Prometheus. Each application has its own, so that several can run in one process."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from piazzetta.server.table.events import AnyEvent

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Metrics:
    """What is counted."""

    def __init__(self) -> None:
        """All zero."""
        self._registry = registry = CollectorRegistry()
        self._rows = Counter(
            "piazzetta_rows", "Rows accepted by this node", ["kind"], registry=registry
        )
        self._of_kind: dict[type, Counter] = {}
        self.refused = Counter(
            "piazzetta_refused", "Messages and requests refused", ["code"], registry=registry
        )
        self.batch_seconds = Histogram(
            "piazzetta_batch_seconds",
            "One transaction of the store, until it is durable",
            buckets=_SECONDS,
            registry=registry,
        )
        self.batch_size = Histogram(
            "piazzetta_batch_size",
            "Rows and other changes in one transaction",
            buckets=_SIZES,
            registry=registry,
        )
        self.bot_seconds = Histogram(
            "piazzetta_bot_seconds",
            "From a bot's turn to its choice",
            buckets=_SECONDS,
            registry=registry,
        )
        self.byes = Counter(
            "piazzetta_byes", "Connections that the server closed", ["reason"], registry=registry
        )
        self.conflicts = Counter(
            "piazzetta_conflicts", "Rows that another node had written first", registry=registry
        )

    def accepted(self, event: AnyEvent) -> None:
        """A row of this node is kept. This is counted often, so that labels are looked up once."""
        kind = type(event)
        counter = self._of_kind.get(kind)
        if counter is None:
            tag = str(event.__struct_config__.tag)
            counter = self._of_kind[kind] = self._rows.labels(tag)
        counter.inc()

    def committed(self, size: int, seconds: float) -> None:
        """The store has made a transaction durable."""
        self.batch_size.observe(size)
        self.batch_seconds.observe(seconds)

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """A figure that is asked for when it is read."""
        Gauge(f"piazzetta_{name}", text, registry=self._registry).set_function(value)

    def text(self) -> bytes:
        """As Prometheus reads it."""
        return bytes(generate_latest(self._registry))
