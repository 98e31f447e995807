"""Programs that the operator configured: contained as the arena contains them."""

import asyncio
import shlex
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from piazzetta.server.thinking import programs as hired
from piazzetta.server.thinking.line import ClosedError
from piazzetta.server.thinking.programs import ProgramError, parse
from piazzetta.server.thinking.thinkers import Thinkers
from tests.bots.programs import GOOD, NOT_READING, Programs
from tests.server.thinking.jobs import turn

T = TypeVar("T")


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    """After the test, no process may be left."""
    made = Programs(tmp_path)
    yield made
    assert made.running() == []


def with_program(command: list[str], scene: Callable[[Thinkers], Awaitable[T]]) -> T:
    async def run() -> T:
        thinkers = Thinkers(1, {"program:mine": command})
        try:
            return await scene(thinkers)
        finally:
            await thinkers.close()

    return asyncio.run(run())


async def choose(thinkers: Thinkers, seed: int = 1, seconds: float = 0.2) -> str:
    asked = turn()
    return await thinkers.choose(asked.game, asked.view, asked.moves, "program:mine", seconds, seed)


def test_one_process_serves_all_tables(programs: Programs) -> None:
    async def scene(thinkers: Thinkers) -> list[str]:
        return await asyncio.gather(*(choose(thinkers, seed) for seed in range(8)))

    moves = with_program(programs.command(GOOD.replace("[0]", "[-1]")), scene)
    assert moves == [turn().moves[-1]] * 8
    assert len(programs.started()) == 1


@pytest.mark.parametrize(
    "body",
    [
        'for request in requests():\n    print("nonsense", flush=True)\n',
        'for request in requests():\n    say(id=request["id"], ok=True, move="pass")\n',
        "sys.exit(1)\n",
    ],
)
def test_a_bad_answer_costs_the_move_not_the_table(
    programs: Programs, body: str, caplog: pytest.LogCaptureFixture
) -> None:
    moves = turn().moves
    assert with_program(programs.command(body), choose) in moves
    # What the program said may tell its cards.
    assert "the program" in caplog.text or "the answer" in caplog.text or "its move" in caplog.text
    assert '"pass"' not in caplog.text
    assert "'pass'" not in caplog.text


def test_a_program_that_cannot_be_started_still_moves() -> None:
    assert with_program(["no-such-program"], choose) in turn().moves


def test_who_left_is_started_again_but_not_too_often(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(thinkers: Thinkers) -> list[int]:
        started = []
        for pause in (hired.RESTART, hired.RESTART, 0.0):
            monkeypatch.setattr(hired, "RESTART", pause)
            assert await choose(thinkers) in turn().moves
            started.append(len(programs.started()))
        return started

    assert with_program(programs.command("sys.exit(1)\n"), scene) == [1, 1, 2]


def test_a_slow_program_delays_no_other_bot(programs: Programs) -> None:
    async def scene(thinkers: Thinkers) -> None:
        slow = asyncio.create_task(choose(thinkers))
        asked = turn()
        for seed in range(3):
            move = await thinkers.choose(asked.game, asked.view, asked.moves, "random", 0.1, seed)
            assert move in asked.moves
        assert not slow.done()
        assert thinkers.waiting == 1
        slow.cancel()

    with_program(programs.command(NOT_READING), scene)


def test_closing_does_not_wait_for_an_answer(programs: Programs) -> None:
    async def scene() -> tuple[list[object], float]:
        thinkers = Thinkers(1, {"program:mine": programs.command(NOT_READING)})
        crowd = [asyncio.create_task(choose(thinkers, seed)) for seed in range(3)]
        await asyncio.sleep(0.5)
        began = time.monotonic()
        await thinkers.close()
        told = await asyncio.gather(*crowd, return_exceptions=True)
        return [type(each) for each in told], time.monotonic() - began

    told, took = asyncio.run(scene())
    assert told == [str, ClosedError, ClosedError]
    assert took < 10


def test_the_operators_words_are_split_as_a_shell_would() -> None:
    python = shlex.quote(sys.executable)
    assert parse([f"mine={python}", f"other={python} -c 'a = 1'"]) == {
        "program:mine": [sys.executable],
        "program:other": [sys.executable, "-c", "a = 1"],
    }


@pytest.mark.parametrize(
    "entries",
    [
        ["python3"],
        ["=python3"],
        ["a b=python3"],
        ["../x=python3"],
        [f"{'a' * 25}=python3"],
        ["mine="],
        ["mine='"],
        ["mine=no-such-program"],
        ["mine=python3", "mine=python3"],
    ],
)
def test_what_names_no_program(entries: list[str]) -> None:
    with pytest.raises(ProgramError, match=r"."):
        parse(entries)
