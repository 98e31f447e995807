"""Positions and records over the REST API: anybody may try them out, and nothing is kept."""

import json

import pytest

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import Json
from piazzetta.server.app.limits import Limits, Rate
from tests.server.app.clients import Browser, play_on, seated
from tests.server.app.serving import serving

pytestmark = pytest.mark.anyio


def position(name: str) -> Json:
    game = GAMES[name]
    return game.state_to_json(game.deal(game.options(2, {}), Seed(1)))


async def test_nobody_in_particular_tries_something_out(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as nobody:
        asked = {"position": position("carre"), "moves": ["reveal"], "consider": ["take"]}
        shown = (await nobody.http.post("/api/try", json=asked)).json()
        assert shown["position"]["phase"] == "play"
        assert len(shown["position"]["revealed"]) == 2
        assert [one["move"] for one in shown["played"]] == ["reveal"]
        assert shown["considered"][0]["clause"] == "C-SOURCE"
        assert shown["detail"]["game"] == "carre"
        laid = shown["legal"][0]["move"]
        further = {"position": shown["position"], "moves": [laid]}
        answer = await nobody.http.post("/api/try", json=further)
        assert answer.json()["detail"]["squares"][shown["position"]["turn"]]["zones"]


async def test_what_cannot_be_tried(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as nobody:
        good = position("piazza")
        for asked, code in (
            ({"position": {**good, "turn": 5}}, "bad_position"),
            ({"position": good, "moves": ["pass"]}, "illegal_move"),
            ({"position": good, "moves": ["jump"]}, "not_a_move"),
            ({"position": {}}, "bad_request"),
            ({"position": good, "moves": ["pass"] * 201}, "bad_request"),
        ):
            answer = await nobody.http.post("/api/try", json=asked)
            assert (answer.status_code, answer.json()["code"]) == (400, code)
        refused = await nobody.http.post("/api/try", json={"position": good, "moves": ["pass"]})
        assert refused.json()["details"]["clause"] == "P-STUCK"


async def test_a_record_is_played_again(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"]) as clients,
        Browser(served.url) as nobody,
    ):
        await play_on(clients)
        table = clients[0].table["table"]
        text = (await nobody.http.get(f"/api/tables/{table}/record")).text
        there = (await nobody.http.get(f"/api/tables/{table}/replay")).json()
        sent = (await nobody.http.post("/api/replay", json={"record": text})).json()
        assert sent == {**there, "table": ""}
        assert there["moves"] == clients[0].table["moves"]
        assert len(there["details"]) == len(there["positions"])
        # The middle of a game is no less a record.
        unfinished = [line for line in text.splitlines() if not line.startswith("Result")][:-5]
        half = await nobody.http.post("/api/replay", json={"record": "\n".join(unfinished)})
        assert "ending" not in half.json()
        assert half.json()["positions"] == there["positions"][:-5]


async def test_records_are_looked_at_now_and_then(sqlite: str) -> None:
    limits = Limits(records=Rate(0.01, 2.0))
    async with serving(sqlite, limits=limits) as served, Browser(served.url) as nobody:
        answers = [await nobody.http.post("/api/replay", json={"record": "x"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [400, 400, 429]
        # Nor is a game of the server's own, which takes as long.
        for part in ("replay", "record"):
            answer = await nobody.http.get(f"/api/tables/nowhere123/{part}")
            assert answer.status_code == 429
        assert (await nobody.http.get("/api/bots")).status_code == 200


async def test_a_record_that_breaks(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as nobody:
        record = "Game: piazza\nRules: 1\nSeat 0: Ada\nSeat 1: Ben\nSeed: 7\n\n1. 0: B9@0,0\n"
        answer = await nobody.http.post("/api/replay", json={"record": record})
        told = answer.json()
        assert (answer.status_code, told["code"]) == (400, "bad_record")
        assert told["details"]["line"] == 7
        assert told["details"]["reason"] in told["message"]
        large = json.dumps({"record": "x" * 1_100_000})
        answer = await nobody.http.post("/api/replay", content=large)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
