"""Piazza's page: no barriers in any state, every text translated and unclipped."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.web.browsing import (
    DESKTOP,
    LANGUAGES,
    MOSTLY_GERMAN,
    NOWHERE,
    PHONE,
    SIDEWAYS,
    Browse,
    Size,
    Theme,
    built,
    look,
    seen_as,
)
from tests.web.looking import barriers, clipped, untranslated
from tests.web.piazza_play import legal, opened
from tests.web.test_replay import PLAYED_OUT

TABLET = (900, 1100)
SCREENS: tuple[tuple[Size, Theme], ...] = ((DESKTOP, "light"), (PHONE, "dark"))
CLOCK = {"total": 600, "increment": 8}


def started(page: Page) -> None:
    """A game whose first move is ours, in whatever language."""
    wishes = {"hints": True, "clock": CLOCK, "options": {"first": 0}}
    table = opened(page, ["me", "level1", "level2", "level3"], **wishes)
    look(page, f"/t/{table}")
    page.locator("main .main").click()
    built(page).locator("[role=toolbar] button:not(.idle)").first.wait_for()


def states(page: Page) -> Iterator[str]:
    """The game page as one meets it in a turn."""
    yield "idle"
    hint = page.locator("main .actions button").nth(1)
    hint.click()
    page.locator(".hint h2").wait_for(timeout=30_000)
    yield "advised"
    hint.click()
    page.locator(".hint h2").wait_for(state="detached")
    for slot in range(3):
        page.locator("[role=toolbar] button").nth(slot).click()
        if legal(page).count():
            break
    yield "chosen"
    page.locator("[role=gridcell]").first.click()
    page.locator(".sum.bad").wait_for()
    yield "refused"
    legal(page).first.click()
    page.locator(".cell.pending").wait_for()
    yield "pending"
    page.locator("header .menu button").first.click()
    page.locator("[popover]").wait_for()
    yield "menu"


@pytest.mark.parametrize("language", MOSTLY_GERMAN)
def test_every_text_is_translated_and_fits_and_there_are_no_barriers(
    browse: Browse, language: str
) -> None:
    page = browse(NOWHERE, language=language)
    started(page)
    for state in states(page):
        for size, theme in SCREENS:
            seen_as(page, size, theme)
            assert (untranslated(page), clipped(page), barriers(page)) == ([], [], []), state


@pytest.mark.long
@pytest.mark.parametrize("size", [SIDEWAYS, TABLET])
@pytest.mark.parametrize("language", LANGUAGES)
def test_other_layouts_hold_every_text(browse: Browse, language: str, size: Size) -> None:
    page = browse(NOWHERE, language=language, size=size, theme="dark")
    started(page)
    for state in states(page):
        assert (untranslated(page), clipped(page)) == ([], []), state
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), state


def test_the_best_moves_fit_beside_the_result(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = opened(page, ["me", "level1"])
    look(page, f"/t/{table}").locator("main .main").click()
    page.evaluate(PLAYED_OUT, table)
    page.locator(".end li").first.wait_for()
    assert clipped(page) == []
