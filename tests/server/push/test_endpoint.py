"""Which addresses are called: those of known push services, and no other."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piazzetta.server.push.encoding import PushError
from piazzetta.server.push.endpoint import KNOWN, Endpoint, read, service


@pytest.mark.parametrize(
    ("address", "host", "path"),
    [
        ("https://fcm.googleapis.com/fcm/send/a:b", "fcm.googleapis.com", "/fcm/send/a:b"),
        ("https://FCM.googleapis.com:443/x", "fcm.googleapis.com", "/x"),
        (
            "https://updates.push.services.mozilla.com/wpush/v2/gA",
            "updates.push.services.mozilla.com",
            "/wpush/v2/gA",
        ),
        ("https://web.push.apple.com/Q", "web.push.apple.com", "/Q"),
        ("https://wns2-par02p.notify.windows.com/w/?token=B%2f", None, "/w/?token=B%2f"),
        ("https://fcm.googleapis.com", "fcm.googleapis.com", "/"),
    ],
)
def test_the_services_of_the_browsers(address: str, host: str | None, path: str) -> None:
    found = read(address)
    assert found == Endpoint(host or found.host, 443, path)
    assert found.origin == f"https://{found.host}"


@pytest.mark.parametrize(
    "address",
    [
        "",
        "https://",
        "https:///x",
        "http://fcm.googleapis.com/x",
        "HTTPS//fcm.googleapis.com/x",
        "file:///etc/passwd",
        "https://.push.apple.com/x",
        "https://*.push.apple.com/x",
        "https://a..push.apple.com/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest",
        "https://example.org/fcm.googleapis.com",
        "https://fcm.googleapis.com.example.org/x",
        "https://evilfcm.googleapis.com/x",
        "https://push.apple.com.evil.org/x",
        "https://evilpush.apple.com/x",
        "https://push.apple.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://[::1/x",
        "https://fcm.googleapis.com:x/x",
        "https://fcm.googleapis.com:/x",
        "https://fcm.googleapis.com@example.org/x",
        "https://example.org@fcm.googleapis.com/x",
        "https://a:b@fcm.googleapis.com/x",
        "https://example.org\\@fcm.googleapis.com/x",
        "https://fcm.googleapis.com/x\r\nHost: example.org",
        "https://fcm.googleapis.com/x y",
        "https://fcm.googleapis.com/é",
        "https://fcm.googleapis.com/" + "x" * 1001,
        "https://fcm。googleapis.com/x",
    ],
)
def test_nowhere_else(address: str) -> None:
    with pytest.raises(PushError):
        read(address)


def test_the_operator_may_allow_more() -> None:
    allowed = ("push.example.org", "localhost:8443", "*.example.net")
    assert read("https://push.example.org/x", allowed).host == "push.example.org"
    assert read("https://a.b.example.net/x", allowed).port == 443
    assert read("https://localhost:8443/x", allowed).origin == "https://localhost:8443"
    for address in (
        "https://example.org/x",
        "https://.push.apple.com/x",
        "https://*.push.apple.com/x",
        "https://a..push.apple.com/x",
        "https://localhost/x",
        "https://push.example.org:8443/x",
        "https://example.net/x",
    ):
        with pytest.raises(PushError):
            read(address, allowed)


@pytest.mark.parametrize(
    "text", ["push.example.org", "*.example.net", "localhost:8443", "192.0.2.7", "a-b.example"]
)
def test_an_operator_names_hosts(text: str) -> None:
    assert service(text) == text
    address = f"https://{text.replace('*', 'x')}/y"
    assert read(address, (text,)).path == "/y"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*",
        "*.",
        "https://push.example.org",
        "push.example.org/",
        "a b",
        "a..b",
        "a:b",
        "a:",
        "é",
    ],
)
def test_what_is_no_host_is_told(text: str) -> None:
    with pytest.raises(PushError, match="HOST:PORT"):
        service(text)


@given(st.text(st.characters(max_codepoint=255), max_size=40))
def test_any_nonsense_is_refused(text: str) -> None:
    for address in (text, f"https://{text}", f"https://fcm.googleapis.com{text}"):
        with suppress(PushError):
            host, port, _ = read(address)
            assert port == 443
            assert host.endswith(tuple(one.removeprefix("*") for one in KNOWN))
            assert not host.startswith(".")
