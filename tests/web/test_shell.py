"""What is there before the app is: the bar, and at a table that it comes, in words of one's own."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import LANGUAGES, Browse, connected
from tests.web.piazza_play import against_bots, state

WORDS = Path(__file__).parents[2] / "web/words/game.json"
COMING: dict[str, str] = json.loads(WORDS.read_text("utf-8"))["game.loading"]
START = {"options": {"first": 0}}
STORE = "(chosen) => localStorage.setItem('piazzetta.settings', JSON.stringify(chosen))"


@contextmanager
def without_app(browse: Browse, path: str, spoken: str, **chosen: str) -> Iterator[Page]:
    """A page whose app never comes, for somebody who has chosen that before."""
    context = browse.browser.new_context(
        base_url=browse.url, locale=LANGUAGES[spoken], service_workers="block"
    )
    context.add_init_script(f"({STORE})({json.dumps(chosen)})")
    context.route("**/assets/*.js", lambda route: route.abort())
    page = context.new_page()
    page.goto(path)
    yield page
    context.close()


@pytest.mark.parametrize("language", COMING)
def test_a_table_is_announced_in_the_language_of_the_browser(browse: Browse, language: str) -> None:
    with without_app(browse, "/t/any", language) as page:
        expect(page.locator("#shell p")).to_have_text(COMING[language], use_inner_text=True)
        expect(page.locator("html")).to_have_attribute("lang", language)


def test_what_was_chosen_before_counts_from_the_first_paint(browse: Browse) -> None:
    with without_app(browse, "/t/any", "en", language="it", theme="dark") as page:
        expect(page.locator("#shell p")).to_have_text(COMING["it"], use_inner_text=True)
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_other_pages_begin_with_the_bar_alone(browse: Browse) -> None:
    with without_app(browse, "/learn", "en") as page:
        expect(page.locator("#shell .brand svg").first).to_be_visible()
        expect(page.locator("#shell p")).to_be_hidden()


def test_it_goes_when_there_is_a_page(browse: Browse) -> None:
    page = connected(browse())
    expect(page.locator("#shell")).to_have_count(0)
    against_bots(page, 2, **START)
    page.reload()
    state(page)
    expect(page.locator("#shell")).to_have_count(0)


def test_where_the_table_does_not_come_there_are_ways_to_other_pages(browse: Browse) -> None:
    page = browse()
    page.context.route_web_socket("**/ws", lambda _: None)  # Nothing is ever answered.
    page.goto("/t/any")
    expect(page.get_by_role("heading", name=COMING["en"])).to_be_visible()
    expect(page.locator("#shell")).to_have_count(0)
    expect(page.get_by_role("banner")).to_be_visible()
