"""Forgetting somebody. What was theirs alone goes; games stay, played by nobody in particular.

At each table they become another nobody, so that their games cannot be put together again.
"""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, or_, select, update

from piazzetta.server.store import schema
from piazzetta.server.store.people import new_id
from piazzetta.server.store.summary import Summary
from piazzetta.server.store.summary import decode as decode_summary
from piazzetta.server.store.summary import encode as encode_summary
from piazzetta.server.table.events import AnyEvent, Chair, Opened, Sat, decode, encode

NAME = "Nobody"


def forget(connection: Connection, player: str) -> None:
    """All at once, within a transaction."""
    seats = schema.seats
    for table in connection.scalars(select(seats.c.table_id).where(seats.c.player == player)).all():
        _rename(connection, table, player, new_id())
    blocks = schema.blocks
    connection.execute(
        delete(blocks).where(or_(blocks.c.player == player, blocks.c.other == player))
    )
    for kept in (seats, schema.results, schema.ratings, schema.tokens, schema.links, schema.push):
        connection.execute(delete(kept).where(kept.c.player == player))
    connection.execute(delete(schema.players).where(schema.players.c.id == player))


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
        return msgspec.structs.replace(event, player=nobody, name=NAME)
    if isinstance(event, Opened):
        host = nobody if event.host == player else event.host
        return msgspec.structs.replace(
            event, host=host, chairs=_chairs(event.chairs, player, nobody)
        )
    return event


def _chairs(chairs: Sequence[Chair], player: str, nobody: str) -> tuple[Chair, ...]:
    return tuple(
        msgspec.structs.replace(one, player=nobody, name=NAME) if one.player == player else one
        for one in chairs
    )


def _list_anew(connection: Connection, table: str, player: str, nobody: str) -> None:
    tables = schema.tables
    query = select(tables.c.host, tables.c.summary).where(tables.c.id == table)
    for host, text in connection.execute(query).all():
        summary = encode_summary(_summary(decode_summary(text), player, nobody))
        values = {"host": nobody if host == player else host, "summary": summary}
        connection.execute(update(tables).where(tables.c.id == table).values(values))


def _summary(summary: Summary, player: str, nobody: str) -> Summary:
    seats = [
        msgspec.structs.replace(one, player=nobody, name=NAME) if one.player == player else one
        for one in summary.seats
    ]
    return msgspec.structs.replace(summary, seats=seats)
