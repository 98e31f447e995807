"""Workers as the server sees them: started when first needed, replaced when they fail.

Everything here blocks, and is called from threads of a `Line`, never from the event loop.
"""

import logging
import multiprocessing
import os
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import LifoQueue
from threading import Lock
from typing import Any

from piazzetta.server.thinking.jobs import Job
from piazzetta.server.thinking.line import ClosedError
from piazzetta.server.thinking.worker import Answer, end_group, main

ATTEMPTS = 2
"""A job that cost two workers is not given to a third."""
PATIENCE = 30.0
"""In seconds beyond the time for thinking: enough to start Python on a slow and busy machine."""

_LOG = logging.getLogger(__name__)


class NoAnswerError(Exception):
    """No worker could do this job."""


class _LostError(Exception):
    """The worker ended or hung."""


def default_count() -> int:
    """How many workers: one on a small machine, else one for every two cores."""
    return max(1, _cores() // 2)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Worker:
    """One process, or none before its first job. Only one thread asks at a time."""

    def __init__(self, patience: float) -> None:
        """Start nothing yet."""
        self._patience = patience
        self._lock = Lock()
        self._closed = False
        self._process: SpawnProcess | None = None
        self._channel: Connection | None = None

    def ask(self, job: Job) -> Answer:
        """The answer to the job; a _LostError if the process ended or hung, and is gone now."""
        channel = self._started()
        try:
            channel.send(job)
            if channel.poll(job.seconds + self._patience):
                answer: Answer = channel.recv()
                return answer
            lost = "hung"
        except (EOFError, OSError):
            lost = "ended"
        self.end()
        raise _LostError(lost)

    def end(self) -> None:
        """Kill the process, if there is one; the next job starts another."""
        with self._lock:
            self._end()

    def close(self) -> None:
        """End for good; whoever waits for an answer is told so."""
        with self._lock:
            self._closed = True
            self._end()

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one."""
        process = self._process
        return process.pid if process else None

    def _started(self) -> Connection:
        with self._lock:
            if self._closed:
                raise ClosedError
            if self._channel is None:
                self._start()
            assert self._channel is not None
            return self._channel

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._channel, theirs = context.Pipe()
        self._process = context.Process(target=main, args=(theirs,), name="thinker", daemon=True)
        self._process.start()
        theirs.close()

    def _end(self) -> None:
        """The channel stays open for the thread that may read from it; it sees the end there."""
        process, self._process, self._channel = self._process, None, None
        if process is None:
            return
        if process.pid and process.is_alive():
            end_group(process.pid)
            process.kill()
        process.join()


class Crew:
    """All workers. Those that worked last work next, so that a quiet server keeps few."""

    def __init__(self, count: int, patience: float = PATIENCE) -> None:
        """Start nothing yet."""
        self._all = [Worker(patience) for _ in range(count)]
        self._idle: LifoQueue[Worker] = LifoQueue()
        for worker in self._all:
            self._idle.put(worker)

    def answer(self, job: Job) -> Any:
        """What a worker answers; a NoAnswerError if none can."""
        for _ in range(ATTEMPTS):
            try:
                answer = self._ask(job)
            except _LostError as lost:
                _LOG.warning("a worker %s over a %s", lost, type(job).__name__)
                continue
            if not answer.fault:
                return answer.value
            _LOG.error("a bot failed: %s", answer.fault)
            break
        raise NoAnswerError

    def close(self) -> None:
        """End all workers."""
        for worker in self._all:
            worker.close()

    def pids(self) -> list[int]:
        """The processes that there are."""
        return [pid for worker in self._all if (pid := worker.pid) is not None]

    def _ask(self, job: Job) -> Answer:
        worker = self._idle.get()
        try:
            return worker.ask(job)
        finally:
            self._idle.put(worker)
