"""One connection: who may open it, what is answered to everything that can be said over it."""

import asyncio
import json
import logging
import socket
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.frames import Frame, Opcode

from piazzetta import __version__
from piazzetta.server.app.limits import Limits, Rate, relaxed
from piazzetta.server.store import UnavailableError
from piazzetta.server.store.people import Block
from tests.cli.command import HANGS_AFTER
from tests.server.app.clients import Browser, Client, play_on, seated
from tests.server.app.serving import serving

pytestmark = pytest.mark.anyio


async def refusal(url: str, headers: dict[str, str], path: str = "/ws") -> tuple[int, str]:
    """How a handshake is refused: the status and the code."""
    with pytest.raises(InvalidStatus) as caught:
        await connect(url.replace("http", "ws", 1) + path, additional_headers=headers)
    response = caught.value.response
    return response.status_code, json.loads(response.body or b"{}")["code"]


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What an operator would have to look at."""
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]


async def test_the_first_message_says_who_you_are(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with browser.socket() as client:
            assert client.welcome == {
                "type": "welcome",
                "player": browser.player,
                "name": "Ada",
                "version": __version__,
            }
            assert (await client.ask("ping"))["type"] == "pong"


async def test_strangers_and_foreign_pages_are_refused(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        mine = browser.headers
        assert await refusal(served.url, {"origin": served.url}) == (401, "no_identity")
        signed, signature = mine["cookie"].rsplit(".", 1)
        forged = {**mine, "cookie": f"{signed}.{signature[::-1]}"}
        assert await refusal(served.url, forged) == (401, "no_identity")
        for origin in ("https://elsewhere.example", "http://[", "null"):
            foreign = {**mine, "origin": origin}
            assert await refusal(served.url, foreign) == (403, "bad_origin")
        assert await refusal(served.url, {"cookie": mine["cookie"]}) == (403, "bad_origin")
        token = {"authorization": "Bearer nonsense"}
        assert await refusal(served.url, token) == (401, "no_identity")
    assert warnings_in(caplog) == []


@pytest.mark.parametrize("path", ["/", "/nothing", "/api/me", "/assets/x.js", "/docs/messages"])
async def test_sockets_are_nowhere_else(
    sqlite: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """And to look for one there is no failure of the server."""
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        assert await refusal(served.url, browser.headers, path) == (404, "no_such_page")
    assert warnings_in(caplog) == []


SIGNED_OUT = {"type": "bye", "reason": "signed_out"}


async def test_a_program_comes_with_a_token(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        made = (await browser.http.post("/api/me/tokens", json={"name": "bot"})).json()
        table = await browser.open()
        address = served.url.replace("http", "ws", 1) + "/ws"
        headers = {"authorization": f"Bearer {made['token']}"}
        async with Browser(served.url, headers) as program:
            me = (await program.http.get("/api/me")).json()
            assert me == {"player": browser.player, "name": "Ada", "outside": True}
        async with connect(address, additional_headers=headers) as socket:
            welcome = json.loads(await socket.recv())
            assert welcome["player"] == browser.player
            sit = {"id": "a", "type": "sit", "table": table, "ply": 0, "seat": 1}
            await socket.send(json.dumps(sit))
            assert json.loads(await socket.recv())["seats"][1]["outside"] is True
            async with browser.socket() as person:
                gone = await browser.http.delete(f"/api/me/tokens/{made['id']}")
                assert gone.status_code == 204
                assert json.loads(await socket.recv()) == SIGNED_OUT
                with pytest.raises(ConnectionClosedError, match="1008"):
                    await socket.recv()
                assert (await person.ask("ping"))["type"] == "pong"
        assert await refusal(served.url, headers) == (401, "no_identity")


async def test_a_token_is_revoked_while_a_program_comes(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        made = (await browser.http.post("/api/me/tokens", json={"name": "bot"})).json()
        people = served.node.services.store.people
        blocks = people.blocks

        async def revoked_meanwhile(player: str) -> list[Block]:
            await browser.http.delete(f"/api/me/tokens/{made['id']}")
            return await blocks(player)

        monkeypatch.setattr(people, "blocks", revoked_meanwhile)
        address = served.url.replace("http", "ws", 1) + "/ws"
        headers = {"authorization": f"Bearer {made['token']}"}
        async with connect(address, additional_headers=headers) as socket:
            assert json.loads(await socket.recv())["type"] == "welcome"
            async with asyncio.timeout(HANGS_AFTER):
                assert json.loads(await socket.recv()) == SIGNED_OUT


@pytest.mark.parametrize("reads", [True, False], ids=["known", "unknown"])
async def test_a_token_whose_end_was_told_in_vain(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, reads: bool
) -> None:
    """Redis may lose what another node says; who cannot be told from others then comes again."""
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        post, node = browser.http.post, served.node.services
        one, other = [
            (await post("/api/me/tokens", json={"name": name})).json() for name in ("one", "other")
        ]
        address = served.url.replace("http", "ws", 1) + "/ws"
        async with (
            browser.socket() as person,
            connect(address, additional_headers=bearer(one)) as revoked,
            connect(address, additional_headers=bearer(other)) as good,
        ):
            for program in (revoked, good):
                assert json.loads(await program.recv())["type"] == "welcome"
                await program.send(ping(1))
                assert json.loads(await program.recv())["type"] == "pong"
            assert await node.store.people.revoke_token(browser.player, one["id"])
            if not reads:
                monkeypatch.setattr(node.store.people, "good_tokens", unavailable)
            await node.notes.resync()
            bye = {"type": "bye", "reason": "signed_out" if reads else "shutdown"}
            async with asyncio.timeout(HANGS_AFTER):
                assert json.loads(await revoked.recv()) == bye
                if reads:
                    await good.send(ping(2))
                told = json.loads(await good.recv())
            assert told == ({"type": "pong", "id": "p2"} if reads else bye)
            assert (await person.ask("ping"))["type"] == "pong"


def bearer(made: dict[str, str]) -> dict[str, str]:
    """How a program comes."""
    return {"authorization": f"Bearer {made['token']}"}


async def unavailable(_hashes: object) -> frozenset[str]:
    raise UnavailableError("it is away")


UNREADABLE: list[tuple[str | bytes, str | None]] = [
    ("", None),
    ("nonsense", None),
    ("[]", None),
    ("{}", None),
    ('{"id": "a"}', "a"),
    ('{"id": "a", "type": "unheard_of"}', "a"),
    ('{"id": "a", "type": "ping", "more": 1}', "a"),
    ('{"id": "a b", "type": "ping"}', "a b"),
    ('{"id": "a\\n", "type": "ping"}', "a\n"),
    ('{"id": "a", "type": "watch", "table": "../../x"}', "a"),
    ('{"id": "a", "type": "move", "table": "abcdef", "ply": -1, "seat": 0, "move": ""}', "a"),
    ("[" * 5000, None),
    (b'{"id": "a", "type": "ping"}', None),
]


async def test_what_cannot_be_read_is_refused(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with browser.socket() as client:
            for said, answered in UNREADABLE:
                await client.connection.send(said)
                answer = await client.next()
                assert (answer["type"], answer["code"]) == ("refused", "bad_request")
                assert answer["id"] == answered
                assert (await client.ask("ping"))["type"] == "pong"


def framed(text: str, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """As a client sends it."""
    return Frame(opcode, text.encode(), fin).serialize(mask=True)


def ping(number: int, padding: int = 0) -> str:
    return json.dumps({"id": f"p{number}", "type": "ping"}) + " " * padding


WHOLE = framed(ping(0))
PACKETS: list[tuple[list[bytes], list[str]]] = [
    ([framed(ping(1))], ["p1"]),
    ([framed(ping(1, padding=200))], ["p1"]),
    ([framed(ping(1)) + framed(ping(2))], ["p1", "p2"]),
    ([WHOLE[:6], WHOLE[6:] + framed(ping(2))], ["p0", "p2"]),
    (
        [
            framed(ping(1)[:9], fin=False),
            framed("hey", Opcode.PING),
            framed(ping(1)[9:], Opcode.CONT) + framed(ping(2)),
        ],
        ["p1", "p2"],
    ),
]
"""What goes over the network at a time, and what is answered."""


async def send_raw(client: Client, packets: list[bytes]) -> None:
    """Each packet by itself."""
    for packet in packets:
        client.connection.transport.write(packet)
        await asyncio.sleep(0.05)


@pytest.mark.parametrize(("packets", "answers"), PACKETS)
async def test_a_message_may_come_in_parts_and_with_others(
    sqlite: str, packets: list[bytes], answers: list[str]
) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with browser.socket() as client:
            await send_raw(client, packets)
            told = [await client.next() for _ in answers]
            assert [one["id"] for one in told] == answers
            assert (await client.ask("ping"))["type"] == "pong"


NO_TEXT = Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True)
BROKEN = [
    ([framed("[", fin=False), WHOLE], 1002),
    ([NO_TEXT], 1007),
    ([NO_TEXT * 2 + framed(ping(1))], 1007),
    ([framed("{", fin=False), Frame(Opcode.CONT, b"\xc3").serialize(mask=True)], 1007),
    ([Frame(Opcode.TEXT, WHOLE).serialize(mask=False)], 1002),
    # The end of a message that has begun looks like a message of its own, which is no text.
    ([bytes((0x81, 0x80 | len(WHOLE), 0, 0, 0, 0)), WHOLE], 1007),
]


@pytest.mark.parametrize(("packets", "code"), BROKEN)
async def test_what_breaks_the_protocol_ends_the_connection(
    sqlite: str, packets: list[bytes], code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with browser.socket() as client:
            await send_raw(client, packets)
            assert await client.closed() == code
    assert warnings_in(caplog) == []


async def test_text_of_any_script_is_read_also_where_a_letter_is_cut_in_two(sqlite: str) -> None:
    said = json.dumps({"id": "é", "type": "ping"}, ensure_ascii=False).encode()
    cut = said.index("é".encode()) + 1
    begin, rest = Frame(Opcode.TEXT, said[:cut], False), Frame(Opcode.CONT, said[cut:])
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with browser.socket() as client:
            await send_raw(client, [one.serialize(mask=True) for one in (begin, rest)])
            answer = await client.next()
            assert (answer["code"], answer["id"]) == ("bad_request", "é")


async def test_a_message_that_is_too_long_ends_the_connection(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with browser.socket() as client:
            await client.connection.send("x" * 20_000)
            assert await client.closed() == 1009


async def test_tables_that_are_not_there(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with browser.socket() as client:
            for message in (
                {"type": "watch"},
                {"type": "move", "ply": 0, "seat": 0, "move": "A1"},
                {"type": "react", "seat": 0, "reaction": "hello"},
                {"type": "rematch", "ply": 0},
            ):
                answer = await client.ask(**message, table="nowhere123")
                assert answer["code"] == "no_such_table"
        assert served.node.services.hub.hosted == 0


async def test_saying_too_much_is_refused_and_at_last_ended(sqlite: str) -> None:
    limits = Limits(messages=Rate(1.0, 5.0), refusals=3)
    async with serving(sqlite, limits=limits) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with browser.socket() as client:
            answers = [await client.ask("ping") for _ in range(7)]
            assert [answer["type"] for answer in answers] == ["pong"] * 5 + ["refused"] * 2
            assert answers[-1]["code"] == "too_many"
            for _ in range(2):
                await client.send("ping")
            assert await client.closed() == 1008
            assert client.heard[-1] == {"type": "bye", "reason": "too_many"}


BESIDE_MESSAGES = [
    framed("", Opcode.PING),
    framed("", Opcode.PONG),
    framed("", Opcode.CONT, fin=False),
]


@pytest.mark.parametrize("frame", BESIDE_MESSAGES, ids=["pings", "pongs", "pieces"])
async def test_what_is_no_message_is_not_sent_without_end(sqlite: str, frame: bytes) -> None:
    """It is answered, or kept, before anybody could say that it is too much."""
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"]) as (ada, bob),
        Browser(served.url) as browser,
    ):
        await browser.be("Chatterbox")
        async with browser.socket() as client, asyncio.timeout(HANGS_AFTER):
            await send_raw(client, [framed(ping(1)[:9], fin=False), frame * 400])
            await send_raw(client, [framed(ping(1)[9:], Opcode.CONT)])
            assert (await client.next())["id"] == "p1"
            await send_raw(client, [framed(ping(2)[:9], fin=False), frame * 400])
            assert await client.closed() in (1008, 1006)
        await play_on([ada, bob], 1)
        assert served.node.services.people.connections == 2


async def test_one_address_has_only_so_many_connections(sqlite: str) -> None:
    limits = Limits(connections=2)
    async with serving(sqlite, limits=limits) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with browser.socket(), browser.socket():
            assert await refusal(served.url, browser.headers) == (429, "too_many")
        async with browser.socket() as client:
            assert (await client.ask("ping"))["type"] == "pong"


def narrow_socket(url: str) -> socket.socket:
    """A connection that holds little on its way."""
    parts = urlsplit(url)
    opened = socket.socket()
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    opened.connect((parts.hostname, parts.port))
    return opened


async def test_a_client_that_does_not_read_is_disconnected_and_others_go_on(sqlite: str) -> None:
    limits = replace(relaxed(Limits()), waiting_messages=20)
    async with (
        serving(sqlite, limits=limits) as served,
        seated(served.url, ["Ada", "Bob"]) as (ada, bob),
        Browser(served.url) as browser,
    ):
        people = served.node.services.people
        await browser.be("Slow")
        async with browser.socket(sock=narrow_socket(served.url)) as slow:
            slow.connection.transport.pause_reading()
            while browser.player in people:
                for _ in range(100):
                    await slow.send("watch", table=ada.table["table"])
                assert (await ada.ask("ping"))["type"] == "pong"
            assert people.connections == 2
            slow.connection.transport.resume_reading()
            assert await slow.closed() == 1013
            assert slow.heard[-1] == {"type": "bye", "reason": "too_slow"}
            figures = (await browser.http.get("/metrics")).text
            assert 'piazzetta_byes_total{reason="too_slow"} 1.0' in figures
        await play_on([ada, bob], 1)
        async with browser.socket() as again:
            assert (await again.watch(ada.table["table"]))["ply"] == ada.table["ply"]


async def test_a_table_that_is_watched_is_not_one_too_many(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piazzetta.server.app.messages.MOST_WATCHED", 2)
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        tables = [await browser.open() for _ in range(3)]
        async with browser.socket() as client:
            for table in (*tables[:2], *tables[:2]):
                assert (await client.watch(table))["type"] == "table"
            assert (await client.watch(tables[2]))["code"] == "too_many"
