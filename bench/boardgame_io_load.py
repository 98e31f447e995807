"""The load of `load.py` on boardgame.io's server: its lobby over HTTP, its moves over socket.io."""

import asyncio
import json
from collections.abc import Sequence
from urllib.request import Request, urlopen

import msgspec

from bench.load import SEATS, LoadedTable, Tally, Turns, seated
from bench.wire import Wire, connect

GAME = "bench"
EVENT = f"42/{GAME},".encode()
"""How socket.io marks an event of the game's namespace."""


class Context(msgspec.Struct):
    """What a client needs of the state's context."""

    currentPlayer: str  # noqa: N815 - their name


class State(msgspec.Struct):
    """What a client needs of the state."""

    ctx: Context
    state_id: int = msgspec.field(name="_stateID")


_STATE = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw])


class Table:
    """A match with both players connected."""

    def __init__(self, match: str, keys: Sequence[str], tally: Tally) -> None:
        """`keys` are the players' credentials."""
        self.match = match
        self.keys = keys
        self.wires: list[Wire] = []
        self._synced = [asyncio.get_running_loop().create_future() for _ in keys]
        self.turns = Turns(tally, self._move)
        self._state = State(Context("0"), 0)
        self._moves = 0

    async def join(self, address: str) -> None:
        """Connect both players."""
        for seat in range(SEATS):
            wire = await connect(address, {}, lambda data, seat=seat: self._heard(seat, data))  # type: ignore[misc]
            self.wires.append(wire)
            wire.say(f"40/{GAME},".encode())
        await asyncio.gather(*self._synced)

    def _heard(self, seat: int, data: bytes) -> None:
        wire = self.wires[seat] if seat < len(self.wires) else None
        if data.startswith(b"42"):
            self._event(seat, data[len(EVENT) :])
        elif data == b"2" and wire:
            wire.say(b"3")
        elif data.startswith(b"40/") and wire:
            arguments = [self.match, str(seat), self.keys[seat], SEATS]
            wire.say(EVENT + json.dumps(["sync", *arguments]).encode())

    def _event(self, seat: int, data: bytes) -> None:
        if data.startswith(b'["update"'):
            self._state = _STATE.decode(data)[2]
            self.turns.have()
        elif data.startswith(b'["sync"') and not self._synced[seat].done():
            self._synced[seat].set_result(None)

    def _move(self) -> None:
        player = self._state.ctx.currentPlayer
        seat = int(player)
        self._moves += 1
        payload = {
            "type": "lay",
            "args": [self._moves],
            "playerID": player,
            "credentials": self.keys[seat],
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        update = ["update", action, self._state.state_id, self.match, player]
        self.wires[seat].say(EVENT + msgspec.json.encode(update))

    async def renew(self) -> None:
        """Its game never ends."""

    def close(self) -> None:
        """Hang up."""
        for wire in self.wires:
            wire.close()


async def seat_all(port: int, api_port: int, tables: int, tally: Tally) -> list[LoadedTable]:
    """So many matches, everybody connected."""

    async def seat(_: int) -> LoadedTable:
        table = Table(*await asyncio.to_thread(_open, api_port), tally)
        await table.join(f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket")
        return table

    return await seated(tables, seat)


def _open(api_port: int) -> tuple[str, list[str]]:
    lobby = f"http://127.0.0.1:{api_port}/games/{GAME}"
    match = _post(f"{lobby}/create", {"numPlayers": SEATS})["matchID"]
    joined = [
        _post(f"{lobby}/{match}/join", {"playerID": str(seat), "playerName": str(seat)})
        for seat in range(SEATS)
    ]
    return match, [player["playerCredentials"] for player in joined]


def _post(address: str, body: dict[str, object]) -> dict[str, str]:
    headers = {"Content-Type": "application/json"}
    request = Request(address, json.dumps(body).encode(), headers, method="POST")
    with urlopen(request, timeout=10) as answer:
        found: dict[str, str] = json.load(answer)
    return found
