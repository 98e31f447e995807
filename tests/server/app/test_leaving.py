"""Deleting oneself while one's other devices and programs go on: nothing is left, nothing hangs."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed, InvalidStatus

from piazzetta.server.app import leaving
from piazzetta.server.store import Store
from tests.server.app.clients import Browser, Client, all_reach, cookie_of, seated
from tests.server.app.serving import serving
from tests.server.app.test_rest import everything_kept, play_on_alone, told
from tests.services import administrator

pytestmark = pytest.mark.anyio

NAME = "Xanthippe"
FIRST = {"first": 0}
Act = Callable[[], Awaitable[None]]


@contextlib.asynccontextmanager
async def again_and_again(*acts: Act) -> AsyncIterator[None]:
    """Meanwhile all of these are done, each until it cannot be any more."""

    async def loop(act: Act) -> None:
        with contextlib.suppress(ConnectionClosed, InvalidStatus):
            while True:
                await act()

    tasks = [asyncio.create_task(loop(act)) for act in acts]
    try:
        yield
        await asyncio.sleep(0.2)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def opens(browser: Browser) -> Act:
    async def act() -> None:
        await browser.http.post("/api/tables", json={"game": "carre", "players": 2})

    return act


def comes_and_goes(client: Client) -> Act:
    """Sits down at an open table, and stands up."""

    async def act() -> None:
        await client.at("sit", seat=1, name=f"{NAME}'s brother")
        await client.at("stand", seat=1)

    return act


def takes_and_takes_back(client: Client) -> Act:
    async def act() -> None:
        await client.at("move", seat=0, move="take")
        await client.at("take_back", seat=0)

    return act


def asks_for(browser: Browser, method: str, path: str, body: object) -> Act:
    async def act() -> None:
        await browser.http.request(method, path, json=body)

    return act


def comes_anew(browser: Browser, table: str) -> Act:
    async def act() -> None:
        async with browser.socket() as client:
            await client.watch(table)

    return act


@contextlib.asynccontextmanager
async def another(url: str, cookie: str) -> AsyncIterator[tuple[Browser, Client]]:
    """One more device of the same person."""
    async with Browser(url, {"cookie": cookie}) as browser:
        headers = {"cookie": cookie, "origin": url}
        async with browser.socket(additional_headers=headers) as client:
            yield browser, client


async def test_whatever_else_they_do_meanwhile(database: str) -> None:
    async with (
        serving(database) as served,
        seated(served.url, [NAME, "Bob"], "carre", options=FIRST, pace=0.15) as (ann, bob),
        another(served.url, cookie_of(ann)) as (phone, sitting),
        another(served.url, cookie_of(bob)) as (laptop, _),
        Browser(served.url, {"cookie": cookie_of(ann)}) as browser,
    ):
        player = ann.welcome["player"]
        await sitting.watch(await laptop.open("carre"))
        async with again_and_again(
            *[opens(phone) for _ in range(3)],
            comes_and_goes(sitting),
            takes_and_takes_back(ann),
            asks_for(phone, "PATCH", "/api/me", {"name": NAME}),
            asks_for(phone, "POST", "/api/me/tokens", {"name": NAME}),
            asks_for(phone, "POST", "/api/me/links", None),
        ):
            await asyncio.sleep(0.3)
            assert (await browser.http.delete("/api/me")).status_code == 204
            assert told(await phone.http.get("/api/me")) == (401, "no_identity")
        await bob.see(lambda table: bool(table["seats"][0].get("stand_in")))
        await play_on_alone(bob, 6)
        shown = await bob.watch(sitting.table["table"])
        assert "player" not in shown["seats"][1]
        assert (await bob.watch(ann.table["table"]))["stage"] == "running"
        assert (await bob.at("resign", seat=1))["stage"] == "over"
    kept = everything_kept(database)
    assert "Bob" in kept
    assert NAME not in kept
    assert player not in kept


async def test_also_on_another_node(postgres: str, redis: str) -> None:
    async with (
        serving(postgres, redis=redis) as one,
        serving(postgres, redis=redis) as two,
        seated(two.url, [NAME, "Bob"], "carre", options=FIRST, pace=0.15) as (ann, bob),
        another(two.url, cookie_of(ann)) as (phone, sitting),
        another(two.url, cookie_of(bob)) as (laptop, _),
        Browser(one.url, {"cookie": cookie_of(ann)}) as browser,
    ):
        player = ann.welcome["player"]
        await sitting.watch(await laptop.open("carre"))
        async with again_and_again(
            opens(phone), comes_and_goes(sitting), takes_and_takes_back(ann)
        ):
            await asyncio.sleep(0.3)
            assert (await browser.http.delete("/api/me")).status_code == 204
        await bob.see(lambda table: bool(table["seats"][0].get("stand_in")))
        await play_on_alone(bob, 6)
        assert "player" not in (await bob.watch(sitting.table["table"]))["seats"][1]
    kept = everything_kept(postgres)
    assert NAME not in kept
    assert player not in kept


async def test_whoever_connects_meanwhile_is_sent_away(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        Browser(served.url) as browser,
        Browser(served.url) as other,
    ):
        await browser.be(NAME)
        table = await browser.open()
        other.http.cookies.update(browser.http.cookies)
        async with again_and_again(*[comes_anew(other, table) for _ in range(3)]):
            await asyncio.sleep(0.1)
            assert (await browser.http.delete("/api/me")).status_code == 204
        assert served.node.services.people.connections == 0


async def test_every_table_is_left_however_many_there_are(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piazzetta.server.store.store.MOST_LISTED", 2)
    async with (
        serving(sqlite) as served,
        Browser(served.url) as ann,
        Browser(served.url) as bob,
    ):
        await ann.be(NAME)
        await bob.be("Bob")
        tables = [await ann.open() for _ in range(5)]
        async with bob.socket() as client:
            theirs = await bob.open()
            async with ann.socket() as own:
                await own.watch(theirs)
                await own.at("sit", seat=1)
            for _ in range(3):
                await ann.open()
            assert (await ann.http.delete("/api/me")).status_code == 204
            for table in tables:
                assert (await client.watch(table))["stage"] == "aborted"
            assert "player" not in (await client.watch(theirs))["seats"][1]


async def test_the_rest_is_done_where_somebody_died_on_the_way(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as ann:
        await ann.be(NAME)
        table = await ann.open()
        await served.node.services.store.end(ann.player)
        assert told(await ann.http.get("/api/me")) == (401, "no_identity")
    async with serving(sqlite) as served, Browser(served.url) as bob:
        await leaving.go_on(served.node.services, 0.0)
        assert (await bob.http.get(f"/api/tables/{table}")).json()["stage"] == "aborted"
    assert ann.player not in everything_kept(sqlite)


async def test_where_one_cannot_be_deleted_the_others_are(sqlite: str) -> None:
    """The rows of a table can be spoilt."""
    tables = {}
    async with serving(sqlite) as served:
        for name in ("Ann", "Bob", "Cleo"):
            async with Browser(served.url) as browser:
                await browser.be(name)
                tables[browser.player] = await browser.open()
                await served.node.services.store.end(browser.player)
        first = (await served.node.services.store.to_forget(0.0))[0]
    with administrator(sqlite) as engine, engine.begin() as connection:
        spoil = text("UPDATE events SET body = '{}' WHERE table_id = :table")
        connection.execute(spoil, {"table": tables[first]})
    async with serving(sqlite) as served:
        await leaving.go_on(served.node.services, 0.0)
        assert await served.node.services.store.to_forget(0.0) == [first]


async def test_a_node_that_hears_of_nothing_writes_no_old_name(postgres: str, redis: str) -> None:
    """The note that somebody is forgotten is lost: the store says so all the same."""
    async with (
        serving(postgres, redis=redis) as served,
        seated(served.url, [NAME, "Bob"], "carre", options=FIRST) as (ann, bob),
    ):
        player = ann.welcome["player"]
        elsewhere = await Store.open(postgres)
        await elsewhere.forget(player)
        await elsewhere.close()
        answer = await ann.at("take_back", seat=0)
        assert answer["type"] == "refused"
        answer = await ann.at("move", seat=0, move="take")
        assert answer["type"] == "refused"
        await bob.at("resign", seat=1)
        assert (await bob.watch(bob.table["table"]))["stage"] == "over"
    kept = everything_kept(postgres)
    assert NAME not in kept
    assert player not in kept


async def test_a_request_that_was_on_its_way_is_refused(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, [NAME, "Bob"], "carre", options=FIRST) as (ann, bob),
    ):
        await served.node.services.store.end(ann.welcome["player"])
        for answer in (
            await ann.at("move", seat=0, move="take"),
            await ann.at("resign", seat=0),
            await ann.at("propose_end", seat=0),
        ):
            assert answer["code"] == "no_identity"
        await all_reach([ann, bob])


async def test_whoever_looks_at_the_lobby_sees_their_name_no_more(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, [NAME, "Bob"], "carre", public=True) as (ann, bob),
        another(served.url, cookie_of(ann)) as (browser, _),
        another(served.url, cookie_of(bob)) as (_, looking),
    ):
        listed = (await looking.ask("lobby"))["tables"]
        assert [one["seats"][0]["name"] for one in listed] == [NAME]
        assert (await browser.http.delete("/api/me")).status_code == 204
        told = await looking.until(lambda message: NAME not in str(message.get("tables", NAME)))
        assert [one["table"] for one in told["tables"]] == [ann.table["table"]]


async def test_in_a_rematch_their_seat_is_free(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, [NAME, "Bob"], "carre", options=FIRST) as (ann, bob),
        Browser(served.url, {"cookie": cookie_of(ann)}) as browser,
    ):
        await ann.at("resign", seat=0)
        assert (await browser.http.delete("/api/me")).status_code == 204
        await bob.watch(bob.table["table"])
        answer = await bob.at("rematch")
        shown = await bob.watch(answer["next"])
        assert [one.get("name") for one in shown["seats"]] == ["Bob", None]
        assert "player" not in shown["seats"][1]
