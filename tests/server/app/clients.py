"""Clients as people's browsers are: a cookie, REST requests, one socket."""

import asyncio
import contextlib
import itertools
import json
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]

PATIENCE = 300.0
"""Seconds: whoever hears nothing for so long waits for what will never come."""

_IDS = itertools.count()


def new_id() -> str:
    return f"m{next(_IDS)}"


class Browser:
    """Somebody's browser: it keeps the cookie and names its page."""

    def __init__(self, url: str, headers: dict[str, str] | None = None) -> None:
        self.url = url
        # No certificates: to read the system's takes longer than most of what is asked.
        named = {"origin": url, **(headers or {})}
        self.http = httpx.AsyncClient(base_url=url, headers=named, verify=False, timeout=PATIENCE)
        self.player = ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def be(self, name: str) -> Self:
        answer = await self.http.post("/api/me", json={"name": name})
        assert answer.status_code == 200, answer.text
        self.player = answer.json()["player"]
        return self

    async def open(self, game: str = "piazza", players: int = 2, **more: Any) -> str:
        """A new table's id."""
        asked = {"game": game, "players": players, **more}
        answer = await self.http.post("/api/tables", json=asked)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["table"])

    @property
    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return {"cookie": cookies, "origin": self.url}

    @contextlib.asynccontextmanager
    async def socket(self, **more: Any) -> AsyncIterator["Client"]:
        address = self.url.replace("http", "ws", 1) + "/ws"
        # As in a browser, what is not looked at yet is read all the same, up to the end.
        more = {"additional_headers": self.headers, "max_queue": None, **more}
        async with connect(address, **more) as connection:
            client = Client(connection)
            client.welcome = await client.next()
            yield client


class Client:
    """One socket. It keeps what it is told of the table that it watches, as a page would."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.welcome: Json = {}
        self.table: Json = {}
        self.heard: list[Json] = []
        """Everything, in order."""

    async def next(self) -> Json:
        """The next message; what it tells of the table is kept."""
        async with asyncio.timeout(PATIENCE):
            message: Json = json.loads(await self.connection.recv())
        self.heard.append(message)
        if message["type"] == "table":
            self.table = message
        elif message["type"] == "update":
            self.table = updated(self.table, message)
        return message

    @property
    def seats(self) -> list[int]:
        """Those that this client's player holds."""
        player = self.welcome["player"]
        return [i for i, seat in enumerate(self.table["seats"]) if seat.get("player") == player]

    async def until(self, fits: Callable[[Json], bool]) -> Json:
        """The next message that fits."""
        while True:
            message = await self.next()
            if fits(message):
                return message

    async def see(self, fits: Callable[[Json], bool]) -> None:
        """Hear of everything until the table is like that, which it may be already."""
        while not fits(self.table):
            await self.next()

    async def reach(self, ply: int) -> None:
        """Hear of everything up to there."""
        while self.table["ply"] < ply:
            await self.next()

    async def send(self, type: str, **fields: Any) -> str:
        message = {"id": new_id(), "type": type, **fields}
        await self.connection.send(json.dumps(message))
        return str(message["id"])

    async def ask(self, type: str, **fields: Any) -> Json:
        """The answer to a message."""
        asked = await self.send(type, **fields)
        return await self.until(lambda message: message.get("id") == asked)

    async def at(self, type: str, **fields: Any) -> Json:
        """The answer to a message about the table as this client knows it."""
        about = {"table": self.table["table"], "ply": self.table["ply"]}
        return await self.ask(type, **{**about, **fields})

    async def watch(self, table: str) -> Json:
        return await self.ask("watch", table=table)

    async def ready(self) -> Json:
        shares = {str(seat): secrets.token_hex(32) for seat in self.seats}
        return await self.at("ready", shares=shares)

    async def move(self, choose: Callable[[list[Json]], Json] = lambda legal: legal[0]) -> Json:
        """Move for the seat in turn, which is one of ours."""
        chosen = choose(self.table["legal"])["move"]
        return await self.at("move", seat=self.table["view"]["turn"], move=chosen)

    async def nothing_more(self, seconds: float = 0.2) -> None:
        """It is told nothing else for a while."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                raise AssertionError(await self.next())

    async def closed(self) -> int:
        """Hear the rest, and why the connection was closed."""
        try:
            while True:
                await self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def cookie_of(client: Client) -> str:
    """What makes a browser the same person."""
    assert client.connection.request is not None
    return client.connection.request.headers["cookie"]


COMPLETE = ("legal", "proposal", "curtain", "can_take_back")
"""What every update says completely: left out means none."""


SAID_ONCE = ("type", "id", "what", "seat", "move", "moves")


def updated(table: Json, update: Json) -> Json:
    """A table as a page keeps it, after an update."""
    kept = {name: value for name, value in table.items() if name not in COMPLETE}
    told = {name: value for name, value in update.items() if name not in SAID_ONCE}
    if "hand_of" not in told and "view" in told:
        kept.pop("hand_of", None)
    moves = list(table.get("moves", ()))
    if "moves" in update:
        moves = moves[: update["moves"]]
    if "move" in update:
        moves.append(update["move"])
    return {**kept, **told, "moves": moves}


async def all_reach(clients: list["Client"]) -> None:
    """Everybody hears of everything."""
    ply = max(client.table["ply"] for client in clients)
    for client in clients:
        await client.reach(ply)


@contextlib.asynccontextmanager
async def seated(
    url: str, names: list[str], game: str = "piazza", **more: Any
) -> AsyncIterator[list[Client]]:
    """A table with everybody connected, seated and ready: the game has begun."""
    async with contextlib.AsyncExitStack() as stack:
        browsers = [
            await (await stack.enter_async_context(Browser(url))).be(name) for name in names
        ]
        table = await browsers[0].open(game, len(names), **more)
        clients = [await stack.enter_async_context(one.socket()) for one in browsers]
        for seat, client in enumerate(clients):
            await client.watch(table)
            if seat:
                assert (await client.at("sit", seat=seat))["type"] == "update"
        await all_reach(clients)
        for client in clients:
            answer = await client.ready()
            assert answer["type"] == "update", answer
        await all_reach(clients)
        yield clients


async def play_on(clients: list[Client], moves: int = 10_000) -> int:
    """Play so many moves, or to the end; every client hears of every one. How many were made."""
    for made in range(moves):
        if clients[0].table["stage"] != "running":
            return made
        mover = next(client for client in clients if client.table.get("legal"))
        answer = await mover.move()
        assert answer["type"] == "update", answer
        await all_reach(clients)
    return moves
