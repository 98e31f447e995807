"""Who I am: a guest with a name, on several devices, with tokens for programs, and whom I avoid."""

import datetime
import secrets

from starlette.responses import Response

from piazzetta.server.app.api import Asked, json_response
from piazzetta.server.app.identity import Person, person_of
from piazzetta.server.app.leaving import leave_for_good
from piazzetta.server.app.security import COOKIE, COOKIE_AGE
from piazzetta.server.protocol import rest
from piazzetta.server.qr import svg
from piazzetta.server.store.people import LINK_SECONDS, Token
from piazzetta.server.table.decide.checks import name as checked_name
from piazzetta.server.table.refusal import RefusedError

GUEST = "Guest"


async def get(asked: Asked) -> rest.Me:
    """Who you are here."""
    return _me(asked.person)


async def post(asked: Asked) -> Response:
    """Be somebody; who is somebody already stays so."""
    if asked.someone is not None:
        return json_response(_me(asked.someone))
    name = checked_name(asked.body.name or f"{GUEST} {secrets.randbelow(9000) + 1000}")
    return _welcomed(asked, person_of(await asked.services.store.people.add(name)))


async def patch(asked: Asked) -> rest.Me:
    """Be called something else from now on."""
    name = checked_name(asked.body.name)
    await asked.services.store.people.rename(asked.person.id, name)
    return rest.Me(player=asked.person.id, name=name, outside=asked.person.player.outside)


async def delete(asked: Asked) -> Response:
    """Delete my data, here and on all devices."""
    _check_by_hand(asked)
    await leave_for_good(asked.services, asked.person.id)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response


def _check_by_hand(asked: Asked) -> None:
    """A token is for playing: who finds it must not become its owner, nor be hard to get rid of."""
    if asked.person.player.outside:
        raise RefusedError("not_by_token")


def _me(person: Person) -> rest.Me:
    return rest.Me(player=person.id, name=person.player.name, outside=person.player.outside)


def _welcomed(asked: Asked, person: Person) -> Response:
    """The answer that makes a browser this person."""
    response = json_response(_me(person))
    response.set_cookie(
        COOKIE,
        asked.services.identities.cookies.sign(person.id, person.epoch),
        max_age=COOKIE_AGE,
        path="/",
        secure=asked.scheme == "https",
        httponly=True,
        samesite="lax",
    )
    return response


# Other devices.


async def make_link(asked: Asked) -> rest.Link:
    """A link that makes another device you."""
    _check_by_hand(asked)
    services, base = asked.services, asked.base
    secret = await services.store.people.make_link(asked.person.id)
    url = services.links.device(base, secret)
    return rest.Link(secret=secret, url=url, qr=svg(url).decode(), seconds=LINK_SECONDS)


async def claim_link(asked: Asked) -> Response:
    """Be the person who made it."""
    found = await asked.services.store.people.claim_link(asked.body.secret)
    if found is None:
        raise RefusedError("no_such_link")
    return _welcomed(asked, person_of(found))


# Programs.


async def tokens(asked: Asked) -> rest.Tokens:
    """Your tokens."""
    found = await asked.services.store.people.tokens(asked.person.id)
    return rest.Tokens(
        tokens=[rest.Token(id=one.id, name=one.name, created=_date(one)) for one in found]
    )


async def make_token(asked: Asked) -> rest.TokenMade:
    """A new one; only now can it be read."""
    _check_by_hand(asked)
    name = checked_name(asked.body.name)
    token, secret = await asked.services.store.people.add_token(asked.person.id, name)
    return rest.TokenMade(id=token.id, name=token.name, created=_date(token), token=secret)


async def revoke_token(asked: Asked) -> None:
    """It works no more, and nobody who came with it stays."""
    _check_by_hand(asked)
    services, player = asked.services, asked.person.id
    if not await services.store.people.revoke_token(player, asked.parameters["token"]):
        raise RefusedError("no_such_token")
    await services.notes.revoke(player)


def _date(token: Token) -> str:
    made = datetime.datetime.fromtimestamp(token.created, datetime.UTC)
    return made.isoformat(timespec="seconds")


# Whom I avoid.


async def blocks(asked: Asked) -> rest.Blocks:
    """Whom you have blocked or muted."""
    found = await asked.services.store.people.blocks(asked.person.id)
    shown = [rest.Blocked(player=one.player, name=one.name, kind=one.kind) for one in found]  # type: ignore[arg-type]
    return rest.Blocks(blocks=shown)


async def block(asked: Asked) -> None:
    """Block or mute somebody."""
    services, other = asked.services, await _other(asked)
    if other == asked.person.id:
        raise RefusedError("yourself")
    await services.store.people.block(asked.person.id, other, asked.body.kind)
    await services.notes.mute(asked.person.id, other)


async def unblock(asked: Asked) -> None:
    """Neither any more."""
    services, other = asked.services, await _other(asked)
    await services.store.people.unblock(asked.person.id, other)
    await services.notes.hear(asked.person.id, other)


async def _other(asked: Asked) -> str:
    """The player whom the address names."""
    other = str(asked.parameters["player"])
    if await asked.services.store.people.find(other) is None:
        raise RefusedError("no_such_player")
    return other
