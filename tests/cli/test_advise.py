"""Holds `piazzetta advise`: what it prints, its sentences, its errors, and docs/advice.md."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from piazzetta import kernels
from piazzetta.bots.advice import REASONS, advise
from piazzetta.bots.reason import OnlyMove, Reason
from piazzetta.bots.reasons_carre import (
    BreaksNine,
    BreaksZone,
    ChangesValues,
    CompletesSquare,
    Draws,
    EndsRound,
    GrowsZone,
    JoinsZones,
    LeavesCard,
    MakesNine,
    Owes,
    PlaysHand,
    ReachesTarget,
    Reshuffles,
    RevealsCards,
    SkipsCard,
    TakesCard,
)
from piazzetta.bots.reasons_piazza import (
    BlocksReply,
    FillsGrid,
    Finishes,
    KeepsCard,
    LeavesReply,
    MakesBrackets,
    OpensReply,
)
from piazzetta.cli import advising
from piazzetta.cli.main import main
from piazzetta.cli.reason_words import TEXTS, sentence, text_key
from piazzetta.kernels import warm
from piazzetta.rules import GAMES, carre, piazza, record
from scripts.make_goldens import FOLDER
from tests.cli.command import piazzetta
from tests.rules.piazza_tables import lay

DOCUMENT = Path(__file__).parents[2] / "docs" / "advice.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
PIAZZA = FOLDER / "piazza-2.record"
CARRE = FOLDER / "carre-2-unfinished.record"
NAMES = ("Ada", "Béla", "Çelik", "Dora")
QUICK = ("--time-ms", "60", "--top", "3")


def legal_at(path: Path, ply: int) -> set[str]:
    told = record.parse(path.read_text(encoding="utf-8"))
    game, state = GAMES[told.game], record.replay(told)[ply - 1]
    return {str(entry.move) for entry in game.legal_moves(state)}


@pytest.fixture
def without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if numba were not installed."""
    monkeypatch.setattr(advising, "available", lambda: False)
    monkeypatch.setattr(warm, "available", lambda: False)
    monkeypatch.setattr(kernels, "ready", lambda _game: False)


def test_the_command_prints_ranked_moves_for_people() -> None:
    done = piazzetta("advise", str(PIAZZA), "--ply", "16", *QUICK)
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "Piazza, ply 16: Ada is to move."
    ranked = [line for line in lines if re.match(r"[0-9]+\. ", line)]
    assert [line.split(".")[0] for line in ranked] == [str(k + 1) for k in range(len(ranked))]
    assert len(ranked) in (3, 4)
    shape = r"[0-9]\. [^:]+: wins [0-9.]+%, margin [+-][0-9.]+, [0-9]+ points? now(  <- played)?"
    assert all(re.fullmatch(shape, line) for line in ranked)
    assert sum("<- played" in line for line in ranked) == 1
    assert "   - makes brackets of 2 and 3" in lines
    assert re.fullmatch(r"B2@0,-2 B3@2,-2 (was the best|against the best: win .*)\.", lines[-1])


@pytest.mark.parametrize(("path", "ply"), [(PIAZZA, 16), (CARRE, 60)], ids=["piazza", "carre"])
def test_the_command_prints_one_object(path: Path, ply: int) -> None:
    done = piazzetta("advise", "-", "--ply", str(ply), "--json", *QUICK, stdin=path.read_bytes())
    assert done.returncode == 0
    (line,) = done.stdout.decode().splitlines()
    told = json.loads(line)
    moves = [entry["move"] for entry in told["moves"]]
    assert (told["ply"], told["seat"], told["player"]) == (ply, 0, "Ada")
    assert told["played"] in moves
    assert set(moves) <= legal_at(path, ply)
    assert len(moves) == len(set(moves))
    assert told["moves"][0]["loss"] == {"win": 0, "margin": 0}
    best = told["moves"][0]
    for entry in told["moves"]:
        assert entry["loss"]["margin"] == pytest.approx(best["margin"] - entry["margin"])
        assert entry["playouts"] > 0
        assert {reason["code"] for reason in entry["reasons"]} <= set(REASONS)


@pytest.mark.usefixtures("without_kernels")
def test_without_numba_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", str(PIAZZA), "--ply", "16", "--json", *QUICK]) == 0
    shown = capsys.readouterr()
    assert shown.err.startswith("without numba no moves are played out")
    moves = json.loads(shown.out)["moves"]
    assert {(entry["win"], entry["margin"], entry["loss"]) for entry in moves} == {(None,) * 3}
    assert main(["advise", str(PIAZZA), "--ply", "16", *QUICK]) == 0
    assert "11 points now" in capsys.readouterr().out


def test_who_waits_long_is_told_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kernels, "wait_until_ready", lambda _game, _seconds=None: False)
    monkeypatch.setattr(kernels, "ready", lambda _game: False)
    monkeypatch.setattr(kernels, "warm_up_in_background", lambda _game: None)
    assert main(["advise", str(PIAZZA), "--ply", "16", "--json"]) == 0
    assert capsys.readouterr().err.startswith("making the kernels ready")


@pytest.mark.usefixtures("without_kernels")
def test_the_end_of_an_unfinished_record_has_no_move_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    count = len(record.parse(CARRE.read_text(encoding="utf-8")).moves)
    assert main(["advise", str(CARRE), "--ply", str(count + 1), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["played"] is None


@pytest.mark.parametrize("ply", ["36", "37", "999999"])
def test_a_ply_at_which_nobody_chooses(ply: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", str(PIAZZA), "--ply", ply]) == 1
    assert capsys.readouterr() == (
        "",
        f"{PIAZZA}: there is no move {ply}; moves are chosen at ply 1 to 35; "
        "then the game is over\n",
    )


def test_a_ply_beyond_an_unfinished_record(capsys: pytest.CaptureFixture[str]) -> None:
    count = len(record.parse(CARRE.read_text(encoding="utf-8")).moves)
    assert main(["advise", str(CARRE), "--ply", str(count + 2)]) == 1
    assert capsys.readouterr().err.endswith(f"moves are chosen at ply 1 to {count + 1}\n")


@pytest.mark.parametrize("ply", ["0", "-1", "x", "1.5"])
def test_what_is_no_ply_ends_with_usage(ply: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["advise", str(PIAZZA), f"--ply={ply}"])
    assert ended.value.code == 2
    assert "argument --ply" in capsys.readouterr().err


def test_a_broken_record_is_told_by_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.record"
    text = PIAZZA.read_text(encoding="utf-8")
    broken.write_text(text.replace("Rules: 1", "Rules: 9"), encoding="utf-8")
    assert main(["advise", str(broken), "--ply", "1"]) == 1
    assert capsys.readouterr().err.startswith(f"{broken}:2: version 9 of the rules")
    assert main(["advise", str(tmp_path / "none"), "--ply", "1"]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'none'}: No such file or directory\n"


CARD = carre.CARDS["A+2"]
SENTENCES: list[tuple[Reason, str]] = [
    (OnlyMove(), "the only legal move"),
    (MakesBrackets((5,)), "makes a bracket of 5"),
    (MakesBrackets((2, 3, 4)), "makes brackets of 2, 3 and 4"),
    (
        OpensReply(1, 8, 5, lay("B3@2,-1")),
        "opens 8 points for Béla: B3@2,-1 (at most 5 before)",
    ),
    (LeavesReply(1, 1, lay("B3@2,-1")), "leaves Béla 1 point: B3@2,-1"),
    (
        BlocksReply(2, 3, 4),
        "takes 3 points away from Çelik, who can still make 4 at most",
    ),
    (
        KeepsCard(piazza.CARDS["P3"], 4),
        "keeps P3 for later; with it, this card would make 4 points more now",
    ),
    (FillsGrid("columns", -3, 4), "fills the grid: no more columns beyond -3 to 4"),
    (FillsGrid("rows", 0, 7), "fills the grid: no more rows beyond 0 to 7"),
    (Finishes(1), "lays the last card, before everybody else"),
    (Finishes(3), "lays the last card, as number 3 to finish"),
    (GrowsZone("A", 3, 4, 4), "brings a zone of A from 3 to 4: 4 points more"),
    (JoinsZones("A", (2, 3), 6, 15), "joins zones of A, 2 and 3, to 6: 15 points more"),
    (BreaksZone("A", 3, (1, 1), 4), "breaks a zone of A of 3 into 1 and 1: 4 points less"),
    (BreaksZone("A", 3, (2,), 3), "takes a card from a zone of A of 3: 3 points less"),
    (MakesNine("C"), "makes nine of C, which win the game when the round is scored"),
    (BreaksNine("C"), "breaks the winning nine of C"),
    (ChangesValues(-3), "changes the values by -3"),
    (CompletesSquare((1, 2)), "completes the square: one more turn for Béla and Çelik"),
    (CompletesSquare(()), "completes the square in the last turn of the round"),
    (Owes(1), "1 card more to play from the hand"),
    (Draws(3, 0), "draws 3 cards"),
    (Draws(3, 2), "draws 3 cards and must discard 2"),
    (Reshuffles(9), "the discard pile (9 cards) is shuffled and drawn from"),
    (TakesCard(CARD, 5), "takes A+2: at best +5 for the layout at once"),
    (PlaysHand(2), "laid, it plays 2 cards from the hand"),
    (RevealsCards(1.5, 6), "reveals two: the better adds +1.5 on average, at best +6"),
    (SkipsCard(CARD, -1), "does not take A+2: at best -1 for the layout at once"),
    (LeavesCard(CARD, 1, 0), "leaves A+2 on the pile for Béla: at best +0 at once"),
    (ReachesTarget(51), "brings the total to 51, if it stays like that"),
    (EndsRound((12, 7), ()), "ends the round; totals 12, 7"),
    (EndsRound((51, 51), (0, 1)), "ends the game; totals 51, 51; won by Ada and Béla"),
]


@pytest.mark.parametrize(("reason", "text"), SENTENCES, ids=lambda value: str(value)[:40])
def test_a_reason_in_words(reason: Reason, text: str) -> None:
    assert sentence(reason, NAMES) == text


def test_the_catalogue_has_every_reason_and_no_other_text() -> None:
    assert {reason.code for reason, _ in SENTENCES} == set(REASONS)
    assert {text_key(reason) for reason, _ in SENTENCES} == set(TEXTS)


def test_the_document_has_every_reason_with_its_fields() -> None:
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\|[^|]+\|$", TEXT, re.MULTILINE)
    told = {code: re.findall(r"`(\w+)`", cells) for code, cells in rows}
    assert told == {code: [field.name for field in fields(kind)] for code, kind in REASONS.items()}


def test_the_document_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["advise", "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    assert {option for option in options if f"| `{option}` |" not in TEXT} == set()


def test_the_object_in_the_document_has_the_fields_of_the_code() -> None:
    block = re.search(r"^```json\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert block
    shown: dict[str, Any] = json.loads(block[1])
    told = record.parse(PIAZZA.read_text(encoding="utf-8"))
    moment = advising.moment_of(told, 16)
    found = advise(moment.game, moment.view, 0.01, also=moment.played)
    real = advising.to_json(moment, found)
    assert list(shown) == list(real)
    assert list(shown["moves"][0]) == list(real["moves"][0])
    assert (shown["player"], shown["played"]) == (real["player"], real["played"])
