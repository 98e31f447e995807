"""A bounded queue in front of a few threads: first come, first served, and nobody blocks."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class ClosedError(Exception):
    """Nobody thinks here any more: the server is about to stop."""


class Line:
    """Runs calls that block in threads; so many are taken in, who comes later waits outside."""

    def __init__(self, threads: int, room: int, name: str) -> None:
        """Threads are started as they are needed."""
        self._room = asyncio.Semaphore(room)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._closed = False
        self.waiting = 0
        """How many calls have not returned yet."""

    async def run(self, call: Callable[[], T]) -> T:
        """What the call returns."""
        self.waiting += 1
        try:
            await self._room.acquire()
            return await self._submitted(call)
        finally:
            self.waiting -= 1

    def refuse(self) -> None:
        """Take nothing in any more; who waits outside is told so."""
        self._closed = True

    async def close(self) -> None:
        """The same, and wait for the threads."""
        self.refuse()
        await asyncio.to_thread(self._threads.shutdown)

    async def _submitted(self, call: Callable[[], T]) -> T:
        """The place is free again when the thread is, also where nobody waits for it any more."""
        if self._closed:
            self._room.release()
            raise ClosedError
        loop = asyncio.get_running_loop()
        task = self._threads.submit(call)
        task.add_done_callback(lambda _: loop.call_soon_threadsafe(self._room.release))
        return await asyncio.wrap_future(task)
