"""Playing the games of a match, one after the other here or in several processes.

    this process ── slots ──► worker, with bots of its own ──► the game's record
          ▲                                 │
          └───────────── results ◄──────────┘

The first thing that a worker says is that its bots are there. If something is wrong it says what,
as an error, and ends. It also ends when it is told to, and when this process is no longer there;
its bots end with it.
"""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from piazzetta.arena import kept
from piazzetta.arena.course import Course
from piazzetta.arena.crew import Crew, crew_of
from piazzetta.arena.match import Match, Slot
from piazzetta.arena.play import Result, play_game
from piazzetta.bots import BotNameError

GRACE = 10.0
"""In seconds: how long a worker may take to end its bots."""

Results = Generator[Result, None, None]
Begin = Callable[[], None]
"""Called once, when all programs among the bots have been started, before the first game."""


def _nothing() -> None:
    """There is nothing to begin."""


class WorkerError(RuntimeError):
    """A worker has ended in the middle of a game."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a worker has to know."""

    match: Match
    folder: Path | None = None
    """Where the records go."""

    def play(self, slot: Slot, crew: Crew) -> Result:
        """Play one game and write it down."""
        with crew.seated(slot) as bots:
            played = play_game(self.match, slot, bots)
        if self.folder:
            kept.write_record(self.folder, self.match, played)
        return played.result


def run(
    course: Course,
    jobs: int,
    folder: Path | None,
    tell: Callable[[Result], None],
    *,
    new: bool = False,
) -> None:
    """Play the games that are missing, until the course says that it is enough.

    The folder's list is begun if there is none; if `new`, there must be none. That is not before
    all programs have been started: a BotNameError says that one cannot be.
    """
    if course.is_over():
        return

    def begin() -> None:
        if folder and (new or not kept.is_begun(folder)):
            kept.begin(folder, course.match)

    plan, missing = Plan(course.match, folder), course.missing()
    jobs = min(jobs, len(missing))
    with closing(
        play_here(plan, missing, begin) if jobs == 1 else play_apart(plan, missing, jobs, begin)
    ) as games:
        for result in games:
            if folder:
                kept.add(folder, result)
            course.add(result)
            tell(result)
            if course.is_over():
                return


def play_here(plan: Plan, slots: Sequence[Slot], begin: Begin = _nothing) -> Results:
    """One game after the other."""
    with crew_of(plan.match) as crew:
        begin()
        for slot in slots:
            yield plan.play(slot, crew)


def play_apart(plan: Plan, slots: Sequence[Slot], jobs: int, begin: Begin = _nothing) -> Results:
    """As many games at a time as there are jobs, each in a process; the first ready comes first."""
    waiting = iter(slots)
    workers: dict[Connection, BaseProcess] = {}
    try:
        for _ in range(jobs):
            link, worker = _start_worker(plan)
            workers[link] = worker
        for link, worker in workers.items():
            _heard(link, worker)
        begin()
        for link, worker in workers.items():
            _send(link, worker, next(waiting))
        busy = set(workers)
        while busy:
            ready = set(wait(busy))
            for link in busy & ready:
                yield _heard(link, workers[link])
                slot = next(waiting, None)
                _send(link, workers[link], slot)
                if slot is None:
                    busy.remove(link)
    except BaseException:
        for worker in workers.values():
            worker.terminate()
        raise
    finally:
        _end(workers)


def _start_worker(plan: Plan) -> tuple[Connection, BaseProcess]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    worker = context.Process(target=_work, args=(plan, theirs))
    worker.start()
    theirs.close()
    return ours, worker


def _heard(link: Connection, worker: BaseProcess) -> Any:
    """The next thing that the worker says; what is wrong is raised."""
    try:
        said = link.recv()
    except (EOFError, OSError):
        raise _death(worker) from None
    if isinstance(said, Exception):
        raise said
    return said


def _send(link: Connection, worker: BaseProcess, slot: Slot | None) -> None:
    try:
        link.send(slot)
    except OSError:
        raise _death(worker) from None


def _death(worker: BaseProcess) -> WorkerError:
    worker.join(GRACE)
    status = worker.exitcode or 0
    how = f"by signal {-status}" if status < 0 else f"with status {status}"
    return WorkerError(f"a process that played games was ended {how}")


def _end(workers: dict[Connection, BaseProcess]) -> None:
    for link, worker in workers.items():
        worker.join(GRACE)
        worker.kill()
        worker.join()
        link.close()


def _work(plan: Plan, link: Connection) -> None:
    """Play what comes until None comes, or nobody is there any more; say what is wrong."""
    # The keyboard interrupts whoever started us, who then ends us in an orderly way.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        with crew_of(plan.match) as crew:
            _say(link, None)
            while slot := _slot_from(link):
                _say(link, plan.play(slot, crew))
    except BotNameError as error:
        _say(link, error)
    except OSError as error:
        _say(link, WorkerError(f"a process that played games could not go on: {error}"))


def _say(link: Connection, said: Result | Exception | None) -> None:
    with suppress(OSError):  # Then there is no next slot either.
        link.send(said)


def _slot_from(link: Connection) -> Slot | None:
    try:
        slot: Slot | None = link.recv()
    except (EOFError, OSError):
        return None
    return slot
