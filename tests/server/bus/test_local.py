"""A single node: everything is fine, and nobody hears anything."""

import pytest

from piazzetta.server.bus import LocalBus, NodeBus
from piazzetta.server.bus.node import LOBBY
from tests.server.bus.ears import Notebook, row_of

pytestmark = pytest.mark.anyio


async def test_nobody_hears_anything() -> None:
    bus: NodeBus = LocalBus()
    notebook = Notebook()
    await bus.start(notebook)
    await bus.subscribe("t1")
    await bus.follow(LOBBY)
    await bus.publish(row_of("t1", 0))
    await bus.tell(LOBBY, b"open")
    await bus.came("ann")
    await bus.went("ann")
    await bus.unfollow(LOBBY)
    await bus.unsubscribe("t1")
    await bus.close()
    assert (notebook.rows, notebook.notes, notebook.resyncs, notebook.there) == ([], [], 0, set())
    assert bus.connected
