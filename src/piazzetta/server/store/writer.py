"""One thread writes everything, in groups: all that waits when a transaction begins goes into it.
The event loop only puts there what is encoded already, and wakes the thread.

    append ─┐                         ┌─ BEGIN, all rows in one statement, side rows, jobs, COMMIT
    append ─┼─► what waits ──taken──►─┤
    job ────┘    (by the thread)      └─► one wake-up of the loop: every caller has its answer
"""

import asyncio
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from piazzetta.server.store import rows, trouble
from piazzetta.server.store.engine import WRITES
from piazzetta.server.store.errors import StoreError, UnavailableError
from piazzetta.server.store.finishing import Finish, finish_all
from piazzetta.server.store.guard import Guard
from piazzetta.server.store.rows import Key, Line
from piazzetta.server.table.events import Row

T = TypeVar("T")

Side = Callable[[Connection], None]
"""Writes what belongs to a row beside it."""

Committed = Callable[[int, float], None]
"""With how much was written at once, and the seconds that took."""

MOST = 1000
"""Tasks in one transaction: SQLite has places for a few thousand rows."""
PATIENCE = 15.0
"""Seconds for which a database that does not answer is tried again."""
_PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0)


@dataclass(slots=True, eq=False)
class Append:
    """A row that somebody waits for."""

    row: Row
    line: Line
    sides: Sequence[Side]
    finish: Finish | None
    answer: "asyncio.Future[bool]"

    @property
    def alone(self) -> bool:
        """Whether nothing is written beside it."""
        return not self.sides and self.finish is None


@dataclass(slots=True, eq=False)
class Job:
    """Anything else that writes; it may be run again if its transaction was undone."""

    work: Callable[[Connection], Any]
    answer: "asyncio.Future[Any]"


Task = Append | Job
Answers = list[tuple[Task, Any]]
"""What to tell whoever waits for a task: a value, or an exception to raise."""


class Writer:
    """The thread and its queue. It belongs to the event loop that made it."""

    def __init__(self, engine: Engine, guard: Guard) -> None:
        """Start the thread."""
        self._engine = engine.execution_options(**{WRITES: True})
        self._guard = guard
        self._loop = asyncio.get_running_loop()
        self._pending: deque[Task] = deque()
        """What waits: the loop appends, the thread takes."""
        self._writing = False
        """Whether the thread was woken, and has not answered yet."""
        self._wake: queue.SimpleQueue[bool] = queue.SimpleQueue()
        """Whether there will be more."""
        self._connection: Connection | None = None
        self._committing = False
        self._closed = False
        self.committed: Committed | None = None
        """Told in the thread of each commit."""
        self.failing = False
        """Whether the database could not make the last commit."""
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def append(
        self, row: Row, sides: Sequence[Side] = (), finish: Finish | None = None
    ) -> bool:
        """Keep a row, with what belongs to it; False if its place is taken."""
        answer: asyncio.Future[bool] = self._loop.create_future()
        self._submit(Append(row, rows.line_of(row), sides, finish, answer))
        return await answer

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do this within a transaction; it is durable on return. An error that the work returns is
        raised here; one that it raises undoes what others write in the same transaction as well."""
        answer: asyncio.Future[T] = self._loop.create_future()
        self._submit(Job(work, answer))
        return await answer

    async def close(self) -> None:
        """Write all that waits, and end."""
        if not self._closed:
            self._closed = True
            self._wake.put(False)
        await asyncio.to_thread(self._thread.join)

    def _submit(self, task: Task) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        if not self._pending and not self._writing:
            self._loop.call_soon(self._wake_up)
        self._pending.append(task)

    def _wake_up(self) -> None:
        """Once for all that waits, unless the thread is at work or was told to end."""
        if self._pending and not self._writing and not self._closed:
            self._writing = True
            self._wake.put(True)

    def _answer(self, answers: Answers) -> None:
        """The thread is done with what it had."""
        self._writing = False
        self._wake_up()
        for task, answer in answers:
            if task.answer.done():
                continue  # Whoever asked was cancelled.
            if isinstance(answer, Exception):
                task.answer.set_exception(answer)
            else:
                task.answer.set_result(answer)

    # In the thread.

    def _run(self) -> None:
        while self._wake.get():
            self._write()
        while self._pending:
            self._write()
        self._disconnect()

    def _write(self) -> None:
        self._loop.call_soon_threadsafe(self._answer, self._settle(self._take()))

    def _take(self) -> Sequence[Task]:
        """As late as can be: between being woken and having its turn beside the loop, much more may
        have come, and the more there is in a transaction, the less each costs."""
        return [self._pending.popleft() for _ in range(min(MOST, len(self._pending)))]

    def _settle(self, batch: Sequence[Task]) -> Answers:
        """The answer or the error for each task of the batch."""
        try:
            answers = self._patiently(batch)
            self.failing = False
            return answers
        except Exception as error:
            self.failing = isinstance(error, UnavailableError)
            if len(batch) > 1 and not isinstance(error, UnavailableError):
                # One of them is at fault: let the others not suffer for it.
                return [answer for task in batch for answer in self._settle([task])]
            return [(task, error) for task in batch]

    def _patiently(self, batch: Sequence[Task]) -> Answers:
        """Commit; try again where a connection broke or two nodes stood in each other's way."""
        began = time.monotonic()
        pauses = chain(_PAUSES, repeat(_PAUSES[-1]))
        uncertain = False
        while True:
            try:
                self._guard.may_write()
                answers = self._transaction(batch, uncertain)
                self._guard.is_written()
                if self.committed:
                    self.committed(len(batch), time.monotonic() - began)
                return answers
            except (DBAPIError, OSError) as error:
                uncertain = uncertain or self._committing
                self._disconnect()
                self._give_up(error, batch, uncertain, time.monotonic() > began + PATIENCE)
            time.sleep(next(pauses))

    def _give_up(
        self, error: DBAPIError | OSError, batch: Sequence[Task], uncertain: bool, late: bool
    ) -> None:
        """Raise what cannot be helped by trying again.

        When a connection broke during COMMIT, nobody knows whether it was made: rows can be looked
        for, jobs cannot.
        """
        jobs = uncertain and any(isinstance(task, Job) for task in batch)
        if trouble.may_pass(error) and not late and not jobs:
            return
        kind = UnavailableError if trouble.is_unavailable(error) else StoreError
        # What a driver tells may quote what was to be written, and that may be secret.
        raise kind(f"the database cannot write: {trouble.cause(error)}") from None

    def _transaction(self, batch: Sequence[Task], uncertain: bool) -> Answers:
        self._committing = False
        if self._connection is None:
            self._connection = self._engine.connect()
        appends = [task for task in batch if isinstance(task, Append)]
        if not uncertain and len(appends) == len(batch) and all(task.alone for task in appends):
            accepted, uncertain = self._alone(self._connection, appends)
            if accepted is not None:
                return accepted
        with self._connection.begin() as transaction:
            answers = _append(self._connection, appends, uncertain)
            for task in batch:
                if isinstance(task, Job):
                    answers.append((task, task.work(self._connection)))
            self._committing = True
            transaction.commit()
        return answers

    def _alone(
        self, connection: Connection, appends: Sequence[Append]
    ) -> tuple[Answers | None, bool]:
        """Rows with nothing beside them, in the shortest way there is. If that does not work, the
        long way is gone; and whether nobody knows if some rows are there already."""
        self._committing = True
        try:
            answers = _append_alone(connection, appends)
        except (connection.dialect.loaded_dbapi.Error, OSError):
            return None, True
        self._committing = False
        return answers, False

    def _disconnect(self) -> None:
        """Give the connection up; the next one may be better."""
        connection, self._connection = self._connection, None
        self._guard.disconnected()
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except SQLAlchemyError:
                pass  # It is gone one way or another.


def _append_alone(connection: Connection, appends: Sequence[Append]) -> Answers | None:
    appends = sorted(appends, key=_key)
    free = rows.insert_alone(connection, [one.line for one in appends])
    return None if free is None else [(one, _takes(one, free)) for one in appends]


def _takes(one: Append, free: set[Key]) -> bool:
    """Whether the place was this row's; a second row for it has to be told no."""
    new = one.line.key in free
    free.discard(one.line.key)
    return new


def _key(one: Append) -> Key:
    return one.line.key


def _append(connection: Connection, appends: Sequence[Append], uncertain: bool) -> Answers:
    """Rows and what belongs to them. All nodes take the same order, so that none waits in a ring:
    rows by their keys, then side rows, then ratings."""
    if not appends:
        return []
    appends = sorted(appends, key=_key)
    done = rows.there(connection, (one.row for one in appends)) if uncertain else set()
    fresh = [one.line for one in appends if one.line.key not in done]
    free = rows.insert(connection, fresh) if fresh else set()
    answers: Answers = []
    finishes: list[Finish] = []
    for one in appends:
        new = _takes(one, free)
        answers.append((one, new or one.line.key in done))
        if new:
            for side in one.sides:
                side(connection)
            finishes += [one.finish] if one.finish else []
    finish_all(connection, finishes)
    return answers
