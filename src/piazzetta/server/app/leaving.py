"""Deleting somebody: first they are nobody any more, then they leave, then they are forgotten.

    end (store) ──► goodbye on all nodes ──► leave every table ──► forget (store) ──► read anew

Nothing is accepted from them after the first step. Should a node die in between, another one, or
the same when it runs again, does the rest.
"""

import asyncio

from piazzetta.server.app import logs
from piazzetta.server.app.services import Services
from piazzetta.server.protocol.shared import MOST_SEATS
from piazzetta.server.table.decide import go_for_good
from piazzetta.server.table.refusal import RefusedError

LATE = 60.0
"""Seconds after which whoever deletes somebody is taken to have died."""


async def leave_for_good(services: Services, player: str) -> None:
    """All of it."""
    await services.store.end(player)
    await services.notes.end(player)
    for table in await services.store.tables_to_leave(player):
        await _leave(services, table, player)
    await services.store.forget(player)
    await services.notes.forget(player)


async def _leave(services: Services, table_id: str, player: str) -> None:
    """Nobody waits for somebody who is gone for good."""
    try:
        async with services.hub.at(table_id):
            pass  # As the store knows it: another node may have seated them.
        for _ in range(MOST_SEATS):
            await services.hub.change(table_id, lambda current: go_for_good(current, player))
    except RefusedError as refused:
        if refused.code != "no_such_table":
            raise


async def run(services: Services) -> None:
    """Do the rest for those who died, until the server stops."""
    while True:
        try:
            await go_on(services, LATE)
        except Exception as error:
            logs.failed("deleting somebody failed", error)
        await asyncio.sleep(LATE)


async def go_on(services: Services, seconds: float) -> None:
    """Delete everybody who was about to be deleted so long ago; where that fails for one of them,
    the others as well."""
    for player in await services.store.to_forget(seconds):
        try:
            await leave_for_good(services, player)
        except Exception as error:
            logs.failed("deleting somebody failed", error)
