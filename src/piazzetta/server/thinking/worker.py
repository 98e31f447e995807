"""The process in which bots of ours think: it answers one job after another.

It ends with the server, however that ends: a thread waits for it. With it ends what it started,
such as the compiling of kernels, since it leads a process group of its own.
"""

import os
import signal
import traceback
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any

from piazzetta.server.thinking.jobs import Job

NICE = 10
"""How far a bot stands back where a person's move needs the processor, too."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a job: a value, or what went wrong."""

    value: Any = None
    fault: str = ""


def main(channel: Connection) -> None:
    """Answer jobs until nobody is left to ask."""
    _stand_back()
    Thread(target=_end_with_the_server, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            channel.send(answer(channel.recv()))
    _end()


def answer(job: Job) -> Answer:
    """An error in a bot must not cost the worker."""
    try:
        return Answer(job.answer())
    except Exception as error:
        return Answer(fault=_described(error))


def _described(error: Exception) -> str:
    """Its kind and its place: what it says may quote cards, and this is logged."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


def _stand_back() -> None:
    """Leave the processor to the server first, and Ctrl-C to it alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _end())
    if os.name == "posix":
        os.setpgid(0, 0)
        os.nice(NICE)


def _end_with_the_server() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    _end()


def _end() -> None:
    end_group(0)
    os._exit(1)


def end_group(leader: int) -> None:
    """Kill a worker and all it has started, at once; 0 is the caller's own group."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
