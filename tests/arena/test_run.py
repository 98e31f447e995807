"""Whole matches: the same games here and apart, kept and resumed, with programs that misbehave."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from piazzetta.arena import kept, run
from piazzetta.arena.course import Course
from piazzetta.arena.kept import LIST, KeptError
from piazzetta.arena.match import Match, Slot
from piazzetta.arena.play import MOST_DECISIONS, Played, Result, play_game
from piazzetta.arena.run import Plan, WorkerError, play_apart, play_here
from piazzetta.bots import BotNameError, make_bot
from piazzetta.rules import record
from tests.bots.programs import GOOD, KILLS, Programs

MATCH = Match("piazza", ("random", "greedy"), deals=3, seed=5)


def ignore(_: Result) -> None:
    """Nobody wants to know."""


def played(match: Match, jobs: int = 1, folder: Path | None = None) -> list[Result]:
    """All results, without the times they took."""
    course = Course(match)
    run.run(course, jobs, folder, ignore)
    return timeless(course.results())


def timeless(results: list[Result]) -> list[Result]:
    return [replace(result, seconds=(0.0,) * len(result.seconds)) for result in results]


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    """After the test, no process may be left."""
    made = Programs(tmp_path)
    yield made
    assert made.started()
    assert made.running() == []


def test_the_same_seed_gives_the_same_match() -> None:
    assert played(MATCH) == played(MATCH)
    assert played(MATCH) != played(replace(MATCH, seed=6))


def test_a_match_goes_the_same_way_in_several_processes() -> None:
    assert played(MATCH, jobs=2) == played(MATCH)


def test_a_game_does_not_depend_on_those_before() -> None:
    assert played(replace(MATCH, deals=1)) == played(MATCH)[:2]


# Kept results


def test_every_game_is_kept_as_a_record(tmp_path: Path) -> None:
    results = played(MATCH, folder=begun(tmp_path))
    paths = sorted(tmp_path.glob("*.txt"))
    assert [path.name for path in paths] == [
        f"deal-{d}-{r}.txt" for d in range(3) for r in range(2)
    ]
    for path, result in zip(paths, results, strict=True):
        read = record.parse(path.read_text(encoding="utf-8"))
        entries = [result.slot.entry_at(seat, 2) for seat in range(2)]
        assert read.players == tuple(MATCH.entries[entry] for entry in entries)
        last = record.replay(read)[-1]
        assert MATCH.rules.scores(last) == result.scores
        assert ("Match", f"seed 5, deal {result.slot.deal}, rotation {result.slot.rotation}") in (
            read.tags
        )


def begun(folder: Path) -> Path:
    kept.begin(folder, MATCH)
    return folder


def test_a_command_that_no_line_can_hold_is_kept_all_the_same(tmp_path: Path) -> None:
    match = replace(MATCH, entries=("cmd:a\n 'b\tc'  ", "random"))
    game = play_game(MATCH, Slot(0, 0), [make_bot("random", seed) for seed in (1, 2)])
    stopped = Played(replace(game.result, capped=True), game.moves[:3])
    kept.write_record(tmp_path, match, stopped)
    read = record.parse((tmp_path / "deal-0-0.txt").read_text(encoding="utf-8"))
    assert read.players == ("cmd:a 'b c'", "random")
    assert ("Capped", f"after {MOST_DECISIONS} decisions") in read.tags


@pytest.mark.parametrize("jobs", [1, 2])
def test_finished_games_are_not_played_again(
    jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = played(MATCH)
    folder = begun(tmp_path)
    interrupted = Course(MATCH)
    with pytest.raises(KeyboardInterrupt):
        run.run(interrupted, 1, folder, interrupt_after(3))
    assert len(interrupted) == 3
    assert timeless(interrupted.results()) == whole[:2], "only whole deals count"

    resumed = Course(MATCH)
    again: list[Result] = []
    for result in kept.resume(folder, MATCH):
        resumed.add(result)
    assert len(resumed) == 3
    run.run(resumed, jobs, folder, again.append)
    assert {result.slot for result in again} == {(1, 1), (2, 0), (2, 1)}
    assert timeless(resumed.results()) == whole
    assert {result.slot for result in kept.resume(folder, MATCH)} == set(MATCH.slots())

    monkeypatch.setattr(run, "play_here", None)
    run.run(resumed, 1, folder, ignore)


def interrupt_after(games: int) -> Callable[[Result], None]:
    done: list[Result] = []

    def tell(result: Result) -> None:
        done.append(result)
        if len(done) == games:
            raise KeyboardInterrupt

    return tell


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    played(MATCH, folder=begun(tmp_path))
    path = tmp_path / LIST
    path.write_bytes(path.read_bytes()[:-9])
    results = kept.resume(tmp_path, MATCH)
    assert len(results) == MATCH.games - 1
    kept.add(tmp_path, replace(results[0], slot=Slot(2, 1)))
    assert len(kept.resume(tmp_path, MATCH)) == MATCH.games


def test_a_match_can_be_made_longer_or_shorter(tmp_path: Path) -> None:
    played(MATCH, folder=begun(tmp_path))
    assert len(kept.resume(tmp_path, replace(MATCH, deals=9))) == 6
    assert len(kept.resume(tmp_path, replace(MATCH, deals=1))) == 2


def test_a_match_is_begun_when_it_is_played(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert kept.resume(folder, MATCH) == []
    assert not folder.exists()
    played(MATCH, folder=folder)
    settings, *lines = (folder / LIST).read_text().splitlines()
    assert json.loads(settings) == MATCH.settings()
    assert len(lines) == MATCH.games


def test_another_match_is_refused(tmp_path: Path) -> None:
    begun(tmp_path)
    with pytest.raises(KeptError, match="--resume continues it"):
        run.run(Course(MATCH), 1, tmp_path, ignore, new=True)
    with pytest.raises(KeptError, match="--resume continues it"):
        kept.begin(tmp_path, MATCH)
    with pytest.raises(KeptError, match="another match: seed was 5, now 6"):
        kept.resume(tmp_path, replace(MATCH, seed=6))
    with pytest.raises(KeptError, match="another match: time_ms was 100, now 50"):
        kept.resume(tmp_path, replace(MATCH, time_ms=50))


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(KeptError, match=r"file/new/results.jsonl cannot be made"):
        kept.begin(tmp_path / "file" / "new", MATCH)


@pytest.mark.parametrize("text", ["", "\n", "nonsense\n", "[1]\n"])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / LIST).write_text(text)
    with pytest.raises(KeptError, match="is no list of results"):
        kept.resume(tmp_path, MATCH)


@pytest.mark.parametrize("line", ["nonsense", "{}", "[]", '{"slot": 3}'])
def test_a_damaged_list_is_refused(tmp_path: Path, line: str) -> None:
    with (begun(tmp_path) / LIST).open("a") as file:
        file.write(line + "\n")
    with pytest.raises(KeptError, match="is damaged"):
        kept.resume(tmp_path, MATCH)


# Programs in a match


def test_programs_are_started_once_for_each_entry(programs: Programs) -> None:
    good = programs.name(GOOD)
    results = played(Match("piazza", (good, "random", good), deals=2, time_ms=2000))
    assert len(results) == 6
    assert [sum(result.faults) for result in results] == [0] * 6
    assert len(programs.started()) == 2


def test_each_process_has_its_own_programs(programs: Programs) -> None:
    match = Match("piazza", (programs.name(GOOD), "random"), deals=2, time_ms=2000)
    assert [sum(result.faults) for result in played(match, jobs=2)] == [0] * 4
    assert len(programs.started()) == 2


def test_the_match_goes_on_without_a_program_that_crashed(programs: Programs) -> None:
    crashing = programs.name(GOOD + "    if request['id'] == 20: os._exit(1)\n")
    results = played(Match("piazza", (crashing, "random"), deals=2, time_ms=2000))
    asked = sum(result.decisions[result.slot.seat_of(0, 2)] for result in results)
    assert sum(result.faults[result.slot.seat_of(0, 2)] for result in results) == asked - 20
    assert sum(result.faults[result.slot.seat_of(1, 2)] for result in results) == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_ends_the_programs(programs: Programs, jobs: int) -> None:
    match = Match("piazza", (programs.name(GOOD), "random"), deals=20, time_ms=2000)
    with pytest.raises(KeyboardInterrupt):
        run.run(Course(match), jobs, None, interrupt_after(1))


def test_a_clear_result_ends_the_match() -> None:
    match = Match("piazza", ("greedy", "random"), deals=50)
    course = Course(match, risk=0.05)
    run.run(course, 1, None, ignore)
    assert course.is_clear()
    assert len(course) == len(course.results()) < 40


def test_what_a_worker_cannot_do_is_told(tmp_path: Path) -> None:
    """It cannot write the record, since the folder is not there."""
    plan = Plan(MATCH, tmp_path / "missing")
    with (
        closing(play_apart(plan, list(MATCH.slots()), 2)) as games,
        pytest.raises(WorkerError, match=r"could not go on: .*No such file"),
    ):
        next(games)


def test_a_worker_that_dies_is_noticed(programs: Programs) -> None:
    match = Match("piazza", (programs.name(KILLS), "random"), deals=9, time_ms=2000)
    course = Course(match)
    with pytest.raises(WorkerError, match="was ended by signal 9"):
        run.run(course, 2, None, ignore)
    assert 2 <= len(course) < match.games


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_program_that_cannot_be_started_is_told_before_anything_is_begun(
    tmp_path: Path, jobs: int
) -> None:
    match = Match("piazza", ("random", Programs(tmp_path).unrunnable()), deals=2)
    with pytest.raises(BotNameError, match="no program' cannot be started: Exec format error"):
        run.run(Course(match), jobs, tmp_path / "records", ignore)
    assert not (tmp_path / "records").exists()


def test_games_can_be_left_in_the_middle(programs: Programs) -> None:
    plan = Plan(Match("piazza", (programs.name(GOOD), "random"), deals=2, time_ms=2000))
    with closing(play_here(plan, list(plan.match.slots()))) as games:
        next(games)
        assert len(programs.running()) == 1
