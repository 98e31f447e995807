"""The very same message again, however late: it is answered, and never carried out twice."""

import json

import pytest

from piazzetta.server.app.limits import Limits, relaxed
from piazzetta.server.table.evolve import MOST_RECENT
from tests.server.app.clients import Browser, Client, Json
from tests.server.app.serving import serving

pytestmark = pytest.mark.anyio


async def say(client: Client, message: Json) -> Json:
    await client.connection.send(json.dumps(message))
    return await client.until(lambda heard: heard.get("id") == message["id"])


async def test_a_repetition_is_known_after_anything_else(sqlite: str) -> None:
    """Even when more has happened than is remembered, and the position is still the same."""
    async with (
        serving(sqlite, limits=relaxed(Limits())) as served,
        Browser(served.url) as browser,
    ):
        await browser.be("Ada")
        table = await browser.open(players=3)
        async with browser.socket() as client:
            await client.watch(table)
            first = {"type": "sit", "id": "first", "table": table, "ply": 0, "seat": 1}
            assert (await say(client, first))["what"] == "sat"
            answers = []
            for number in range(MOST_RECENT + 2):
                what = "sit" if number % 2 else "stand"
                assert (await client.at(what, seat=1))["type"] == "update"
                if not number % 2:
                    before = client.table["ply"]
                    answers.append(await say(client, first))
                    assert client.table["ply"] == before
            known = [answer["type"] == "table" for answer in answers]
            assert known == sorted(known, reverse=True)
            assert {answer.get("code") for answer in answers} == {None, "stale"}


async def test_a_late_lift_shows_no_hand(sqlite: str) -> None:
    """Two share a screen. A `lift` from the last turn must not open the hand on the next one."""
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        table = await browser.open(seats=["me", "me"])
        async with browser.socket() as client:
            await client.watch(table)
            await client.ready()
            seat, ply = client.table["curtain"], client.table["ply"]
            late = {"type": "lift", "id": "late", "table": table, "ply": ply, "seat": seat}
            turns = 0
            while not turns or client.table["curtain"] != seat:
                await client.at("lift", seat=client.table["curtain"])
                while client.table.get("curtain") is None:
                    await client.move()
                turns += 1
            answer = await say(client, late)
            assert (answer["type"], answer["code"]) == ("refused", "stale")
            assert client.heard[-2]["type"] == "table"
            assert client.table["curtain"] == seat
            assert "legal" not in client.table
