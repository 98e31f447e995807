"""What a node keeps of what it has to do."""

import pytest

from piazzetta.server.app.metrics import Metrics
from piazzetta.server.app.people import People
from piazzetta.server.app.scheduler import Scheduler
from piazzetta.server.table.value import Table
from piazzetta.server.thinking.thinkers import Thinkers
from tests.server.app.test_hub import OPENED, TABLE, Kept, entered, hub_of

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
