"""The ladder: neighbours meet, and what comes of it stands in the document."""

from pathlib import Path

import pytest

from piazzetta.arena import ladder
from piazzetta.arena.ladder import BEGIN, END, Effort
from piazzetta.arena.match import Match
from piazzetta.arena.play import Result
from piazzetta.arena.run import WorkerError
from piazzetta.bots.levels import LEVELS
from piazzetta.cli.main import main
from piazzetta.rules import GAMES

DOCUMENT = Path(__file__).parents[2] / "docs" / "bots.md"


def test_every_level_meets_the_one_below_in_every_game() -> None:
    names = [step.name for step in ladder.steps()]
    assert len(names) == len(set(names)) == len(GAMES) * (len(LEVELS) - 1)
    assert names[0] == "piazza-level2-level1"
    assert names[-1] == "carre-level6-level5"


def test_steps_against_the_clock_have_their_own_number_of_games() -> None:
    effort = Effort(games=9, timed_games=4, time_ms=30, seed=2)
    matches = {step.name: step.match(effort) for step in ladder.steps()}
    first = matches["piazza-level2-level1"]
    assert first == Match("piazza", ("level2", "level1"), deals=5, seed=2, time_ms=30)
    assert [name for name, match in matches.items() if match.games == 4] == [
        "piazza-level6-level5",
        "carre-level6-level5",
    ]


def test_a_row_tells_what_the_upper_level_won() -> None:
    step = ladder.steps()[0]
    match = step.match(Effort(games=2))
    results = [
        Result(
            slot, (60 - 20 * slot.rotation, 50), (slot.rotation,), (1, 1), (0.5, 0.5), (0, 0), False
        )
        for slot in match.slots()
    ]
    text = ladder.row(step, match, results)
    assert text.startswith("| level2 Gina | level1 Nino | 2 | **100.0%** |")
    assert text.endswith("| 55.0 : 45.0 | 500.0 : 500.0 |")


def test_the_table_is_put_between_the_marks_and_nowhere_else() -> None:
    document = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert ladder.inserted(document, ["new"]) == f"before\n{BEGIN}\nnew\n{END}\nafter\n"
    for broken in ("before", f"{BEGIN} only", f"{END} {BEGIN}"):
        with pytest.raises(ValueError, match="has no lines"):
            ladder.inserted(broken, [])


def test_the_document_names_all_levels_and_all_steps() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    table = text.partition(BEGIN)[2].partition(END)[0]
    assert "\n".join(ladder.characters()) in table
    for step in ladder.steps():
        row = f"| {step.upper.name} {step.upper.title} | {step.lower.name} {step.lower.title} |"
        assert table.count(row) == len(GAMES)


def test_a_document_without_marks_is_refused_before_anybody_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bots.md"
    path.write_text("# Bots\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["ladder", "--document", str(path)])
    assert "has no lines" in capsys.readouterr().err


@pytest.mark.long
def test_the_command_writes_the_document_and_plays_nothing_twice(tmp_path: Path) -> None:
    path, records = tmp_path / "bots.md", tmp_path / "games"
    path.write_text(f"# Bots\n{BEGIN}\n{END}\nend\n", encoding="utf-8")
    effort = ["--games", "2", "--timed-games", "2", "--time-ms", "5"]
    arguments = ["ladder", *effort, "--records", str(records), "--document", str(path)]
    assert main(arguments) == 0
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"# Bots\n{BEGIN}\n")
    assert text.endswith(f"{END}\nend\n")
    assert text.count("| 2 | **") == len(ladder.steps())
    assert main(arguments) == 0
    assert path.read_text(encoding="utf-8") == text


@pytest.fixture
def first_step(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Only this one is climbed; what the command is called with."""
    steps = ladder.steps()[:1]
    monkeypatch.setattr(ladder, "steps", lambda: steps)
    return ["ladder", "--games", "2"]


def test_the_table_alone_is_printed(
    first_step: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(first_step) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("\n| level | name | character |")
    assert "\n| level2 Gina | level1 Nino | 2 |" in shown.out
    assert "| level2 Gina | level1 Nino | 2 |" in shown.err


@pytest.mark.parametrize(
    ("error", "status", "why"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (WorkerError("a process died"), 1, "a process died"),
    ],
)
def test_a_ladder_that_is_broken_off_tells_how_far_it_is(
    error: BaseException,
    status: int,
    why: str,
    first_step: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run_match(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("piazzetta.cli.contest.run_match", run_match)
    assert main([*first_step, "--records", str(tmp_path)]) == status
    assert capsys.readouterr() == (
        "",
        f"{why} after 0 of 2 games of piazza-level2-level1; 0 of 1 steps are finished\n"
        f"the same command goes on from {tmp_path}\n",
    )
