"""The server is away: the app says so, keeps what was begun, and finds back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.app.processes import Process
from tests.services import Proxy
from tests.web.browsing import NOWHERE, Browse, connected, held_back, look

LOST = "The connection is lost."
NOTICED = 2000
"""Milliseconds after which a connection that is lost is told as such."""


@pytest.fixture
def line(server: Process) -> Iterator[Proxy]:
    """A line to the server that can be cut."""
    with Proxy(("127.0.0.1", int(server.url.rsplit(":", 1)[1]))) as proxy:
        yield proxy


def through(browse: Browse, line: Proxy) -> Page:
    """A page that reaches the server by that line."""
    browse.forgive("ERR_")
    browse.forgive("WebSocket")
    return connected(browse(worker=True, url=f"http://127.0.0.1:{line.port}"))


def cut(line: Proxy) -> None:
    line.through = False
    line.cut()


def test_a_lost_connection_is_told_and_found_again(browse: Browse, line: Proxy) -> None:
    page = through(browse, line)
    expect(page.get_by_text(LOST)).to_be_hidden()
    cut(line)
    expect(page.get_by_text(LOST)).to_be_visible()
    line.through = True
    expect(page.get_by_text(LOST)).to_be_hidden()


def test_a_slow_way_to_the_server_is_no_lost_connection(browse: Browse) -> None:
    page = browse(NOWHERE)
    with held_back(page, "**/api/me"):
        look(page, "/").wait_for_timeout(NOTICED)
        expect(page.get_by_text(LOST)).to_be_hidden()
    expect(connected(page).get_by_text(LOST)).to_be_hidden()


def test_what_was_asked_meanwhile_is_done_once(browse: Browse, line: Proxy) -> None:
    page = through(browse, line)
    look(page, "/new/piazza?with=friends")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(page.get_by_label("Invite a bot")).to_be_visible()
    cut(line)
    expect(page.get_by_text(LOST)).to_be_visible()
    page.get_by_label("Invite a bot").select_option("level2")
    line.through = True
    expect(page.get_by_text("All seats are taken.")).to_be_visible()


def test_the_app_itself_is_there_without_the_server(browse: Browse, line: Proxy) -> None:
    page = through(browse, line)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    cut(line)
    look(page, "/lobby")
    expect(page.get_by_text(LOST)).to_be_visible()
    line.through = True
    expect(page.get_by_text(LOST)).to_be_hidden()


def test_a_device_without_a_network_knows_soon_whether_the_server_is_there(browse: Browse) -> None:
    browse.forgive("ERR_")
    page = browse(NOWHERE)
    unheard: list[str] = []

    def carry(client: WebSocketRoute) -> None:
        server = client.connect_to_server()
        client.on_message(lambda said: None if unheard else server.send(said))

    page.context.route_web_socket("**/ws", carry)
    connected(look(page, "/"))
    page.context.set_offline(True)
    page.wait_for_timeout(2000)
    expect(page.get_by_text(LOST)).to_be_hidden()
    page.context.set_offline(False)
    unheard.append("from now on")
    page.context.set_offline(True)
    expect(page.get_by_text(LOST)).to_be_visible(timeout=6000)


def test_it_can_be_installed(browse: Browse) -> None:
    page = browse()
    manifest = page.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    icons = manifest.json()["icons"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    for icon in icons:
        answer = page.request.get(icon["src"])
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])
