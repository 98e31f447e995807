"""Finished games as records: out of a database, into another, and nothing twice."""

import io
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import text

from piazzetta.rules import GAMES, record
from piazzetta.server.store import Store
from piazzetta.server.store.address import parse
from piazzetta.server.store.transfer import Game, bring, games
from piazzetta.server.table.events import Resigned, Row
from piazzetta.server.table.evolve import evolve, fold
from piazzetta.server.table.imported import UnfinishedError, opening
from piazzetta.server.table.looking_back import states
from piazzetta.server.table.record import record as record_of
from piazzetta.server.table.shown import snapshot
from piazzetta.server.table.value import Table
from tests.cli.command import piazzetta
from tests.server.store.samples import ANN, BEN, CAT, Sample, finished, keep, running
from tests.server.table.following import plain
from tests.services import administrator

pytestmark = pytest.mark.anyio

PLAYTHROUGHS = Path(__file__).parents[2] / "data" / "playthroughs"


def whole(*people: str) -> Sample:
    """A game that was played to its end."""
    sample = running(*people)
    for _ in sample.moves():
        pass
    return sample


def given_up() -> Sample:
    """A game of three that one has left early, and two played on."""
    sample = running(ANN, BEN, CAT)
    sample.move()
    sample.add(Resigned(2), CAT)
    for _ in sample.moves():
        pass
    return sample


def files(database: str) -> dict[str, str]:
    return {game.name: game.text for game in games(parse(database)) if isinstance(game, Game)}


async def test_finished_games_come_out_as_they_were(store: Store, database: str) -> None:
    over = [whole(ANN, BEN), finished(ANN, BEN), given_up()]
    for sample in (*over, running(ANN, BEN), Sample()):
        await keep(store, sample)
    assert files(database) == {
        f"2026-01-02-piazza-{sample.id}.txt": record.format(record_of(sample.table))
        for sample in over
    }


async def test_what_comes_in_is_the_same_game(store: Store, tmp_path: Path) -> None:
    other = await Store.open(str(tmp_path / "other.db"))
    for sample in (whole(ANN, BEN), finished(ANN, BEN), given_up()):
        await keep(store, sample)
        told = record_of(sample.table)
        assert await bring(other, told)
        table = fold(await other.rows(sample.id))
        assert record_of(table) == told
        assert (table.stage, table.ending) == ("over", sample.table.ending)
        assert states(table, table.moves) == states(sample.table, sample.table.moves)
        assert _shown(table) == _shown(sample.table)
    await other.close()


def _shown(table: Table) -> object:
    """As clients get it: where the kernels are ready, parts of it are in bytes before."""
    seen = plain(snapshot(table, "", None, (), 2000.0))
    names = [seat["name"] for seat in seen["seats"]]
    return seen["view"], seen["moves"], seen["ending"], seen["fair"], names


async def test_the_same_game_comes_in_once(store: Store, database: str) -> None:
    sample = whole(ANN, BEN)
    await keep(store, sample)
    told = record_of(sample.table)
    assert not await bring(store, told)
    assert await store.rows(sample.id) == sample.rows
    assert len(files(database)) == 1


async def test_a_name_that_is_taken_by_another_game_is_not_taken_away(store: Store) -> None:
    sample = running(ANN, BEN)
    await keep(store, sample)
    told = record_of(whole(ANN, BEN).table)
    told = record.parse(record.format(told).replace(dict(told.tags)["Table"], sample.id))
    assert await bring(store, told)
    assert not await bring(store, told)
    assert await store.rows(sample.id) == sample.rows


@pytest.mark.parametrize(
    "name", ["carre-2-deck", "carre-2-unfinished", "piazza-3", "piazza-2-deck"]
)
async def test_any_record_can_be_brought_in_if_its_game_is_over(
    store: Store, database: str, name: str
) -> None:
    told = record.parse((PLAYTHROUGHS / f"{name}.record").read_text(encoding="utf-8"))
    if record.result(GAMES[told.game], record.replay(told)[-1]) == "*":
        with pytest.raises(UnfinishedError):
            await bring(store, told)
        assert files(database) == {}
        return
    assert await bring(store, told)
    assert not await bring(store, told)
    [(path, text)] = files(database).items()
    assert text == record.format(told)
    table = fold(await store.rows(path.removesuffix(".txt").rpartition("-")[2]))
    assert states(table, table.moves) == record.replay(told)
    assert _shown(table)


def test_a_promise_that_does_not_hold_is_not_repeated() -> None:
    """A record with somebody else's secret shows no commitment."""
    text = record.format(record_of(whole(ANN, BEN).table))
    forged = record.parse(text.replace("Secret: 5e5e", "Secret: 0000"))
    row = Row("forged", 0, 1.0, "", "", opening(forged, "2026-01-01T00:00:00Z"))
    fair = snapshot(evolve(None, row), "", None, (), 1.0).fair
    assert (fair.commitment, fair.secret, set(fair.shares)) == ("", "", {""})


# The commands.


async def test_a_server_moves_to_another_place_by_records(postgres: str, sqlite: str) -> None:
    store = await Store.open(postgres)
    for sample in (whole(ANN, BEN), finished(ANN, BEN), running(ANN, BEN)):
        await keep(store, sample)
    folder, archive = Path(sqlite).parent / "games", Path(sqlite).parent / "games.zip"
    for target in (folder, archive):
        done = piazzetta("export", "--db", postgres, str(target))
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode() == (
            f"wrote 2 games to {target}\nleft out 1 game not over yet: the cards are still secret\n"
        )
    await store.close()
    done = piazzetta("import", "--db", sqlite, str(archive))
    assert (done.returncode, done.stdout) == (0, b"brought in 2 games\n")
    done = piazzetta("import", "--db", sqlite, str(folder), str(archive))
    assert (done.returncode, done.stdout) == (0, b"brought in 0 games\n4 games already there\n")
    assert files(sqlite) == files(postgres)
    assert piazzetta("verify", str(next(folder.iterdir()))).returncode == 0


SPOILT = (
    "UPDATE events SET body = '{{}}' WHERE table_id = '{table}' AND ply = 3",
    "UPDATE events SET body = 'nonsense' WHERE table_id = '{table}' AND ply = 0",
    """UPDATE events SET body = '{{"kind": "moved", "seat": 7, "move": "?"}}'
        WHERE table_id = '{table}' AND ply = 3""",
    "DELETE FROM events WHERE table_id = '{table}' AND ply = 3",
    "DELETE FROM events WHERE table_id = '{table}'",
    "DELETE FROM events WHERE table_id = '{table}' AND ply > 6",
)


async def test_games_that_cannot_be_read_are_named_and_the_others_are_written(
    store: Store, database: str, tmp_path: Path
) -> None:
    samples = [whole(ANN, BEN) for _ in range(len(SPOILT) + 2)]
    for sample in samples:
        await keep(store, sample)
    with administrator(database) as engine, engine.begin() as connection:
        for sample, harm in zip(samples, SPOILT, strict=False):
            connection.execute(text(harm.format(table=sample.id)))
    folder = tmp_path / "to"
    folder.mkdir()
    done = piazzetta("export", "--db", database, str(folder / "games.zip"))
    assert done.returncode == 1
    assert done.stdout.decode() == f"wrote 2 games to {folder / 'games.zip'}\n"
    for sample, line in zip(
        sorted(samples[: len(SPOILT)], key=lambda one: one.id),
        done.stderr.decode().splitlines(),
        strict=True,
    ):
        assert line.startswith(f"left out table {sample.id}, which cannot be read: ")
    assert [path.name for path in folder.iterdir()] == ["games.zip"]
    with zipfile.ZipFile(folder / "games.zip") as file:
        assert len(file.namelist()) == 2


async def test_a_zip_file_that_cannot_be_finished_leaves_nothing(
    sqlite: str, tmp_path: Path
) -> None:
    store = await Store.open(sqlite)
    await keep(store, whole(ANN, BEN))
    await store.close()
    (tmp_path / "taken.zip").mkdir()
    done = piazzetta("export", "--db", sqlite, str(tmp_path / "taken.zip"))
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"Traceback" not in done.stderr
    assert not (tmp_path / "taken.zip.part").exists()


async def test_what_is_no_folder_is_left_as_it_is(sqlite: str, tmp_path: Path) -> None:
    await (await Store.open(sqlite)).close()
    (tmp_path / "games").write_text("mine")
    for target in (str(tmp_path / "games"), "/dev/full"):
        done = piazzetta("export", "--db", sqlite, target)
        assert (done.returncode, done.stdout) == (1, b"")
        told = f"piazzetta export: {target} is neither a folder nor named NAME.zip\n"
        assert done.stderr.decode() == told
    assert (tmp_path / "games").read_text() == "mine"


def test_what_is_no_finished_game_is_named_and_the_rest_comes_in(tmp_path: Path) -> None:
    good = PLAYTHROUGHS / "carre-2-deck.record"
    bad, unfinished, packed = tmp_path / "bad.txt", tmp_path / "unfinished.txt", io.BytesIO()
    bad.write_text("Game: chess\n")
    unfinished.write_bytes((PLAYTHROUGHS / "carre-2-unfinished.record").read_bytes())
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("folder/deep.txt", good.read_bytes())
        file.writestr("picture.png", b"not a record")
    (tmp_path / "more.zip").write_bytes(packed.getvalue())
    database = str(tmp_path / "x.db")
    done = piazzetta(
        "import", "--db", database, str(bad), str(unfinished), str(tmp_path / "more.zip")
    )
    assert done.returncode == 1
    assert done.stdout == b"brought in 1 game\n"
    lines = done.stderr.decode().splitlines()
    assert lines[0].startswith(f"{bad}:1: ")
    assert lines[1:] == [f"{unfinished}: this game is not over"]


def test_a_broken_zip_file_is_named(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("a.txt", "Game: carre\n" * 100)
    path = tmp_path / "broken.zip"
    path.write_bytes(packed.getvalue().replace(b"carre", b"piazz", 1))
    done = piazzetta("import", "--db", str(tmp_path / "x.db"), str(path))
    assert (done.returncode, done.stdout) == (1, b"brought in 0 games\n")
    assert done.stderr.decode().startswith(f"{path}/a.txt: cannot be read: Bad CRC-32")


async def test_a_file_in_use_is_refused(sqlite: str) -> None:
    store = await Store.open(sqlite)
    done = piazzetta("import", "--db", sqlite, str(PLAYTHROUGHS))
    await store.close()
    assert done.returncode == 1
    assert b"in use by another server" in done.stderr


def test_without_a_word_the_servers_usual_file_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    done = piazzetta("export", str(tmp_path / "games"))
    assert done.returncode == 1
    assert f"there is no database {tmp_path}" in done.stderr.decode()
