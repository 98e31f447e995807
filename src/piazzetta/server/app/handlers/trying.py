"""Any position and any record: tried out, or played again. Nothing is kept.

Both take their time, so a thread does it.
"""

import asyncio

from piazzetta.server.app.api import Asked
from piazzetta.server.protocol import rest
from piazzetta.server.table import sent, trying


async def post(asked: Asked) -> rest.TryShown:
    """Moves from any position."""
    return await asyncio.to_thread(trying.tried, asked.body)


async def replay(asked: Asked) -> rest.Replay:
    """Any record, every position with all hands."""
    return await asyncio.to_thread(sent.replay, asked.body.record)
