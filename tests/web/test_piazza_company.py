"""People at one table: two browsers, two tabs, one screen, spectators, a server that falls."""

import re
import signal

from playwright.sync_api import Browser, Page, expect

from tests.server.app.processes import started
from tests.services import free_port
from tests.web.browsing import NOWHERE, PHONE, Browse, becomes, built, connected, look, posted
from tests.web.piazza_play import (
    begun,
    by_mouse,
    by_touch,
    choose,
    hand,
    legal,
    moves,
    opened,
    play,
    shown,
    state,
)

FIRST = {"first": 0}
SPOKEN = "all => all.map((one) => one.ariaLabel).filter((told) => !told.includes('Empty'))"


def cells(page: Page) -> list[str]:
    """Which card lies where, as the page tells it."""
    return list(page.locator("[role=gridcell]").evaluate_all(SPOKEN))


def named(page: Page, name: str) -> Page:
    """Somebody with a name."""
    posted(page, "/api/me", {"name": name})
    return page


def together(host: Page, guest: Page) -> str:
    """Ada and Ben begin a game; both look at it."""
    named(host, "Ada")
    named(guest, "Ben")
    table = opened(host, ["me", "open"], options=FIRST)
    look(host, f"/t/{table}")
    look(guest, f"/t/{table}")
    guest.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Ready").click()
    guest.get_by_role("button", name="Start the game").click()
    return table


def test_whoever_is_called_nobody_is_not_taken_for_somebody_who_is_gone(browse: Browse) -> None:
    host, guest, other = browse(NOWHERE), browse(NOWHERE), browse(NOWHERE)
    table = together(named(host, "Nobody"), guest)
    state(host)
    connected(look(guest, "/settings"))
    guest.get_by_role("button", name="Delete everything").click()
    guest.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    guest.wait_for_url("**/")
    labels = built(look(other, f"/t/{table}")).locator(".seat .label")
    expect(labels).to_have_text(["Nobody", "Somebody"])


def test_i_am_back(browse: Browse) -> None:
    """Time is up, a bot stands in; when it has made that move, the seat is theirs again."""
    page = browse(NOWHERE)
    table = begun(page, ["me", "level1"], clock={"move": 3}, pace=2, options=FIRST)
    back = page.locator(".stand-in").get_by_role("button")
    back.click()
    expect(back).to_have_count(0)
    expect(moves(page)).to_have_count(2)
    assert "stand_in" not in shown(page, table)["seats"][0]


def test_two_browsers_play_at_one_table(browse: Browse) -> None:
    ada, ben = browse(NOWHERE), browse(NOWHERE, size=PHONE, touch=True)
    table = together(ada, ben)
    watcher = browse(f"/t/{table}")
    expect(watcher.get_by_text("watching")).to_be_visible()
    expect(watcher.locator(".sum")).to_contain_text("makes the first move.")
    for _ in range(2):
        state(ada)
        by_mouse(ada)
        state(ben)
        by_touch(ben)
    state(ada)
    told = cells(ada)
    assert len(told) > 4
    becomes(ben, lambda: cells(ben), told)
    becomes(watcher, lambda: cells(watcher), told)
    expect(hand(watcher)).to_have_count(0)

    # What is asked needs an answer; a reaction is seen by all.
    ben.get_by_role("button", name="Menu").click()
    ben.get_by_role("button", name="Well played!").click()
    expect(ada.locator(".reaction")).to_have_text("Well played!")
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Take a move back").click()
    question = ben.get_by_role("group", name="A question")
    expect(question).to_contain_text("Ada would like to take a move back.")
    ben.get_by_role("button", name="Yes").click()
    expect(moves(ada)).to_have_count(2)
    expect(question).to_have_count(0)
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Propose to end the game").click()
    expect(question).to_contain_text("Ada")
    ben.get_by_role("button", name="Yes").click()
    for page in (ada, ben):
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    ada.get_by_role("button", name="Rematch").click()
    ben.get_by_role("link", name="To the rematch").click()
    ben.wait_for_url(lambda url: table not in url)
    ada.wait_for_url(ben.url)


def test_two_tabs_of_one_player_agree(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = begun(page, ["me", "level1"], options=FIRST)
    other = look(page.context.new_page(), f"/t/{table}")
    state(other)
    choose(other, lambda card: card.click())
    state(page)
    by_mouse(page)
    state(page)
    state(other)
    told = cells(page)
    assert len(told) > 4
    becomes(other, lambda: cells(other), told)
    expect(other.locator(".hand .chosen")).to_have_count(0)


def test_a_curtain_falls_between_people_at_one_screen(browse: Browse) -> None:
    page = browse(NOWHERE)
    begun(page, ["me", "me"], options=FIRST)
    lift = page.get_by_role("button", name=re.compile("^Hold"))
    expect(lift).to_be_visible()
    expect(hand(page)).to_have_count(0)
    lift.click()  # Too short: it has to be held.
    page.wait_for_timeout(300)
    expect(lift).to_be_visible()
    lift.click(delay=800)
    expect(lift).to_be_hidden()
    expect(hand(page)).to_have_count(3)
    by_mouse(page)
    expect(lift).to_be_visible()
    expect(hand(page)).to_have_count(0)
    lift.press("Enter")
    expect(hand(page)).to_have_count(3)


def test_a_server_that_falls_comes_back(chromium: Browser, database: str) -> None:
    port = str(free_port())
    with started("--db", database, "--no-limits", "--port", port) as first:
        browse = Browse(chromium, first.url)
        for part in ("ERR_", "WebSocket", "sw.js", "fetching the script"):
            browse.forgive(part)
        page = browse(NOWHERE, worker=True)
        table = begun(page, ["me", "level1"], options=FIRST)
        state(page)
        by_mouse(page)
        state(page)
        choose(page, lambda card: card.click())
        legal(page).first.click()
        expect(play(page)).to_be_enabled()
        first.stop(signal.SIGKILL)
        expect(page.get_by_text("The connection is lost.")).to_be_visible()
    with started("--db", database, "--no-limits", "--port", port):
        expect(page.get_by_text("The connection is lost.")).to_be_hidden()
        play(page).click()  # What lay there lies there still.
        state(page)
        assert len(shown(page, table)["moves"]) == 4
        browse.close()
