"""One process compiles, the others wait for it, and nobody does what is done already."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from piazzetta.kernels import jit, kept

HANGS_AFTER = 600
TAKE_TURN = """
import sys
from piazzetta.kernels import kept
with kept.turn("piazza"):
    print("mine", flush=True)
    sys.stdin.read()
"""
COUNT = """
import sys
started = []
sys.addaudithook(lambda event, arguments: started.append(event == "subprocess.Popen"))
from piazzetta import kernels
assert kernels.wait_until_ready("carre")
print(sum(started))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the compiled code of Piazza would be kept; there is none yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    jit.cache_folder.cache_clear()
    yield jit.cache_folder("piazza")
    jit.cache_folder.cache_clear()


def python(code: str) -> "subprocess.Popen[str]":
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True)


def says(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def test_a_note_holds_for_the_same_sources_only(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*jit.SHARED, "piazza.py"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(jit, "__file__", str(tmp_path / "jit.py"))
    folder.mkdir(parents=True)
    assert not kept.is_kept("piazza")
    kept.note("piazza")
    assert kept.is_kept("piazza")
    os.utime(tmp_path / "piazza.py", (1000, 1000))
    assert not kept.is_kept("piazza")


def test_only_what_is_not_kept_must_be_compiled(folder: Path) -> None:
    code = "from piazzetta import kernels; print(kernels.must_compile('piazza'))"
    with python(code) as first:
        assert says(first) == "True"
    folder.mkdir(parents=True)
    kept.note("piazza")
    with python(code) as second:
        assert says(second) == "False"


def test_where_nothing_can_be_kept_everybody_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    jit.cache_folder.cache_clear()
    kept.note("piazza")
    assert not kept.is_kept("piazza")
    with kept.turn("piazza") as handles:
        assert handles == ()
    jit.cache_folder.cache_clear()


@pytest.mark.usefixtures("folder")
def test_one_after_the_other() -> None:
    order: list[str] = []

    def wait() -> None:
        with kept.turn("piazza"):
            order.append("second")

    with kept.turn("piazza"):
        second = Thread(target=wait)
        second.start()
        second.join(0.2)
        order.append("first")
    second.join(HANGS_AFTER)
    assert order == ["first", "second"]


@pytest.mark.usefixtures("folder")
def test_who_dies_gives_up_the_turn() -> None:
    with python(TAKE_TURN) as process:
        assert says(process) == "mine"
        with python(TAKE_TURN) as heir:
            process.kill()
            assert says(heir) == "mine"
            heir.kill()


@pytest.mark.usefixtures("folder")
def test_a_turn_can_be_passed_on() -> None:
    with kept.turn("piazza") as handles:
        command = [sys.executable, "-c", "input()"]
        compiling = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=handles)
    with compiling, python(TAKE_TURN) as other:
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(0.5)
        compiling.communicate(b"\n", timeout=HANGS_AFTER)
        assert says(other) == "mine"
        other.kill()


def test_what_is_compiled_needs_no_other_process() -> None:
    assert counted() == "0" or counted() == "0", "what the first one compiled was not kept"


def counted() -> str:
    with python(COUNT) as process:
        return says(process)


@pytest.mark.long
def test_one_of_many_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    processes = [python(COUNT) for _ in range(3)]
    assert sorted(says(process) for process in processes) == ["0", "0", "1"]
    for process in processes:
        process.communicate(timeout=HANGS_AFTER)
