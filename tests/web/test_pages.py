"""Every page: for everyone, in every language, on a phone and on a desk."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import DESKTOP, MOSTLY_GERMAN, PHONE, Browse, Size, connected, look, settled
from tests.web.looking import barriers, clipped, untranslated

PAGES = [
    "/",
    "/new/piazza?with=friends",
    "/new/carre?with=screen",
    "/lobby",
    "/settings",
    "/link",
    "/learn",
    "/learn/piazza",
    "/learn/carre",
    "/rules/piazza",
    "/rules/carre",
    "/replay",
]
Arrival = Callable[[Page], Page]
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def waiting_room(page: Page) -> Page:
    """At a table of one's own that waits for somebody."""
    look(page, "/new/carre?with=friends")
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("img[src$='qr.svg']")).to_be_visible()
    return page


def own_page(page: Page) -> Page:
    """One's own results."""
    connected(look(page, "/settings"))
    page.locator("a[href^='/players/']").click()
    page.wait_for_url("**/players/*")
    expect(page.locator("h1 .chip")).to_be_visible()
    return page


def seen_as(page: Page, size: Size, theme: Literal["light", "dark"]) -> Page:
    """The same page on another screen, by day or by night."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=theme)
    expect(page.locator(f"html[data-theme={theme}]")).to_be_attached()
    page.evaluate(PAINTED)
    return page


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_barriers(browse: Browse, path: str) -> None:
    page = settled(browse(path))
    assert barriers(seen_as(page, DESKTOP, "light")) == []
    assert barriers(seen_as(page, PHONE, "dark")) == []


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.long
def test_pages_have_no_barriers_the_other_way_round(browse: Browse, path: str) -> None:
    page = settled(browse(path, size=PHONE))
    assert barriers(seen_as(page, PHONE, "light")) == []
    assert barriers(seen_as(page, DESKTOP, "dark")) == []


@pytest.mark.parametrize("arrive", [waiting_room, own_page])
def test_rooms_and_players_have_no_barriers(browse: Browse, arrive: Arrival) -> None:
    page = settled(arrive(browse()))
    assert barriers(seen_as(page, DESKTOP, "light")) == []
    assert barriers(seen_as(page, PHONE, "dark")) == []


def fits(page: Page, size: Size) -> None:
    seen_as(page, size, "light")
    assert (untranslated(page), clipped(page)) == ([], []), page.url


@pytest.mark.parametrize("language", MOSTLY_GERMAN)
def test_every_text_is_translated_and_fits(browse: Browse, language: str) -> None:
    page = browse(language=language)
    assert page.locator("html").get_attribute("lang") == language
    for path in PAGES:
        settled(look(page, path))
        fits(page, PHONE)
        fits(page, DESKTOP)
    for arrive in (waiting_room, own_page):
        settled(arrive(page))
        fits(page, PHONE)
        fits(page, DESKTOP)


def test_what_is_missing_says_so(browse: Browse) -> None:
    browse.forgive("404")
    page = browse("/nowhere/at/all")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    assert barriers(page) == []
    page.get_by_role("main").get_by_role("link").click()
    page.wait_for_url("**/")


def test_focus_and_title_follow_the_page(browse: Browse) -> None:
    page = browse()
    assert page.title() == "Piazzetta"
    page.get_by_role("navigation").get_by_role("link", name="Tables").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title("Public tables · Piazzetta")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title("Piazzetta")


def test_the_first_link_skips_the_bar(browse: Browse) -> None:
    page = browse("/lobby")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_languages_change_at_once_and_stay(browse: Browse) -> None:
    page = browse("/lobby")
    page.get_by_role("combobox", name="Language").select_option("it")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tavoli pubblici")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tavoli pubblici")
    assert page.locator("html").get_attribute("lang") == "it"


def test_the_theme_changes_at_once_and_stays(browse: Browse) -> None:
    page = browse()
    page.get_by_role("button", name="Switch to dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Switch to light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_the_menu_leads_everywhere_on_a_phone(browse: Browse) -> None:
    page = browse(size=PHONE, touch=True)
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("link", name="Settings").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    expect(page.get_by_role("link", name="Learn")).to_be_hidden()
