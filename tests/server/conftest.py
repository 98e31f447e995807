"""Databases and buses for the tests of the server."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import Postgres, Redis

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")


@pytest.fixture(scope="session")
def postgres_server() -> Postgres:
    """One for all test processes of this run. It may run as another user (never as root), so it
    is not among pytest's own folders, which are closed to others."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    return Postgres(Path(tempfile.gettempdir()) / f"piazzetta-postgres-{run[:12]}")


@pytest.fixture(scope="session")
def postgres_database(postgres_server: Postgres) -> str:
    """One for this test process."""
    return postgres_server.make(f"tests_{WORKER or 'alone'}")


@pytest.fixture
def postgres(postgres_server: Postgres, postgres_database: str) -> str:
    """The URL of an empty PostgreSQL database."""
    postgres_server.empty(postgres_database)
    return postgres_database


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The path of an SQLite file that is not there yet."""
    return str(tmp_path / "piazzetta.db")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    found: str = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="session")
def shared_redis() -> Iterator[Redis]:
    """One for this test process; nobody stops it."""
    with Redis() as server:
        yield server


@pytest.fixture
def redis(shared_redis: Redis) -> str:
    """The URL of a Redis; what tests leave there has names of their own."""
    return shared_redis.url


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    """A Redis for one test, which may stop it."""
    with Redis() as server:
        yield server


@pytest.fixture
def anyio_backend() -> str:
    """What `pytest.mark.anyio` runs tests on."""
    return "asyncio"
