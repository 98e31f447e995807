"""`piazzetta verify`: what it proves, and what it says of a record that proves nothing."""

import hashlib
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from piazzetta.cli.main import main
from piazzetta.rules import GAMES, record
from piazzetta.rules.carre.cards import PACK
from piazzetta.rules.chance import Given, Seed
from piazzetta.rules.record import Record

SECRET, OTHER = "5e" * 32, "0f" * 32
SHARES = {0: "a1" * 32, 2: "c3" * 32}


def digest(*parts: str) -> str:
    """SHA-256 of the bytes that hexadecimal digits write, side by side."""
    return hashlib.sha256(bytes.fromhex("".join(parts))).hexdigest()


COMMITMENT = digest(b"piazzetta commitment ".hex(), SECRET)
TAGS = (
    ("Commitment", COMMITMENT),
    ("Secret", SECRET),
    *((f"Share {seat}", share) for seat, share in SHARES.items()),
)


def played(game: str = "carre") -> Record:
    """A game of three, of whom the second is a bot, under the seed that all have made."""
    rules, chance = GAMES[game], Seed(int(digest(SECRET, *SHARES.values()), 16))
    options = rules.options(3, {})
    state, moves = rules.deal(options, chance), []
    for _ in range(12):
        move = rules.legal_moves(state)[-1].move
        state = rules.play(state, move, chance)
        moves.append(str(move))
    names = ("Ada", "Level 3", "Cem")
    return Record(game, 1, options, chance, names, tuple(moves), tags=TAGS)


FAIR = played()


def verify(folder: Path, told: Record | str, *arguments: str) -> int:
    file = folder / "game.record"
    file.write_text(told if isinstance(told, str) else record.format(told), encoding="utf-8")
    return main(["verify", str(file), *arguments])


def tagged(**changes: str | None) -> Record:
    """The fair record with other tags; None leaves one out."""
    named = {name.replace("_", " "): text for name, text in changes.items()}
    tags = {**dict(TAGS), **named}
    return replace(FAIR, tags=tuple((name, text) for name, text in tags.items() if text))


@pytest.mark.parametrize("game", GAMES)
def test_a_fair_deal_is_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    assert verify(tmp_path, played(game)) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "NO" not in shown.out
    assert "the shares of Ada, Cem" in shown.out
    assert COMMITMENT in shown.out
    assert shown.out.count("  yes  ") == 3


def test_the_noted_commitment_is_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, FAIR, "--commitment", COMMITMENT.upper()) == 0
    assert "is the one that you noted" in capsys.readouterr().out
    assert verify(tmp_path, FAIR, "--commitment", OTHER) == 1
    shown = capsys.readouterr().out
    assert "NO   the commitment is not the one that you noted" in shown
    assert "NOT proved to be fair" in shown


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (tagged(Commitment=OTHER), "the server's secret is not the one"),
        (tagged(Secret=OTHER), "the server's secret is not the one"),
        (tagged(Secret=OTHER, Commitment=digest(OTHER)), "the seed is not made of"),
        (tagged(Share_0=OTHER), "the seed is not made of"),
        (tagged(Share_2=None), "the seed is not made of"),
        (tagged(Share_1=OTHER), "the seed is not made of"),
        (tagged(Share_0=SHARES[2], Share_2=SHARES[0]), "the seed is not made of"),
        (replace(FAIR, chance=Seed(7), moves=()), "the seed is not made of"),
    ],
)
def test_what_does_not_hold_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], told: Record, words: str
) -> None:
    assert verify(tmp_path, told) == 1
    assert f"NO   {words}" in capsys.readouterr().out


def test_orders_in_place_of_a_seed_prove_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = Given({"first": ("0", "1", "2"), "round 1": tuple(map(str, PACK))})
    assert verify(tmp_path, replace(FAIR, chance=given, moves=())) == 1
    assert "NO   the record has no seed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (replace(FAIR, tags=()), "says nothing about how the cards were dealt"),
        (replace(FAIR, tags=(("Place", "Lucca"),)), "says nothing about how"),
        (tagged(Commitment=None), "the line 'Commitment' is missing"),
        (tagged(Secret=None), "the line 'Secret' is missing"),
        (tagged(Share_0=None, Share_2=None), "the server alone chose the deal"),
        (tagged(Secret="secret"), "'Secret' is not 64 hexadecimal digits"),
        (tagged(Share_0="A1" * 32), "'Share 0' is not 64 hexadecimal digits"),
        (tagged(Share_3=OTHER), "a share of seat 3, but no such seat"),
        (replace(FAIR, tags=(*TAGS, ("Secret", OTHER))), "'Secret' is there more than once"),
    ],
)
def test_a_promise_that_is_not_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], told: Record, words: str
) -> None:
    assert verify(tmp_path, told) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert words in shown.err


def test_a_record_whose_game_does_not_follow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = record.format(FAIR).replace("Result: *", "Result: seat 0 wins, 1 0 0 (C-WIN)")
    assert verify(tmp_path, text) == 1
    assert "the result is '*'" in capsys.readouterr().err


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "none")]) == 1
    assert "No such file" in capsys.readouterr().err


def test_a_commitment_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        verify(tmp_path, FAIR, "--commitment", "abc")
    assert ended.value.code == 2


def test_it_needs_nothing_but_python() -> None:
    code = "import sys; import piazzetta.cli.verify; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    ours = {name.partition(".")[0] for name in loaded}
    assert "piazzetta" in ours
    assert not ours & {"msgspec", "numpy", "numba", "starlette", "sqlalchemy", "cryptography"}
