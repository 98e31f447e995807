"""The server's time: it stands still while no server runs, and never runs backwards."""

import asyncio
import itertools
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from piazzetta.server.store import Store, clock
from piazzetta.server.store.clock import counted, resumed
from tests.server.store.holder import EVERY, LATE
from tests.services import administrator

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "EVERY", EVERY)
    monkeypatch.setattr(clock, "LATE", LATE)


@contextmanager
def holder(database: str) -> Iterator["subprocess.Popen[str]"]:
    """Another process that holds the store open."""
    command = [sys.executable, "-m", "tests.server.store.holder", database]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def next_time(process: "subprocess.Popen[str]") -> float:
    assert process.stdout is not None
    return float(process.stdout.readline())


def last_time(process: "subprocess.Popen[str]") -> float:
    """Let it go on for a moment, kill it, and tell what it said last."""
    before = next_time(process)
    process.kill()
    assert process.stdout is not None
    return max([before, *map(float, process.stdout.read().split())])


@pytest.mark.parametrize(
    ("wall", "last", "down", "expected"),
    [
        (1000.5, 1000.0, 7.0, (1000.5, 7.0)),  # as usual
        (999.8, 1000.0, 7.0, (1000.0, 7.0)),  # another node's beat was a little later
        (2000.0, 1000.0, 7.0, (2000.0, 1007.0 - LATE)),  # nobody ran for a while
        (500.0, 1000.0, 7.0, (500.0, -493.0)),  # the clock was set back
    ],
)
def test_gaps_are_counted(
    wall: float, last: float, down: float, expected: tuple[float, float]
) -> None:
    assert counted(wall, last, down) == expected


@pytest.mark.parametrize(
    ("wall", "alone", "expected"),
    [
        (1000.4, True, (1000.4, 7.4)),  # one server was killed, and started at once
        (1000.4, False, (1000.4, 7.0)),  # another node may run
        (2000.0, True, (2000.0, 1007.0)),
        (2000.0, False, (2000.0, 1007.0)),
        (999.8, True, (1000.0, 7.0)),
        (500.0, True, (500.0, -493.0)),
    ],
)
def test_while_nobody_ran_no_time_has_passed(
    wall: float, alone: bool, expected: tuple[float, float]
) -> None:
    assert resumed(wall, 1000.0, 7.0, alone) == pytest.approx(expected)


def test_time_goes_on_where_it_was_whatever_happened_to_the_wall() -> None:
    for wall in (1000.1, 1001.0, 5000.0, 900.0, 0.0):
        beat, down = counted(wall, 1000.0, 10.0)
        assert 1000.0 - 10.0 <= beat - down <= 1000.0 - 10.0 + 1.0


async def test_time_passes_as_in_the_world(store: Store) -> None:
    server, world = store.time.now(), time.monotonic()
    last = server
    while (before := time.monotonic()) - world < 1.0:
        assert store.time.now() >= last
        last = store.time.now()
        after = time.monotonic()
        assert before - world - 0.3 <= last - server <= after - world + 0.3
        await asyncio.sleep(0.01)


async def test_time_stands_still_while_no_server_runs(database: str) -> None:
    with holder(database) as process:
        before = last_time(process)
    await asyncio.sleep(3 * LATE)
    world = time.monotonic()
    store = await Store.open(database)
    after = store.time.now()
    await store.close()
    # Whoever was thinking gets what was thought since the last beat.
    assert before - 2 * EVERY <= after <= before + (time.monotonic() - world) + EVERY


async def test_time_goes_on_when_a_server_is_replaced_at_once(database: str) -> None:
    times: list[float] = []
    for _ in range(2):
        with holder(database) as process:
            times += [next_time(process), last_time(process)]
    assert all(later >= time - 2 * EVERY for time, later in itertools.pairwise(times))


async def test_a_crash_takes_no_time_from_anybody(sqlite: str) -> None:
    """Also one after which a server runs again at once."""
    lost = []
    for _ in range(3):
        with holder(sqlite) as process:
            before = last_time(process)
        await asyncio.sleep(EVERY)
        world = time.monotonic()
        store = await Store.open(sqlite)
        # From here on time passes again, however long it takes to open it.
        lost.append(store.time.now() - before - (time.monotonic() - world))
        await store.close()
    assert max(lost) < EVERY / 2


async def test_time_does_not_wait_for_a_node_that_is_away(postgres: str) -> None:
    with holder(postgres) as first, holder(postgres) as second:
        next_time(first), next_time(second)
        world = time.monotonic()
        begin = next_time(second)
        first.kill()
        while (took := time.monotonic() - world) < 3 * LATE:
            end = next_time(second)
        assert end - begin == pytest.approx(took, abs=0.5)


async def test_a_long_gap_is_not_counted(database: str) -> None:
    store = await Store.open(database)
    before = store.time.now()
    await store.close()
    with administrator(database) as engine, engine.connect() as connection:
        connection.execute(text("UPDATE server SET beat = beat - 86400, down = down - 86400"))
    store = await Store.open(database)
    after = store.time.now()
    await store.close()
    assert before <= after <= before + LATE + 2.0


async def test_time_stands_still_while_the_database_does_not_take_beats(store: Store) -> None:
    await store._access.writer.close()
    await asyncio.sleep(LATE + EVERY)
    stopped = store.time.now()
    await asyncio.sleep(0.2)
    assert store.time.now() == stopped


async def test_nodes_have_the_same_time(nodes: tuple[Store, Store]) -> None:
    assert nodes[0].time.now() == pytest.approx(nodes[1].time.now(), abs=0.2)
