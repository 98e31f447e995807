"""Forgetting somebody. What was theirs alone goes; games stay, played by nobody in particular.

    end: they are nobody any more ──► they leave all tables ──► forget: their tables, some at a time

From `end` on nothing can be written in their name, on any node, so that nothing comes back that is
forgotten. At each table they become another nobody, so that their games cannot be put together
again. A table whose rows were changed gets a row `forgotten`: whoever holds a copy from before
finds the next ply taken, and reads all of it anew.
"""

import time
from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import Connection, delete, func, or_, select, text, update

from piazzetta.server.store import schema
from piazzetta.server.store.errors import GoneError
from piazzetta.server.store.people import hashed, new_id
from piazzetta.server.store.rows import insert, line_of
from piazzetta.server.store.statements import keep_first
from piazzetta.server.store.summary import Summary
from piazzetta.server.store.summary import decode as decode_summary
from piazzetta.server.store.summary import encode as encode_summary
from piazzetta.server.table.events import (
    AnyEvent,
    Chair,
    Forgotten,
    Opened,
    Row,
    Sat,
    decode,
    encode,
)

NAME = "Nobody"
"""What records call them. Anybody may have that name, so that `forgotten` stands beside it."""
MOST = 50
"""Tables at once: others wait meanwhile who want to write."""
REMEMBERED = 30 * 24 * 3600.0
"""Seconds after which nobody tries any more to act in the name of somebody who is gone."""


def end(connection: Connection, player: str) -> None:
    """They are nobody any more, within a transaction. Whatever is being written in their name is
    there before it ends; nothing is afterwards."""
    _alone(connection)
    gone, now = schema.gone, time.time()
    connection.execute(delete(gone).where(gone.c.player == "", gone.c.at < now - REMEMBERED))
    keep_first(connection, gone, {"hash": hashed(player), "player": player, "at": now})
    blocks = schema.blocks
    connection.execute(
        delete(blocks).where(or_(blocks.c.player == player, blocks.c.other == player))
    )
    for kept in (schema.tokens, schema.links, schema.push):
        connection.execute(delete(kept).where(kept.c.player == player))
    connection.execute(delete(schema.players).where(schema.players.c.id == player))


def _alone(connection: Connection) -> None:
    """No other node writes rows until the end of the transaction; SQLite has no other node."""
    if connection.dialect.name != "sqlite":
        connection.execute(text("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE"))


def check_there(connection: Connection, players: Collection[str]) -> None:
    """A GoneError if one of them has deleted themselves."""
    hashes = [hashed(player) for player in players]
    query = select(schema.gone.c.hash).where(schema.gone.c.hash.in_(hashes)).limit(1)
    if connection.scalar(query) is not None:
        raise GoneError("somebody has deleted themselves")


def to_forget(connection: Connection, seconds: float) -> list[str]:
    """Who ended so long ago and is not forgotten yet: whoever was about to died."""
    gone = schema.gone
    query = select(gone.c.player).where(gone.c.player != "", gone.c.at <= time.time() - seconds)
    return list(connection.scalars(query))


def forget(connection: Connection, player: str, now: float) -> bool:
    """Rename them at some of their tables, within a transaction; whether that were all. `now` is
    the server's time."""
    _alone(connection)
    seats = schema.seats
    query = select(seats.c.table_id).where(seats.c.player == player).limit(MOST)
    tables = connection.scalars(query).all()
    for table in tables:
        _rename(connection, table, player, new_id())
        _add_row(connection, table, now)
        mine = delete(seats).where(seats.c.player == player, seats.c.table_id == table)
        connection.execute(mine)
    if len(tables) == MOST:
        return False
    for kept in (schema.results, schema.ratings):
        connection.execute(delete(kept).where(kept.c.player == player))
    gone = schema.gone
    connection.execute(update(gone).where(gone.c.player == player).values(player=""))
    return True


def _add_row(connection: Connection, table: str, now: float) -> None:
    events = schema.events
    last = select(func.max(events.c.ply)).where(events.c.table_id == table)
    ply = connection.scalar(last)
    if ply is not None:
        insert(connection, [line_of(Row(table, ply + 1, now, "", "", Forgotten()))])


def _rename(connection: Connection, table: str, player: str, nobody: str) -> None:
    """Rows are never changed but for this."""
    events = schema.events
    for ply, by, body in connection.execute(
        select(events.c.ply, events.c.player, events.c.body).where(events.c.table_id == table)
    ).all():
        renamed = encode(_event(decode(body), player, nobody)).decode()
        values = {"player": nobody if by == player else by, "body": renamed}
        if (by, body) != (values["player"], renamed):
            change = update(events).where(events.c.table_id == table, events.c.ply == ply)
            connection.execute(change.values(values))
    _list_anew(connection, table, player, nobody)


def _event(event: AnyEvent, player: str, nobody: str) -> AnyEvent:
    if isinstance(event, Sat) and event.player == player:
        return msgspec.structs.replace(event, player=nobody, name=NAME, forgotten=True)
    if isinstance(event, Opened):
        host = nobody if event.host == player else event.host
        return msgspec.structs.replace(
            event, host=host, chairs=_chairs(event.chairs, player, nobody)
        )
    return event


def _chairs(chairs: Sequence[Chair], player: str, nobody: str) -> tuple[Chair, ...]:
    return tuple(
        msgspec.structs.replace(one, player=nobody, name=NAME, forgotten=True)
        if one.player == player
        else one
        for one in chairs
    )


def _list_anew(connection: Connection, table: str, player: str, nobody: str) -> None:
    tables = schema.tables
    query = select(tables.c.host, tables.c.summary).where(tables.c.id == table)
    for host, listed in connection.execute(query).all():
        summary = encode_summary(_summary(decode_summary(listed), player, nobody))
        values = {"host": nobody if host == player else host, "summary": summary}
        connection.execute(update(tables).where(tables.c.id == table).values(values))


def _summary(summary: Summary, player: str, nobody: str) -> Summary:
    seats = [
        msgspec.structs.replace(one, player=nobody, name=NAME, forgotten=True)
        if one.player == player
        else one
        for one in summary.seats
    ]
    return msgspec.structs.replace(summary, seats=seats)
