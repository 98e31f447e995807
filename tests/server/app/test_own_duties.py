"""What the server does by itself: bots move, flags fall, stand-ins come and go, tables close."""

import asyncio
import time
from typing import Any

import pytest

from tests.server.app.clients import Browser, Client, Json, all_reach, play_on, seated
from tests.server.app.serving import serving

pytestmark = pytest.mark.anyio


def happened(*kinds: str) -> Any:
    return lambda message: message.get("what") in kinds


async def play_to_the_end(client: Client) -> None:
    """One person and bots."""
    while client.table["stage"] == "running":
        if client.table.get("legal"):
            await client.move()
        else:
            await client.next()


async def test_a_game_with_bots_of_both_kinds(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as ada:
        await ada.be("Ada")
        table = await ada.open(players=3, seats=["me", "level1", "open"], pace=0.15)
        async with ada.socket() as client:
            await client.watch(table)
            assert (await client.at("invite", seat=2, bot="nobody"))["code"] == "no_such_bot"
            await client.at("invite", seat=2, bot="random")
            await client.ready()
            await play_to_the_end(client)
            moves = client.table["moves"]
            assert {move["seat"] for move in moves} == {0, 1, 2}
            assert client.table["ending"]["ranking"]


async def test_a_bot_takes_its_pace_whatever_it_thinks(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as ada:
        await ada.be("Ada")
        table = await ada.open(seats=["me", "random"], pace=0.5, options={"first": 0})
        async with ada.socket() as client:
            await client.watch(table)
            await client.ready()
            for _ in range(3):
                since = time.monotonic()
                await client.move()
                await client.until(happened("moved"))
                assert 0.45 < time.monotonic() - since < 10


async def test_bots_play_alone_and_go_on_after_a_restart(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as ada:
        await ada.be("Ada")
        table = await ada.open(seats=["random", "random"], pace=0.15)
        async with ada.socket() as client:
            await client.watch(table)
            await client.until(happened("moved"))
    async with serving(sqlite) as served, Browser(served.url) as eve:
        await eve.be("Eve")
        async with eve.socket() as client:
            await client.watch(table)
            await client.until(happened("moved"))


async def test_time_is_up_and_a_stand_in_plays_until_the_player_is_back(sqlite: str) -> None:
    clock = {"move": 1}
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"], clock=clock, pace=0.15) as clients,
    ):
        mover = next(client for client in clients if client.table.get("legal"))
        seat = mover.table["view"]["turn"]
        assert 0 < mover.table["clock"]["move_left"] <= 1
        flag = await mover.until(happened("timed_out"))
        assert (flag["seat"], flag["seats"][seat]["stand_in"]) == (seat, True)
        moved = await mover.until(happened("moved"))
        assert moved["seat"] == seat
        await mover.send("watch", table=mover.table["table"])
        back = await mover.until(happened("returned"))
        assert "stand_in" not in back["seats"][seat]


async def test_coming_back_at_once_holds_no_clock(sqlite: str) -> None:
    options: Json = {"clock": {"move": 1}, "pace": 0.5, "options": {"first": 0}}
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"], "carre", **options) as (ada, _),
    ):
        await ada.until(happened("timed_out"))
        for _ in range(3):
            await ada.send("watch", table=ada.table["table"])
        seat = (await ada.until(happened("returned")))["seats"][0]
        assert (seat["stand_in"], seat["returning"]) == (True, True)
        moved = await ada.until(happened("moved", "returned", "timed_out"))
        assert (moved["what"], moved["seat"]) == ("moved", 0)
        assert not {"stand_in", "returning"} & set(moved["seats"][0])


async def test_who_leaves_is_stood_in_for_while_somebody_waits(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"], absence=1, pace=0.15) as clients,
    ):
        mover = next(client for client in clients if client.table.get("legal"))
        other = next(client for client in clients if client is not mover)
        seat = mover.table["view"]["turn"]
        await asyncio.sleep(1.5)  # whoever is connected may think
        await mover.connection.close()
        left = await other.until(happened("left", "moved"))
        assert (left["what"], left["seat"]) == ("left", seat)
        await other.until(happened("moved"))


async def test_nobody_is_stood_in_for_while_nobody_waits(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"], absence=1, pace=0.15) as clients,
    ):
        table, ply = clients[0].table["table"], clients[0].table["ply"]
        for client in clients:
            await client.connection.close()
        await asyncio.sleep(2)
        async with Browser(served.url) as eve:
            shown: Json = (await eve.http.get(f"/api/tables/{table}")).json()
            assert shown["ply"] == ply


async def test_a_move_is_taken_back(sqlite: str) -> None:
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"]) as clients:
        await play_on(clients, 1)
        seat = clients[0].table["moves"][0]["seat"]
        first = next(client for client in clients if seat in client.seats)
        answer = await first.at("take_back", seat=seat)
        await all_reach(clients)
        if answer["what"] == "asked":
            other = next(client for client in clients if client is not first)
            answer = await other.at("answer", seat=other.seats[0], agrees=True)
            await all_reach(clients)
        assert answer["moves"] == 0
        assert all(client.table["moves"] == [] for client in clients)
        await play_on(clients, 3)
