"""Delete my data: nothing in the database names somebody any more, and games stay what they are."""

import pytest
from sqlalchemy import MetaData, select

from piazzetta.server.store import Store, forgetting
from piazzetta.server.store.errors import GoneError
from piazzetta.server.table.events import Forgotten, Resigned, Sat, Stood
from piazzetta.server.table.evolve import fold
from piazzetta.server.table.record import record
from piazzetta.server.table.value import Table
from tests.server.store.samples import BEN, Sample, finished, keep, running
from tests.services import administrator

pytestmark = pytest.mark.anyio

NAME = "Xanthippe"


def everything(database: str) -> list[str]:
    """Every row of every table, as text."""
    with administrator(database) as engine:
        metadata = MetaData()
        metadata.reflect(engine)
        with engine.connect() as connection:
            return [
                f"{table.name}: {tuple(row)}"
                for table in metadata.sorted_tables
                for row in connection.execute(select(table))
            ]


def told(table: Table) -> object:
    """A finished game, but for who played it."""
    kept = record(table)
    return kept.moves, kept.chance, kept.options, kept.tags


async def test_somebody_is_forgotten_everywhere(store: Store, database: str) -> None:
    who = (await store.people.add(NAME)).id
    friend = (await store.people.add("Friend")).id
    await store.people.add_token(who, NAME)
    await store.people.make_link(who)
    await store.people.block(who, friend, "block")
    await store.people.block(friend, who, "mute")
    await store.people.add_push(who, "https://push/xanthippe", {"auth": "x"})
    over, going = finished(who, BEN), running(BEN, who)
    stood, seat = Sample(), Sample()
    stood.add(Sat(1, who, NAME), who)
    stood.add(Stood(1), who)
    seat.add(Sat(0, who, f"{NAME}'s brother"), who)
    for sample in (over, going, stood, seat):
        await keep(store, sample)
    assert any(NAME in row for row in everything(database))

    await store.forget(who)

    assert [row for row in everything(database) if who in row or NAME.lower() in row.lower()] == []
    assert await store.people.find(who) is None
    assert await store.people.blocks(friend) == []
    tables = {sample.id: fold(await store.rows(sample.id)) for sample in (over, going, stood, seat)}
    assert told(tables[over.id]) == told(over.table)
    assert tables[going.id].state == going.table.state
    assert tables[over.id].ending == over.table.ending
    assert (await store.statistics.pools(BEN))[0].played == 1
    seats = {sample.id: fold(await store.rows(sample.id)).seats for sample in (over, going, seat)}
    assert [one.forgotten for one in seats[over.id]] == [True, False]
    assert [one.forgotten for one in seats[going.id]] == [False, True]
    assert [one.forgotten for one in seats[seat.id]] == [True, False]
    listed = {one.table: one.seats for one in await store.lobby()}
    assert [one.forgotten for one in listed[going.id]] == [False, True]
    # Nobody can tell any more that it was the same person.
    strangers = {table.seats[seat].player for table in tables.values() for seat in (0, 1)}
    strangers -= {"", BEN}
    assert len(strangers) == 3


async def test_others_are_not_touched(store: Store, database: str) -> None:
    who = (await store.people.add(NAME)).id
    sample = finished("ann", BEN)
    await keep(store, sample)
    own = ("server", "gone")
    before = [row for row in everything(database) if not row.startswith(own)]
    await store.forget("nobody")
    assert [row for row in everything(database) if not row.startswith(own)] == before
    await store.forget(who)
    assert await store.rows(sample.id) == sample.rows
    after = [row for row in everything(database) if not row.startswith(own)]
    assert [row for row in before if who not in row] == after


async def test_nothing_is_written_any_more_in_the_name_of_who_ended(store: Store) -> None:
    who = (await store.people.add(NAME)).id
    sample, theirs = running(BEN, who), running(who, BEN)
    await keep(store, sample)
    await store.end(who)
    assert await store.people.find(who) is None
    for kept in (theirs.kept[0], sample.add(Resigned(1), who)):
        with pytest.raises(GoneError):
            await store.append(*kept)
    assert await store.rows(theirs.id) == []
    assert len(await store.rows(sample.id)) == len(sample.rows) - 1


async def test_nor_on_another_node(nodes: tuple[Store, Store]) -> None:
    first, second = nodes
    who = (await first.people.add(NAME)).id
    sample, theirs = running(BEN, who), running(BEN, who)
    await keep(second, sample)
    await first.end(who)
    late = sample.add(Resigned(1), who)
    for kept in (late, theirs.kept[0]):
        with pytest.raises(GoneError):
            await second.append(*kept)
    assert await first.rows(theirs.id) == []
    assert len(await first.rows(sample.id)) == len(sample.rows) - 1


async def test_no_token_link_block_or_browser_is_added_to_who_ended(
    store: Store, database: str
) -> None:
    who, friend = (await store.people.add(NAME)).id, (await store.people.add("Friend")).id
    await store.end(who)
    late = (
        store.people.add_token(who, NAME),
        store.people.make_link(who),
        store.people.add_push(who, "https://push/xanthippe", {"auth": "x"}),
        store.people.block(who, friend, "block"),
        store.people.block(friend, who, "block"),
    )
    for work in late:
        with pytest.raises(GoneError):
            await work
    await store.people.rename(who, NAME)
    await store.forget(who)
    assert [row for row in everything(database) if who in row or NAME in row] == []


async def test_a_copy_from_before_cannot_be_written_on(store: Store, database: str) -> None:
    """It still holds the name, which lists and results would show."""
    who = (await store.people.add(NAME)).id
    sample = running(BEN, who)
    await keep(store, sample)
    await store.forget(who)
    assert await store.append(*sample.add(Resigned(0), BEN)) is False
    rows = await store.rows(sample.id)
    assert isinstance(rows[-1].event, Forgotten)
    assert [row for row in everything(database) if who in row] == []


async def test_who_has_very_many_tables_is_forgotten_at_all_of_them(
    store: Store, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "MOST", 3)
    for count in (3, 7):
        who = (await store.people.add(NAME)).id
        for _ in range(count):
            await keep(store, running(who, BEN))
        assert len(await store.tables_to_leave(who)) == count
        await store.forget(who)
        assert [row for row in everything(database) if who in row] == []


async def test_whoever_is_only_half_forgotten_is_found(store: Store) -> None:
    who = (await store.people.add(NAME)).id
    await store.end(who)
    assert await store.to_forget(60.0) == []
    assert await store.to_forget(0.0) == [who]
    await store.forget(who)
    assert await store.to_forget(0.0) == []
