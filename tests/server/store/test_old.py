"""Old databases keep working, and the steps that lead here are those that the schema says."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import insert, inspect, text

from piazzetta.server.store import Store
from piazzetta.server.store.address import parse
from piazzetta.server.store.engine import engine_of, prepare_file
from piazzetta.server.store.migrate import current, migrate, steps
from piazzetta.server.store.rows import line_of
from piazzetta.server.store.schema import events, metadata
from piazzetta.server.store.sides import listing
from piazzetta.server.table.evolve import fold
from tests.server.store.samples import ANN, Sample, finished

pytestmark = pytest.mark.anyio


def make_old(database: str, revision: str, game: Sample) -> None:
    """A database as the version of that step left it, with a finished game and a person in it."""
    address = parse(database)
    if address.path:
        prepare_file(address.path)
    engine = engine_of(address)
    migrate(engine, revision)
    with engine.begin() as connection:
        connection.execute(
            text("INSERT INTO players VALUES (:id, 'Ann', 1000.0, 0, '{}')"), {"id": ANN}
        )
        connection.execute(text("INSERT INTO server VALUES (1, 1000.0, 0.0)"))
        for row, table in game.kept:
            connection.execute(insert(events).values(tuple(line_of(row))))
            listing(row, table, None)(connection)
    engine.dispose()


@pytest.mark.parametrize("revision", steps())
async def test_a_database_of_any_earlier_step_is_brought_here(database: str, revision: str) -> None:
    old = finished(ANN, "ben")
    make_old(database, revision, old)
    store = await Store.open(database)
    assert await store.rows(old.id) == old.rows
    assert [one.table for one in await store.tables_of(ANN)] == [old.id]
    ann = await store.people.find(ANN)
    assert ann is not None
    assert ann.name == "Ann"
    sample = finished(ANN, "ben")
    for one in sample.kept:
        assert await store.append(*one)
    assert await store.rows(sample.id) == sample.rows
    await store.forget(ANN)
    kept = fold(await store.rows(old.id))
    assert (kept.ending, kept.seats_of(ANN)) == (old.table.ending, ())
    await store.close()
    engine = engine_of(parse(database))
    with engine.connect() as connection:
        assert current(connection) == steps()[-1]
    engine.dispose()


async def test_the_steps_make_what_the_schema_says(database: str) -> None:
    await (await Store.open(database)).close()
    engine = engine_of(parse(database))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        inspector = inspect(connection)
        for table in metadata.sorted_tables:
            keys = inspector.get_pk_constraint(table.name)["constrained_columns"]
            assert keys == [column.name for column in table.primary_key]
    engine.dispose()


async def test_nodes_that_start_at_once_make_one_database(postgres: str) -> None:
    stores = await asyncio.gather(*(Store.open(postgres) for _ in range(4)))
    ann = await stores[0].people.add("Ann")
    assert [await store.people.find(ann.id) for store in stores] == [ann] * 4
    for store in stores:
        await store.close()
