"""Tables: opening one, reading it, its link, and what is left of it when it is over."""

import asyncio
import secrets

import msgspec

from piazzetta.rules.record import format as write
from piazzetta.server.app.api import Asked
from piazzetta.server.app.lobby import seats
from piazzetta.server.app.services import new_table_id, today
from piazzetta.server.protocol import rest, server
from piazzetta.server.qr import svg
from piazzetta.server.store.summary import Summary
from piazzetta.server.table import looking_back
from piazzetta.server.table.opening import open_table
from piazzetta.server.table.record import record
from piazzetta.server.table.value import RUNNING, Table


async def lobby(asked: Asked) -> server.LobbyShown:
    """The public tables."""
    return server.LobbyShown(tables=await asked.services.lobby.tables())


async def mine(asked: Asked) -> rest.MyTables:
    """Your tables: those that wait for you first; the store lists those that changed last first."""
    player = asked.person.id
    found = [
        await _summary(asked, one, player) for one in await asked.services.store.tables_of(player)
    ]
    return rest.MyTables(tables=sorted(found, key=lambda one: not one.your_turn))


async def _summary(asked: Asked, one: Summary, player: str) -> rest.TableSummary:
    mine = [number for number, seat in enumerate(one.seats) if seat.player == player]
    turn = (await _turn(asked, one.table)) if one.stage == RUNNING else None
    fields = {**msgspec.structs.asdict(one), "seats": seats(one, asked.services.people)}
    return rest.TableSummary(**fields, your_seats=mine, your_turn=turn in mine)


async def _turn(asked: Asked, table_id: str) -> int | None:
    async with asked.services.hub.at(table_id) as (_, table):
        return table.turn


async def post(asked: Asked) -> server.TableShown:
    """Open a table."""
    services, player = asked.services, asked.person.player
    services.check_running()
    opened = open_table(asked.body, player, secrets.token_hex(32), today(), services.thinkers.bots)
    table = await services.hub.open(new_table_id(), opened, player.id)
    return services.showing.whole(table, player.id)


async def get(asked: Asked) -> server.TableShown:
    """A table as you may know it."""
    return asked.services.showing.whole(await _table(asked), _player(asked))


async def qr(asked: Asked) -> bytes:
    """The table's link as a picture."""
    table = await _table(asked)
    return svg(asked.services.links.table(asked.base, table.id))


# Looking back. A long game takes its time to be played again, so a thread does it.


async def position(asked: Asked) -> rest.PositionShown:
    """An earlier position, as you may know it: the hand that you see now, as it was then."""
    table, number = await _table(asked), asked.parameters["number"]
    return await asyncio.to_thread(looking_back.position, table, number, _player(asked))


async def text(asked: Asked) -> str:
    """The record of a finished game."""
    return await asyncio.to_thread(_written, await _table(asked))


def _written(table: Table) -> str:
    return write(record(table))


async def replay(asked: Asked) -> rest.Replay:
    """A finished game, every position with all hands."""
    return await asyncio.to_thread(looking_back.replay, await _table(asked))


def _player(asked: Asked) -> str:
    return asked.someone.id if asked.someone else ""


async def _table(asked: Asked) -> Table:
    async with asked.services.hub.at(asked.parameters["table"]) as (_, table):
        return table
