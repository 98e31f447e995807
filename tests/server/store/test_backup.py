"""Copies of databases: whole, of one moment, of and into either kind, beside a running server."""

import asyncio
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import MetaData, select

from piazzetta.server.store import Store, StoreError
from piazzetta.server.store.address import parse
from piazzetta.server.store.backup import copy
from piazzetta.server.table.evolve import fold
from tests.cli.command import piazzetta
from tests.server.conftest import WORKER
from tests.server.store.samples import ANN, BEN, Sample, finished, keep, running
from tests.services import Postgres, administrator

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]


def content(database: str) -> dict[str, set[tuple[object, ...]]]:
    with administrator(database) as engine:
        metadata = MetaData()
        metadata.reflect(engine)
        with engine.connect() as connection:
            return {
                table.name: {tuple(row) for row in connection.execute(select(table))}
                for table in metadata.sorted_tables
            }


async def fill(store: Store) -> list[Sample]:
    samples = [finished(ANN, BEN), running(ANN, BEN, ".level1"), Sample()]
    for sample in samples:
        await keep(store, sample)
    ann = await store.people.add("Zoë 🙂")
    await store.people.add_token(ann.id, "bot")
    ben = await store.people.add("Ben")
    await store.people.block(ann.id, ben.id, "mute")
    await store.people.add_push(ann.id, "https://push/1", {"auth": "a"})
    await store.secret("cookies", "hush")
    return samples


@pytest.fixture(params=["file", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where nothing is yet."""
    if request.param == "file":
        return str(tmp_path / "copy.db")
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.fresh(f"copies_{WORKER or 'alone'}")


async def test_a_copy_holds_everything_and_can_be_played_on(database: str, target: str) -> None:
    store = await Store.open(database)
    samples = await fill(store)
    await store.close()
    rows = await asyncio.to_thread(copy, parse(database), parse(target))
    assert content(target) == content(database)
    assert rows == sum(map(len, content(database).values())) - 1  # the step it is at
    again = await Store.open(target)
    assert await again.append(*samples[1].move())
    assert await again.secret("cookies", "new") == "hush"
    await again.close()


async def test_a_copy_beside_a_busy_server_is_of_one_moment(database: str, tmp_path: Path) -> None:
    """No table in it has a gap, and lists, results and rows agree."""
    store = await Store.open(database)
    samples = [finished(ANN, f"other{n}") for n in range(60)]
    playing = asyncio.gather(*(keep(store, sample) for sample in samples))
    copies = []
    for number in range(3):
        await asyncio.sleep(0.02)
        copies.append(tmp_path / f"copy{number}.db")
        await asyncio.to_thread(copy, parse(database), parse(str(copies[-1])))
    assert all(map(all, await playing))
    await store.close()
    for path in copies:
        again = await Store.open(str(path))
        over = 0
        for sample in samples:
            rows = await again.rows(sample.id)
            assert rows == sample.rows[: len(rows)]
            over += bool(rows) and fold(rows).stage == "over"
        pools = await again.statistics.pools(ANN)
        assert sum(pool.played for pool in pools) == over
        await again.close()


async def test_the_command_copies_a_running_servers_database(database: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.server.store.holder", database]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        path = tmp_path / "copy.db"
        done = piazzetta("backup", "--db", database, str(path))
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode() == f"copied 1 row to {path}\n"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert holder.poll() is None
        holder.kill()
    names = {one.name for one in tmp_path.iterdir() if not one.name.startswith("piazzetta.db")}
    assert names == {"copy.db"}
    await (await Store.open(str(path))).close()


async def test_what_cannot_be_copied_is_named(tmp_path: Path) -> None:
    source, text = tmp_path / "source.db", tmp_path / "list.txt"
    text.write_text("shopping " * 1000)
    await (await Store.open(str(source))).close()
    for database, target, reason in (
        (tmp_path / "none.db", tmp_path / "x.db", "there is no database"),
        (text, tmp_path / "x.db", "file is not a database"),
        (source, source, "exists already"),
        (source, tmp_path / "no" / "x.db", "does not exist"),
    ):
        with pytest.raises(StoreError, match=reason):
            copy(parse(str(database)), parse(str(target)))
    done = piazzetta("backup", "--db", str(source), str(source))
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().startswith(f"piazzetta backup: {source} exists already")
    assert {one.name for one in tmp_path.iterdir()} == {"source.db", "list.txt"}


async def test_a_copy_is_never_mixed_into_another_database(sqlite: str, postgres: str) -> None:
    for where in (sqlite, postgres):
        await (await Store.open(where)).close()
    with pytest.raises(StoreError, match="not empty"):
        await asyncio.to_thread(copy, parse(sqlite), parse(postgres))


async def test_an_interrupted_copy_leaves_nothing_behind(sqlite: str, tmp_path: Path) -> None:
    await (await Store.open(sqlite)).close()
    (tmp_path / "copy.db.part").write_bytes(b"left over by somebody who was killed")
    path = tmp_path / "copy.db"
    await asyncio.to_thread(copy, parse(sqlite), parse(str(path)))
    assert content(str(path)) == content(sqlite)
    assert {one.name for one in tmp_path.iterdir()} == {"piazzetta.db", "copy.db"}
