"""The load of `load.py` on our server: two guests at each table, who play any legal move.

A game that is over goes on with a rematch, which is measured apart from the moves.
"""

import asyncio
import json
import secrets
from random import Random
from urllib.request import Request, urlopen

import msgspec

from bench.load import SEATS, LoadedTable, Tally, Turns, seated
from bench.wire import Wire, connect


class Legal(msgspec.Struct):
    """A move to choose from."""

    move: str


class Place(msgspec.Struct):
    """A seat."""

    player: str = ""


class Heard(msgspec.Struct):
    """What a client needs of `table` and `update`."""

    type: str
    table: str = ""
    ply: int = 0
    what: str = ""
    stage: str | None = None
    legal: list[Legal] | None = None
    seats: list[Place] | None = None
    your_seats: list[int] | None = None
    next: str = ""
    code: str = ""
    message: str = ""


_HEARD = msgspec.json.Decoder(Heard)


class Table:
    """A table with both players connected."""

    def __init__(self, number: int, tally: Tally) -> None:
        """Luck follows from the number."""
        self._luck = Random(number)
        self.turns = Turns(tally, self._move)
        self._wires: list[Wire] = []
        self._table = ""
        self._ply = 0
        self._on_turn = 0
        self._seats = list(range(SEATS))
        """The seat of each guest: a rematch rotates them."""
        self._legal: list[Legal] = []
        self._messages = 0
        self._watching = 0
        self._started = asyncio.Event()

    async def join(self, origin: str, game: str) -> None:
        """Two guests; the first opens, the second sits down, both are ready."""
        cookies = [await asyncio.to_thread(new_guest, origin) for _ in range(SEATS)]
        body = {"game": game, "players": SEATS, "seats": ["me", "open"], "casual": False}
        opened = await asyncio.to_thread(_post, f"{origin}/api/tables", body, cookies[0])
        for guest, cookie in enumerate(cookies):
            address = f"{origin.replace('http', 'ws', 1)}/ws"
            headers = {"Cookie": cookie, "Origin": origin}
            heard = lambda data, guest=guest: self._heard(guest, data)  # noqa: E731
            self._wires.append(await connect(address, headers, heard))
        self._watch(opened[0]["table"])
        await self._started.wait()

    def _watch(self, table: str) -> None:
        """Everybody goes to this table."""
        self._table, self._ply, self._watching = table, 0, 0
        for guest in range(SEATS):
            self._say(guest, type="watch", table=table)

    def _leave(self) -> None:
        """Nobody looks at the old table any more, as in the web app."""
        for guest in range(SEATS):
            self._say(guest, type="unwatch", table=self._table)

    def _say(self, wire: int, **message: object) -> None:
        self._messages += 1
        self._wires[wire].say(msgspec.json.encode({"id": f"m{self._messages}", **message}))

    def _say_here(self, wire: int, **message: object) -> None:
        self._say(wire, table=self._table, ply=self._ply, **message)

    def _heard(self, guest: int, data: bytes) -> None:
        heard = _HEARD.decode(data)
        if heard.type == "refused":
            raise RuntimeError(f"{heard.code}: {heard.message}")
        if heard.type not in ("table", "update") or heard.table != self._table:
            return
        self._ply = max(self._ply, heard.ply)
        if heard.legal:
            self._on_turn, self._legal = guest, heard.legal
        if heard.what == "moved":
            self._moved(over=heard.stage == "over")
        elif heard.next:
            self._leave()
            self._watch(heard.next)
        else:
            self._seating(guest, heard)

    def _moved(self, over: bool) -> None:
        self.turns.over = over
        self.turns.have()

    async def renew(self) -> None:
        """The same two once more, until their game has begun."""
        self._started.clear()
        self._say_here(0, type="rematch")
        await self._started.wait()

    def _seating(self, guest: int, heard: Heard) -> None:
        """Before a game: watch, sit down where a seat is free, be ready, begin."""
        if heard.type == "table":
            self._watching += 1
            self._seats[guest] = (heard.your_seats or [guest])[0]
            if self._watching == SEATS:
                self._all_watch(full=all(place.player for place in heard.seats or ()))
        elif heard.what == "sat":
            self._get_ready(guest)
        elif heard.stage == "running":
            self._watching -= 1
            if not self._watching:
                self._start()

    def _all_watch(self, full: bool) -> None:
        if full:
            for guest in range(SEATS):
                self._get_ready(guest)
        else:
            self._say_here(1, type="sit", seat=1)

    def _get_ready(self, guest: int) -> None:
        shares = {str(self._seats[guest]): secrets.token_hex(32)}
        self._say_here(guest, type="ready", shares=shares)

    def _start(self) -> None:
        self._started.set()
        self.turns.over = False

    def _move(self) -> None:
        guest, move = self._on_turn, self._luck.choice(self._legal).move
        self._say_here(guest, type="move", seat=self._seats[guest], move=move)

    def close(self) -> None:
        """Hang up."""
        for wire in self._wires:
            wire.close()


async def seat_all(origin: str, game: str, tables: int, tally: Tally) -> list[LoadedTable]:
    """So many tables, everybody connected and ready."""

    async def seat(number: int) -> LoadedTable:
        table = Table(number, tally)
        await table.join(origin, game)
        return table

    return await seated(tables, seat)


def new_guest(origin: str) -> str:
    """A new player's cookie."""
    return _post(f"{origin}/api/me", {}, "")[1]


def _post(address: str, body: dict[str, object], cookie: str) -> tuple[dict[str, str], str]:
    origin = "/".join(address.split("/")[:3])
    headers = {"Content-Type": "application/json", "Origin": origin, "Cookie": cookie}
    request = Request(address, json.dumps(body).encode(), headers, method="POST")
    with urlopen(request, timeout=10) as answer:
        set_cookie = answer.headers.get("Set-Cookie", "").partition(";")[0]
        return json.load(answer), set_cookie
