"""People and what belongs to them: their keys on other devices and for programs, whom they block,
and where they want to be called."""

import hashlib
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import (
    BindParameter,
    Connection,
    Delete,
    Table,
    Update,
    bindparam,
    delete,
    func,
    or_,
    select,
    update,
)

from piazzetta.server.store import schema
from piazzetta.server.store.access import Access
from piazzetta.server.store.errors import FullError, GoneError, StoreError
from piazzetta.server.store.statements import Values, keep

LINK_SECONDS = 600
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without letters and figures that look alike: links are also read aloud and typed."""
_LINK_LENGTH = 12
"""59 bits, for ten minutes and one use."""
MOST = {schema.tokens: 50, schema.links: 20, schema.push: 20, schema.blocks: 1000}
"""How many of each one person may have, so that nobody fills the database."""
_AMONG: BindParameter[str] = bindparam("players", expanding=True)
_BLOCKS = (
    select(schema.blocks.c.player)
    .where(schema.blocks.c.kind == "block")
    .where(schema.blocks.c.player.in_(_AMONG), schema.blocks.c.other.in_(_AMONG))
    .limit(1)
)
"""One who blocks another of these. It is asked before each rematch, so it is made once."""
_KNOWN = select(schema.players.c.id).where(schema.players.c.id.in_(_AMONG))
"""Those of them whom we know; it is asked as often."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here."""

    id: str
    name: str
    created: float
    """Seconds since 1970, of the world."""
    epoch: int
    """Cookies of another number are not valid any more."""
    settings: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Token:
    """A program's key, which nobody can read any more."""

    id: str
    name: str
    created: float


@dataclass(frozen=True, slots=True)
class Block:
    """Somebody whom a player does not want to meet (`block`) or hear (`mute`)."""

    player: str
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Push:
    """Where a browser can be called."""

    endpoint: str
    keys: dict[str, str]


def new_id() -> str:
    """An identity that nobody can guess and that says nothing."""
    return secrets.token_hex(10)


def hashed(secret: str) -> str:
    """What the database keeps of a secret; long random ones need no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


class People:
    """Part of a store."""

    def __init__(self, access: Access) -> None:
        """Of that store."""
        self._read, self._write = access.read, access.write

    async def add(self, name: str) -> Person:
        """Somebody new."""
        person = Person(new_id(), name, time.time(), 0, {})
        values = {
            "id": person.id,
            "name": name,
            "created": person.created,
            "epoch": person.epoch,
            "settings": "{}",
        }
        await self._write(lambda connection: keep(connection, schema.players, values))
        return person

    async def find(self, player: str) -> Person | None:
        """Somebody by their id."""
        return await self._read(lambda connection: _find(connection, player))

    async def rename(self, player: str, name: str) -> None:
        """Call somebody something else from now on."""
        await self._change(player, name=name)

    async def set_settings(self, player: str, settings: dict[str, Any]) -> None:
        """Keep somebody's settings."""
        await self._change(player, settings=msgspec.json.encode(settings).decode())

    async def sign_out(self, player: str) -> None:
        """Make all of somebody's cookies invalid."""
        await self._change(player, epoch=schema.players.c.epoch + 1)

    async def _change(self, player: str, **values: Any) -> None:
        change = update(schema.players).where(schema.players.c.id == player).values(**values)
        await self._write(lambda connection: _do(connection, change))

    async def _keep(self, table: Table, values: Values, *players: str) -> None:
        """Something that belongs to these, unless one of them has just deleted themselves."""

        def work(connection: Connection) -> StoreError | None:
            there = all(_is_there(connection, player) for player in sorted(players))
            return _add(connection, table, values) if there else _gone()

        await self._write(work)

    # Other devices.

    async def make_link(self, player: str) -> str:
        """A secret by which another device becomes the same person, once and soon."""
        secret = "".join(secrets.choice(ALPHABET) for _ in range(_LINK_LENGTH))
        now = time.time()
        values = {"hash": hashed(secret), "player": player, "expires": now + LINK_SECONDS}

        def work(connection: Connection) -> StoreError | None:
            if not _is_there(connection, player):
                return _gone()
            connection.execute(delete(schema.links).where(schema.links.c.expires < now))
            return _add(connection, schema.links, values)

        await self._write(work)
        return secret

    async def claim_link(self, secret: str) -> Person | None:
        """Who made the link, if it is still good; from now on it is not."""
        links, now = schema.links, time.time()
        used = delete(links).where(links.c.hash == hashed(secret), links.c.expires >= now)

        def work(connection: Connection) -> Person | None:
            player = connection.scalar(used.returning(links.c.player))
            return _find(connection, player) if player else None

        return await self._write(work)

    # Programs.

    async def add_token(self, player: str, name: str) -> tuple[Token, str]:
        """A token, and the secret that only its owner ever sees."""
        secret = secrets.token_urlsafe(32)
        token = Token(new_id(), name, time.time())
        values = {
            "hash": hashed(secret),
            "id": token.id,
            "player": player,
            "name": name,
            "created": token.created,
        }
        await self._keep(schema.tokens, values, player)
        return token, secret

    async def tokens(self, player: str) -> list[Token]:
        """Somebody's tokens, the oldest first."""
        tokens = schema.tokens
        query = select(tokens.c.id, tokens.c.name, tokens.c.created)
        query = query.where(tokens.c.player == player).order_by(tokens.c.created)
        return await self._read(
            lambda connection: [Token(*row) for row in connection.execute(query)]
        )

    async def revoke_token(self, player: str, token: str) -> bool:
        """Make a token invalid; False if it is not theirs."""
        tokens = schema.tokens
        gone = delete(tokens).where(tokens.c.player == player, tokens.c.id == token)
        return await self._write(lambda connection: connection.execute(gone).rowcount > 0)

    async def by_token(self, secret: str) -> Person | None:
        """Whose token this is."""
        tokens = schema.tokens
        query = select(tokens.c.player).where(tokens.c.hash == hashed(secret))

        def work(connection: Connection) -> Person | None:
            player = connection.scalar(query)
            return _find(connection, player) if player else None

        return await self._read(work)

    async def good_tokens(self, hashes: Collection[str]) -> frozenset[str]:
        """Those of them whose token works."""
        if not hashes:
            return frozenset()
        query = select(schema.tokens.c.hash).where(schema.tokens.c.hash.in_(hashes))
        return await self._read(lambda connection: frozenset(connection.scalars(query)))

    # Others.

    async def block(self, player: str, other: str, kind: str) -> None:
        """Remember that a player blocks or mutes another."""
        values = {"player": player, "other": other, "kind": kind}
        await self._keep(schema.blocks, values, player, other)

    async def unblock(self, player: str, other: str) -> None:
        """Neither any more."""
        blocks = schema.blocks
        gone = delete(blocks).where(blocks.c.player == player, blocks.c.other == other)
        await self._write(lambda connection: _do(connection, gone))

    async def blocks(self, player: str) -> list[Block]:
        """Whom a player blocks and mutes."""
        blocks, players = schema.blocks, schema.players
        query = select(blocks.c.other, players.c.name, blocks.c.kind).where(
            blocks.c.player == player, blocks.c.other == players.c.id
        )
        query = query.order_by(players.c.name, blocks.c.other)
        return await self._read(
            lambda connection: [Block(*row) for row in connection.execute(query)]
        )

    async def blocked_by(self, player: str, others: Collection[str]) -> list[str]:
        """Those of the others who block a player."""
        blocks = schema.blocks
        query = select(blocks.c.player).where(blocks.c.other == player, blocks.c.kind == "block")
        query = query.where(blocks.c.player.in_(others))
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def any_blocks(self, players: Collection[str]) -> bool:
        """Whether somebody among them blocks another one of them."""
        among = {"players": list(players)}
        return await self._read(lambda connection: connection.scalar(_BLOCKS, among) is not None)

    async def known(self, players: Collection[str]) -> frozenset[str]:
        """Those of them who have not deleted themselves."""
        among = {"players": list(players)}
        return await self._read(
            lambda connection: frozenset(connection.scalars(_KNOWN, among).all())
        )

    # Browsers to be called.

    async def add_push(self, player: str, endpoint: str, keys: dict[str, str]) -> None:
        """Call this browser from now on."""
        written = msgspec.json.encode(keys).decode()
        values = {"endpoint": endpoint, "player": player, "keys": written}
        await self._keep(schema.push, values, player)

    async def pushes(self, player: str) -> list[Push]:
        """Where to call somebody."""
        query = select(schema.push).where(schema.push.c.player == player)
        return await self._read(
            lambda connection: [
                Push(row.endpoint, msgspec.json.decode(row.keys))
                for row in connection.execute(query)
            ]
        )

    async def remove_push(self, player: str, endpoint: str | None = None) -> None:
        """Call this browser no more; or none of theirs."""
        gone = delete(schema.push).where(schema.push.c.player == player)
        if endpoint is not None:
            gone = gone.where(schema.push.c.endpoint == endpoint)
        await self._write(lambda connection: _do(connection, gone))


def _find(connection: Connection, player: str) -> Person | None:
    query = select(schema.players).where(schema.players.c.id == player)
    found = connection.execute(query).first()
    if found is None:
        return None
    settings = msgspec.json.decode(found.settings)
    return Person(found.id, found.name, found.created, found.epoch, settings)


def _gone() -> GoneError:
    return GoneError("somebody has deleted themselves")


def _is_there(connection: Connection, player: str) -> bool:
    """Whether they are there, and still are when the transaction ends."""
    query = select(schema.players.c.id).where(schema.players.c.id == player)
    return connection.scalar(query.with_for_update(read=True)) is not None


def _add(connection: Connection, table: Table, values: Values) -> FullError | None:
    """One more of what somebody may have so many of; what is there already is replaced. That there
    is no room is told, not raised: others are written in the same transaction."""
    count = select(func.count()).select_from(table).where(table.c.player == values["player"])
    others = count.where(or_(*(key != values[key.name] for key in table.primary_key)))
    if (connection.scalar(others) or 0) >= MOST[table]:
        return FullError(MOST[table])
    keep(connection, table, values)
    return None


def _do(connection: Connection, change: Update | Delete) -> None:
    connection.execute(change)
