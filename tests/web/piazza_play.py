"""Piazza in a browser, played as people do: by mouse, by touch and by keyboard alone."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import known, look, posted

READY = re.compile("^(Choose a card|Pass|Rematch)$")
PLAY = re.compile("^(Play for|Lay it)")
QUICK = 0.15
"""Seconds from a bot's turn to its move: the least that a table may have."""

Way = Callable[[Page], None]
"""Makes one move."""


def opened(page: Page, seats: list[str], **wishes: Any) -> str:
    """A table of Piazza; its id."""
    table = {"game": "piazza", "players": len(seats), "seats": seats, "pace": QUICK, **wishes}
    return str(posted(known(page), "/api/tables", table)["table"])


def begun(page: Page, seats: list[str], **wishes: Any) -> str:
    """A table at which the game has begun; the page shows it."""
    table = opened(page, seats, **wishes)
    look(page, f"/t/{table}")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("grid")).to_be_visible()
    return table


def against_bots(page: Page, players: int, **wishes: Any) -> str:
    """A game against the simplest bots."""
    return begun(page, ["me", *["level1"] * (players - 1)], **wishes)


def shown(page: Page, table: str) -> dict[str, Any]:
    """The table as the server shows it to the page's player."""
    answer: dict[str, Any] = page.request.get(f"/api/tables/{table}").json()
    return answer


def state(page: Page) -> str:
    """Wait until there is something to do: choose a card, pass, or look at the result."""
    button = page.get_by_role("button", name=READY)
    button.wait_for()
    page.locator("main[aria-busy=true]").wait_for(state="detached")
    return button.inner_text()


def hand(page: Page) -> Locator:
    return page.get_by_role("toolbar").get_by_role("button")


def legal(page: Page) -> Locator:
    """The cells that are lit up."""
    return page.locator("[role=gridcell].legal")


def play(page: Page) -> Locator:
    """The button that makes the move."""
    return page.get_by_role("button", name=PLAY)


def choose(page: Page, press: Callable[[Locator], None]) -> None:
    """Choose the first card that fits anywhere."""
    for slot in range(hand(page).count()):
        press(hand(page).nth(slot))
        if legal(page).count():
            return
    raise AssertionError("no card fits")


def until_it_pays(page: Page) -> Locator:
    """Play on until a card is chosen that makes four points or more; the cells where it does."""
    while True:
        state(page)
        choose(page, lambda card: card.click())
        paying = legal(page).filter(has_text=re.compile(r"\+[4-9]|\+1\d"))
        if paying.count():
            return paying
        legal(page).first.click()
        play(page).click()


def by_mouse(page: Page) -> None:
    """Click a card and a cell, a second pair where there is one, and the button."""
    choose(page, lambda card: card.click())
    legal(page).first.click()
    if legal(page).count():
        legal(page).first.click()
    play(page).click()


def by_touch(page: Page) -> None:
    """Tap a card and a cell, a second pair where there is one, and the button."""
    choose(page, lambda card: card.tap())
    legal(page).last.tap()
    if legal(page).count():
        legal(page).last.tap()
    play(page).tap()


def by_keyboard(page: Page) -> None:
    """A digit chooses, Tab leads to the best cell, Enter lays, Enter plays."""
    for digit in "123":
        page.keyboard.press(digit)
        if legal(page).count():
            break
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile(" fits"))
    page.keyboard.press("Enter")
    expect(play(page)).to_be_enabled()
    page.keyboard.press("Enter")


def passed(page: Page) -> None:
    """Pass, without any mouse."""
    page.get_by_role("button", name="Pass", exact=True).press("Enter")


def played_out(page: Page, way: Way) -> None:
    """Play until the result is there."""
    while (now := state(page)) != "Rematch":
        if now == "Pass":
            passed(page)
        else:
            way(page)


def moves(page: Page) -> Locator:
    """The entries of the log."""
    return page.get_by_role("list", name="Moves").get_by_role("button")
