"""What one address may ask for over all its connections, and one person over all theirs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.server.app.limits import Buckets, Limits, Rate, relaxed
from piazzetta.server.protocol.server import AdvisedMove
from piazzetta.server.thinking.thinkers import Thinkers
from tests.cli.command import HANGS_AFTER
from tests.server.app.clients import Browser, Json, seated
from tests.server.app.serving import Served, serving
from tests.server.app.test_sockets import framed, send_raw

pytestmark = pytest.mark.anyio

PROXY = ("127.0.0.1",)
ELSEWHERE = {"x-forwarded-for": "192.0.2.1"}
RECORD = "Game: piazza\nRules: 1\nSeat 0: Ada\nSeat 1: Ben\nSeed: 7\n\n"


@asynccontextmanager
async def two_addresses(
    sqlite: str, limits: Limits
) -> AsyncIterator[tuple[Served, Browser, Browser]]:
    """Somebody here, and somebody elsewhere."""
    async with (
        serving(sqlite, limits=limits, proxies=PROXY) as served,
        Browser(served.url) as ada,
        Browser(served.url, ELSEWHERE) as bob,
    ):
        yield served, await ada.be("Ada"), await bob.be("Bob")


def from_elsewhere(browser: Browser) -> Json:
    """How that browser's sockets are opened."""
    return {"additional_headers": {**browser.headers, **ELSEWHERE}}


async def test_all_connections_of_an_address_say_only_so_much(sqlite: str) -> None:
    limits = replace(relaxed(Limits()), said=Rate(0.01, 6.0), refusals=2)
    async with (
        two_addresses(sqlite, limits) as (_, ada, bob),
        ada.socket() as one,
        ada.socket() as other,
        bob.socket(**from_elsewhere(bob)) as elsewhere,
    ):
        for client in (one, other):
            answers = [await client.ask("ping") for _ in range(3)]
            assert {answer["type"] for answer in answers} == {"pong"}
        for client in (one, other):
            assert (await client.ask("ping"))["code"] == "too_many"
        assert (await elsewhere.ask("ping"))["type"] == "pong"
        for _ in range(2):
            await one.send("ping")
        assert await one.closed() == 1008


async def test_what_one_connection_is_refused_takes_nothing_from_the_others(sqlite: str) -> None:
    limits = replace(relaxed(Limits()), messages=Rate(0.01, 1.0), said=Rate(0.01, 2.0))
    async with (
        two_addresses(sqlite, limits) as (_, ada, _),
        ada.socket() as one,
        ada.socket() as other,
    ):
        answers = [await one.ask("ping") for _ in range(5)]
        assert [answer["type"] for answer in answers] == ["pong"] + ["refused"] * 4
        assert (await other.ask("ping"))["type"] == "pong"


async def test_moves_that_are_considered_count_by_how_many_they_are(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"], options={"first": 0}) as (ada, _),
    ):
        served.node.services.said = Buckets(Rate(0.01, 10.0))
        moves = [ada.table["legal"][0]["move"]] * 64
        answers = [await ada.at("consider", seat=0, moves=moves) for _ in range(3)]
        assert [answer["type"] for answer in answers] == ["considered", "considered", "refused"]
        assert answers[-1]["code"] == "too_many"


async def test_all_connections_of_an_address_send_only_so_many_frames(sqlite: str) -> None:
    limits = replace(relaxed(Limits()), frames=Rate(0.01, 10.0))
    pongs = framed("").replace(b"\x81", b"\x8a", 1) * 6
    async with (
        two_addresses(sqlite, limits) as (_, ada, bob),
        ada.socket() as one,
        ada.socket() as other,
        bob.socket(**from_elsewhere(bob)) as elsewhere,
    ):
        for client in (one, elsewhere):
            await send_raw(client, [pongs])
            assert (await client.ask("ping"))["type"] == "pong"
        await send_raw(other, [pongs])
        async with asyncio.timeout(HANGS_AFTER):
            assert await other.closed() in (1008, 1006)


async def test_an_address_connects_only_so_often(sqlite: str) -> None:
    limits = replace(relaxed(Limits()), handshakes=Rate(0.01, 2.0))
    async with two_addresses(sqlite, limits) as (_, ada, bob):
        # Pages of others, which anybody may have open, are refused without asking the database.
        foreign = {**ada.headers, "origin": "https://elsewhere.example"}
        for _ in range(5):
            with pytest.raises(InvalidStatus, match="403"):
                async with ada.socket(additional_headers=foreign):
                    pass
        for _ in range(2):
            async with ada.socket() as client:
                assert client.welcome["name"] == "Ada"
        with pytest.raises(InvalidStatus, match="429"):
            async with ada.socket():
                pass
        async with bob.socket(**from_elsewhere(bob)) as client:
            assert client.welcome["name"] == "Bob"


async def test_positions_are_looked_up_as_often_as_they_are_made_quickly(sqlite: str) -> None:
    limits = replace(relaxed(Limits()), looks=Rate(0.01, 5.0), requests=Rate(0.01, 12.0))
    game = GAMES["carre"]
    start = game.state_to_json(game.deal(game.options(2, {}), Seed(1)))
    async with two_addresses(sqlite, limits) as (_, ada, bob):
        table = await ada.open()

        async def look(number: int, browser: Browser = ada) -> int:
            return (await browser.http.get(f"/api/tables/{table}/positions/{number}")).status_code

        async def tried(*moves: str) -> int:
            asked = {"position": start, "moves": moves}
            return (await ada.http.post("/api/try", json=asked)).status_code

        assert [await tried(), await tried()] == [200, 200]
        assert await look(200) == 404  # which counts as three
        assert [await tried(), await look(0), await look(0, bob)] == [429, 429, 404]
        # What is refused there leaves all else.
        assert [await tried() for _ in range(20)] == [429] * 20
        assert (await ada.http.get("/api/bots")).status_code == 200


async def test_many_moves_that_are_tried_count_as_several(sqlite: str) -> None:
    limits = replace(relaxed(Limits()), looks=Rate(0.01, 3.5))
    game = GAMES["carre"]
    start = game.state_to_json(game.deal(game.options(2, {}), Seed(1)))
    async with two_addresses(sqlite, limits) as (_, ada, _):
        for many, status in (({"moves": ["pass"] * 100}, 400), ({"consider": ["pass"] * 33}, 200)):
            answer = await ada.http.post("/api/try", json={"position": start, **many})
            assert answer.status_code == status
        answer = await ada.http.post("/api/try", json={"position": start})
        assert answer.status_code == 429


class Advisers:
    """In place of those who think: they are done when they are told so."""

    def __init__(self, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waiting = 0
        self.done = asyncio.Event()
        monkeypatch.setattr(thinkers, "advise", self.advise)

    async def advise(self, *_: Any, **__: Any) -> list[AdvisedMove]:
        self.waiting += 1
        await self.done.wait()
        return []

    async def wait_for(self, askers: int) -> None:
        async with asyncio.timeout(HANGS_AFTER):
            while self.waiting < askers:
                await asyncio.sleep(0.01)


async def asked(browser: Browser) -> int:
    """The status of advice."""
    answer = await browser.http.post("/api/advice", json={"record": RECORD, "number": 1})
    return answer.status_code


async def test_nobody_takes_all_places_of_those_who_wait_for_advice(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = replace(relaxed(Limits()), advice=2, advice_here=3)
    async with two_addresses(sqlite, limits) as (served, ada, bob), Browser(served.url) as eve:
        advisers = Advisers(served.node.services.thinkers, monkeypatch)
        await eve.be("Eve")
        first = [asyncio.create_task(asked(ada)) for _ in range(2)]
        await advisers.wait_for(2)
        assert await asked(ada) == 503  # so many for one person
        second = asyncio.create_task(asked(eve))
        await advisers.wait_for(3)
        assert await asked(eve) == 503  # so many for one address
        third = asyncio.create_task(asked(bob))
        await advisers.wait_for(4)
        advisers.done.set()
        assert await asyncio.gather(*first, second, third) == [200] * 4
        assert await asked(ada) == 200


async def test_advice_at_a_table_counts_for_the_person_too(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = replace(relaxed(Limits()), advice=1)
    async with (
        serving(sqlite, limits=limits) as served,
        seated(served.url, ["Ada", "Bob"], hints=True, options={"first": 0}) as (ada, _),
        Browser(served.url) as browser,
    ):
        advisers = Advisers(served.node.services.thinkers, monkeypatch)
        assert ada.connection.request is not None
        browser.http.headers["cookie"] = ada.connection.request.headers["cookie"]
        headers = {"cookie": browser.http.headers["cookie"], "origin": served.url}
        async with browser.socket(additional_headers=headers) as again:
            await again.watch(ada.table["table"])
            await ada.send("advise", table=ada.table["table"], ply=ada.table["ply"], seat=0)
            await advisers.wait_for(1)
            assert (await again.at("advise", seat=0))["code"] == "busy"
            advisers.done.set()
            assert (await ada.next())["type"] == "advice"
            assert (await again.at("advise", seat=0))["type"] == "advice"
