"""Where numba is not installed, or is and cannot be loaded: the rules serve, and nobody hangs.

Commands that need the kernels say what is wrong, and what to do.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.make_goldens import FOLDER
from tests.cli.command import HANGS_AFTER, piazzetta
from tests.cli.test_bot import request_for

RECORD = FOLDER / "piazza-2.record"
MISSING = {"sitecustomize.py": "import sys; sys.modules['numba'] = None\n"}
BROKEN = {"numba/__init__.py": "raise ImportError('it needs another numpy\\nand more')\n"}
SAID = {
    "missing": "numba is not installed: python -m pip install numba",
    "broken": "numba cannot be used (ImportError: it needs another numpy); "
    "this may help: python -m pip install --upgrade numba numpy",
}
ARENA = ("arena", "--game", "carre", "--games", "2", "--time-ms", "10", "--json")

KERNELS = """
from piazzetta import kernels
for game in ("piazza", "carre"):
    assert not kernels.must_compile(game)
    assert not kernels.wait_until_ready(game)
    assert not kernels.wait_until_ready(game)
    assert not kernels.ready(game)
    print(kernels.trouble(game))
"""


@pytest.fixture(params=["missing", "broken"])
def said(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said where numba is like that; so it is for every program that is started."""
    for name, text in (MISSING if request.param == "missing" else BROKEN).items():
        path = tmp_path / "path" / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "path"))
    return SAID[request.param]


def test_nobody_waits_for_what_will_not_come(said: str) -> None:
    command = [sys.executable, "-c", KERNELS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANGS_AFTER, check=True)
    assert (done.stdout, done.stderr) == (f"{said}\n" * 2, "")


def test_the_bots_of_the_arena_play_from_the_rules(said: str) -> None:
    done = piazzetta(*ARENA, "--bot", "greedy", "--bot", "level5")
    assert done.returncode == 0
    assert json.loads(done.stdout)["games"] == 2
    told = f"{said}\nuntil then these play from the rules alone: greedy, level5\n"
    assert done.stderr.decode().startswith(told)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_arena_refuses_bots_that_need_kernels(said: str, jobs: str, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    done = piazzetta(*ARENA, "--bot", "search", "--jobs", jobs, "--records", str(folder))
    refused("search", done, said)
    assert not folder.exists()


def test_the_command_bot_does_so_too(said: str) -> None:
    refused("montecarlo", piazzetta("bot", "montecarlo"), said)


def refused(name: str, done: "subprocess.CompletedProcess[bytes]", said: str) -> None:
    assert (done.returncode, done.stdout) == (2, b"")
    assert f"the bot '{name}' needs " in done.stderr.decode()
    assert said.partition(": ")[2] in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_other_bots_answer(said: str) -> None:
    assert said
    for name in ("greedy", "level5"):
        request = request_for("carre")
        done = piazzetta("bot", name, stdin=json.dumps(request).encode())
        assert (done.returncode, done.stderr) == (0, b"")
        assert json.loads(done.stdout)["move"] in request["moves"]


def test_advice_is_what_greedy_would_play(said: str) -> None:
    done = piazzetta("advise", str(RECORD), "--ply", "16", "--json")
    assert done.returncode == 0
    assert {entry["win"] for entry in json.loads(done.stdout)["moves"]} == {None}
    shown = done.stderr.decode()
    assert "no moves are played out; they are ranked by what they bring now" in shown
    assert said in shown or shown.startswith("without numba ")


def test_the_ladder_measures_no_substitutes(said: str) -> None:
    done = piazzetta("ladder", "--games", "2")
    assert (done.returncode, done.stdout) == (2, b"")
    assert f"the levels need compiled kernels: {said}" in done.stderr.decode()
    assert b"Traceback" not in done.stderr
