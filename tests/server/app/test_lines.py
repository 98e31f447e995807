"""Connections that keep the server waiting: each has its time, and each address so many of them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from piazzetta.server.app.limits import Limits, Rate, relaxed
from tests.server.app.clients import Browser
from tests.server.app.serving import Served, serving

pytestmark = pytest.mark.anyio

SOON = 0.4
"""Instead of half a minute."""
ONE_BY_ONE = ["a"] * 1000
HEALTH = "GET /healthz HTTP/1.1\r\nHost: h\r\n"
POST = "POST /api/me HTTP/1.1\r\nHost: h\r\nOrigin: http://h\r\n"
UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@contextlib.asynccontextmanager
async def line(url: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection over which nothing was said yet."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def answer(url: str, *said: str) -> bytes:
    """All that is answered, until the server hangs up, to what is said bit by bit."""
    async with line(url) as (reader, writer):

        async def say() -> None:
            for one in said:
                writer.write(one.encode())
                await asyncio.sleep(SOON / 10)

        saying = asyncio.create_task(say())
        heard = bytearray()
        # Whoever still talks when the server hangs up may find the line reset instead of closed.
        with contextlib.suppress(ConnectionError):
            async with asyncio.timeout(10):
                while part := await reader.read(4096):
                    heard += part
        saying.cancel()
        return bytes(heard)


async def nobody_is_left(served: Served) -> None:
    """The server has let go of every connection."""
    async with asyncio.timeout(10):
        while served.server.server_state.connections:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ([], b"", b""),
        (["GET / HTTP/1.1\r\nHo"], b"HTTP/1.1 408", b""),
        ([HEALTH, *ONE_BY_ONE], b"HTTP/1.1 408", b""),
        ([f"{POST}Content-Length: 500\r\n\r\n", *ONE_BY_ONE], b"HTTP/1.1 408", b""),
        (
            [f"{POST}Transfer-Encoding: chunked\r\n\r\n", *["1\r\n \r\n"] * 1000],
            b"HTTP/1.1 408",
            b"",
        ),
        ([f"{HEALTH}Content-Length: 500\r\n\r\n", *ONE_BY_ONE], b"HTTP/1.1 200", b'"ok"}'),
        ([f"{HEALTH}\r\n", HEALTH, *ONE_BY_ONE], b"HTTP/1.1 200", b""),
        ([UPGRADE, *ONE_BY_ONE], b"HTTP/1.1 408", b""),
    ],
    ids=["nothing", "stuck", "head", "body", "chunks", "body-nobody-reads", "second", "handshake"],
)
async def test_a_request_has_to_arrive_in_time(
    sqlite: str, said: Sequence[str], first: bytes, last: bytes
) -> None:
    limits = replace(relaxed(Limits()), arrival=SOON)
    async with serving(sqlite, limits=limits) as served:
        told = await answer(served.url, *said)
        assert told.startswith(first)
        assert told.endswith(last)
        assert bool(told) == bool(said)
        await nobody_is_left(served)


@pytest.mark.parametrize(
    "more",
    [
        "".join(f"a{number}: b\r\n" for number in range(300)),
        f"a: {'b' * 20_000}\r\n",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n",
    ],
    ids=["many", "long", "body", "chunks"],
)
async def test_a_handshake_that_cannot_be_read_is_refused(sqlite: str, more: str) -> None:
    async with serving(sqlite) as served:
        assert (await answer(served.url, f"{UPGRADE}{more}\r\n")).startswith(b"HTTP/1.1 400")
        await nobody_is_left(served)


async def test_requests_one_after_the_other_and_idle_sockets_have_all_the_time(
    sqlite: str,
) -> None:
    limits = replace(relaxed(Limits()), arrival=SOON)
    async with serving(sqlite, limits=limits) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with browser.socket() as client, line(served.url) as (reader, writer):
            for _ in range(3):
                writer.write(f"{HEALTH}\r\n".encode())
                assert (await reader.readuntil(b'"ok"}')).startswith(b"HTTP/1.1 200")
                await asyncio.sleep(SOON)
            assert (await client.ask("ping"))["type"] == "pong"


async def test_one_address_has_only_so_many_lines(sqlite: str) -> None:
    limits = replace(relaxed(Limits()), lines=2)
    async with serving(sqlite, limits=limits) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        # A socket is counted by itself: it takes nobody's place here.
        async with browser.socket(), browser.socket(), line(served.url):
            await asyncio.sleep(0)
            assert (await answer(served.url)).startswith(b"HTTP/1.1 429")
        await browser.http.aclose()
        await nobody_is_left(served)
        assert (await answer(served.url, f"{HEALTH}Connection: close\r\n\r\n")).endswith(b'"ok"}')


async def test_a_proxy_speaks_for_many(sqlite: str) -> None:
    limits = replace(relaxed(Limits()), lines=1)
    async with (
        serving(sqlite, limits=limits, proxies=("127.0.0.1",)) as served,
        line(served.url),
        line(served.url),
    ):
        asked = f"{HEALTH}Connection: close\r\n\r\n"
        assert (await answer(served.url, asked)).endswith(b'"ok"}')


async def test_all_addresses_of_one_network_count_as_one(sqlite: str) -> None:
    limits = Limits(requests=Rate(0.01, 3.0), connections=1)
    async with serving(sqlite, limits=limits, proxies=("127.0.0.1",)) as served:
        here, there, elsewhere = (
            {"x-forwarded-for": address}
            for address in ("2a00:1450::1", "2a00:1450::2", "2a00:1450:0:1::1")
        )
        async with Browser(served.url, here) as ada, Browser(served.url) as anybody:
            await ada.be("Ada")
            async with ada.socket(additional_headers={**ada.headers, **here}):
                with pytest.raises(InvalidStatus, match="429"):
                    async with ada.socket(additional_headers={**ada.headers, **there}):
                        pass
                async with ada.socket(additional_headers={**ada.headers, **elsewhere}) as client:
                    assert client.welcome["name"] == "Ada"
            asked = [await anybody.http.get("/api/bots", headers=there) for _ in range(3)]
            assert [one.status_code for one in asked] == [200, 200, 429]
            assert (await anybody.http.get("/api/bots", headers=elsewhere)).status_code == 200
