"""Browsers and moments that are not as one would wish: the game goes on all the same."""

from playwright.sync_api import Page, expect

from tests.web.browsing import NOWHERE, SMALL_PHONE, Browse, connected, held_back, look
from tests.web.piazza_play import against_bots, begun, by_mouse, lay, legal, play, state

START = {"options": {"first": 0}}
FORBIDDEN = """for (const place of ["localStorage", "sessionStorage"]) {
    const forbid = () => { throw new DOMException("", "SecurityError"); };
    Object.defineProperty(window, place, { get: forbid });
}"""
INSECURE = """delete Crypto.prototype.randomUUID;
Object.defineProperty(navigator, "clipboard", { value: undefined });"""
"""What is not there without https, on any address but one's own computer's."""


def with_script(browse: Browse, script: str) -> Page:
    """The start page in a browser in which that holds."""
    page = browse(NOWHERE)
    page.context.add_init_script(script)
    return connected(look(page, "/"))


def make_a_move(page: Page) -> None:
    """Begin a game, move, and have the next turn."""
    against_bots(page, 2, **START)
    state(page)
    by_mouse(page)
    state(page)


def test_nothing_may_be_kept(browse: Browse) -> None:
    page = with_script(browse, FORBIDDEN)
    make_a_move(page)
    look(page, "/learn/piazza")
    expect(page.get_by_role("grid")).to_be_visible()


def test_without_https(browse: Browse) -> None:
    page = with_script(browse, INSECURE)
    make_a_move(page)


def test_a_name_that_is_typed_before_the_server_speaks_stays(browse: Browse) -> None:
    page = browse(NOWHERE)
    with held_back(page, "**/api/me"):
        look(page, "/settings").get_by_label("Your name at tables").fill("Maia")
    expect(connected(page).get_by_label("Your name at tables")).to_have_value("Maia")


def test_who_is_known_need_not_ask_who_they_are(browse: Browse) -> None:
    page = connected(browse())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    connected(look(page, "/"))
    assert not [url for url in asked if url.endswith("/api/me")]


def test_the_cookie_is_gone(browse: Browse) -> None:
    for refused in ("401", "WebSocket"):
        browse.forgive(refused)
    page = connected(browse())
    page.context.clear_cookies()
    page.reload()
    page.get_by_role("button", name="Play bots").first.click()
    page.wait_for_url("**/t/*")
    state(page)


def test_a_move_is_played_once_however_often_it_is_pressed(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = against_bots(page, 2, **START)
    state(page)
    lay(page, legal(page).first, lambda one: one.click())
    play(page).dblclick()
    state(page)
    moves = page.request.get(f"/api/tables/{table}").json()["moves"]
    assert [move["seat"] for move in moves] == [0, 1]


def test_the_longest_name_leaves_room_for_all_else(browse: Browse) -> None:
    page = connected(browse("/settings", size=SMALL_PHONE))
    page.get_by_label("Your name at tables").fill("W" * 24)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    begun(page, ["me", "level1"], **START)
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE[0]
