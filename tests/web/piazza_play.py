"""Piazza in a browser, played as people do: by mouse, by touch and by keyboard alone."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import built, known, look, posted

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
    expect(built(page).get_by_role("grid")).to_be_visible()
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


def pending(page: Page) -> Locator:
    """The cells on which cards lie for now."""
    return page.locator("[role=gridcell].pending")


def fitting(page: Page, press: Callable[[Locator], None]) -> Iterator[None]:
    """Each card that fits anywhere is chosen, one after another."""
    for slot in range(hand(page).count()):
        card = hand(page).nth(slot)
        if card.get_attribute("aria-pressed") != "true":
            press(card)
        # A tap is answered a little later than it is made.
        expect(card).to_have_attribute("aria-pressed", "true")
        if legal(page).count():
            yield


def choose(page: Page, press: Callable[[Locator], None]) -> None:
    """Choose the first card that fits anywhere."""
    assert any(True for _ in fitting(page, press)), "no card fits"


def until_it_pays(page: Page) -> Locator:
    """Play on until a card is chosen that makes four points or more; the cells where it does."""
    while True:
        assert state(page) == "Choose a card", "a whole game without four points at once"
        paying = legal(page).filter(has_text=re.compile(r"^\s*\+([4-9]|1\d)"))
        for _ in fitting(page, lambda card: card.click()):
            if paying.count():
                return paying
        by_mouse(page)


def by_mouse(page: Page) -> None:
    """Click a card and a cell, a second pair where there is one, and the button."""
    lay(page, legal(page).first, lambda one: one.click())
    play(page).click()


def by_touch(page: Page) -> None:
    """Tap a card and a cell, a second pair where there is one, and the button."""
    lay(page, legal(page).last, lambda one: one.tap())
    play(page).tap()


def lay(page: Page, cell: Locator, press: Callable[[Locator], None]) -> None:
    """Put a card on that of the cells that are lit up, and a second one where that is possible."""
    choose(page, press)
    press(cell)
    expect(pending(page)).to_have_count(1)
    if legal(page).count():
        press(cell)
        expect(pending(page)).to_have_count(2)


def by_keyboard(page: Page) -> None:
    """A digit chooses, Tab leads to the best cell, Enter lays, Enter plays."""
    digits = iter("123")
    choose(page, lambda _: page.keyboard.press(next(digits)))
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile(" fits"))
    page.keyboard.press("Enter")
    expect(pending(page)).to_have_count(1)
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
