"""Browsers that want to be told of turns while no page is open."""

from piazzetta.server.app.api import Asked
from piazzetta.server.protocol import rest
from piazzetta.server.push.encoding import PushError
from piazzetta.server.table.refusal import RefusedError


async def get(asked: Asked) -> rest.PushShown:
    """What a browser needs to subscribe."""
    found = await asked.services.store.people.pushes(asked.person.id)
    return rest.PushShown(key=asked.services.push.public_key, subscriptions=len(found))


async def put(asked: Asked) -> rest.PushShown:
    """Tell this browser from now on."""
    keys = {"p256dh": asked.body.keys.p256dh, "auth": asked.body.keys.auth}
    try:
        asked.services.push.check(asked.body.endpoint, keys)
    except PushError as error:
        raise RefusedError("bad_push") from error
    await asked.services.store.people.add_push(asked.person.id, asked.body.endpoint, keys)
    return await get(asked)


async def delete(asked: Asked) -> None:
    """Tell no browser any more."""
    await asked.services.store.people.remove_push(asked.person.id)
