"""Calls through a real HTTPS service: readable by the browser alone, signed, and harmless."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from piazzetta.server.push import sender as sending
from piazzetta.server.push.encoding import PushError, from_text, public_key
from piazzetta.server.push.sender import Sender, Services
from piazzetta.server.push.vapid import Vapid, new_key
from tests.server.push.browser import Browser
from tests.server.push.service import Service, running

CONTACT = "mailto:host@example.org"
VAPID = Vapid.read(new_key(), CONTACT)


class Kept:
    """Subscriptions in memory."""

    def __init__(self, *browsers: Browser) -> None:
        self.browsers = list(browsers)

    async def pushes(self, player: str) -> list[Browser]:
        assert player == "ann"
        return list(self.browsers)

    async def remove_push(self, player: str, endpoint: str) -> None:
        assert player == "ann"
        self.browsers = [one for one in self.browsers if one.endpoint != endpoint]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with running(tmp_path) as made:
        yield made


def browser(service: Service, path: str = "send/abc") -> Browser:
    return Browser(f"https://{service.host}/{path}")


def call(service: Service, kept: Kept, scene: Callable[[Sender], Awaitable[None]]) -> None:
    async def run() -> None:
        sender = Sender(kept, VAPID, Services((service.host,), service.trust))
        try:
            await scene(sender)
        finally:
            await sender.close()

    asyncio.run(run())


async def your_turn(sender: Sender) -> None:
    await sender.your_turn("ann", "TABLE1", "piazza")


def test_the_browser_reads_the_table_and_the_game_and_nothing_else(service: Service) -> None:
    ours = browser(service, "send/abc?x=1")
    call(service, Kept(ours), your_turn)
    [request] = service.heard
    assert request.path == "/send/abc?x=1"
    assert json.loads(ours.decrypt(request.body)) == {"table": "TABLE1", "game": "piazza"}
    assert b"TABLE1" not in request.body
    assert request.headers["Content-Encoding"] == "aes128gcm"
    assert int(request.headers["TTL"]) > 0
    assert request.headers["Topic"] == "TABLE1"


def test_the_service_can_check_who_sends(service: Service) -> None:
    call(service, Kept(browser(service)), your_turn)
    scheme, token, key = service.heard[0].headers["Authorization"].replace(",", "").split()
    assert (scheme, key) == ("vapid", f"k={VAPID.public}")
    head, claims, signature = token.removeprefix("t=").split(".")
    assert json.loads(from_text(head)) == {"typ": "JWT", "alg": "ES256"}
    told = json.loads(from_text(claims))
    assert (told["aud"], told["sub"]) == (f"https://{service.host}", CONTACT)
    assert time.time() < told["exp"] < time.time() + 24 * 3600
    raw = from_text(signature)
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public_key(from_text(VAPID.public)).verify(
        encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ECDSA(SHA256())
    )


def test_no_two_messages_are_alike(service: Service) -> None:
    async def twice(sender: Sender) -> None:
        await your_turn(sender)
        await your_turn(sender)

    call(service, Kept(browser(service)), twice)
    one, other = (request.body for request in service.heard)
    assert one[:16] != other[:16]
    assert one[21:86] != other[21:86]


@pytest.mark.parametrize(
    ("status", "stays"), [(201, True), (404, False), (410, False), (429, True), (500, True)]
)
def test_who_is_gone_is_forgotten(service: Service, status: int, stays: bool) -> None:
    kept = Kept(browser(service, f"{status}/x"), browser(service, "other"))
    call(service, kept, your_turn)
    assert len(service.heard) == 2
    assert len(kept.browsers) == 1 + stays


def test_a_redirection_is_not_followed(service: Service) -> None:
    call(service, Kept(browser(service, "307/x")), your_turn)
    assert [request.path for request in service.heard] == ["/307/x"]


def test_a_service_that_nobody_vouches_for_hears_nothing(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        sender = Sender(Kept(browser(service)), VAPID, Services((service.host,)))
        await your_turn(sender)
        await sender.close()

    asyncio.run(scene())
    assert service.heard == []
    assert "SSLCertVerificationError" in caplog.text


def test_a_service_that_is_not_there_fails_nobody(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    kept = Kept(Browser("https://localhost:1/secret-address"))

    async def scene() -> None:
        sender = Sender(kept, VAPID, Services(("localhost:1",), service.trust))
        await your_turn(sender)
        await sender.close()

    asyncio.run(scene())
    assert len(kept.browsers) == 1
    assert "localhost was not reached" in caplog.text
    assert "secret-address" not in caplog.text


def test_what_is_not_allowed_any_more_is_not_called_but_forgotten(service: Service) -> None:
    kept = Kept(browser(service))

    async def scene() -> None:
        sender = Sender(kept, VAPID, Services((), service.trust))
        await your_turn(sender)
        await sender.close()

    asyncio.run(scene())
    assert (service.heard, kept.browsers) == ([], [])


def test_too_many_calls_are_left_out(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "MOST_WAITING", 3)
    kept = Kept(*(browser(service, f"send/{n}") for n in range(10)))
    call(service, kept, your_turn)
    assert len(service.heard) == 3
    assert len(kept.browsers) == 10


def test_after_closing_nobody_is_called(service: Service) -> None:
    async def scene(sender: Sender) -> None:
        await sender.close()
        await your_turn(sender)

    call(service, Kept(browser(service)), scene)
    assert service.heard == []


def test_a_subscription_is_checked_before_it_is_kept(service: Service) -> None:
    async def scene(sender: Sender) -> None:
        ours = browser(service)
        sender.check(ours.endpoint, ours.keys)
        assert sender.public_key == VAPID.public
        for address, keys in [
            ("https://example.org/x", ours.keys),
            (ours.endpoint, {}),
            (ours.endpoint, {**ours.keys, "auth": "AAAA"}),
            (ours.endpoint, {**ours.keys, "p256dh": ours.keys["auth"]}),
        ]:
            with pytest.raises(PushError):
                sender.check(address, keys)

    call(service, Kept(), scene)
