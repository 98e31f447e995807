"""Stores to test: each test of `store` runs on SQLite and on PostgreSQL."""

from collections.abc import AsyncIterator

import pytest

from piazzetta.server.store import Store


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """A new one."""
    store = await Store.open(database)
    yield store
    await store.close()


@pytest.fixture
async def nodes(postgres: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two nodes on one database; PostgreSQL alone allows it."""
    first, second = await Store.open(postgres), await Store.open(postgres)
    yield first, second
    await first.close()
    await second.close()
