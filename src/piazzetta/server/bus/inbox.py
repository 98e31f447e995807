"""What arrived and is not done yet: in order for each topic, and no topic waits for another."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

Work = Callable[[], Awaitable[None]]


class Inbox:
    """A queue for each topic, emptied by a task of its own."""

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        """`failed` is told of what went wrong; the next thing is done all the same."""
        self._failed = failed
        self._waiting: dict[str, deque[Work]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, topic: str, work: Work) -> None:
        """To be done after all else of this topic."""
        if topic in self._waiting:
            self._waiting[topic].append(work)
            return
        self._waiting[topic] = deque([work])
        task = asyncio.create_task(self._do_all(topic))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do_all(self, topic: str) -> None:
        waiting = self._waiting[topic]
        try:
            while waiting:
                try:
                    await waiting[0]()
                except Exception as error:
                    self._failed(error)
                waiting.popleft()
        finally:
            del self._waiting[topic]

    async def close(self) -> None:
        """Drop what is left."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
