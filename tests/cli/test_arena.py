"""`piazzetta arena` as it is called: what it prints, refuses, keeps and leaves behind."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from piazzetta.arena import kept
from piazzetta.bots import BOTS
from piazzetta.cli.contest import one_interrupt
from piazzetta.cli.main import main
from tests.bots.programs import GOOD, KILLS, Programs
from tests.cli.command import COMMAND, HANGS_AFTER, piazzetta

Json = dict[str, Any]

PIAZZA = ("arena", "--game", "piazza", "--players", "2")


def arena(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What it prints."""
    assert main([*PIAZZA, *arguments]) == status
    return capsys.readouterr().out


def timeless(told: str) -> Json:
    """The object without the times, which differ from run to run."""
    data: Json = json.loads(told)
    return {**data, "bots": [bot | {"ms_per_move": None} for bot in data["bots"]]}


def test_with_json_it_prints_one_object_and_nothing_else() -> None:
    bots = ("--bot", "greedy", "--bot", "random")
    done = piazzetta(*PIAZZA, *bots, "--games", "7", "--seed", "1", "--time-ms", "100", "--json")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    told = json.loads(done.stdout)
    assert done.stdout.count(b"\n") == 1
    assert (told["game"], told["players"], told["games"], told["capped"]) == ("piazza", 2, 8, 0)
    assert [bot["name"] for bot in told["bots"]] == ["greedy", "random"]
    assert sum(bot["wins"] for bot in told["bots"]) == 8
    assert told["bots"][0]["win_rate"] > 0.5
    assert sum(told["seats"]) == pytest.approx(1)


def test_the_same_seed_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--bot", "random", "--games", "4", "--json")
    one = timeless(arena(capsys, *arguments, "--seed", "1"))
    assert one == timeless(arena(capsys, *arguments, "--seed", "1"))
    assert one == timeless(arena(capsys, *arguments, "--seed", "1", "--jobs", "2"))
    assert one != timeless(arena(capsys, *arguments, "--seed", "2"))


def test_fewer_bots_than_seats_repeat_and_stay_apart(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ("--players", "4", "--bot", "greedy", "--bot", "random", "--games", "1", "--json")
    told = json.loads(arena(capsys, *bots))
    assert [bot["name"] for bot in told["bots"]] == ["greedy", "random"] * 2
    assert {bot["games"] for bot in told["bots"]} == {told["games"]} == {4}
    assert len(told["seats"]) == 4


def test_one_deal_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    told = arena(capsys, "--bot", "random", "--games", "1")
    assert "2 games (1 deal in 2 rotations)" in told


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    told = arena(capsys, "--bot", "greedy", "--bot", "random", "--games", "4", "--seed", "2")
    title, _, head, greedy, random, _, seats = told.splitlines()
    assert title == "Piazza, 2 players, 4 games (2 deals in 2 rotations), 100 ms a move, seed 2"
    assert head.split()[:3] == ["bot", "wins", "win"]
    assert len(head) == len(greedy) == len(random)
    assert greedy.split()[0] == "greedy"
    assert seats.startswith("win rate by seat: ")


def test_stopped_games_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piazzetta.arena.play.MOST_DECISIONS", 3)
    assert "stopped as too long: 2" in arena(capsys, "--bot", "random", "--games", "2")


def test_a_clear_result_ends_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ("--bot", "greedy", "--bot", "random", "--games", "1000", "--json")
    assert main([*PIAZZA, *bots, "--stop-early"]) == 0
    shown = capsys.readouterr()
    told = json.loads(shown.out)
    assert told["games"] < 40
    assert f"the result was clear after {told['games']} of 1000 games" in shown.err
    assert main([*PIAZZA, *bots, "--stop-early", "0.001"]) == 0
    assert told["games"] < json.loads(capsys.readouterr().out)["games"] < 100


def test_nobody_waits_for_kernels_that_no_bot_uses(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piazzetta.kernels.wait_until_ready", None)
    monkeypatch.setattr("piazzetta.kernels.must_compile", None)
    assert "greedy" in arena(capsys, "--bot", "greedy", "--bot", "level1", "--games", "2")


BOT = ("--bot", "random")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "--bot"),
        (("--bot", "nobody"), f"there is no bot 'nobody'; known are {', '.join(BOTS)}"),
        (("--bot", "cmd:no-such-program"), "there is no program 'no-such-program'"),
        (("--bot", "cmd:"), "a program must be named"),
        (BOT * 3, "3 bots are named for 2 seats"),
        ((*BOT, "--players", "5"), "--players must be from 2 to 4, not 5"),
        ((*BOT, "--players", "two"), "--players"),
        ((*BOT, "--game", "chess"), "--game"),
        ((*BOT, "--games", "0"), "'0' is no whole number from 1 to 1,000,000"),
        ((*BOT, "--games", "-4"), "--games"),
        ((*BOT, "--games", "1.5"), "--games"),
        ((*BOT, "--time-ms", "0"), "--time-ms"),
        ((*BOT, "--threads", "0"), "--threads"),
        ((*BOT, "--jobs", "0"), "--jobs"),
        ((*BOT, "--seed", "x"), "--seed"),
        ((*BOT, "--stop-early", "2"), "'2' is no number between 0 and 1"),
        ((*BOT, "--stop-early", "soon"), "'soon' is no number between 0 and 1"),
        ((*BOT, "--resume"), "--resume needs the folder of the match"),
    ],
)
def test_wrong_arguments_end_with_status_2(
    arguments: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*PIAZZA, *arguments])
    shown = capsys.readouterr()
    assert (ended.value.code, shown.out) == (2, "")
    assert reason in shown.err
    assert "Traceback" not in shown.err


def test_a_match_is_kept_and_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "a" / "b"
    match = (*BOT, "--records", str(folder), "--json")
    short = json.loads(arena(capsys, *match, "--games", "2"))
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.txt")}
    long = timeless(arena(capsys, *match, "--games", "6", "--resume"))
    assert (short["games"], long["games"]) == (2, 6)
    assert len(list(folder.glob("*.txt"))) == 6
    after = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.txt")}
    assert before.items() <= after.items(), "finished games are not played again"
    assert long == timeless(arena(capsys, *BOT, "--games", "6", "--json"))
    for path in folder.glob("*.txt"):
        assert main(["replay", str(path)]) == 0


def test_kept_matches_are_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arena(capsys, *BOT, "--games", "2", "--records", str(tmp_path))
    for change in ((), ("--resume", "--seed", "9")):
        with pytest.raises(SystemExit) as ended:
            main([*PIAZZA, *BOT, "--games", "2", "--records", str(tmp_path), *change])
        assert ended.value.code == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_record_that_cannot_be_written_ends_the_match(
    jobs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin_elsewhere(folder: Path, _: object) -> None:
        assert not (folder / kept.LIST).exists()

    monkeypatch.setattr(kept, "begin", begin_elsewhere)
    records = ("--records", str(tmp_path / "missing"))
    assert main([*PIAZZA, *BOT, "--games", "2", "--jobs", jobs, *records]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "No such file" in shown.err
    assert ": 0 of 2 games are finished, 0 of them count" in shown.err
    assert "the same command with --resume goes on from" in shown.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_program_that_cannot_be_started_is_a_wrong_argument(jobs: str, tmp_path: Path) -> None:
    folder, name = tmp_path / "records", Programs(tmp_path).unrunnable()
    done = piazzetta(*PIAZZA, "--bot", name, *BOT, "--jobs", jobs, "--records", str(folder))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.endswith(f"{name} cannot be started: Exec format error\n".encode())
    assert b"Traceback" not in done.stderr
    assert not folder.exists()


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    """After the test, no process may be left."""
    made = Programs(tmp_path)
    yield made
    assert made.started()
    assert made.running() == []


def test_a_program_is_a_bot(programs: Programs, capsys: pytest.CaptureFixture[str]) -> None:
    name = programs.name(GOOD)
    bots = ("--bot", name, "--bot", "random", "--time-ms", "2000", "--games", "2", "--json")
    told = json.loads(arena(capsys, *bots))
    assert [(bot["name"], bot["faults"]) for bot in told["bots"]] == [(name, 0), ("random", 0)]


def test_a_worker_that_dies_costs_only_its_game(programs: Programs, tmp_path: Path) -> None:
    records = ("--records", str(tmp_path / "records"))
    bots = ("--bot", programs.name(KILLS), *BOT, "--time-ms", "5000")
    match = (*PIAZZA, *bots, "--games", "16", "--jobs", "2", "--json", *records)
    done = piazzetta(*match)
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert 4 <= told["games"] < 16
    assert told["bots"][0]["faults"] == 0
    assert b"a process that played games was ended by signal 9: " in done.stderr
    assert b"of 16 games are finished" in done.stderr
    assert b"the same command with --resume goes on from" in done.stderr
    assert b"Traceback" not in done.stderr
    again = piazzetta(*match, "--resume")
    assert (again.returncode, json.loads(again.stdout)["games"]) == (0, 16)


def test_faults_are_reported(programs: Programs, capsys: pytest.CaptureFixture[str]) -> None:
    name = programs.name("for request in requests():\n    print('no idea', flush=True)\n")
    bots = ("--bot", "random", "--bot", name, "--time-ms", "1", "--games", "2", "--json")
    random, program = json.loads(arena(capsys, *bots))["bots"]
    assert random["faults"] == 0
    assert program["faults"] > 10


INTERRUPTS = ["SIGINT", "SIGTERM", "SIGHUP"]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("name", INTERRUPTS)
def test_an_interrupted_match_tells_what_it_has_and_ends_all_programs(
    programs: Programs, tmp_path: Path, name: str, jobs: str
) -> None:
    folder = tmp_path / "records"
    match = ("--bot", programs.name(GOOD), "--bot", "random", "--games", "4000")
    arguments = [*match, "--time-ms", "5000", "--records", str(folder), "--jobs", jobs, "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen([COMMAND, *PIAZZA, *arguments], stdout=pipe, stderr=pipe) as process:
        wait_for_games(folder, 12)
        process.send_signal(getattr(signal, name))
        process.send_signal(getattr(signal, name))
        out, err = process.communicate(timeout=HANGS_AFTER)
    assert process.returncode == 130
    told = json.loads(out)
    assert 2 <= told["games"] < 4000
    assert told["bots"][0]["faults"] == 0
    assert b"of 4000 games are finished" in err
    assert b"--resume goes on from" in err
    assert b"Traceback" not in err


def wait_for_games(folder: Path, games: int) -> None:
    deadline = time.monotonic() + HANGS_AFTER
    while len(list(folder.glob("*.txt"))) < games:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_nothing_is_printed_before_a_deal_is_complete(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(HANGS_AFTER)

    monkeypatch.setattr("piazzetta.arena.run.play_game", interrupt)
    assert main([*PIAZZA, *BOT, "--json"]) == 130
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "interrupted: 0 of 100 games are finished, 0 of them count" in shown.err


def test_a_signal_that_was_ignored_stays_ignored() -> None:
    """As under nohup."""
    script = """
import os, signal
from piazzetta.cli.contest import one_interrupt
signal.signal(signal.SIGHUP, signal.SIG_IGN)
with one_interrupt():
    os.kill(os.getpid(), signal.SIGHUP)
print("still here")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout == b"still here\n"


def test_signals_are_as_before_afterwards() -> None:
    before = [signal.getsignal(getattr(signal, name)) for name in INTERRUPTS]
    with pytest.raises(KeyboardInterrupt), one_interrupt():
        signal.raise_signal(signal.SIGTERM)
    assert [signal.getsignal(getattr(signal, name)) for name in INTERRUPTS] == before
