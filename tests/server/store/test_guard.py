"""A file that is taken away from a server that runs: nothing is acknowledged that would be lost."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from piazzetta.server.store import InUseError, Store, UnavailableError
from piazzetta.server.store.clock import EVERY
from piazzetta.server.store.guard import FileGuard
from tests.server.store.samples import ANN, BEN, Sample, keep, running

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def delete(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    move(path)
    shutil.copy(path.with_name("elsewhere.db"), path)


def move_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))
    path.parent.mkdir()


async def refuses(store: Store, sample: Sample, why: str) -> None:
    """Nothing is kept, and nothing is read."""
    with pytest.raises(UnavailableError, match=why):
        await store.append(*sample.move())
    with pytest.raises(UnavailableError, match=why):
        await store.people.add("Ann")
    with pytest.raises(UnavailableError, match=why):
        await store.rows(sample.id)


@pytest.mark.parametrize("harm", [move, delete, replace, move_folder])
async def test_a_file_that_is_not_there_any_more_takes_no_rows(
    tmp_path: Path, harm: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "folder" / "piazzetta.db"
    path.parent.mkdir()
    store = await Store.open(str(path))
    sample = running(ANN, BEN)
    assert all(await keep(store, sample))
    harm(path)
    await refuses(store, sample, "moved, deleted or replaced while the server runs")
    await store.close()
    # Once, not for every row.
    assert [str(path) in one.getMessage() for one in caplog.records] == [True]


async def test_what_was_moved_and_comes_back_goes_on(sqlite: str) -> None:
    path = Path(sqlite)
    store = await Store.open(sqlite)
    sample = running(ANN, BEN)
    await keep(store, sample)
    move(path)
    await refuses(store, running(ANN, BEN), "moved, deleted or replaced")
    path.with_name("elsewhere.db").rename(path)
    assert await store.append(*sample.move())
    await store.close()
    again = await Store.open(sqlite)
    assert await again.rows(sample.id) == sample.rows
    await again.close()


async def test_where_the_rows_beside_the_file_are_deleted_a_stop_keeps_them(sqlite: str) -> None:
    store = await Store.open(sqlite)
    sample = running(ANN, BEN)
    await keep(store, sample)
    kept = list(sample.rows)
    Path(f"{sqlite}-wal").unlink()
    await refuses(store, sample, "-wal was deleted while the server runs")
    await store.close()
    again = await Store.open(sqlite)
    assert (await again.rows(sample.id))[: len(kept)] == kept
    await again.close()


async def test_where_they_are_replaced_a_stop_keeps_them(sqlite: str) -> None:
    """The next program that opens the file makes what was deleted anew: something is there."""
    store = await Store.open(sqlite)
    sample = running(ANN, BEN)
    await keep(store, sample)
    kept = list(sample.rows)
    Path(f"{sqlite}-wal").unlink()
    with closing(sqlite3.connect(sqlite)) as other:
        with pytest.raises(sqlite3.OperationalError):
            other.execute("SELECT count(*) FROM events").fetchall()  # What it looks for is gone.
        assert Path(f"{sqlite}-wal").exists()
        await refuses(store, sample, "-wal was replaced while the server runs")
    await store.close()
    again = await Store.open(sqlite)
    assert (await again.rows(sample.id))[: len(kept)] == kept
    await again.close()


async def test_what_sqlite_does_beside_the_file_is_no_harm(sqlite: str) -> None:
    store = await Store.open(sqlite)
    sample = running(ANN, BEN)
    await keep(store, sample)
    with closing(sqlite3.connect(sqlite)) as other:
        for mode in ("PASSIVE", "RESTART", "TRUNCATE"):
            other.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()
            assert await store.append(*sample.move())
    assert await store.append(*sample.move())
    assert await store.rows(sample.id) == sample.rows
    await store.close()


def test_another_connection_may_find_others_beside_the_file(tmp_path: Path) -> None:
    """SQLite removes them with the last connection, and makes them with the first."""
    path, beside = tmp_path / "x.db", tmp_path / "x.db-wal"
    path.touch()
    guard = FileGuard(path)
    with beside.open("w"):
        guard.is_written()
        guard.disconnected()
        beside.unlink()
        beside.touch()
        guard.is_written()
        guard.is_written()
        # What was replaced while a connection was open is found also where that one broke.
        beside.unlink()
        guard.disconnected()
    with pytest.raises(UnavailableError, match="-wal was deleted"):
        guard.may_read()
    guard.release()


async def test_a_lock_that_somebody_removes_is_put_back(sqlite: str) -> None:
    lock = Path(f"{sqlite}.lock")
    store = await Store.open(sqlite)
    lock.unlink()
    async with asyncio.timeout(10 * EVERY):  # The server's beat is enough for it.
        while not lock.exists():
            await asyncio.sleep(0.02)
    with pytest.raises(InUseError, match=str(os.getpid())):
        await Store.open(sqlite)
    assert all(await keep(store, running(ANN, BEN)))
    await store.close()
    assert not lock.exists()


async def test_of_two_servers_the_one_whose_lock_was_removed_writes_no_more(sqlite: str) -> None:
    lock = Path(f"{sqlite}.lock")
    store = await Store.open(sqlite)
    sample = running(ANN, BEN)
    await keep(store, sample)
    await store.time.close()  # Its beat would put the lock back before anybody else can come.
    lock.unlink()
    command = [sys.executable, "-m", "tests.server.store.holder", sqlite]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(UnavailableError, match=rf"process {other.pid}\): the lock was removed"):
            await store.append(*sample.move())
        await refuses(store, sample, "the lock was removed")
        await store.close()
        with pytest.raises(InUseError, match=str(other.pid)):
            await Store.open(sqlite)
        other.kill()
