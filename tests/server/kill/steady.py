"""A client that never gives up: what was not answered is sent again until it is.

    connect ──► watch, and once more what was not answered ──► hear, act ──┐
       ▲  with growing pauses, at the next address                          │
       └──────────────── whatever breaks ◄──────────────────────────────────┘

One message is on its way at a time, with an id of its own: the server carries it out once.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tests.server.app.clients import updated
from tests.server.kill.log import DONE, KEPT, UNSURE, Json, Log, Said
from tests.server.kill.player import Player

PAUSES = (0.02, 0.05, 0.1, 0.2, 0.4)
"""Seconds before a connection is tried again; the last one for ever."""
SILENCE = 3.0
"""Seconds after which what was not answered is sent again."""
RESTING = 0.1
"""Seconds between two looks at whether the others go on to another table."""
BROKEN = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake)

_IDS = count()


class Steady:
    """One person with one connection at a time, at one table after the other."""

    def __init__(
        self,
        name: str,
        urls: Sequence[str],
        log: Log,
        player: Player,
        luck: Random,
        silence: float = SILENCE,
    ) -> None:
        """`urls` are nodes of the same server; the first one is tried first."""
        self.name = name
        self.urls = list(urls)
        self.log = log
        self.known: Json = {}
        """The table as this client was told of it; empty where it was not yet."""
        self.waits_for: Said | None = None
        self.id = ""
        self._player = player
        self._luck = luck
        self._silence = silence
        self._http = httpx.AsyncClient(verify=False, timeout=20.0)
        self._table = ""
        self._failures = 0
        self._highest = -1
        self._watches = False
        self._lost = 0.0
        """When the connection broke; 0 while all is well."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    # Requests.

    async def be(self) -> Self:
        """Become somebody."""
        self.id = (await self.ask("POST", "/api/me", {"name": self.name}))["player"]
        return self

    async def open(self, **wanted: Any) -> str:
        """A new table's id. Where the answer was lost, another one is opened."""
        table = str((await self.ask("POST", "/api/tables", wanted))["table"])
        self.log.opened(table)
        return table

    async def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """The answer to a request, which is made until there is one."""
        while True:
            url = self.urls[0]
            try:
                answer = await self._http.request(
                    method, url + path, json=body, headers={"origin": url}
                )
            except httpx.TransportError:
                await self._pause()
                continue
            if answer.status_code < 500:
                assert answer.is_success, (path, answer.text)
                self._failures = 0
                is_json = answer.headers["content-type"].startswith("application/json")
                return answer.json() if is_json else answer.text
            await self._pause()

    async def _pause(self) -> None:
        """Before the next try, which goes to the next node."""
        pause = PAUSES[min(self._failures, len(PAUSES) - 1)]
        self._failures += 1
        self.urls.append(self.urls.pop(0))
        await asyncio.sleep(pause * self._luck.uniform(0.5, 1.5))

    # The socket.

    async def play(self, table: str) -> None:
        """At this table, and those that follow it, until the player has had enough."""
        self._begin(table)
        while not self._player.finished(self.known):
            try:
                async with self._connected() as connection:
                    await self._converse(connection)
            except InvalidStatus as refused:
                if refused.response.status_code < 500:
                    raise  # Who somebody is must not be forgotten, either.
                await self._lose()
            except BROKEN:
                await self._lose()

    async def _lose(self) -> None:
        """The connection is gone, or was not to be had."""
        self._lost = self._lost or time.monotonic()
        await self._pause()

    def _begin(self, table: str) -> None:
        self._table, self._highest, self.known, self._watches = table, -1, {}, False
        self.log.opened(table)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[ClientConnection]:
        url = self.urls[0]
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        headers = {"cookie": cookies, "origin": url}
        address = url.replace("http", "ws", 1) + "/ws"
        async with connect(
            address, additional_headers=headers, compression=None, open_timeout=5, close_timeout=1
        ) as connection:
            self.log.counts["connections"] += 1
            yield connection

    async def _converse(self, connection: ClientConnection) -> None:
        self.known, self._watches = {}, False
        await self._watch(connection)
        if self.waits_for:
            await self._send(connection, self.waits_for)
        while not self._player.finished(self.known):
            await self._hear(connection)
            await self._act(connection)

    async def _watch(self, connection: ClientConnection) -> None:
        watch = {"type": "watch", "id": f"w{next(_IDS)}", "table": self._table}
        await connection.send(json.dumps(watch))

    async def _send(self, connection: ClientConnection, said: Said) -> None:
        self.log.counts["sent"] += 1
        await connection.send(json.dumps(said.message))

    async def _hear(self, connection: ClientConnection) -> None:
        """The next message; if there is none for a while, ask again for what should come."""
        try:
            async with asyncio.timeout(
                RESTING if self._player.rests(self.known) else self._silence
            ):
                message: Json = json.loads(await connection.recv())
        except TimeoutError:
            await self._nudge(connection)
            return
        self._failures = 0
        self._take_in(message)

    async def _nudge(self, connection: ClientConnection) -> None:
        if self.waits_for:
            await self._send(connection, self.waits_for)
        if not self._player.rests(self.known):
            self.log.counts["silences"] += 1
            await self._watch(connection)

    def _take_in(self, message: Json) -> None:
        said = self.waits_for
        if message["type"] in ("table", "update") and message["table"] == self._table:
            self._look(message)
        elif message["type"] == "bye":
            self.log.counts[f"bye {message['reason']}"] += 1
        if said and message.get("id") == said.id:
            self._answered(said, message)

    def _look(self, message: Json) -> None:
        """Nothing that was shown once is ever taken back, and nothing is left out."""
        ply, known = message["ply"], self.known.get("ply")
        assert ply >= self._highest, f"{self._table}: shown {self._highest}, then {ply}"
        if message["type"] == "update":
            if known is None:
                return
            assert ply <= known + 1, f"{self._table}: {ply} after {known}"
        elif message.get("id", "").startswith("w"):
            # Who watches already need not be told anything else.
            self.log.counts["missed"] += self._watches and known is not None and ply > known
            self._watches = True
        self.known = message if message["type"] == "table" else updated(self.known, message)
        if self._lost:
            self.log.gaps.append(time.monotonic() - self._lost)
            self._lost = 0.0
        self._highest = ply
        self.log.saw(self._table, ply)

    def _answered(self, said: Said, message: Json) -> None:
        if message["type"] == "refused":
            self.log.counts[f"refused {message['code']}"] += 1
            if message["code"] in UNSURE:
                return  # It is sent again after a while.
            said.outcome = message["code"]
        else:
            said.outcome = DONE
            if message["type"] == "update" and said.message["type"] in KEPT:
                said.ply = message["ply"]
        self.waits_for = None

    async def _act(self, connection: ClientConnection) -> None:
        """Say the next thing, if there is one."""
        if self.waits_for or not self.known:
            return
        following = self._player.follows(self.known)
        if following:
            self._begin(following)
            await self._watch(connection)
            return
        step = self._player.next_step(self.known, self.id)
        if step is None:
            return
        await asyncio.sleep(self._player.pause())
        about = {"id": f"s{next(_IDS)}", "table": self._table, "ply": self.known["ply"]}
        self.waits_for = Said(self.id, {**about, **step})
        self.log.said.append(self.waits_for)
        await self._send(connection, self.waits_for)
