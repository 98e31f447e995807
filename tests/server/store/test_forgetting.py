"""Delete my data: nothing in the database names somebody any more, and games stay what they are."""

import pytest
from sqlalchemy import MetaData, select

from piazzetta.server.store import Store
from piazzetta.server.table.events import Sat, Stood
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
    # Nobody can tell any more that it was the same person.
    strangers = {table.seats[seat].player for table in tables.values() for seat in (0, 1)}
    strangers -= {"", BEN}
    assert len(strangers) == 3


async def test_others_are_not_touched(store: Store, database: str) -> None:
    who = (await store.people.add(NAME)).id
    sample = finished("ann", BEN)
    await keep(store, sample)
    before = [row for row in everything(database) if not row.startswith("server")]
    await store.forget("nobody")
    assert [row for row in everything(database) if not row.startswith("server")] == before
    await store.forget(who)
    assert await store.rows(sample.id) == sample.rows
    after = [row for row in everything(database) if not row.startswith("server")]
    assert [row for row in before if who not in row] == after
