"""Records and archives that somebody spoilt: one line about each, and the others come in."""

import io
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from piazzetta.cli import import_
from piazzetta.cli.import_ import Source
from piazzetta.rules import record
from piazzetta.server.store import Store
from piazzetta.server.store.transfer import _ids, bring
from piazzetta.server.table.record import record as record_of
from tests.cli.command import piazzetta
from tests.server.store.samples import ANN, BEN, finished, keep
from tests.server.store.test_transfer import PLAYTHROUGHS, given_up, whole
from tests.services import administrator

pytestmark = pytest.mark.anyio

ODD = (
    *("", " ", "\n\n", ":", "|", "*", "=", "; ", "@", "\0", "\x1f", "\u202e", "\ud800", "é", "²"),
    *("-1", "0", "1e999", "NaN", "null", "true", "{", "9" * 5000, "[" * 50_000, '{"a":' * 50_000),
    *("Seat 0: x", "Seat 99: x", f"Seat {'9' * 5000}: x", "Rules: 2", "Rules: ²", "Seed: "),
    *("Option first: 99", "Option x: y", "Option first: [1]", f"Option first: {'[' * 50_000}"),
    *("Order stock 0: a b", "Order round 1: A0", "Order x: ", "Date: 9999-12-31", "Date: 0001-1-1"),
    *("Table: ../../x", f"Table: {'a' * 20}", "Bot 0: x", "Share 9: 00", f"Secret: {'0' * 64}"),
    *("Ending: ranking ²=1", "Ending: ranking 0=1", "Ending: agreed; ranking 1 0", "Ending: "),
    *("1. 0: take", f"1. 0: {'9' * 5000}", f"{'9' * 5000}. 0: take", "@9999999999999999,5"),
)


def records() -> list[str]:
    samples = (whole(ANN, BEN), finished(ANN, BEN), given_up())
    typed = ("carre-2-deck", "piazza-3")
    return [
        *(record.format(record_of(sample.table)) for sample in samples),
        *((PLAYTHROUGHS / f"{name}.record").read_text(encoding="utf-8") for name in typed),
    ]


def spoilt(told: str, luck: Random) -> bytes:
    """The text with a few lines gone, doubled, exchanged or full of nonsense."""
    lines = told.split("\n")
    for _ in range(luck.choice((1, 1, 2, 5))):
        here = luck.randrange(min(len(lines), luck.choice((15, 500))))
        other = luck.randrange(len(lines))
        name, column = lines[here].partition(":")[0], luck.randrange(len(lines[here]) + 1)
        lines[here : here + luck.choice((0, 1, 1, 1))] = luck.choice(
            (
                [],
                [luck.choice(ODD)],
                [lines[other]],
                [f"{name}: {luck.choice(ODD)}"],
                [lines[here][:column] + luck.choice(ODD) + lines[here][column + 1 :]],
                [lines[here][:column] + chr(luck.randrange(0x3000)) + lines[here][column:]],
            )
        )
        lines = lines or [""]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


@pytest.fixture
async def kept(sqlite: str) -> AsyncIterator[Store]:
    store = await Store.open(sqlite)
    yield store
    await store.close()


@pytest.mark.parametrize("seed", [1])
async def test_spoilt_records(kept: Store, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    luck, texts = Random(seed), records()
    answers = []
    for number in range(300):
        source = Source(f"file{number}", spoilt(luck.choice(texts), luck))
        answers.append(await import_._bring(kept, source))
        told = capsys.readouterr().err
        assert (told.count("\n"), told[:4]) == ((1, "file") if answers[-1] is None else (0, ""))
        assert len(told) < 500
    # Some harm makes another game of it, or the same once more; most makes none.
    assert {True, False, None} == set(answers)


def packed(method: int) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as file:
        for name in ("a.txt", "é/b.txt"):
            file.writestr(name, "Game: carre\n" * 50)
    return data.getvalue()


METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def test_spoilt_archives(tmp_path: Path) -> None:
    luck, archives, found = Random(1), [packed(method) for method in METHODS], set()
    path = tmp_path / "spoilt.zip"
    for _ in range(1000):
        data = bytearray(luck.choice(archives))
        for _ in range(luck.choice((1, 2, 4))):
            edge = luck.choice((0, len(data) // 2, max(0, len(data) - 150)))
            here = edge + luck.randrange(100)
            data[here : here + luck.choice((0, 1, 1, 30))] = luck.randbytes(
                luck.choice((0, 1, 1, 9))
            )
        path.write_bytes(data)
        for source in import_._sources(path):
            assert bool(source.data) != bool(source.wrong)
            assert "\n" not in source.wrong
            found.add(source.wrong.partition(" for ")[0])
    assert len(found) > 10


async def test_what_cannot_be_read_is_named_and_the_rest_comes_in(tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "good.record").write_bytes((PLAYTHROUGHS / "carre-2-deck.record").read_bytes())
    done = piazzetta("import", "--db", str(tmp_path / "x.db"), str(tmp_path / "no"), str(tmp_path))
    assert (done.returncode, done.stdout) == (1, b"brought in 1 game\n")
    assert done.stderr.decode().splitlines() == [
        f"{tmp_path / 'no'}: cannot be read: No such file or directory",
        f"{tmp_path / 'folder.txt'}: cannot be read: Is a directory",
    ]


async def test_a_game_whose_place_another_claims_is_named(
    kept: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = (PLAYTHROUGHS / "carre-2-deck.record").read_text(encoding="utf-8")
    place = next(_ids(record.parse(typed), record.format(record.parse(typed))))
    claim = (PLAYTHROUGHS / "carre-2.record").read_text(encoding="utf-8")
    claim = claim.replace("\n\n1.", f"\nTable: {place}\n\n1.", 1)
    assert await import_._bring(kept, Source("claim", claim.encode()))
    assert await import_._bring(kept, Source("typed", typed.encode())) is None
    assert capsys.readouterr().err == "typed: another game has taken its place\n"


async def test_a_game_whose_rows_are_spoilt_can_be_brought_in_again(
    kept: Store, sqlite: str
) -> None:
    sample = whole(ANN, BEN)
    await keep(kept, sample)
    with administrator(sqlite) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE events SET body = 'nonsense' WHERE ply = 3"))
    told = record_of(sample.table)
    assert await bring(kept, told)
    assert not await bring(kept, told)
