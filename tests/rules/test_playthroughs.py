"""Replays the golden playthroughs to their exact text, and compares every position on the way."""

from itertools import zip_longest
from pathlib import Path

import pytest

from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Given
from scripts.make_goldens import FOLDER, TABLES, digests

PATHS = sorted(FOLDER.glob("*.record"))


def golden(name: str) -> record.Record:
    return record.parse((FOLDER / f"{name}.record").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_it_replays_to_its_exact_text(path: Path) -> None:
    text = record.decode(path.read_bytes())
    assert record.format(record.parse(text)) == text


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_position_is_the_stored_one(path: Path) -> None:
    told = golden(path.stem)
    stored = path.with_suffix(".positions").read_text(encoding="utf-8").splitlines()
    found = digests(GAMES[told.game], record.replay(told)).splitlines()
    differing = [pair for pair in zip_longest(stored, found) if pair[0] != pair[1]]
    assert differing[:1] == []


@pytest.mark.parametrize(
    "name", [f"{game.name}-{players}" for game in GAMES.values() for players in game.seats]
)
def test_every_game_and_number_of_players_has_one(name: str) -> None:
    told = golden(name)
    assert f"{told.game}-{len(told.players)}" == name
    assert record.replay(told)[-1].over


def test_the_files_are_those_of_the_script() -> None:
    assert {path.stem for path in PATHS} == {table.name for table in TABLES}
    assert {path.stem for path in FOLDER.iterdir()} == {path.stem for path in PATHS}


def test_each_shows_what_its_name_says() -> None:
    assert "start: row" in record.format(golden("piazza-3-row"))
    for players in (2, 3, 4):
        assert golden(f"piazza-{players}-choose").moves[0].startswith("start ")
    assert record.format(golden("piazza-3-stuck")).count("(P-STUCK)") == 1
    assert " share, " in record.format(golden("carre-5-shared"))
    assert "Result: *\n" in record.format(golden("carre-2-unfinished"))
    for name in ("piazza-2-deck", "carre-2-deck"):
        assert isinstance(golden(name).chance, Given)
    assert max(state.reshuffles for state in record.replay(golden("carre-5-reshuffle"))) > 0
