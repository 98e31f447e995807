"""Where standard error is closed, standard output holds what it always holds, and no more."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from scripts.make_goldens import FOLDER
from tests.cli.command import COMMAND, HANGS_AFTER

RECORD = FOLDER / "piazza-2.record"
ARENA = ("arena", "--game", "piazza", "--bot", "greedy", "--bot", "random", "--games", "1000")


def printed(*arguments: str, status: int = 0) -> str:
    """What it prints without a standard error."""
    command = ["sh", "-c", 'exec "$0" "$@" 2>&-', COMMAND, *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=HANGS_AFTER, check=False)
    assert done.returncode == status
    return done.stdout.decode()


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "--game", "piazza", "--games", "20", "--json"),
        (*ARENA, "--stop-early", "--json"),
        (*ARENA, "--stop-early", "--json", "--jobs", "2"),
    ],
)
def test_an_object_stays_one_object(arguments: tuple[str, ...]) -> None:
    text = printed(*arguments)
    assert text.count("\n") == 1
    assert json.loads(text)["games"] > 1


def test_advice_stays_one_object(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['numba'] = None\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    text = printed("advise", str(RECORD), "--ply", "16", "--json")
    assert text.count("\n") == 1
    assert json.loads(text)["ply"] == 16


def test_a_server_starts(tmp_path: Path) -> None:
    command = [COMMAND, "serve", "--port", "0", "--db", str(tmp_path / "x.sqlite")]
    closed = ["sh", "-c", 'exec "$0" "$@" 2>&-', *command]
    with subprocess.Popen(closed, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = [process.stdout.readline().split()[:1] for _ in range(2)]
            assert said == [["database"], ["ready"]]
            process.send_signal(signal.SIGTERM)
            assert process.communicate(timeout=HANGS_AFTER)[0] == ""
            assert process.returncode == 0
        finally:
            process.kill()


def test_what_is_wrong_is_no_output() -> None:
    assert printed("advise", "no such file", "--ply", "1", status=1) == ""
    assert printed("replay", "no such file", status=1) == ""
    assert printed("simulate", "--game", "chess", status=2) == ""
