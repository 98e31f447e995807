"""Every page: for everyone, in every language, on a phone and on a desk."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import DESKTOP, LANGUAGES, PHONE, Browse, Size, connected, look, settled
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
SIZES = {"phone": PHONE, "desktop": DESKTOP}


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


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("theme", "size"), [("light", DESKTOP), ("dark", PHONE)])
def test_pages_have_no_barriers(browse: Browse, path: str, theme: str, size: Size) -> None:
    page = browse(path, theme="dark" if theme == "dark" else "light", size=size)
    assert barriers(settled(page)) == []


@pytest.mark.parametrize(("theme", "size"), [("dark", DESKTOP), ("light", PHONE)])
@pytest.mark.long
def test_pages_have_no_barriers_the_other_way_round(browse: Browse, theme: str, size: Size) -> None:
    page = browse(theme="dark" if theme == "dark" else "light", size=size)
    for path in PAGES:
        assert barriers(settled(look(page, path))) == [], path


@pytest.mark.parametrize("size", SIZES)
def test_rooms_and_players_have_no_barriers(browse: Browse, size: str) -> None:
    page = browse(size=SIZES[size], theme="dark" if size == "phone" else "light")
    for arrive in (waiting_room, own_page):
        assert barriers(arrive(page)) == [], arrive.__name__


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_fits(browse: Browse, language: str, size: str) -> None:
    page = browse(language=language, size=SIZES[size])
    assert page.locator("html").get_attribute("lang") == language
    for path in PAGES:
        settled(look(page, path))
        assert (untranslated(page), clipped(page)) == ([], []), path
    for arrive in (waiting_room, own_page):
        arrive(page)
        assert (untranslated(page), clipped(page)) == ([], []), arrive.__name__


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
    page.get_by_role("banner").get_by_label("Language").select_option("it")
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
