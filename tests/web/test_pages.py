"""Every page: for everyone, in every language, on a phone and on a desk."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import (
    DESKTOP,
    MOSTLY_GERMAN,
    PHONE,
    Browse,
    Size,
    Theme,
    connected,
    look,
    seen_as,
    settled,
)
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
SCREENS: tuple[tuple[Size, Theme], ...] = ((DESKTOP, "light"), (PHONE, "dark"))


def waiting_room(page: Page) -> Page:
    """At a table of one's own that waits for somebody."""
    look(page, "/new/carre?with=friends")
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".invite")).to_be_visible()
    return page


def own_page(page: Page) -> Page:
    """One's own results."""
    connected(look(page, "/settings"))
    page.locator("a[href^='/players/']").click()
    page.wait_for_url("**/players/*")
    expect(page.locator("h1 .chip")).to_be_visible()
    return page


def every_page(page: Page) -> Iterator[Page]:
    """The page, at each of the addresses."""
    for path in PAGES:
        yield settled(look(page, path))
    for arrive in (waiting_room, own_page):
        yield settled(arrive(page))


@pytest.mark.parametrize("language", MOSTLY_GERMAN)
def test_every_text_is_translated_and_fits_and_there_are_no_barriers(
    browse: Browse, language: str
) -> None:
    page = browse(language=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    for _ in every_page(page):
        for size, theme in SCREENS:
            seen_as(page, size, theme)
            assert (untranslated(page), clipped(page), barriers(page)) == ([], [], []), page.url


@pytest.mark.long
def test_there_are_no_barriers_the_other_way_round(browse: Browse) -> None:
    page = browse()
    for _ in every_page(page):
        for (size, _), (_, theme) in zip(SCREENS, reversed(SCREENS), strict=True):
            assert barriers(seen_as(page, size, theme)) == [], page.url


def test_what_is_missing_says_so(browse: Browse) -> None:
    browse.forgive("404")
    page = browse("/nowhere/at/all")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    assert barriers(page) == []
    page.get_by_role("main").get_by_role("link").click()
    page.wait_for_url("**/")


def test_focus_and_title_follow_the_page(browse: Browse) -> None:
    page = connected(browse())
    expect(page).to_have_title("Piazzetta")
    page.get_by_role("navigation").get_by_role("link", name="Tables").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title("Public tables · Piazzetta")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title("Piazzetta")


def test_the_first_link_skips_the_bar(browse: Browse) -> None:
    page = connected(browse("/lobby"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.wait_for_function("document.activeElement.closest('main')")


def test_languages_change_at_once_and_stay(browse: Browse) -> None:
    page = browse("/lobby")
    page.get_by_role("combobox", name="Language").select_option("it")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tavoli pubblici")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tavoli pubblici")
    expect(page.locator("html")).to_have_attribute("lang", "it")


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
