"""`piazzetta simulate` as it is called, and the sums behind what it prints."""

import argparse
import json
import os
import pty
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from piazzetta.cli import simulate, simulation
from piazzetta.cli.main import main
from piazzetta.cli.simulation import Sums, mean_interval, next_batch, play_all, report, table
from piazzetta.kernels import gpu
from piazzetta.kernels.batch import POLICIES, Playouts
from tests.cli.command import COMMAND, HANGS_AFTER, piazzetta

Json = dict[str, Any]

KEYS = ["games", "games_per_second", "moves_per_second", "points", "win_rate", "ci95"]
PIAZZA = ("simulate", "--game", "piazza")


def apart(*arguments: str) -> Json:
    """What the program prints that other programs start."""
    done = piazzetta("simulate", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return rateless(done.stdout.decode())


def rateless(printed: str) -> Json:
    """The object, without the rates, which differ from run to run."""
    assert printed.count("\n") == 1
    told: Json = json.loads(printed)
    assert list(told) == KEYS
    return {key: value for key, value in told.items() if not key.endswith("second")}


Simulated = Callable[..., Json]


@pytest.fixture
def simulated(capsys: pytest.CaptureFixture[str]) -> Simulated:
    """The same, here and now: the kernels are loaded once for all."""

    def told(*arguments: str) -> Json:
        assert main(["simulate", *arguments, "--json"]) == 0
        return rateless(capsys.readouterr().out)

    return told


@pytest.mark.parametrize(
    ("game", "players", "policy"), [("piazza", 4, "greedy"), ("carre", 5, "random")]
)
def test_with_json_it_prints_one_object_and_nothing_else(
    game: str, players: int, policy: str
) -> None:
    asked = ("--game", game, "--players", str(players), "--policy", policy, "--games", "300")
    told = apart(*asked, "--seed", "1")
    assert told["games"] == 300
    assert [len(told[key]) for key in KEYS[3:]] == [players] * 3
    assert all(points > 10 for points in told["points"])
    assert sum(told["win_rate"]) == pytest.approx(1)
    for rate, (low, high) in zip(told["win_rate"], told["ci95"], strict=True):
        assert 0 <= low < rate < high <= 1


def test_the_same_seed_gives_the_same_whatever_the_threads(simulated: Simulated) -> None:
    asked = ("--game", "carre", "--players", "3", "--policy", "greedy", "--games", "200")
    one = simulated(*asked, "--seed", "5", "--threads", "1")
    assert one == simulated(*asked, "--seed", "5", "--threads", "3")
    assert one == simulated(*asked, "--seed", "5")
    assert one == apart(*asked, "--seed", "5")
    assert one != simulated(*asked, "--seed", "6", "--threads", "1")


def test_any_whole_number_is_a_seed(simulated: Simulated) -> None:
    asked = ("--game", "piazza", "--games", "20", "--seed")
    assert simulated(*asked, "-1") == simulated(*asked, str(2**64 - 1)) != simulated(*asked, "1")


def test_the_gpu_plays_the_same_games(
    simulated: Simulated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In numba's simulator, where there is no GPU."""
    asked = ("--game", "piazza", "--games", "8", "--seed", "3")
    on_cores = simulated(*asked)
    if not gpu.available():
        monkeypatch.setenv("NUMBA_ENABLE_CUDASIM", "1")
    assert apart(*asked, "--gpu") == on_cores


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PIAZZA, "--games", "2000", "--threads", "2"]) == 0
    shown = capsys.readouterr()
    title, rates, _, head, *seats = shown.out.splitlines()
    assert title == "Piazza, 2 players, random, 2,000 games on 2 threads, seed 0"
    assert [word for word in rates.split() if "/s" in word] == ["games/s,", "moves/s,"]
    assert [line.split()[0] for line in (head, *seats)] == ["seat", "0", "1"]
    assert {len(line) for line in (head, *seats)} == {len(head)}
    assert shown.err.startswith("warming up")


def test_rates_count_nothing_but_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 12.0, 20.0, 21.0])
    monkeypatch.setattr(simulation, "next_batch", lambda _batch, _spent: 100)
    monkeypatch.setattr("piazzetta.cli.simulation.time.perf_counter", lambda: next(clock))
    sums = Sums(2)
    assert play_all(drawn, simulation.FIRST_BATCH + 11, sums)
    told = report(sums)
    assert told["games_per_second"] == (simulation.FIRST_BATCH + 11) / 3
    assert told["moves_per_second"] == pytest.approx(7 * told["games_per_second"])


def drawn(games: int, skipped: int) -> Playouts:
    """Games of 7 moves that two seats share, one of them with as many points as its number."""
    points = np.stack([np.arange(skipped, skipped + games), np.full(games, 5)], axis=1)
    shares = np.full((games, 2), 0.5, np.float32)
    return Playouts(points.astype(np.int32), shares, np.full(games, 7, np.int32))


def test_batches_cover_every_game_once() -> None:
    sums = Sums(2)
    assert play_all(drawn, 1000, sums)
    assert (sums.games, sums.moves) == (1000, 7000)
    assert sums.points == [sum(range(1000)), 5000]
    assert sums.squares == [sum(n * n for n in range(1000)), 25_000]
    assert sums.win_rates() == [0.5, 0.5]


def test_batches_grow_and_shrink_to_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "BATCH_SECONDS", 0.2)
    assert next_batch(100, spent=0.1) == 200
    assert next_batch(100, spent=0.4) == 50
    assert next_batch(100, spent=1e-6) == 100 * simulation.GROWTH
    assert next_batch(1, spent=60.0) == 1
    assert next_batch(simulation.MOST_BATCH, spent=1e-6) == simulation.MOST_BATCH


def known(threes: int) -> Sums:
    """100 games of three seats: some shared by all of them, the others won by seat 0."""
    shares = np.zeros((100, 3), np.float32)
    shares[:, 0] = 1
    shares[:threes] = 1 / 3
    points = np.tile(np.array([[10, 20, 30], [14, 20, 30]], np.int32), (50, 1))
    sums = Sums(3)
    sums.add(Playouts(points, shares, np.full(100, 4, np.int32)), seconds=2.0)
    return sums


def test_known_games_give_known_numbers() -> None:
    told = report(known(threes=40))
    assert told["games_per_second"] == 50
    assert told["moves_per_second"] == 200
    assert told["points"] == [12, 20, 30]
    assert told["win_rate"] == pytest.approx([0.6 + 0.4 / 3, 0.4 / 3, 0.4 / 3])
    # Wilson's interval of 40 / 3 in 100, reckoned by hand.
    assert told["ci95"][1] == pytest.approx((0.0801, 0.2137), abs=1e-4)


def test_points_have_an_interval_too() -> None:
    changing, constant, _ = known(threes=0).points_intervals()
    deviation = 2 * (100 / 99) ** 0.5
    assert changing == pytest.approx((12 - 0.196 * deviation, 12 + 0.196 * deviation), abs=1e-4)
    assert constant == (20.0, 20.0)
    assert mean_interval(7, 49, 1) == (-np.inf, np.inf)


def test_parts_of_wins_add_up_exactly() -> None:
    sums = known(threes=100)
    for _ in range(9):
        sums.add(drawn_by_three(), seconds=1.0)
    assert sums.wins == [1000 * simulation.WHOLE // 3] * 3


def drawn_by_three() -> Playouts:
    shares = np.full((100, 3), 1 / 3, np.float32)
    return Playouts(np.zeros((100, 3), np.int32), shares, np.ones(100, np.int32))


def test_the_gpu_is_named() -> None:
    asked = argparse.Namespace(
        game="carre", players=3, policy="greedy", seed=4, gpu=True, threads=None
    )
    assert "C'est Carré!, 3 players, greedy, 100 games on the GPU, seed 4" in table(asked, known(0))


def test_the_policies_are_those_of_the_kernels() -> None:
    assert set(simulate.POLICIES) == POLICIES.keys()


def test_an_interrupt_tells_what_there_is() -> None:
    ours, theirs = pty.openpty()
    command = [COMMAND, *PIAZZA, "--games", "1000000000", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = read_until(ours, b" left")
        process.send_signal(signal.SIGINT)
        out = process.communicate(timeout=HANGS_AFTER)[0]
    shown += os.read(ours, 65536)
    os.close(ours)
    assert process.returncode == 130
    assert 0 < json.loads(out)["games"] < 1_000_000_000
    assert b"of 1,000,000,000 games are finished" in shown
    assert b"Traceback" not in shown


def read_until(stream: int, end: bytes) -> bytes:
    shown = b""
    while end not in shown:
        shown += os.read(stream, 65536)
    return shown


def test_an_interrupt_before_the_first_game_prints_no_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(games: int, skipped: int) -> Playouts:
        if games > 1:
            signal.raise_signal(signal.SIGINT)
        return drawn(games, skipped)

    monkeypatch.setattr(simulation, "_player", lambda _: play)
    assert main([*PIAZZA, "--games", "50", "--json"]) == 130
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "interrupted: 0 of 50 games are finished" in shown.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--players", "5"), "--players must be from 2 to 4, not 5"),
        (("--players", "two"), "--players"),
        (("--policy", "clever"), "--policy"),
        (("--games", "0"), "'0' is no whole number from 1 to 1,000,000,000,000"),
        (("--games", "1" + "0" * 13), "is no whole number"),
        (("--games", "1e6"), "'1e6' is no whole number"),
        (("--threads", "0"), "--threads"),
        (("--seed", "x"), "--seed"),
        (("--game", "chess"), "--game"),
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


def test_without_numba_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('there is no numba')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = piazzetta(*PIAZZA, "--games", "10", "--json")
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"there is no numba" in done.stderr
    assert b"pip install numba numpy" in done.stderr
    assert b"Traceback" not in done.stderr


def test_without_a_gpu_it_says_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gpu, "cuda", None)
    assert main([*PIAZZA, "--gpu"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "no GPU that numba can use" in shown.err
    assert "Without --gpu" in shown.err
