"""`piazzetta bot NAME --server URL --table ID`: whole games at a real server's tables."""

import asyncio
import contextlib
import itertools
import os
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers

from piazzetta.bots import make_bot
from piazzetta.bots.bot import Bot, Choice, Decision
from piazzetta.cli import online
from piazzetta.cli.guest import Guest, GuestError
from piazzetta.cli.main import main
from piazzetta.cli.online import Player, socket_address, wanted_pause
from piazzetta.rules import record
from piazzetta.server.table.events import Moved, TimedOut
from tests.bots.programs import GOOD, Programs
from tests.cli.command import COMMAND, HANGS_AFTER
from tests.server.app.clients import Browser, Client
from tests.server.app.serving import serving
from tests.server.online.flaky import flaky

pytestmark = pytest.mark.anyio

SECONDS = 0.05


class Visit:
    """Somebody's bot, on its way to a table."""

    def __init__(self, url: str, browser: Browser, token: str) -> None:
        self.url, self.browser, self.token = url, browser, token

    async def play(
        self, table: str, bot: str = "random", seat: int | None = None, url: str = ""
    ) -> str:
        """How it ended, in the bot's words."""
        return await self.play_as(make_bot(bot, seed=1), table, seat, url)

    async def play_as(self, bot: Bot, table: str, seat: int | None = None, url: str = "") -> str:
        guest = Guest(table, seat, SECONDS)
        player = Player(url or self.url, self.token, guest, bot, lambda _game: None)
        with contextlib.closing(bot), contextlib.closing(player):
            return (await player.play()).words

    async def command(self, *arguments: str, **environment: str) -> tuple[int, str, str]:
        """The same as a program of its own: its status, output and complaints."""
        process = await asyncio.create_subprocess_exec(
            COMMAND,
            "bot",
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **environment},
        )
        async with asyncio.timeout(HANGS_AFTER):
            output, complaints = await process.communicate()
        return process.returncode or 0, output.decode(), complaints.decode()


@contextlib.asynccontextmanager
async def visitor(url: str, name: str = "Robo") -> AsyncIterator[Visit]:
    """Somebody with a token for a bot."""
    async with Browser(url) as browser:
        await browser.be(name)
        answer = await browser.http.post("/api/me/tokens", json={"name": "bot"})
        yield Visit(url, browser, answer.json()["token"])


@pytest.mark.parametrize(("game", "players"), [("piazza", 3), ("carre", 2)])
async def test_bots_play_whole_games(sqlite: str, game: str, players: int) -> None:
    names = [f"Robo {number}" for number in range(players)]
    async with serving(sqlite) as served, contextlib.AsyncExitStack() as stack:
        visits = [await stack.enter_async_context(visitor(served.url, name)) for name in names]
        table = await visits[0].browser.open(game, players, seats=["open"] * players)
        told = await asyncio.gather(*(visit.play(table, "greedy") for visit in visits))
        shown = (await visits[0].browser.http.get(f"/api/tables/{table}")).json()
    assert shown["stage"] == "over"
    assert all(seat["outside"] for seat in shown["seats"])
    places = [int(words.partition("place ")[2].split()[0]) for words in told]
    winners = [seat for seat, place in enumerate(places) if place == 1]
    seat_of = [seat["name"] for seat in shown["seats"]].index
    assert sorted(seat_of(names[robo]) for robo in winners) == shown["ending"]["ranking"][0]
    assert all(shown["ending"]["reason"] in words for words in told)


async def test_the_command_plays_beside_a_bot_of_the_server(sqlite: str, tmp_path: Path) -> None:
    async with serving(sqlite) as served, visitor(served.url) as visit:
        seats = ["level1", "open"]
        table = await visit.browser.open("piazza", seats=seats, pace=0.15)
        file = tmp_path / "token"
        file.write_text(visit.token + "\n", encoding="ascii")
        where = ["--server", served.url, "--table", table, "--token-file", str(file)]
        status, output, complaints = await visit.command("random", *where, "--time-ms", "50")
        assert (status, complaints) == (0, "")
        assert output.startswith("over (P-")
        answer = await visit.browser.http.get(f"/api/tables/{table}/record")
        assert record.parse(answer.text).players[1] == "Robo"
        told = tmp_path / "game.record"
        told.write_bytes(answer.content)
        assert await asyncio.to_thread(main, ["verify", str(told)]) == 0


async def test_a_program_plays_too(sqlite: str, tmp_path: Path) -> None:
    programs = Programs(tmp_path)
    async with serving(sqlite) as served, visitor(served.url) as visit:
        table = await visit.browser.open("piazza", seats=["level1", "open"], pace=0.15)
        where = ["--server", served.url, "--table", table, "--seat", "1"]
        done = await visit.command(programs.name(GOOD), *where, PIAZZETTA_TOKEN=visit.token)
    assert done[0] == 0, done
    assert programs.running() == []


async def test_a_network_that_breaks_all_the_time(sqlite: str) -> None:
    lives = itertools.cycle([9, 4, 7, 30, 5, 6, 12, 8])
    async with (
        serving(sqlite) as served,
        visitor(served.url, "One") as one,
        visitor(served.url, "Two") as two,
        flaky(served.url, lives) as network,
    ):
        table = await one.browser.open("piazza", seats=["open", "open"], absence=None)
        await asyncio.gather(
            one.play(table, seat=0, url=network.url), two.play(table, seat=1, url=network.url)
        )
        rows = await served.node.services.store.rows(table)
    requests = [(row.by, row.request) for row in rows if row.request]
    assert len(requests) == len(set(requests))
    assert not any(getattr(row.event, "bot", False) for row in rows)
    assert network.cuts > 5


async def test_a_server_that_is_started_again(sqlite: str) -> None:
    async with flaky("", itertools.repeat(1_000_000)) as network:
        async with serving(sqlite) as served, visitor(served.url) as visit:
            network.target = served.url
            table = await visit.browser.open("piazza", seats=["level1", "open"], pace=0.15)
            playing = asyncio.create_task(visit.play(table, url=network.url))
            async with visit.browser.socket() as client:
                await client.watch(table)
                await client.until(lambda _: len(client.table.get("moves", ())) > 4)
        await asyncio.sleep(0.5)
        assert not playing.done()
        async with serving(sqlite) as served:
            network.target = served.url
            assert (await playing).startswith("over (P-")


async def test_a_server_that_has_too_much_to_do_is_asked_again(sqlite: str) -> None:
    busy = flaky("", itertools.repeat(1_000_000))
    async with serving(sqlite) as served, visitor(served.url) as visit, busy as network:
        network.target = served.url
        table = await visit.browser.open("piazza", seats=["level1", "open"], pace=0.15)
        playing = asyncio.create_task(visit.play(table, url=network.url))
        async with visit.browser.socket() as client:
            await client.watch(table)
            await client.until(lambda _: len(client.table.get("moves", ())) > 4)
        asked: list[float] = []
        async with refusing(asked, b"429 Too Many Requests", b"Retry-After: 2\r\n") as elsewhere:
            network.target = elsewhere
            network.cut()
            while len(asked) < 2:
                await asyncio.sleep(0.05)
            network.target = served.url
        assert asked[1] - asked[0] >= 2
        assert (await playing).startswith("over (P-")


@contextlib.asynccontextmanager
async def refusing(asked: list[float], status: bytes, headers: bytes = b"") -> AsyncIterator[str]:
    """Answers everybody alike, and notes when."""

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(time.monotonic())
        writer.write(b"HTTP/1.1 " + status + b"\r\n" + headers + b"Content-Length: 0\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as there:
        yield f"http://127.0.0.1:{there.sockets[0].getsockname()[1]}"


@pytest.mark.parametrize(
    ("said", "least", "most"),
    [
        ({}, 0, 0),
        ({"Retry-After": "7"}, 7, 7),
        ({"Retry-After": "9" * 5000}, inf, inf),
        ({"Retry-After": "soon"}, 0, 0),
        ({"Retry-After": "-1"}, 0, 0),
        (
            {"Retry-After": format_datetime(datetime.now(UTC) + timedelta(hours=9))},
            8 * 3600,
            9 * 3600,
        ),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0, 0),
        ({"Retry-After": "Wed, 21 Oct 99999999999999999999 07:28:00 GMT"}, 0, 0),
    ],
)
def test_how_long_a_server_wants_to_be_left_alone(
    said: dict[str, str], least: float, most: float
) -> None:
    assert least <= wanted_pause(Headers(said)) <= most


async def test_it_agrees_to_what_people_ask(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        visitor(served.url) as visit,
        Browser(served.url) as browser,
    ):
        await browser.be("Ada")
        table = await browser.open("piazza", options={"first": 0})
        playing = asyncio.create_task(visit.play(table, "greedy"))
        async with browser.socket() as ada:
            await begin(ada, table)
            await ada.move()
            await ada.until(lambda _: bool(ada.table.get("legal")))
            asked = await ada.at("take_back", seat=0)
            assert asked["what"] == "asked"
            answered = await ada.until(lambda message: message.get("what") == "answered")
            assert answered["moves"] == 0
            await ada.move(lambda legal: legal[-1])
            await ada.until(lambda _: bool(ada.table.get("legal")))
            await ada.at("propose_end", seat=0)
            await ada.until(lambda _: ada.table["stage"] == "over")
        assert (await playing).startswith("over (agreed)")


class Sleepy:
    """Thinks for too long, once."""

    def __init__(self) -> None:
        self._sleeps = [2.0]

    def choose(self, decision: Decision) -> Choice:
        time.sleep(self._sleeps.pop() if self._sleeps else 0.0)
        return Choice(decision.moves[-1].move)

    def close(self) -> None:
        """Nothing."""


async def test_it_takes_its_seat_back_from_a_stand_in(sqlite: str) -> None:
    async with serving(sqlite) as served, visitor(served.url) as visit:
        options: dict[str, Any] = {"clock": {"move": 1}, "stand_in": "random", "pace": 0.15}
        table = await visit.browser.open("piazza", seats=["level1", "open"], **options)
        assert (await visit.play_as(Sleepy(), table)).startswith("over (P-")
        rows = await served.node.services.store.rows(table)
    events = [row.event for row in rows]
    late = next(i for i, event in enumerate(events) if isinstance(event, TimedOut))
    ours = [event for event in events[late:] if isinstance(event, Moved) and event.seat == 1]
    assert {event.bot for event in ours} == {True, False}


async def begin(client: Client, table: str) -> None:
    """Be ready once the bot sits there; the game begins."""
    await client.watch(table)
    while not all(seat.get("player") for seat in client.table["seats"]):
        await client.next()
    await client.ready()
    while client.table["stage"] != "running":
        await client.next()


async def test_one_who_plays_against_their_own_bot(sqlite: str) -> None:
    """Both have one identity, so that the curtain falls between them; the bot lifts its own."""
    async with serving(sqlite) as served, visitor(served.url, "Ada") as visit:
        table = await visit.browser.open("piazza", options={"first": 0})
        playing = asyncio.create_task(visit.play(table, seat=1))
        luck = Random(1)
        async with visit.browser.socket() as ada:
            await ada.watch(table)
            await ada.until(lambda _: ada.table["stage"] == "running")
            while ada.table["stage"] == "running":
                if ada.table["view"]["turn"] != 0:
                    await ada.next()
                elif "legal" not in ada.table:
                    await ada.at("lift", seat=0)
                else:
                    await ada.move(luck.choice)
        assert (await playing).startswith("over (P-")


async def test_who_cannot_play_is_told_why(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        visitor(served.url) as visit,
        Browser(served.url) as browser,
    ):
        await browser.be("Ada")
        full = await browser.open("piazza", seats=["me", "level1"])
        free = await browser.open("piazza")
        stranger = Visit(served.url, browser, "x" * 40)
        for who, table, seat, words in [
            (visit, full, None, "no seat is free"),
            (visit, free, 0, "seat 0 is not free"),
            (visit, free, 4, "seat 4 is not free"),
            (visit, "NOSUCHTABLE", None, "no_such_table"),
            (visit, "!", None, "bad_request"),
            (stranger, free, None, "does not know this token"),
        ]:
            with pytest.raises(GuestError, match=words):
                await who.play(table, seat=seat)


async def test_where_no_server_is() -> None:
    async with (
        refusing([], b"404 Not Found") as other,
        refusing([], b"429 Too Many Requests") as busy,
        Browser("http://127.0.0.1:1") as browser,
    ):
        visit = Visit("", browser, "x" * 40)
        for url, words in [
            (other, "it answers 404"),
            (busy, "asked too much at the moment"),
            ("http://127.0.0.1:1", "cannot be reached"),
            ("127.0.0.1", "is no address of a server"),
            ("http://[::1", "is no address of a server"),
            ("http://127.0.0.1:99999", "is no address of a server"),
            ("http://127.0.0.1:port", "is no address of a server"),
        ]:
            with pytest.raises(GuestError, match=words):
                await visit.play("abcdefgh", url=url)


async def test_a_proxy_that_sends_everybody_to_https() -> None:
    there = b"Location: https://play.example.org/ws\r\n"
    async with (
        refusing([], b"301 Moved Permanently", there) as url,
        Browser("http://127.0.0.1:1") as browser,
    ):
        with pytest.raises(GuestError, match=r"leads to https://play\.example\.org/ws"):
            await Visit(url, browser, "x" * 40).play("abcdefgh")


async def test_a_server_that_speaks_something_else() -> None:
    async def answer(connection: ServerConnection) -> None:
        await connection.send("Welcome!")
        await connection.wait_closed()

    async with (
        serve(answer, "127.0.0.1", 0) as other,
        Browser("http://127.0.0.1:1") as browser,
    ):
        [listening] = other.sockets
        visit = Visit(f"http://127.0.0.1:{listening.getsockname()[1]}", browser, "x" * 40)
        with pytest.raises(GuestError, match="cannot be read"):
            await visit.play("abcdefgh")


async def test_a_table_that_is_closed(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        visitor(served.url) as visit,
        Browser(served.url) as browser,
    ):
        await browser.be("Ada")
        table = await browser.open("piazza")
        playing = asyncio.create_task(visit.play(table))
        async with browser.socket() as ada:
            await ada.watch(table)
            await ada.see(lambda table: bool(table["seats"][1].get("ready")))
            await ada.at("abort")
        assert await playing == "the table was closed before the first move"


async def test_a_server_that_does_not_come_back(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online, "PATIENCE", 0.5)
    async with serving(sqlite) as served, visitor(served.url) as visit:
        table = await visit.browser.open("piazza", seats=["open", "open"])
        playing = asyncio.create_task(visit.play(table))
        async with visit.browser.socket() as client:
            await client.watch(table)
            await client.see(lambda table: bool(table["seats"][0].get("ready")))
    with pytest.raises(GuestError, match="does not come back"):
        await playing


@pytest.mark.parametrize("token", ["“a-token”", "a-token\x07"])
async def test_what_is_no_token_is_not_shown(token: str) -> None:
    visit = Visit("", Browser("http://127.0.0.1:1"), "")
    where = ["--server", "http://127.0.0.1:1", "--table", "abcdefgh"]
    status, output, complaints = await visit.command("random", *where, PIAZZETTA_TOKEN=token)
    assert (status, output) == (2, "")
    assert "a token is needed" in complaints
    assert "a-token" not in complaints
    await visit.browser.http.aclose()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--server", "http://127.0.0.1:1"], "--server and --table belong together"),
        (["--table", "abcdefgh"], "--server and --table belong together"),
        (["--server", "http://127.0.0.1:1", "--table", "abcdefgh"], "a token is needed"),
        (["--seat", "7"], "--seat"),
    ],
)
async def test_wrong_arguments(arguments: list[str], words: str) -> None:
    visit = Visit("", Browser("http://127.0.0.1:1"), "")
    status, output, complaints = await visit.command("random", *arguments, PIAZZETTA_TOKEN="")
    assert (status, output) == (2, "")
    assert words in complaints
    await visit.browser.http.aclose()


@pytest.mark.parametrize(
    ("address", "socket"),
    [
        ("http://localhost:8000", "ws://localhost:8000/ws"),
        ("https://play.example.org/", "wss://play.example.org/ws"),
        ("https://example.org/games/", "wss://example.org/games/ws"),
    ],
)
async def test_where_the_socket_is(address: str, socket: str) -> None:
    assert socket_address(address) == socket
