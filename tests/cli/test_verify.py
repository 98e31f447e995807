"""`piazzetta verify`: what it proves, and what it says of a record that proves nothing."""

import hashlib
import subprocess
import sys
from collections.abc import Sequence
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
PROOF = (
    ("Table", "abcdefghij"),
    ("Bot 1", "level3"),
    ("Commitment", COMMITMENT),
    ("Secret", SECRET),
    *((f"Share {seat}", share) for seat, share in SHARES.items()),
)


def played(game: str = "carre", moves_made: int = 12) -> Record:
    """A game of three, of whom the second is a bot, under the seed that all have made; it is over
    by the rules, or by agreement."""
    rules, chance = GAMES[game], Seed(int(digest(SECRET, *SHARES.values()), 16))
    options = rules.options(3, {})
    state = rules.deal(options, chance)
    moves: list[str] = []
    while len(moves) < moves_made and not state.over:
        move = rules.legal_moves(state)[-1].move
        state = rules.play(state, move, chance)
        moves.append(str(move))
    names = ("Ada", "Level 3", "Cem")
    tags = PROOF if state.over else (*PROOF, ("Ending", f"agreed; {ranked(rules.scores(state))}"))
    return Record(game, 1, options, chance, names, tuple(moves), tags=tags)


def ranked(scores: Sequence[int]) -> str:
    """The most points first."""
    places = [[seat for seat in range(3) if scores[seat] == one] for one in set(scores)]
    places.sort(key=lambda seats: -scores[seats[0]])
    return "ranking " + " ".join("=".join(map(str, seats)) for seats in places)


FAIR, FINISHED = played(), played("piazza", 1000)


def verify(folder: Path, told: Record | str, *arguments: str) -> int:
    file = folder / "game.record"
    file.write_text(told if isinstance(told, str) else record.format(told), encoding="utf-8")
    return main(["verify", str(file), *arguments])


def tagged(**changes: str | None) -> Record:
    """The fair record with other tags; None leaves one out."""
    named = {name.replace("_", " "): text for name, text in changes.items()}
    return retagged(FAIR, {**dict(FAIR.tags), **named})


def retagged(told: Record, tags: dict[str, str | None]) -> Record:
    return replace(told, tags=tuple((name, text) for name, text in tags.items() if text))


def ending(text: str, told: Record = FAIR) -> Record:
    return retagged(told, {**dict(told.tags), "Ending": text})


@pytest.mark.parametrize("game", GAMES)
def test_a_fair_deal_is_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    assert verify(tmp_path, played(game)) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "NO" not in shown.out
    assert "the shares of Ada, Cem" in shown.out
    assert "!." not in shown.out
    assert COMMITMENT in shown.out
    assert shown.out.count("  yes  ") == 5
    assert "ended by agreement" in shown.out.splitlines()[0]


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
        (tagged(Bot_1=None), "seat 1, Level 3, has no share"),
        (tagged(Bot_0="level3"), "seat 0, Ada, is a bot, and has a share"),
        (tagged(Ending=None), "the record does not tell how the game ended"),
        (tagged(Ending=None, Endign="agreed; ranking 0=1=2"), "the line 'Endign' is not one"),
        (tagged(Bot_1=None, bot_1="level3"), "the line 'bot 1' is not one that a server writes"),
        (tagged(Place="Lucca"), "the line 'Place' is not one that a server writes"),
        (ending("ranking 0 1 2"), "the record does not tell how the game ended"),
        (ending("agreed; ranking 0 1 2"), "the ranking is not the one"),
        (ending("agreed; ranking 0=1"), "what the line 'Ending' says cannot be read"),
        (ending("all agreed; ranking 0=1=2"), "what the line 'Ending' says cannot be read"),
        (ending("seat 1 resigned; agreed; ranking 0=2 1"), "somebody gave up who could not"),
        (ending("seat 0 resigned; seat 0 resigned; ranking 1 2 0"), "somebody gave up who could"),
        (ending("seat 0 resigned; ranking 1=2 0"), "the record does not tell how the game ended"),
        (ending("seat 0 resigned; seat 2 resigned; ranking 1 0 2"), "the ranking is not the one"),
        (ending("ranking 0=1=2", FINISHED), "the ranking is not the one"),
        (ending("agreed; ranking 0 1 2", FINISHED), "the ranking is not the one"),
    ],
)
def test_what_does_not_hold_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], told: Record, words: str
) -> None:
    assert verify(tmp_path, told) == 1
    assert f"NO   {words}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "told",
    [
        FINISHED,
        ending("seat 0 resigned; seat 2 resigned; ranking 1 2 0"),
        ending("seat 2 resigned; agreed; ranking 0=1 2"),
    ],
)
def test_every_way_to_end_a_game_is_checked(tmp_path: Path, told: Record) -> None:
    assert verify(tmp_path, told) == 0


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
        (tagged(Bot_3="level1"), "a bot of seat 3, but no such seat"),
        (replace(FAIR, tags=(*PROOF, ("Secret", OTHER))), "'Secret' is there more than once"),
        (
            replace(FAIR, tags=(*FAIR.tags, ("Ending", "agreed; ranking 0 1 2"))),
            "'Ending' is there more than once",
        ),
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
