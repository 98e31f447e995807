"""Playing the games of a match, one after the other here or in several processes.

    this process ── slots ──► worker, with bots of its own ──► the game's record
          ▲                                 │
          └───────────── results ◄──────────┘

A worker ends when it is told to, and also when this process is no longer there; its bots end with
it.
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

from piazzetta.arena import kept
from piazzetta.arena.course import Course
from piazzetta.arena.crew import Crew, crew_of
from piazzetta.arena.match import Match, Slot
from piazzetta.arena.play import Result, play_game

GRACE = 10.0
"""In seconds: how long a worker may take to end its bots."""

Results = Generator[Result, None, None]


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


def run(course: Course, jobs: int, folder: Path | None, tell: Callable[[Result], None]) -> None:
    """Play the games that are missing, until the course says that it is enough."""
    if course.is_over():
        return
    plan, missing = Plan(course.match, folder), course.missing()
    jobs = min(jobs, len(missing))
    with closing(
        play_here(plan, missing) if jobs == 1 else play_apart(plan, missing, jobs)
    ) as games:
        for result in games:
            if folder:
                kept.add(folder, result)
            course.add(result)
            tell(result)
            if course.is_over():
                return


def play_here(plan: Plan, slots: Sequence[Slot]) -> Results:
    """One game after the other."""
    with crew_of(plan.match) as crew:
        for slot in slots:
            yield plan.play(slot, crew)


def play_apart(plan: Plan, slots: Sequence[Slot], jobs: int) -> Results:
    """As many games at a time as there are jobs, each in a process; the first ready comes first."""
    waiting = iter(slots)
    workers: dict[Connection, BaseProcess] = {}
    try:
        for _ in range(jobs):
            link, worker = _start_worker(plan)
            workers[link] = worker
            link.send(next(waiting))
        busy = set(workers)
        while busy:
            ready = set(wait(busy))
            for link in busy & ready:
                yield _result_from(link)
                slot = next(waiting, None)
                link.send(slot)
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


def _result_from(link: Connection) -> Result:
    try:
        result: Result = link.recv()
    except (EOFError, OSError) as error:
        raise WorkerError("a process that played games has ended by itself") from error
    return result


def _end(workers: dict[Connection, BaseProcess]) -> None:
    for link, worker in workers.items():
        worker.join(GRACE)
        worker.kill()
        worker.join()
        link.close()


def _work(plan: Plan, link: Connection) -> None:
    """Play what comes until None comes, or nobody is there any more."""
    # The keyboard interrupts whoever started us, who then ends us in an orderly way.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with crew_of(plan.match) as crew:
        while slot := _slot_from(link):
            result = plan.play(slot, crew)
            with suppress(OSError):  # Then there is no next one either.
                link.send(result)


def _slot_from(link: Connection) -> Slot | None:
    try:
        slot: Slot | None = link.recv()
    except (EOFError, OSError):
        return None
    return slot
