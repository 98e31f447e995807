"""The hub holds one value of a table, whoever waits for it while it is let go."""

import asyncio
from collections.abc import Sequence

import pytest

from piazzetta.server.app.hosted import Hosted
from piazzetta.server.app.hub import AT_ONCE, Hub
from piazzetta.server.app.metrics import Metrics
from piazzetta.server.bus import LocalBus
from piazzetta.server.table.events import Opened, Row, Sat, Stood
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import Table

pytestmark = pytest.mark.anyio

TABLE = "Qm4x8TzL"
OPENED = Opened(game="piazza", players=2, host="ada", secret="00" * 32, opened="2025-01-01")


class Kept:
    """A store whose rows can be read only once it is told so, and a clock that stands still."""

    def __init__(self) -> None:
        self.rows_kept: list[Row] = []
        self.readable = asyncio.Event()

    def now(self) -> float:
        return 0.0

    async def append(self, row: Row, _table: Table) -> bool:
        self.rows_kept.append(row)
        return True

    async def rows(self, _table: str, since: int = 0) -> Sequence[Row]:
        await self.readable.wait()
        return self.rows_kept[since:]


def hub_of(kept: Kept, most: int) -> Hub:
    return Hub(kept, LocalBus(), kept, Metrics(), most)


async def entered(hub: Hub) -> Hosted:
    """What a client would watch."""
    async with hub.at(TABLE) as (hosted, _):
        return hosted


async def test_a_table_that_is_opened_while_somebody_looks_for_it_in_vain() -> None:
    kept = Kept()
    hub = hub_of(kept, most=10)
    looking = asyncio.create_task(entered(hub))
    await asyncio.sleep(0)
    opening = asyncio.create_task(hub.open(TABLE, OPENED, "ada"))
    await asyncio.sleep(0)
    watching = asyncio.create_task(entered(hub))
    await asyncio.sleep(0)
    kept.readable.set()
    with pytest.raises(RefusedError, match="no such table"):
        await looking
    await opening
    assert await watching is hub.held(TABLE)


async def test_a_table_that_is_let_go_while_somebody_waits_for_it() -> None:
    kept = Kept()
    kept.readable.set()
    hub = hub_of(kept, most=0)
    await hub.open(TABLE, OPENED, "ada")
    async with hub.at(TABLE):
        waiting = asyncio.create_task(entered(hub))
        await asyncio.sleep(0)
    await hub.forget_idle()
    assert await waiting is hub.held(TABLE)


async def long_table(kept: Kept, rows: int) -> None:
    """At which Ben sits down and stands up again."""
    hub = hub_of(kept, most=10)
    table = await hub.open(TABLE, OPENED, "ada")
    for ply in range(1, rows):
        event = Sat(1, "ben", "Ben") if ply % 2 else Stood(1)
        await kept.append(Row(TABLE, ply, 0.0, "ben", "", event), table)


async def test_others_have_their_turn_while_a_long_table_is_read() -> None:
    kept, turns = Kept(), 0
    kept.readable.set()
    await long_table(kept, rows=10 * AT_ONCE)
    reading = asyncio.create_task(entered(hub_of(kept, most=10)))
    while not reading.done():
        turns += 1
        await asyncio.sleep(0)
    assert turns >= 10
    assert (table := reading.result().table)
    assert table.ply == 10 * AT_ONCE - 1


async def test_a_table_is_read_again_whose_reader_was_stopped() -> None:
    kept = Kept()
    kept.readable.set()
    await long_table(kept, rows=10 * AT_ONCE)
    hub = hub_of(kept, most=10)
    reading = asyncio.create_task(entered(hub))
    for _ in range(5):
        await asyncio.sleep(0)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert (await entered(hub)).table
