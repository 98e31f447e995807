"""Tables: opening one, reading it, its link, and what is left of it when it is over."""

import secrets

from piazzetta.server.app.api import Asked
from piazzetta.server.app.services import new_table_id, today
from piazzetta.server.protocol import server
from piazzetta.server.qr import svg
from piazzetta.server.table.opening import open_table
from piazzetta.server.table.value import Table


async def lobby(asked: Asked) -> server.LobbyShown:
    """The public tables."""
    return server.LobbyShown(tables=await asked.services.lobby.tables())


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


def _player(asked: Asked) -> str:
    return asked.someone.id if asked.someone else ""


async def _table(asked: Asked) -> Table:
    async with asked.services.hub.at(asked.parameters["table"]) as (_, table):
        return table
