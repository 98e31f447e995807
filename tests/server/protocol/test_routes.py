"""The server does what `ENDPOINTS` says: every address is there, and answers as it is described."""

from typing import Any

import httpx
import msgspec
import pytest

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import Json
from piazzetta.server.app.handlers import HANDLERS
from piazzetta.server.app.limits import Limits, relaxed
from piazzetta.server.protocol import document, openapi, rest
from piazzetta.server.protocol.endpoints import ENDPOINTS, STATUS, Endpoint
from tests.server.app.clients import Browser
from tests.server.app.serving import serving

pytestmark = pytest.mark.anyio

RECORD = "Game: piazza\nRules: 1\nSeat 0: Ada\nSeat 1: Ben\nSeed: 7\n"


def position() -> Json:
    """Of a new game."""
    game = GAMES["carre"]
    return game.state_to_json(game.deal(game.options(2, {}), Seed(7)))


BODIES: dict[str, dict[str, Any]] = {
    "post_me": {"name": "Ada"},
    "patch_me": {"name": "Eva"},
    "post_links": {"secret": "nobody-made-this"},
    "post_me_tokens": {"name": "a bot"},
    "put_me_blocks_player": {"kind": "mute"},
    "put_me_push": {"endpoint": "https://push.example/1", "keys": {"p256dh": "BA", "auth": "x"}},
    "post_tables": {"game": "carre", "players": 2, "seats": ["me", "level1"]},
    "post_advice": {"record": RECORD, "number": 1},
    "post_try": {"position": position(), "moves": ["take"], "consider": ["reveal"]},
    "post_replay": {"record": RECORD},
}
"""What each address is sent that wants something."""


async def over(browser: Browser) -> str:
    """A table whose game is over."""
    table = await browser.open(seats=["me", "me"])
    async with browser.socket() as client:
        await client.watch(table)
        await client.at("ready", shares={0: "00" * 32, 1: "11" * 32})
        assert (await client.at("resign", seat=0))["ending"]
    return table


async def asked(browser: Browser, endpoint: Endpoint, **parameters: str) -> httpx.Response:
    path = endpoint.path.format(**parameters)
    return await browser.http.request(endpoint.method, path, json=BODIES.get(endpoint.name))


def check(endpoint: Endpoint, answer: httpx.Response) -> None:
    """The answer is of the kind that is described: the good one, or one of the problems."""
    if answer.status_code != endpoint.status:
        problem = msgspec.json.decode(answer.content, type=rest.Problem)
        expected = {*endpoint.all_codes} - {"unavailable"}  # which would be a fault of ours
        assert problem.code in expected, (endpoint.name, problem)
        assert answer.status_code == STATUS[problem.code]
    elif endpoint.answer is None:
        assert answer.content == b""
    elif isinstance(endpoint.answer, str):
        assert answer.headers["content-type"] == endpoint.answer
    else:
        msgspec.json.decode(answer.content, type=endpoint.answer)


def test_every_address_has_a_handler() -> None:
    assert HANDLERS.keys() == {endpoint.name for endpoint in ENDPOINTS}


def test_there_is_something_to_send() -> None:
    wanting = {endpoint.name for endpoint in ENDPOINTS if endpoint.request is not None}
    assert BODIES.keys() == wanting


async def test_every_address_answers_as_described(sqlite: str) -> None:
    async with serving(sqlite, limits=relaxed(Limits())) as served, Browser(served.url) as host:
        table = await over(await host.be("Ben"))
        parameters = {"table": table, "player": host.player, "token": "none", "number": "0"}
        for endpoint in ENDPOINTS:
            async with Browser(served.url) as nobody:
                check(endpoint, await asked(nobody, endpoint, **parameters))
            async with Browser(served.url) as guest:
                await guest.be("Ada")
                check(endpoint, await asked(guest, endpoint, **parameters))


async def test_what_needs_somebody_refuses_nobody(sqlite: str) -> None:
    parameters = {"table": "nothere", "player": "p", "token": "t", "number": "0"}
    async with serving(sqlite, limits=relaxed(Limits())) as served, Browser(served.url) as nobody:
        for endpoint in ENDPOINTS:
            answer = await asked(nobody, endpoint, **parameters)
            is_refused = answer.status_code == STATUS["no_identity"]
            assert is_refused == endpoint.identity, endpoint.name
            nobody.http.cookies.clear()


async def test_a_foreign_page_changes_nothing(sqlite: str) -> None:
    parameters = {"table": "nothere", "player": "p", "token": "t", "number": "0"}
    async with (
        serving(sqlite, limits=relaxed(Limits())) as served,
        Browser(served.url, {"origin": "https://elsewhere.example"}) as foreign,
    ):
        for endpoint in ENDPOINTS:
            answer = await asked(foreign, endpoint, **parameters)
            is_refused = answer.status_code == STATUS["bad_origin"]
            assert is_refused == endpoint.changes, endpoint.name


async def test_the_descriptions_are_served(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as nobody:
        description = (await nobody.http.get("/api/openapi.json")).json()
        assert description == openapi.document("piazzetta")
        for path, page in document.pages().items():
            answer = await nobody.http.get(path)
            assert (answer.text, answer.headers["content-type"]) == (page.text, page.media_type)


async def test_what_is_not_there_is_said_in_the_same_way(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as nobody:
        for method, path, code in (
            ("GET", "/api/nothing", "no_such_page"),
            ("GET", "/nothing", "no_such_page"),
            ("PUT", "/api/lobby", "bad_method"),
        ):
            answer = await nobody.http.request(method, path)
            problem = msgspec.json.decode(answer.content, type=rest.Problem)
            assert (problem.code, answer.status_code) == (code, STATUS[code])
