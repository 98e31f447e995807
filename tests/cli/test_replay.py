"""Holds `piazzetta replay`: the game it prints, and what it says about a broken record."""

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from piazzetta.cli import replay
from piazzetta.cli.ink import Ink
from piazzetta.cli.main import main
from piazzetta.rules import GAMES, record
from piazzetta.rules.record import MOST_BYTES
from scripts.make_goldens import FOLDER

STUCK = FOLDER / "piazza-3-stuck.record"


def lines_of(name: str) -> list[str]:
    text = (FOLDER / f"{name}.record").read_text(encoding="utf-8")
    return list(replay.lines(record.parse(text), Ink(False)))


def test_it_prints_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(STUCK)]) == 0
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    assert shown.err == ""
    assert lines[:5] == [
        "Piazza",
        "  seat 0: Ada",
        "  seat 1: Béla",
        "  seat 2: Çelik",
        "  Event: piazza-3-stuck",
    ]
    assert "23.  Ada    P1@5,0 P3@5,2   21 11 24       3 + 4 = 7" in lines
    assert "42.  Béla   pass            44 39 54" in lines
    assert any(line.startswith("-3  R2   ·   ·   ·  B6  P5   ·  P5") for line in lines)
    assert lines[-1] == (
        "Won by Çelik: nobody could lay a card any more (P-STUCK). "
        "Points: Ada 44, Béla 39, Çelik 54."
    )


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.record")), ids=lambda path: path.stem)
def test_every_move_is_printed(path: Path) -> None:
    told = record.parse(path.read_text(encoding="utf-8"))
    lines = lines_of(path.stem)
    for step in record.steps(told):
        row = next(line for line in lines if line.startswith(f"{step.number}. "))
        assert row.startswith(f"{step.number}. ")
        assert f"  {step.move} " in row
        assert row.endswith(step.note)


def test_a_shared_win_and_a_running_game_are_told() -> None:
    assert lines_of("carre-5-shared")[-1].startswith("Won by Ada and 艾娃: 50 points ")
    running = lines_of("carre-2-unfinished")[-1]
    assert running == "Not finished; next to move: Béla. Points: Ada 10, Béla 12."


@pytest.mark.parametrize(
    ("name", "ending", "words"),
    [
        (
            "carre-2-unfinished",
            "agreed; ranking 1 0",
            "Won by Béla: ended by agreement. Ranking: 1. Béla, 2. Ada.",
        ),
        (
            "carre-2-unfinished",
            "agreed; ranking 0=1",
            "Won by Ada and Béla: ended by agreement. Ranking: 1. Ada and Béla.",
        ),
        (
            "carre-2-unfinished",
            "seat 1 resigned; ranking 0 1",
            "Béla resigned. Won by Ada. Ranking: 1. Ada, 2. Béla.",
        ),
        (
            "piazza-3-stuck",
            "seat 2 resigned; ranking 0=1 2",
            "Çelik resigned. Won by Ada and Béla: nobody could lay a card any more (P-STUCK). "
            "Ranking: 1. Ada and Béla, 3. Çelik.",
        ),
        ("carre-2-unfinished", "ranking 0 1", "Not finished; next to move: Béla."),
        ("carre-2-unfinished", "at midnight", "Not finished; next to move: Béla."),
        ("carre-2-unfinished", "seat 7 resigned; ranking 0 1", "Not finished; next to move: Béla."),
    ],
)
def test_what_players_ended_themselves_is_told(name: str, ending: str, words: str) -> None:
    told = record.parse((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    told = replace(told, tags=(*told.tags, ("Ending", ending)))
    assert list(replay.lines(told, Ink(False)))[-1].startswith(f"{words} Points: Ada ")


def test_a_game_that_came_to_its_longest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = record.parse((FOLDER / "carre-2-unfinished.record").read_text(encoding="utf-8"))
    monkeypatch.setattr(replay, "LONGEST", len(told.moves))
    told = replace(told, tags=(("Ending", "agreed; ranking 1 0"),))
    last = record.replay(told)[-1]
    assert f"Won by Béla: no game has more than {len(told.moves)} moves." in replay.outcome(
        told, last
    )


def test_the_last_turn_is_marked() -> None:
    lines = lines_of("piazza-2")
    told = record.parse((FOLDER / "piazza-2.record").read_text(encoding="utf-8"))
    last = told.moves[-1].split("@")[0]
    assert f"*{last}" in "\n".join(lines)
    assert any(line.endswith("* new") for line in lines)
    assert not any(line.endswith("* new") for line in lines_of("piazza-3-stuck"))


def test_a_game_without_moves_is_printed() -> None:
    text = (
        "Game: carre\nRules: 1\nSeat 0: A\nSeat 1: B\nOption first: 1\nSeed: 1\nDate: 2025-12-31\n"
    )
    lines = list(replay.lines(record.parse(text), Ink(False)))
    assert lines[0] == "C'est Carré!, 2025-12-31"
    assert lines[-1] == "Not finished; next to move: B. Points: A 0, B 0."


def test_every_reason_is_told_in_words() -> None:
    """The clauses that the rules name as reasons, read from their code."""
    folder = Path(record.__file__).parent.parent
    code = "".join(
        (folder / name / "outcome.py").read_text(encoding="utf-8").split("def outcome", 1)[1]
        for name in GAMES
    )
    named = {word for word in code.split('"') if word[:2] in ("P-", "C-") and " " not in word}
    assert named == set(replay.REASONS)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("Rules: 1", "Rules: 9", 2, "version 9 of the rules of Piazza is not known"),
        ("42. 1: pass", "42. 1: Y5@9,9", None, "(P-"),
        ("| 3 + 4 = 7", "| 8", None, "points"),
        ("Result: seat 2 wins", "Result: seat 1 wins", None, "the result is"),
    ],
)
def test_a_broken_record_is_told_by_file_and_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    old: str,
    new: str,
    line: int | None,
    words: str,
) -> None:
    text = STUCK.read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path / "broken.record"
    broken.write_text(text.replace(old, new, 1), encoding="utf-8")
    expected = line or text[: text.index(old)].count("\n") + 1
    assert main(["replay", str(broken)]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"{broken}:{expected}: ")
    assert words in shown.err
    assert shown.err.count("\n") == 1


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.record"
    assert main(["replay", str(missing)]) == 1
    assert capsys.readouterr().err == f"{missing}: No such file or directory\n"
    assert main(["replay", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{tmp_path}: Is a directory\n"


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        (b"\x00\x80\xff" * 1000, "-:1: this is no UTF-8 text\n"),
        (b"", "-:1: the header line 'Game' is missing\n"),
        (
            bytes(MOST_BYTES * 2),
            f"-:1: this is no record: it is longer than {MOST_BYTES:,} bytes\n",
        ),
    ],
    ids=["binary", "empty", "long"],
)
def test_garbage_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: bytes, answer: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["replay", "-"]) == 1
    assert capsys.readouterr() == ("", answer)


def test_standard_input_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = STUCK.read_bytes().replace(b"\n", b"\r\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + data)))
    assert main(["replay", "-"]) == 0
    assert "Won by Çelik" in capsys.readouterr().out
