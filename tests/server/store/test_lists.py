"""Lists and duties: what is known of a table without replaying it, and what that costs."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from sqlalchemy import event, select

from piazzetta.server.store import Store, schema
from piazzetta.server.store.sides import SLACK
from piazzetta.server.store.summary import summary
from piazzetta.server.table.events import Aborted, Clock, Invited, Moved, Resigned, Sat, Stood
from tests.server.store.samples import (
    ANN,
    BEN,
    CAT,
    OPENED,
    Sample,
    finished,
    keep,
    running,
)

pytestmark = pytest.mark.anyio

BOT = ".level1"
ROW = "INSERT INTO events "


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """What is said to the database meanwhile, but for the beat of the clock, and rows."""
    heard: list[str] = []

    def hear(statement: str) -> None:
        if "server" not in statement and not statement.startswith(("BEGIN", "COMMIT", ROW)):
            heard.append(statement)

    def hear_event(_1: Any, _2: Any, statement: str, *_: Any) -> None:
        hear(statement)

    engine, writer = store._access._engine, store._access.writer
    event.listen(engine, "before_cursor_execute", hear_event)
    driver: Any = writer._connection.connection.driver_connection if writer._connection else None
    if isinstance(driver, sqlite3.Connection):  # what goes straight to it
        driver.set_trace_callback(hear)
    yield heard
    event.remove(engine, "before_cursor_execute", hear_event)
    if isinstance(driver, sqlite3.Connection):
        driver.set_trace_callback(None)


async def due(store: Store, table: str) -> float | None:
    """When the database says that somebody has to look at the table."""
    query = select(schema.tables.c.due).where(schema.tables.c.id == table)
    return await store._access.read(lambda connection: connection.scalar(query))


async def ids(store: Store, player: str) -> list[str]:
    return [one.table for one in await store.tables_of(player)]


async def test_the_lobby_lists_public_tables_that_are_not_over(store: Store) -> None:
    private = msgspec.structs.replace(OPENED, public=False)
    waiting, played, over = Sample(at=1.0), running(ANN, BEN, at=2.0), finished(ANN, BEN)
    aborted = Sample()
    aborted.add(Aborted(), ANN)
    for sample in (
        waiting,
        played,
        over,
        aborted,
        Sample(private),
        running(ANN, BEN, opened=private),
    ):
        await keep(store, sample)
    assert await store.lobby() == [summary(played.table), summary(waiting.table)]


async def test_lists_follow_who_sits_where(store: Store) -> None:
    sample = Sample()
    await keep(store, sample)
    for change in (Sat(0, ANN, "Ann"), Sat(1, BEN, "Ben"), Stood(1), Invited(1, "level2")):
        await store.append(*sample.add(change, ANN))
        assert await store.lobby() == [summary(sample.table)]
    seats = (await store.lobby())[0].seats
    assert [(seat.name, seat.bot) for seat in seats] == [("Ann", ""), ("", "level2")]


async def test_people_find_their_tables(store: Store) -> None:
    hosted = Sample(at=1.0)
    played, over = running(ANN, BEN, at=10.0), finished(BEN, CAT)
    for sample in (hosted, played, over):
        await keep(store, sample)
    assert await ids(store, ANN) == [played.id, hosted.id]
    assert set(await ids(store, BEN)) == {played.id, over.id}
    assert await ids(store, CAT) == [over.id]
    await store.append(*hosted.add(Sat(0, CAT, "Cat"), CAT, 5000.0))
    assert await ids(store, CAT) == [hosted.id, over.id]
    await store.append(*hosted.add(Stood(0), CAT))
    assert await ids(store, CAT) == [over.id]
    await store.append(*hosted.add(Aborted(), ANN))
    assert await ids(store, ANN) == [played.id]


async def test_a_finished_table_shows_its_end(store: Store) -> None:
    sample = finished(ANN, BEN, loser=1)
    await keep(store, sample)
    [listed] = await store.tables_of(BEN)
    assert listed.stage == "over"
    assert listed.ending is not None
    assert listed.ending.ranking == [[0], [1]]


# What a move costs.


async def test_a_move_of_people_without_a_clock_writes_its_row_alone(store: Store) -> None:
    """It goes straight to the driver; nothing else is said."""
    sample = running(ANN, BEN)
    await keep(store, sample)
    with statements(store) as heard:
        for _ in range(3):
            assert await store.append(*sample.move())
    assert heard == []
    with statements(store) as heard:
        assert await store.append(*sample.add(Resigned(0)))
    assert heard != []
    assert await store.rows(sample.id) == sample.rows


async def test_that_a_program_plays_on_is_seen_in_lists(store: Store) -> None:
    sample = running(ANN, BEN)
    await keep(store, sample)
    turn = sample.table.turn
    assert turn is not None
    move = str(sample.table.game.legal_moves(sample.table.state)[0].move)
    assert await store.append(*sample.add(Moved(turn, move, outside=True)))
    [listed] = await store.lobby()
    assert [seat.outside for seat in listed.seats] == [seat == turn for seat in (0, 1)]


async def test_moves_at_once_are_written_together(store: Store) -> None:
    samples = [running(ANN, BEN) for _ in range(30)]
    for sample in samples:
        await keep(store, sample)
    moves = [sample.move() for sample in samples]
    sizes: list[int] = []
    store.tell_of_commits(lambda size, _: sizes.append(size))
    assert all(await asyncio.gather(*(store.append(*move) for move in moves)))
    assert max(sizes) >= 29
    assert len(sizes) <= 3


async def test_a_bots_table_is_written_down_once_in_a_while(store: Store) -> None:
    sample = running(ANN, BOT, BOT, BOT)
    await keep(store, sample)
    kept = [await due(store, sample.id)]
    for _ in range(12):
        await store.append(*sample.move(seconds=1.0))
        kept.append(await due(store, sample.id))
    written = sum(one != other for one, other in pairwise(kept))
    assert 1 <= written <= 4


# Duties.


async def test_a_bot_to_move_is_found_when_nobody_attends(store: Store) -> None:
    sample = running(BOT, BOT, ANN)
    await keep(store, sample)
    for _ in range(30):
        turn = sample.table.turn
        assert turn is not None
        if sample.table.seats[turn].bot:
            last = sample.table.at
            assert await store.due_tables(last) == []
            assert await store.due_tables(last + sample.table.opened.pace + 2 * SLACK) == [
                sample.id
            ]
        await store.append(*sample.move())


async def test_a_flag_is_found_days_later(store: Store) -> None:
    days = msgspec.structs.replace(OPENED, clock=Clock(move=3 * 86400.0))
    sample = running(ANN, BEN, opened=days)
    await keep(store, sample)
    for _ in range(5):
        await store.append(*sample.move(seconds=86400.0))
    flag = sample.table.at + 3 * 86400.0
    assert await store.due_tables(sample.table.at + 1) == []
    assert await store.due_tables(flag + 1) == [sample.id]
    # Found too early, because moves came quickly: who looks writes down when to look again.
    await store.looked_at(sample.table)
    assert await store.due_tables(flag - 1) == []
    assert await store.due_tables(flag + 1) == [sample.id]


async def test_people_without_a_clock_have_no_duties_for_the_server(store: Store) -> None:
    sample = running(ANN, BEN)
    await keep(store, sample)
    await store.append(*sample.move())
    assert await store.due_tables(1e12) == []


async def test_a_game_that_is_over_is_never_due(store: Store) -> None:
    sample = running(ANN, BOT)
    await keep(store, sample)
    await store.append(*sample.add(Resigned(0), ANN))
    assert sample.table.stage == "over"
    assert await store.due_tables(1e12) == []


async def test_what_another_node_wrote_down_is_not_taken_for_granted(
    nodes: tuple[Store, Store],
) -> None:
    """Each node remembers what it wrote; rows of the other in between make that worthless."""
    first, second = nodes
    days = msgspec.structs.replace(OPENED, clock=Clock(move=86400.0))
    sample = running(ANN, BOT, opened=days)
    await keep(first, sample)
    for number in range(10):
        await nodes[number % 2].append(*sample.move(seconds=20.0))
        table = sample.table
        assert table.turn is not None
        if table.seats[table.turn].bot:
            assert await second.due_tables(table.at + 2 * SLACK) == [sample.id]
