"""The file of SQLite: whose it is, who may have it, and what is said when it cannot be had."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import event

from piazzetta.server.store import InUseError, Store, StoreError, UnavailableError
from piazzetta.server.store.address import parse
from tests.server.store.samples import ANN, BEN, Sample, keep, running

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_only_its_owner_can_read_it(sqlite: str) -> None:
    before = os.umask(0)
    try:
        store = await Store.open(sqlite)
        await keep(store, Sample())
        files = sorted(Path(sqlite).parent.iterdir())
        modes = {path.name: mode(path) for path in files}
        await store.close()
    finally:
        os.umask(before)
    assert set(modes) == {f"piazzetta.db{end}" for end in ("", "-wal", "-shm", ".lock")}
    assert set(modes.values()) == {0o600}


async def test_a_file_that_others_could_read_is_closed_to_them(sqlite: str) -> None:
    await (await Store.open(sqlite)).close()
    Path(sqlite).chmod(0o644)
    await (await Store.open(sqlite)).close()
    assert mode(Path(sqlite)) == 0o600


async def test_nothing_is_left_beside_it_after_the_end(sqlite: str) -> None:
    store = await Store.open(sqlite)
    await keep(store, Sample())
    await store.close()
    assert [path.name for path in Path(sqlite).parent.iterdir()] == ["piazzetta.db"]


async def test_a_second_server_is_refused_and_harms_nothing(sqlite: str, tmp_path: Path) -> None:
    store = await Store.open(sqlite)
    (tmp_path / "link.db").symlink_to(sqlite)
    for where in (sqlite, f"sqlite:///{sqlite}", str(tmp_path / "link.db")):
        with pytest.raises(InUseError, match=f"in use by another server .*{os.getpid()}"):
            await Store.open(where)
    sample = running(ANN, BEN)
    assert all(await keep(store, sample))
    await store.close()
    again = await Store.open(sqlite)
    assert await again.rows(sample.id) == sample.rows
    await again.close()


async def test_a_killed_server_leaves_the_file_free_and_whole(sqlite: str) -> None:
    command = [sys.executable, "-m", "tests.server.store.holder", sqlite]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(InUseError, match=f"process {process.pid}"):
            await Store.open(sqlite)
        process.send_signal(signal.SIGKILL)
    store = await Store.open(sqlite)
    await keep(store, Sample())
    await store.close()


@pytest.mark.parametrize(
    ("where", "what"),
    [
        ("missing/x.db", "the folder .*missing does not exist"),
        ("folder", "is not a file"),
        ("text.db", "cannot be used: file is not a database"),
        ("", "needs a file"),
        (":memory:", "needs a file"),
        ("sqlite://", "needs a file"),
        ("mysql://host/x", "a file or a postgresql:// URL, not mysql"),
        ("postgresql://host:port/x", "cannot be read as a URL"),
        ("postgresql://host/x?colour=red", "unknown option: colour"),
        ("postgresql://host/x?sslmode=maybe", "sslmode is one of"),
        ("postgresql:///x?host=/nowhere", "cannot be used"),
    ],
)
async def test_what_cannot_be_opened_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, what: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.db").write_text("a shopping list, long enough to be looked at" * 100)
    with pytest.raises(StoreError, match=what):
        await Store.open(where)
    assert {path.name for path in tmp_path.iterdir()} == {"folder", "text.db"}


async def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    place = Path("/proc") if os.geteuid() == 0 else tmp_path / "closed"
    if place != Path("/proc"):
        place.mkdir(mode=0o500)
    with pytest.raises(StoreError, match="cannot be written"):
        await Store.open(str(place / "x.db"))


async def test_passwords_are_never_shown() -> None:
    address = parse("postgresql://me:hush@db.example/games?sslmode=disable")
    assert str(address) == "postgresql+pg8000://me:***@db.example/games"
    assert "hush" not in repr(address.url)


async def fill(store: Store, kept: list[Sample]) -> None:
    """Open tables until there is no room for more; those that were kept are added to the list."""
    while True:
        other = Sample()
        assert await store.append(*other.kept[0])
        kept.append(other)


async def test_a_full_disk_refuses_rows_and_loses_none(sqlite: str) -> None:
    store = await Store.open(sqlite)
    sample = running(ANN, BEN)
    await keep(store, sample)
    engine = store._access._engine
    with engine.connect() as connection:
        full = connection.exec_driver_sql("PRAGMA page_count").scalar()

    def no_more(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={full}")

    event.listen(engine, "connect", no_more)
    store._access.writer._disconnect()
    engine.dispose()
    kept: list[Sample] = []
    with pytest.raises(UnavailableError, match="full"):
        await fill(store, kept)
    event.remove(engine, "connect", no_more)
    engine.dispose()
    for other in (sample, *kept):
        assert await store.rows(other.id) == other.rows
    for _ in range(20):
        assert await keep(store, Sample()) == [True]
    await store.close()
