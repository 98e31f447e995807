"""Who asks: by the signed cookie of a browser, or by the token of a program."""

from dataclasses import dataclass
from typing import Protocol

from starlette.datastructures import Headers
from starlette.requests import cookie_parser

from piazzetta.server.app.security import COOKIE, Cookies, bearer_of
from piazzetta.server.store.people import Person as Kept
from piazzetta.server.store.people import hashed
from piazzetta.server.table.player import Player


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom we know."""

    player: Player
    epoch: int
    """As in the cookie: it changes when somebody signs out everywhere."""
    token: str = ""
    """The hash of the token by which they came; empty for a browser."""

    @property
    def id(self) -> str:
        """Theirs."""
        return self.player.id


class KnownPeople(Protocol):
    """Where people are found."""

    async def find(self, player: str) -> Kept | None:
        """Somebody by their id."""
        ...

    async def by_token(self, secret: str) -> Kept | None:
        """Whose token this is."""
        ...


class Identities:
    """Recognises people."""

    def __init__(self, people: KnownPeople, cookies: Cookies) -> None:
        """Cookies are only believed if we signed them."""
        self._people = people
        self.cookies = cookies

    async def of(self, headers: Headers) -> Person | None:
        """Who sends this; a token comes before a cookie, and a wrong one is nobody's."""
        token = bearer_of(headers)
        if token is not None:
            found = await self._people.by_token(token)
            return person_of(found, hashed(token)) if found else None
        signed = self.cookies.read(cookie_parser(headers.get("cookie", "")).get(COOKIE, ""))
        if signed is None:
            return None
        found = await self._people.find(signed[0])
        return person_of(found) if found and found.epoch == signed[1] else None


def person_of(kept: Kept, token: str = "") -> Person:
    """As the application knows them."""
    return Person(Player(kept.id, kept.name, outside=bool(token)), kept.epoch, token)
