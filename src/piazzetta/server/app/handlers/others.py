"""Players, bots, and the server itself."""

from functools import cache

from piazzetta.bots.levels import LEVELS
from piazzetta.server.app.api import Asked
from piazzetta.server.app.connection import ENCODER
from piazzetta.server.app.security import COOKIE
from piazzetta.server.protocol import openapi, rest
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.thinking.programs import PREFIX


async def bots(asked: Asked) -> rest.Bots:
    """Those that may be invited: levels, and the operator's programs."""
    there = asked.services.thinkers.bots
    levels = [
        rest.BotShown(name=level.name, title=level.title, character=level.character)
        for level in LEVELS
        if level.name in there
    ]
    programs = [
        rest.BotShown(name=name, title=name.removeprefix(PREFIX), program=True)
        for name in there
        if name.startswith(PREFIX)
    ]
    return rest.Bots(bots=[*levels, *programs])


@cache
def _description() -> bytes:
    return ENCODER.encode(openapi.document(COOKIE))


async def description(_asked: Asked) -> bytes:
    """The API's description."""
    return _description()


async def healthz(_asked: Asked) -> rest.Health:
    """Whether the process lives."""
    return rest.Health(status="ok")


async def readyz(asked: Asked) -> rest.Health:
    """Whether it can serve: keep what people do, and find it again."""
    services = asked.services
    services.check_running()
    if services.store.failing:
        raise RefusedError("not_ready")
    try:
        await services.store.people.find("")
    except Exception as error:
        raise RefusedError("not_ready") from error
    return rest.Health(status="ok")


async def metrics(asked: Asked) -> bytes:
    """Figures."""
    return asked.services.metrics.text()
