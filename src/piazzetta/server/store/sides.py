"""What is written beside a row, in the same transaction: lists, who sits where, results.

A move at a table of people without a clock writes its row and nothing else.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, update

from piazzetta.server.store import schema
from piazzetta.server.store.statements import Values, keep, run
from piazzetta.server.store.summary import encode, summary
from piazzetta.server.store.writer import Side
from piazzetta.server.table import clocks
from piazzetta.server.table.events import (
    Aborted,
    Invited,
    Moved,
    Opened,
    Readied,
    Rematched,
    Resigned,
    Row,
    Sat,
    Stood,
)
from piazzetta.server.table.value import OPEN, OVER, Table

SLACK = 10.0
"""Seconds within which a table that nobody attends to is found. The node that accepted a row knows
its duties itself; the others need them only when it dies."""
MOST_KNOWN = 10_000

_LISTED = (Opened, Sat, Invited, Stood, Readied, Resigned, Aborted)
"""Events after which a list shows something else."""
_SEATED = (Opened, Sat, Stood)

_STAND_UP = (
    update(schema.seats)
    .where(schema.seats.c.table_id == bindparam("at"), schema.seats.c.sitting)
    .values(sitting=False)
)
_RESCHEDULE = update(schema.tables).where(schema.tables.c.id == bindparam("at"))


class Known(NamedTuple):
    """What the database holds as a table's `due` since this row."""

    ply: int
    due: float | None


class Duties:
    """Remembers which `due` of a table is kept, so that it is written only when that matters."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._known: OrderedDict[str, Known] = OrderedDict()

    def to_write(self, row: Row, table: Table) -> float | None:
        """The `due` to be written with this row; None if what is kept will do."""
        due = duty(table)
        known = self._known.get(row.table)
        if due is None or (known and known.ply == row.ply - 1 and _will_do(known, due, row.at)):
            return None
        return due_after(row, table)

    def wrote(self, row: Row, due: float | None, anew: bool) -> None:
        """A row was accepted, and with it a new `due` was kept, or the old one stayed."""
        known = self._known.pop(row.table, None)
        if anew:
            self._known[row.table] = Known(row.ply, due)
        elif known and known.ply == row.ply - 1:
            self._known[row.table] = Known(row.ply, known.due)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


def duty(table: Table) -> float | None:
    """When a node must look at a table that nobody has open: a bot moves, a flag falls, or nobody
    has come.

    Somebody's absence matters only to others who wait, and they have the table open.
    """
    if table.stage == OPEN:
        return clocks.stale_due(table)
    bot = clocks.bot_due(table)
    return clocks.flag_due(table) if bot is None else bot


def due_after(row: Row, table: Table) -> float | None:
    """When other nodes look at the table: not before this one had time for its duty."""
    due = duty(table)
    return None if due is None else max(due, row.at + SLACK)


def _will_do(known: Known, due: float, now: float) -> bool:
    """Whether others would look neither too late nor while this node still attends to it."""
    return known.due is not None and now + SLACK / 2 < known.due <= due + SLACK


def is_listed(row: Row, table: Table) -> bool:
    """Whether lists show something else after this row."""
    event = row.event
    if isinstance(event, Moved) and event.outside:
        return True
    return isinstance(event, _LISTED) or ends(row, table)


def ends(row: Row, table: Table) -> bool:
    """Whether this row ended the game."""
    return table.stage == OVER and not isinstance(row.event, Rematched)


def listing(row: Row, table: Table, due: float | None) -> Side:
    """Writes what lists show, and who sits there where that changed."""
    values: Values = {
        "id": table.id,
        "game": table.opened.game,
        "stage": table.stage,
        "public": table.opened.public,
        "due": due,
        "changed": row.at,
        "host": table.opened.host,
        "summary": encode(summary(table)),
    }
    people = _people(table) if isinstance(row.event, _SEATED) else None

    def write(connection: Connection) -> None:
        keep(connection, schema.tables, values)
        if people is not None:
            _seat(connection, table.id, people)

    return write


def _people(table: Table) -> Sequence[Values]:
    """Everybody whom a table's rows have named so far and who may still be there."""
    sitting = {seat.player for seat in table.seats if seat.player}
    players = sorted(sitting | {table.opened.host} - {""})
    return [
        {"table_id": table.id, "player": player, "sitting": player in sitting} for player in players
    ]


def _seat(connection: Connection, table: str, people: Sequence[Values]) -> None:
    run(connection, _STAND_UP, {"at": table})
    keep(connection, schema.seats, *people)


def rescheduled(table: str, due: float | None) -> Side:
    """Writes when the table is to be looked at next."""

    def write(connection: Connection) -> None:
        run(connection, _RESCHEDULE, {"at": table, "due": due})

    return write
