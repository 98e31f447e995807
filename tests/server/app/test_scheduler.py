"""What a node keeps of what it has to do, and whom it asks."""

from typing import Any

import pytest

from piazzetta.server.app import scheduler
from piazzetta.server.app.metrics import Metrics
from piazzetta.server.app.people import People
from piazzetta.server.app.scheduler import Scheduler
from piazzetta.server.table.value import Table
from piazzetta.server.thinking.thinkers import Thinkers
from tests.server.app.test_hub import OPENED, TABLE, Kept, entered, hub_of
from tests.server.table.tables import ADA, running

pytestmark = pytest.mark.anyio


class Idle:
    """Nothing is due, and nobody is there."""

    async def due_tables(self, _now: float) -> list[str]:
        return []

    async def looked_at(self, _table: Table) -> None:
        pass


def scheduler_of(kept: Kept) -> Scheduler:
    hub = hub_of(kept, most=10)
    return Scheduler(hub, Idle(), Thinkers(1), People(hub, kept), Metrics())


async def test_what_was_due_before_is_not_kept_for_ever() -> None:
    kept = Kept()
    kept.readable.set()
    node = scheduler_of(kept)
    await node._hub.open(TABLE, OPENED, "ada")
    hosted = await entered(node._hub)
    for number in range(20_000):
        node._push(hosted, 1e6 - number)
    assert len(node._heap) < 2000
    assert node._heap[0] == (hosted.due, TABLE)
    await node.close()


async def test_the_only_move_is_asked_for_as_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which takes as long: in some positions to have only one tells something of the hand."""
    node, asked = scheduler_of(Kept()), []

    async def choose(*what: Any) -> str:
        asked.append(what[2])
        return str(what[2][0])

    monkeypatch.setattr(node._thinkers, "choose", choose)
    monkeypatch.setattr(scheduler, "texts", lambda _: ["pass"])
    assert await node._choice(running("piazza", (ADA, "level1")).table) == "pass"
    assert asked == [["pass"]]
    await node.close()
