"""Looks into the database for everything that clients were told, beside any server."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, Engine, select, text

from piazzetta.cli.verify import checked, read_promise
from piazzetta.rules import record as records
from piazzetta.server import ratings
from piazzetta.server.store import rows as store_rows
from piazzetta.server.store import schema
from piazzetta.server.store.address import parse
from piazzetta.server.store.engine import engine_of
from piazzetta.server.table.events import Moved, Row
from piazzetta.server.table.evolve import fold
from piazzetta.server.table.record import record
from piazzetta.server.table.value import OVER, Table, moves_of
from tests.server.kill.log import DONE, KEPT, Json, Log, Said

KINDS = {
    "sit": {"sat"},
    "ready": {"readied"},
    "move": {"moved"},
    "take_back": {"took_back", "asked"},
    "propose_end": {"asked"},
    "answer": {"answered"},
    "rematch": {"rematched"},
}
"""The rows that a message may become."""


@dataclass(slots=True)
class Evidence:
    """One database, and what was proved of it already."""

    database: str
    all_answered: bool = False
    """Whether even what is kept has to be acknowledged: a server that was asked to stop says what
    it did."""
    proved: dict[str, Table] = field(default_factory=dict)
    """Tables whose game is over and was checked: nothing happens there any more."""

    def check(self, log: Log) -> dict[str, Table]:
        """Everything that anybody was told is there, once, and no table is broken."""
        engine = engine_of(parse(self.database))
        try:
            return self._check(engine, log)
        finally:
            engine.dispose()

    def _check(self, engine: Engine, log: Log) -> dict[str, Table]:
        found = dict(self.proved)
        with engine.connect() as connection:
            _look_at_one_moment(connection)
            for table in [one for one in log.tables if one not in found]:
                said = [one for one in log.said if one.table == table]
                kept = read(connection, table, log.shown.get(table, 0))
                check_said(kept, said, self.all_answered)
                found[table] = check_table(connection, kept)
        # A rematch is said at a table that is over.
        self.proved = {name: one for name, one in found.items() if one.next}
        return found


def _look_at_one_moment(connection: Connection) -> None:
    """Other nodes may go on meanwhile, and on a busy machine to look takes longer than a node may
    keep a transaction open."""
    if connection.dialect.name == "sqlite":
        assert connection.scalar(text("PRAGMA quick_check")) == "ok"
        return
    connection.execution_options(isolation_level="REPEATABLE READ")
    connection.execute(text("SET idle_in_transaction_session_timeout = 0"))


def read(connection: Connection, table: str, shown: int) -> list[Row]:
    """A table's rows, up to what was shown at least."""
    kept = store_rows.read(connection, table)
    assert kept, f"{table} was opened and is gone"
    assert [row.ply for row in kept] == list(range(len(kept))), f"{table} has gaps"
    assert kept[-1].ply >= shown, f"{table}: ply {shown} was shown, {kept[-1].ply} is the last"
    return kept


def check_table(connection: Connection, kept: Sequence[Row]) -> Table:
    """What the rows make of the table, if all is well."""
    found = fold(kept)
    check_lists(connection, found)
    if found.stage == OVER:
        check_record(found)
    return found


def check_said(kept: Sequence[Row], said: Sequence[Said], all_answered: bool = False) -> None:
    """Each message became a row once if it was acknowledged, and never if it was refused."""
    plies = {(row.by, row.request): row.ply for row in kept}
    times = Counter((row.by, row.request) for row in kept if row.request)
    for one in said:
        if one.message["type"] not in KEPT:
            continue
        found = times[one.player, one.id]
        if one.outcome == DONE:
            assert found == 1, f"acknowledged, and there {found} times: {one}"
            check_row(kept[plies[one.player, one.id]], one)
        else:
            may_be = not (one.outcome or all_answered)
            assert found <= may_be, f"{found} times, but not acknowledged: {one}"


def check_row(row: Row, said: Said) -> None:
    """It is the row that the message asked for, at the ply that the answer told."""
    assert said.ply in (None, row.ply), f"row {row.ply} is of {said}"
    kind = row.event.__struct_config__.tag
    assert kind in KINDS[said.message["type"]], f"row {row} is of {said}"
    if isinstance(row.event, Moved):
        asked = (said.message["seat"], said.message["move"])
        assert (row.event.seat, row.event.move) == asked, f"row {row} is of {said}"


def check_lists(connection: Connection, table: Table) -> None:
    """What was written beside the rows fits them."""
    stage = connection.scalar(select(schema.tables.c.stage).where(schema.tables.c.id == table.id))
    assert stage == table.stage, f"{table.id} is listed as {stage} and is {table.stage}"
    results = schema.results
    seats = connection.scalars(select(results.c.seat).where(results.c.table_id == table.id))
    counts = table.stage == OVER and ratings.pool(table) is not None
    people = [seat for seat, one in enumerate(table.seats) if one.player]
    assert sorted(seats) == (people if counts else []), f"{table.id}: results"


def check_record(table: Table) -> None:
    """The game can be played again from its record, and its deal was fair."""
    told = records.parse(records.format(record(table)))
    assert all(step.holds for step in checked(told, read_promise(told), None)), table.id


def agrees(table: Table, shown: Json) -> bool:
    """Whether a client was told the same at the end."""
    moves = [(one.seat, one.move) for one in moves_of(table.past)]
    ending = table.ending
    assert ending is not None
    told = shown["ending"]
    return (
        shown["ply"] == table.ply
        and [(one["seat"], one["move"]) for one in shown["moves"]] == moves
        and told["reason"] == ending.reason
        and [tuple(group) for group in told["ranking"]] == list(ending.ranking)
    )
