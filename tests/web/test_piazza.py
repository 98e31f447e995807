"""Whole games of Piazza in a browser: every number of players, every way to play."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import DESKTOP, NOWHERE, SMALL_PHONE, Browse, Size
from tests.web.looking import barriers
from tests.web.piazza_play import (
    Way,
    against_bots,
    by_keyboard,
    by_mouse,
    by_touch,
    played_out,
    shown,
)

FITS = "document.documentElement.scrollHeight <= innerHeight && scrollY === 0"


def ends_well(page: Page, table: str, way: Way) -> None:
    """Play to the end; what the page tells is what the server says."""
    played_out(page, way)
    told = shown(page, table)
    ending = told["ending"]
    best = ending["ranking"][0][0]
    podium = page.get_by_role("list").filter(has=page.locator(".step")).get_by_role("listitem")
    expect(podium).to_have_count(told["players"])
    expect(podium.first).to_contain_text(str(ending["scores"][best]))
    assert len(told["moves"]) > 5


SIZES: dict[Way, Size] = {by_mouse: DESKTOP, by_keyboard: DESKTOP, by_touch: SMALL_PHONE}
USUAL = [(2, by_mouse), (3, by_keyboard), (4, by_touch)]
OTHERS = [
    pytest.param(players, way, marks=pytest.mark.long)
    for players in (2, 3, 4)
    for way in (by_mouse, by_keyboard, by_touch)
    if (players, way) not in USUAL
]


@pytest.mark.parametrize(("players", "way"), [*USUAL, *OTHERS])
def test_a_whole_game(browse: Browse, players: int, way: Way) -> None:
    page = browse(NOWHERE, size=SIZES[way], touch=way is by_touch, worker=way is by_touch)
    table = against_bots(page, players)

    def fits(page: Page) -> None:
        way(page)
        assert page.evaluate(FITS)

    ends_well(page, table, fits)
    assert barriers(page) == []
