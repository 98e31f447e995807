"""Worker processes: they answer, and whatever goes wrong in one costs nobody else anything."""

import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from piazzetta.server.thinking import workers
from piazzetta.server.thinking.line import ClosedError
from piazzetta.server.thinking.workers import PATIENCE, Crew, NoAnswerError, default_count
from tests.bots.programs import is_running
from tests.server.thinking.jobs import Child, Crash, Fail, Pid, Sleep

ROOT = Path(__file__).parents[3]


@contextmanager
def crew_of(count: int = 1) -> Iterator[Crew]:
    """After the test, none of its processes may be left."""
    crew = Crew(count)
    try:
        yield crew
        pids = crew.pids()
    finally:
        crew.close()
    assert not any(map(is_running, pids))


def wait_for_end(pids: list[int]) -> None:
    deadline = time.monotonic() + 20
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(is_running, pids))


def test_nothing_is_started_before_the_first_job_and_one_process_serves_many() -> None:
    with crew_of(count=3) as crew:
        assert crew.pids() == []
        assert len({crew.answer(Pid()) for _ in range(5)}) == 1
        assert len(crew.pids()) == 1


def test_a_job_whose_worker_crashed_is_done_by_another(tmp_path: Path) -> None:
    with crew_of() as crew:
        assert crew.answer(Crash(tmp_path / "crashes", times=1)) == "done"


def test_a_job_that_cost_two_workers_costs_no_third(tmp_path: Path) -> None:
    crashes = tmp_path / "crashes"
    with crew_of() as crew:
        with pytest.raises(NoAnswerError):
            crew.answer(Crash(crashes, times=9))
        assert crashes.stat().st_size == 2
        assert crew.answer(Pid()) in crew.pids()


def test_who_hangs_is_killed_and_replaced() -> None:
    with crew_of() as crew:
        first = crew.answer(Pid())
        with pytest.raises(NoAnswerError):
            crew.answer(Sleep(1000, seconds=0.3 - PATIENCE))
        wait_for_end([first])
        assert crew.answer(Pid()) != first


def test_an_error_in_a_bot_costs_no_worker(caplog: pytest.LogCaptureFixture) -> None:
    with crew_of() as crew:
        first = crew.answer(Pid())
        with pytest.raises(NoAnswerError):
            crew.answer(Fail())
        assert crew.answer(Pid()) == first
    assert "a bot failed: LookupError at jobs.py:" in caplog.text
    assert "no such thing" not in caplog.text


def test_a_worker_that_somebody_killed_is_replaced() -> None:
    with crew_of() as crew:
        first = crew.answer(Pid())
        subprocess.run(["kill", "-9", str(first)], check=True)
        assert crew.answer(Pid()) != first


def test_what_a_worker_has_started_ends_with_it() -> None:
    with crew_of() as crew:
        child = crew.answer(Child())
        assert is_running(child)
    wait_for_end([child])


def test_closing_ends_who_is_thinking_and_starts_nobody() -> None:
    crew = Crew(1)
    first = crew.answer(Pid())
    told: list[type[BaseException]] = []

    def ask() -> None:
        try:
            crew.answer(Sleep(1000))
        except BaseException as error:
            told.append(type(error))

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.3)
    crew.close()
    thread.join(20)
    assert told == [ClosedError]
    assert crew.pids() == []
    wait_for_end([first])
    with pytest.raises(ClosedError):
        crew.answer(Pid())


ORPHANS = """
    import threading
    from piazzetta.server.thinking.workers import Crew
    from tests.server.thinking.jobs import Child, Pid, Sleep

    if __name__ == "__main__":
        crew = Crew(2)
        idle = crew.answer(Pid())
        threading.Thread(target=crew.answer, args=(Sleep(1000),), daemon=True).start()
        while len(crew.pids()) < 2:
            crew.answer(Pid())
        print(*crew.pids(), crew.answer(Child()), flush=True)
        threading.Event().wait()
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_the_server_however_that_ends(tmp_path: Path, end: int) -> None:
    script = tmp_path / "server.py"
    script.write_text(textwrap.dedent(ORPHANS), encoding="utf-8")
    command = [sys.executable, str(script)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
    ) as server:
        assert server.stdout
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 3
        assert all(map(is_running, pids))
        server.send_signal(end)
        server.wait(20)
    wait_for_end(pids)


@pytest.mark.parametrize(("cores", "count"), [(1, 1), (2, 1), (3, 1), (4, 2), (16, 8)])
def test_how_many_workers(monkeypatch: pytest.MonkeyPatch, cores: int, count: int) -> None:
    monkeypatch.setattr(workers, "_cores", lambda: cores)
    assert default_count() == count
