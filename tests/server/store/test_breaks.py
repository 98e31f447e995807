"""Connections to PostgreSQL that break: nothing acknowledged is lost, nothing is kept twice."""

import asyncio
import re
import urllib.parse

import pytest
from sqlalchemy import text

from piazzetta.server.store import Store, UnavailableError, writer
from tests.server.store.samples import ANN, BEN, Sample, finished, keep, running
from tests.services import Proxy, administrator

pytestmark = pytest.mark.anyio

ASKED, MADE = 0, 2
"""The driver says a statement, describes it and runs it: any may be the last that it says."""
EVERYBODY = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""


def proxy_of(url: str) -> tuple[Proxy, str]:
    """A line to the same database that can be cut."""
    parts = urllib.parse.urlsplit(url)
    folder = urllib.parse.parse_qs(parts.query)["host"][0]
    proxy = Proxy(f"{folder}/.s.PGSQL.5432")
    return proxy, f"postgresql://postgres@127.0.0.1:{proxy.port}{parts.path}?sslmode=disable"


async def without_beats(url: str) -> Store:
    """A store that writes nothing of its own accord: what is cut is what the test asked for."""
    store = await Store.open(url)
    await store.time.close()
    return store


async def test_connections_that_the_database_ends_are_made_again(postgres: str) -> None:
    store = await Store.open(postgres)
    for _ in range(2):
        sample = finished(ANN, BEN)
        for one in sample.kept:
            with administrator(postgres) as engine, engine.connect() as connection:
                connection.execute(text(EVERYBODY))
            assert await store.append(*one)
        assert await store.rows(sample.id) == sample.rows
    await store.close()


async def test_a_line_that_is_cut_again_and_again_loses_nothing(postgres: str) -> None:
    proxy, url = proxy_of(postgres)
    with proxy:
        store = await without_beats(url)
        samples = [finished(ANN, BEN) for _ in range(10)]
        playing = asyncio.gather(*(keep(store, sample) for sample in samples))
        for pause in (0.01, 0.03, 0.05, 0.1, 0.2, 0.3):
            await asyncio.sleep(pause)
            proxy.cut()
        assert all(map(all, await playing))
        for sample in samples:
            assert await store.rows(sample.id) == sample.rows
        rating = (await store.statistics.pools(ANN))[0].rating
        assert rating is not None
        assert rating.games == len(samples)
        await store.close()


@pytest.mark.parametrize("later", [ASKED, MADE])
async def test_when_the_line_is_cut_in_a_move_the_row_is_looked_for(
    postgres: str, later: int
) -> None:
    """Whether the database has made it or not: it is there once, and acknowledged."""
    proxy, url = proxy_of(postgres)
    proxy.later = later
    with proxy:
        store = await Store.open(url)
        sample = running(ANN, BEN)
        await keep(store, sample)
        for _ in range(3):
            proxy.fatal = b"INSERT INTO events"
            assert await store.append(*sample.move())
            assert proxy.fatal is None
        assert await store.rows(sample.id) == sample.rows
        await store.close()


@pytest.mark.parametrize("later", [ASKED, MADE])
async def test_when_the_line_is_cut_at_the_end_of_a_game_it_counts_once(
    postgres: str, later: int
) -> None:
    proxy, url = proxy_of(postgres)
    proxy.later = later
    with proxy:
        store = await without_beats(url)
        for number in range(1, 4):
            sample = finished(ANN, BEN)
            for one in sample.kept[:-1]:
                await store.append(*one)
            proxy.fatal = b"commit"
            assert await store.append(*sample.kept[-1])
            assert await store.rows(sample.id) == sample.rows
            [pool] = await store.statistics.pools(ANN)
            assert pool.rating is not None
            assert (pool.played, pool.rating.games) == (number, number)
        await store.close()


async def test_when_somebody_else_took_the_place_meanwhile_the_answer_is_no(
    postgres: str,
) -> None:
    proxy, url = proxy_of(postgres)
    with proxy:
        store, other = await Store.open(url), await Store.open(postgres)
        sample = running(ANN, BEN)
        await keep(store, sample)
        mine = sample.move()
        theirs = type(mine.row)(sample.id, mine.row.ply, 1.0, BEN, "other", mine.row.event)
        proxy.through = False
        proxy.cut()
        waiting = asyncio.ensure_future(store.append(*mine))
        await asyncio.sleep(0.1)
        assert await other.append(theirs, mine.table)
        proxy.through = True
        assert not await waiting
        assert await store.rows(sample.id, mine.row.ply) == [theirs]
        await store.close()
        await other.close()


@pytest.mark.parametrize(("later", "kept"), [(ASKED, ["Ben"]), (MADE, ["Ann", "Ben"])])
async def test_a_job_is_never_done_twice(postgres: str, later: int, kept: list[str]) -> None:
    """Of anything but rows nobody can tell whether it was done: then that is said."""
    proxy, url = proxy_of(postgres)
    proxy.later = later
    with proxy:
        store = await without_beats(url)
        proxy.fatal = b"commit"
        with pytest.raises(UnavailableError):
            await store.people.add("Ann")
        await store.people.add("Ben")
        await store.close()
    with administrator(postgres) as engine, engine.connect() as connection:
        names = connection.scalars(text("SELECT name FROM players ORDER BY name")).all()
    assert names == kept


async def test_a_database_that_is_away_too_long_is_named(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 0.3)
    proxy, url = proxy_of(postgres)
    with proxy:
        store = await Store.open(url)
        proxy.through = False
        proxy.cut()
        with pytest.raises(UnavailableError, match="cannot write"):
            await store.append(*Sample().kept[0])
        with pytest.raises(UnavailableError, match="cannot read"):
            await store.rows("any")
        proxy.through = True
        sample = Sample()
        assert await store.append(*sample.kept[0])
        assert await store.rows(sample.id) == sample.rows
        await store.close()


async def test_errors_quote_nothing_secret(postgres: str) -> None:
    store = await Store.open(postgres)
    sample = Sample()
    with administrator(postgres) as engine, engine.connect() as connection:
        connection.execute(text("ALTER TABLE events ADD CHECK (ply < 0)"))
    with pytest.raises(Exception, match="cannot write") as raised:
        await store.append(*sample.kept[0])
    told: BaseException | None = raised.value
    while told is not None:
        assert not re.search(sample.table.opened.secret, repr(told) + str(told))
        told = told.__cause__ or (None if told.__suppress_context__ else told.__context__)
    await store.close()
