"""The proof itself: whatever is missing, doubled or altered in a database is noticed."""

import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from piazzetta.server.store.address import parse
from piazzetta.server.store.engine import engine_of
from piazzetta.server.store.schema import events, results, tables
from tests.server.app.serving import serving
from tests.server.kill.evidence import Evidence, agrees
from tests.server.kill.log import Log
from tests.server.kill.parties import Party, Setting
from tests.server.kill.servers import told

pytestmark = pytest.mark.anyio

Harm = Callable[[Connection, Log], None]


def lose_the_last(connection: Connection, _: Log) -> None:
    last = select(events.c.ply).order_by(events.c.ply.desc()).limit(1).scalar_subquery()
    connection.execute(delete(events).where(events.c.ply == last))


def lose_one(connection: Connection, _: Log) -> None:
    connection.execute(delete(events).where(events.c.ply == 9))


def lose_the_table(connection: Connection, _: Log) -> None:
    connection.execute(delete(events))


def alter_a_move(_: Connection, log: Log) -> None:
    move = next(one for one in log.said if one.message["type"] == "move" and one.ply)
    move.message["move"] += "?"


def forget_who(connection: Connection, _: Log) -> None:
    connection.execute(update(events).where(events.c.ply == 9).values(request="other"))


def do_twice(connection: Connection, _: Log) -> None:
    [first] = connection.execute(select(events).where(events.c.ply == 3)).mappings()
    last = connection.execute(select(events).order_by(events.c.ply)).mappings().all()[-1]
    connection.execute(insert(events).values({**first, "ply": last["ply"] + 1}))


def do_what_was_refused(_: Connection, log: Log) -> None:
    kept = next(one for one in reversed(log.said) if one.ply)
    kept.outcome = "stale"


def list_otherwise(connection: Connection, _: Log) -> None:
    connection.execute(update(tables).values(stage="running"))


def lose_results(connection: Connection, _: Log) -> None:
    connection.execute(delete(results))


def show_more(_: Connection, log: Log) -> None:
    log.saw(log.tables[0], 10_000)


HARMS = (
    lose_the_last,
    lose_one,
    lose_the_table,
    alter_a_move,
    forget_who,
    do_twice,
    do_what_was_refused,
    list_otherwise,
    lose_results,
    show_more,
)


async def test_whatever_is_wrong_is_noticed(sqlite: str) -> None:
    log = Log()
    async with serving(sqlite) as served:
        party = Party(Setting("piazza", (0, 1)), [served.url], log, Random(1), lambda: False)
        await party.play()
    [table] = Evidence(sqlite).check(log).values()
    ada = party.people[0].known
    assert agrees(table, ada)
    for moves in (ada["moves"][:-1], [*ada["moves"][:-1], ada["moves"][0]]):
        assert not agrees(table, {**ada, "moves": moves})
    for harm in HARMS:
        assert is_noticed(Path(sqlite), copy.deepcopy(log), harm), harm.__name__


def is_noticed(kept: Path, log: Log, harm: Harm) -> bool:
    """Do it to a copy, and look."""
    harmed = shutil.copy(kept, kept.with_name(f"{harm.__name__}.db"))
    engine = engine_of(parse(str(harmed)))
    with engine.begin() as connection:
        harm(connection, log)
    engine.dispose()
    try:
        Evidence(str(harmed)).check(log)
    except AssertionError:
        return True
    return False


LINE = '{"level": "info"}\n'
CRASH = """Traceback (most recent call last):
  File "server.py", line 1, in <module>
    start()
EOFError: Ran out of input
"""
ORPHAN = CRASH.replace("    start()", '  File "spawn.py", line 122, in spawn_main\n    load()')


@pytest.mark.parametrize("rest", ["", LINE[:-1], LINE[:9], ORPHAN, LINE[:9] + ORPHAN * 2])
def test_a_server_that_is_killed_may_break_off(rest: str) -> None:
    assert told(LINE * 2 + rest, killed=True) == [{"level": "info"}] * 2


@pytest.mark.parametrize("rest", [LINE[:9], LINE[:9] + "\n", CRASH, ORPHAN, ORPHAN + LINE])
def test_a_server_that_crashes_is_noticed(rest: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        told(LINE * 2 + rest, killed=False)


@pytest.mark.parametrize("rest", [LINE[:9] + "\n", CRASH, ORPHAN + LINE, ORPHAN + CRASH])
def test_a_server_that_crashed_before_it_was_killed_is_noticed(rest: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        told(LINE * 2 + rest, killed=True)
