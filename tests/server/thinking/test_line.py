"""The queue in front of those who think: bounded, in order, and never in the loop's way."""

import asyncio
import threading
import time

import pytest

from piazzetta.server.thinking.line import ClosedError, Line
from tests.server.thinking.stall import longest_stall


def test_first_come_first_served_with_no_more_than_the_room_taken_in() -> None:
    async def scene() -> tuple[list[int], int]:
        line, gate, done = Line(1, 2, "test"), threading.Event(), list[int]()
        begun = threading.Event()

        def call(number: int) -> None:
            begun.set()
            gate.wait()
            done.append(number)

        def caller(number: int) -> asyncio.Task[None]:
            return asyncio.create_task(line.run(lambda: call(number)))

        tasks = [caller(number) for number in range(6)]
        await asyncio.to_thread(begun.wait)
        await asyncio.sleep(0.1)
        taken_in = line._threads._work_queue.qsize() + 1  # one has left the queue for the thread
        assert line.waiting == 6
        gate.set()
        await asyncio.gather(*tasks)
        assert line.waiting == 0
        await line.close()
        return done, taken_in

    assert asyncio.run(scene()) == ([0, 1, 2, 3, 4, 5], 2)


def test_the_loop_goes_on_while_callers_wait() -> None:
    async def scene() -> tuple[float, float]:
        line = Line(1, 1, "test")
        calls = asyncio.gather(*(line.run(lambda: time.sleep(0.2)) for _ in range(4)))
        stall = await longest_stall(calls)
        await line.close()
        return stall

    longest, total = asyncio.run(scene())
    assert longest < total / 2


def test_who_is_cancelled_leaves_a_place_only_when_the_thread_is_free() -> None:
    async def scene() -> None:
        line, gate = Line(1, 1, "test"), threading.Barrier(2)
        first = asyncio.create_task(line.run(lambda: (gate.wait(), gate.wait())))
        await asyncio.to_thread(gate.wait)
        waiting = asyncio.create_task(line.run(lambda: True))
        await asyncio.sleep(0.05)
        first.cancel()
        waiting.cancel()
        third = asyncio.create_task(line.run(lambda: True))
        await asyncio.sleep(0.05)
        assert line._room.locked()
        await asyncio.to_thread(gate.wait)
        assert await third is True
        assert (first.cancelled(), waiting.cancelled()) == (True, True)
        await line.close()

    asyncio.run(scene())


def test_an_error_reaches_the_caller_and_frees_the_place() -> None:
    async def scene() -> None:
        line = Line(1, 1, "test")
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await line.run(lambda: 1 // 0)
        await line.close()

    asyncio.run(scene())


def test_a_closed_line_ends_what_runs_and_refuses_the_rest() -> None:
    async def scene() -> list[object]:
        line, gate = Line(1, 1, "test"), threading.Barrier(2)
        calls = [asyncio.create_task(line.run(lambda: gate.wait() + gate.wait())) for _ in range(3)]
        await asyncio.to_thread(gate.wait)
        line.refuse()
        await asyncio.to_thread(gate.wait)
        told = await asyncio.gather(*calls, return_exceptions=True)
        await line.close()
        return [type(each) for each in told]

    assert asyncio.run(scene()) == [int, ClosedError, ClosedError]
