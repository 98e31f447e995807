"""C'est Carré! in a browser: whole games, and what a turn is made of."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import DESKTOP, MOSTLY_GERMAN, NOWHERE, PHONE, SMALL_PHONE, Browse, seen_as
from tests.web.carre_play import (
    CARD,
    CELL,
    SOURCE,
    Game,
    Way,
    begun,
    by_keyboard,
    by_mouse,
    by_touch,
    cards,
    commit,
    draw,
    moves,
    played_out,
    shown,
    targets,
)
from tests.web.looking import barriers, clipped, untranslated

FITS = "document.documentElement.scrollHeight <= innerHeight && scrollY === 0"


def undo(page: Page) -> None:
    page.get_by_role("button", name="Undo").click()


def revealed(page: Page) -> Page:
    """Two cards lie open."""
    draw(page, "reveal").click()
    expect(cards(page)).to_have_count(2)
    return page


def pending(page: Page) -> Page:
    """The first of them lies on a cell, not yet committed."""
    cards(revealed(page)).first.click()
    targets(page).first.click()
    expect(commit(page)).to_be_enabled()
    return page


def ends_well(game: Game) -> None:
    """What the page tells is what the server says."""
    told = shown(game.page, game.table)
    ending = told["ending"]
    best = ending["ranking"][0][0]
    steps = game.page.get_by_role("list").filter(has=game.page.locator(".step"))
    podium = steps.get_by_role("listitem")
    expect(podium).to_have_count(told["players"])
    expect(podium.first).to_contain_text(str(ending["scores"][best]))
    assert ending["scores"] == told["view"]["totals"]
    rounds = [move["scoring"]["points"] for move in told["moves"] if move.get("scoring")]
    most = [max(points) for points in zip(*rounds, strict=True)]
    best_rounds = game.page.locator(".end section").last.get_by_role("listitem")
    expect(best_rounds).to_have_count(told["players"])
    for one, points in zip(best_rounds.all(), most, strict=True):
        expect(one).to_have_text(re.compile(rf"Round \d+\s*[+−]?{abs(points)}$"))


def test_whole_games_of_every_number_of_players_by_keyboard_touch_and_mouse(
    browse: Browse,
) -> None:
    counting = browse(NOWHERE, still=False, worker=True)
    games = [
        Game(counting, begun(counting, 2), by_keyboard),
        Game(phone := browse(NOWHERE, size=PHONE, touch=True), begun(phone, 3), by_touch),
        Game(four := browse(NOWHERE), begun(four, 4), by_mouse),
        Game(five := browse(NOWHERE), begun(five, 5), by_mouse),
    ]
    played_out(games)
    for game in games:
        ends_well(game)
    said = set.union(*(game.seen for game in games))
    assert {"Continue", SOURCE, CARD, CELL, "Swap it", "Lay it", "Discard #"} <= said
    assert {"Lay it, draw #", "Lay it, then play #"} <= said
    assert "Skip" in games[0].seen, "values are counted card by card where things may move"
    assert "Skip" not in games[3].seen, "and at once where they may not"
    assert barriers(counting) == []


@pytest.mark.long
@pytest.mark.parametrize("way", [by_keyboard, by_mouse, by_touch])
def test_whole_games_of_every_number_of_players_in_one_way(browse: Browse, way: Way) -> None:
    touch = way is by_touch
    pages = {
        players: browse(NOWHERE, size=PHONE if touch else DESKTOP, touch=touch)
        for players in (2, 3, 4, 5)
    }
    games = [Game(page, begun(page, players), way) for players, page in pages.items()]
    played_out(games)
    for game in games:
        ends_well(game)


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, DESKTOP])
@pytest.mark.parametrize("players", [2, 5])
def test_a_turn_never_scrolls(browse: Browse, size: tuple[int, int], players: int) -> None:
    page = browse(NOWHERE, size=size, touch=size != DESKTOP)
    game = Game(page, begun(page, players), by_mouse if size == DESKTOP else by_touch)
    for _ in range(20):
        game.step()
        assert page.evaluate(FITS)
    box = commit(page).bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]


def test_taking_the_discard_can_be_undone(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = begun(page, 2)
    expect(commit(page)).to_have_text(SOURCE)
    top = draw(page, "take").get_attribute("aria-label") or ""
    draw(page, "take").click()
    expect(commit(page)).to_have_text(CELL)
    assert moves(page, table) == ["take"]
    targets(page).first.click()
    undo(page)
    expect(commit(page)).to_have_text(CELL)
    undo(page)
    expect(commit(page)).to_have_text(SOURCE)
    assert moves(page, table) == []
    expect(draw(page, "take")).to_have_attribute("aria-label", top)


def test_a_reveal_is_final(browse: Browse) -> None:
    page = browse(NOWHERE)
    begun(page, 2)
    revealed(page)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    draw(page, "take").click(force=True)
    expect(page.get_by_text("First take the discard or reveal two").first).to_be_visible()


def test_what_was_begun_can_be_undone_step_by_step(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = begun(page, 2)
    pending(page)
    undo(page)
    expect(commit(page)).to_have_text(CELL)
    undo(page)
    expect(commit(page)).to_have_text(CARD)
    assert moves(page, table) == ["reveal"]


def test_an_effect_is_told_before_and_asked_for_after(browse: Browse) -> None:
    page = browse(NOWHERE, size=PHONE, touch=True)
    table = begun(page, 2)
    revealed(page)
    effects = {1: "draw one", 2: "draw two", 3: "draw three", -1: "play one", -2: "play two"}
    for card in (page.locator(".choice.live").first, page.locator(".choice.live").last):
        card.click()
        expect(card).to_have_class(re.compile(r"\bchosen\b"))
        targets(page).first.wait_for()
        label = card.get_attribute("aria-label") or ""
        found = re.search(r"(plus|minus) (\d)", label)
        value = int(found[2]) * (1 if found[1] == "plus" else -1) if found else 0
        told = effects.get(value, "choose a cell")
        expect(page.locator(".sum.line")).to_contain_text(told)
    assert moves(page, table) == ["reveal"]


def test_illegal_cells_say_why_and_nothing_is_sent(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = begun(page, 2)
    page.locator("[data-cell='2,2']").click()
    expect(page.get_by_text("First take the discard or reveal two.").first).to_be_visible()
    revealed(page)
    page.locator("[data-cell='2,2']").click()
    expect(page.get_by_text("First choose one of the revealed cards.").first).to_be_visible()
    cards(page).first.click()
    page.locator("[data-cell='2,2']").click()
    expect(page.get_by_text("A card goes on an empty cell").first).to_be_visible()
    assert moves(page, table) == ["reveal"]


def test_a_card_is_dragged_to_its_cell_and_home_again(browse: Browse) -> None:
    page = browse(NOWHERE)
    begun(page, 2)
    revealed(page)
    cards(page).first.drag_to(page.locator("[data-cell='2,2']"))
    expect(commit(page)).to_have_text(CELL)
    page.locator(".choice.live").first.drag_to(page.locator("[data-cell='0,0']"))
    expect(commit(page)).to_contain_text("Lay it")
    commit(page).click()
    expect(page.get_by_role("gridcell", name=re.compile(r"column \d\. \w+, "))).to_have_count(1)


def test_a_card_that_is_alone_is_found_by_a_screen_reader(browse: Browse) -> None:
    page = browse(NOWHERE)
    begun(page, 2)
    grid = page.get_by_role("grid", name="Your square has 0 of 9 cards, 0 points.")
    pending(page)
    expect(grid).to_be_visible()
    expect(grid.get_by_role("button", name=re.compile("Pending: "))).to_have_count(1)
    said = page.locator("[aria-live=polite]")
    expect(said).to_contain_text(re.compile(r"laid\. .* Enter plays it, Escape takes it back\."))


def test_the_discard_pile_is_looked_through(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = begun(page, 2)
    page.get_by_role("button", name="Look through the discard pile").click()
    pile = page.get_by_role("dialog", name="Discard pile")
    expect(pile.get_by_role("listitem")).to_have_count(1)
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(pile).to_be_hidden()
    assert moves(page, table) == []


def test_a_small_square_is_enlarged_by_a_tap(browse: Browse) -> None:
    page = browse(NOWHERE, size=SMALL_PHONE, touch=True)
    begun(page, 5)
    page.get_by_role("button", name=re.compile("^Enlarge the square of")).first.tap()
    large = page.get_by_role("dialog", name=re.compile("^Square of"))
    expect(large).to_be_visible()
    large.get_by_role("button", name="Close").tap()
    expect(large).to_be_hidden()


def test_advice_is_put_on_the_square(browse: Browse) -> None:
    page = browse(NOWHERE, size=PHONE, touch=True)
    begun(page, 2, hints=True)
    revealed(page)
    page.get_by_role("button", name="Hint").tap()
    page.get_by_role("button", name="Put it there").tap(timeout=30_000)
    expect(page.locator(".hint")).to_have_count(0)
    expect(commit(page)).to_be_enabled()
    commit(page).tap()
    expect(page.locator(".card .lies")).to_have_count(1)


def test_advice_to_reveal_or_take_marks_the_pile_and_says_why(browse: Browse) -> None:
    page = browse(NOWHERE, size=PHONE, touch=True)
    begun(page, 2, hints=True)
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".hint h2")).to_be_visible(timeout=30_000)
    pile = page.locator("button.suggested[data-move]")
    expect(pile).to_be_visible()
    # A zero changes nothing on an empty square: there is no more to say for it.
    assert page.locator(".hint li").count() or "zero" in str(pile.get_attribute("aria-label"))
    expect(page.locator("button.suggested .lamp")).to_be_visible()


def test_advice_marks_the_cell_of_the_square(browse: Browse) -> None:
    page = browse(NOWHERE, size=SMALL_PHONE, touch=True)
    begun(page, 2, hints=True)
    revealed(page)
    page.get_by_role("button", name="Hint").tap()
    marked = page.locator("[data-suggested]")
    expect(marked).to_be_visible(timeout=30_000)
    cell = marked.get_attribute("data-suggested")
    page.get_by_role("button", name="Put it there").tap()
    expect(marked).to_have_count(0)
    expect(page.locator(f"[data-cell='{cell}']")).to_have_attribute(
        "aria-label", re.compile("Pending")
    )
    expect(page.locator(".ring")).to_have_count(1)


def test_a_card_that_lies_on_the_square_is_not_asked_for_any_more(browse: Browse) -> None:
    page = browse(NOWHERE, size=PHONE, touch=True)
    begun(page, 2)
    draw(page, "take").tap()
    caption = page.get_by_text("Yours to play", exact=True)
    expect(caption).to_be_visible()
    targets(page).first.tap()
    expect(commit(page)).to_be_enabled()
    expect(caption).to_be_hidden()


def test_a_bot_tells_its_level_and_few_figures_what_they_are(browse: Browse) -> None:
    page = browse(NOWHERE)
    begun(page, 5)
    expect(page.locator(".seat .level").first).to_have_text("bot · easy")
    seen_as(page, PHONE)
    expect(page.locator(".seat .few").first).to_have_text(re.compile(r"^\s*\d+/50\s+[+−]\d+$"))


def test_ones_own_points_are_shown_on_narrow_screens(browse: Browse) -> None:
    page = browse(NOWHERE)
    begun(page, 2)
    for size in (PHONE, SMALL_PHONE, (1024, 640)):
        points = seen_as(page, size).locator(".sum .points")
        expect(points).to_have_text(re.compile(r"0 now\s*0 of 50"))


@pytest.mark.parametrize("language", MOSTLY_GERMAN)
def test_all_words_are_there_and_fit(browse: Browse, language: str) -> None:
    page = browse(NOWHERE, language=language)
    begun(page, 5)
    for prepare in (lambda page: page, pending):
        prepare(page)
        for size in (PHONE, DESKTOP):
            seen_as(page, size)
            assert (untranslated(page), clipped(page)) == ([], [])


def test_there_are_no_barriers(browse: Browse) -> None:
    page = browse(NOWHERE)
    begun(page, 3)
    pending(page)
    assert barriers(seen_as(page, DESKTOP, "light")) == []
    assert barriers(seen_as(page, PHONE, "dark")) == []
