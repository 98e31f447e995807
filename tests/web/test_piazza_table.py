"""Piazza's table in a browser: how a move is put together, looked at, taken back and explained."""

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.web.browsing import (
    DESKTOP,
    NOWHERE,
    PHONE,
    SIDEWAYS,
    SMALL_PHONE,
    Browse,
    Size,
    becomes,
    built,
    look,
)
from tests.web.piazza_play import (
    against_bots,
    begun,
    by_keyboard,
    by_mouse,
    choose,
    fitting,
    hand,
    legal,
    moves,
    opened,
    pending,
    play,
    shown,
    state,
    until_it_pays,
)

START = {"hints": True, "options": {"first": 0}}
"""We begin, and may ask for advice."""


def box_of(one: Locator) -> FloatRect:
    """Where it is on the screen."""
    box = one.bounding_box()
    assert box
    return box


def cards_of(page: Page) -> list[str]:
    """The hand, as it is spoken."""
    return list(hand(page).evaluate_all("all => all.map((one) => one.ariaLabel)"))


def test_a_card_lies_pending_until_it_is_played(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = against_bots(page, 2, **START)
    assert state(page) == "Choose a card"
    choose(page, lambda card: card.click())
    expect(page.get_by_role("button", name="Choose a cell")).to_be_disabled()
    told = re.compile(r"^Row \d+, column \d+\. Empty, .+ fits, \d+ points?\. .+$")
    for cell in legal(page).all():  # They are lit up first, and told then.
        expect(cell).to_have_attribute("aria-label", told)
    legal(page).first.click()
    expect(play(page)).to_be_enabled()
    assert not shown(page, table).get("moves"), "nobody sees a pending card"
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Choose a cell")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Choose a card")).to_be_visible()
    by_mouse(page)
    expect(moves(page)).not_to_have_count(0)


def test_brackets_are_drawn_with_their_sum(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = against_bots(page, 4, **START)
    paying = until_it_pays(page)
    points = paying.first.inner_text().removeprefix("+")
    paying.first.click()
    expect(page.get_by_role("button", name=f"Play for {points}")).to_be_enabled()
    discs = page.locator(".brackets .disc")
    expect(discs.first).to_be_visible()
    becomes(page, lambda: sum(map(int, discs.all_text_contents())), int(points))
    play(page).click()
    state(page)
    made = [one for one in shown(page, table)["moves"] if one["seat"] == 0][-1]
    assert sum(span["cards"] for span in made["brackets"]) == int(points)


def test_what_is_not_allowed_is_explained(browse: Browse) -> None:
    page = browse(NOWHERE)
    against_bots(page, 2, **START)
    state(page)
    choose(page, lambda card: card.click())
    corner = page.get_by_role("gridcell").first
    expect(corner).to_have_attribute("aria-label", re.compile(r"Empty\."))
    corner.click()
    why = page.locator(".sum.bad .title")
    expect(why).to_contain_text("side")
    expect(page.get_by_role("status").filter(has_text=why.inner_text())).to_be_attached()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="See the rule").click()
    expect(opened.value).to_have_url(re.compile("/rules/piazza#P-"))
    clause = opened.value.url.partition("#")[2]
    expect(opened.value.locator(f"[id='{clause}']")).to_be_in_viewport()
    expect(why).to_be_visible()


def test_cards_are_dragged_by_mouse(browse: Browse) -> None:
    page = browse(NOWHERE, still=False)
    against_bots(page, 2, **START)
    state(page)
    choose(page, lambda card: card.click())
    for moving in (legal(page).first, page.locator(".hand .chosen")):
        moving.click(trial=True)  # It waits until it has come to rest.
    target = box_of(legal(page).first)
    card = box_of(page.locator(".hand .chosen"))
    page.mouse.move(card["x"] + 20, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(card["x"] - 40, card["y"] + 60, steps=3)
    expect(page.locator(".dragged")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    expect(play(page)).to_have_count(0)
    page.mouse.move(card["x"] + 20, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=4)
    page.mouse.up()
    expect(play(page)).to_be_enabled()
    expect(page.locator(".cell.pending")).to_have_count(1)


class Fingers:
    """Fingers on a screen, as many as wanted."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def __call__(self, kind: str, *points: tuple[float, float]) -> None:
        """They touch, move or leave: `touchStart`, `touchMove`, `touchEnd`."""
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_cards_are_dragged_by_finger_and_float_above_it(browse: Browse) -> None:
    page = browse(NOWHERE, size=PHONE, touch=True)
    against_bots(page, 2, **START)
    state(page)
    choose(page, lambda card: card.tap())
    target, card = box_of(legal(page).last), box_of(page.locator(".hand .chosen"))
    fingers = Fingers(page)
    fingers("touchStart", (card["x"] + 40, card["y"] + 40))
    x, y = target["x"] + target["width"] / 2, target["y"] + target["height"] / 2
    below = y + 24 + target["height"] / 2
    for part in (0.3, 0.7, 1):
        at = card["x"] + 40 + (x - card["x"] - 40) * part
        fingers("touchMove", (at, card["y"] + 40 + (below - card["y"] - 40) * part))
    dragged = page.locator(".dragged")
    becomes(page, lambda: (at := box_of(dragged))["y"] + at["height"] <= below - 20)
    expect(page.locator(".cell.hot")).to_have_count(1)
    fingers("touchEnd")
    expect(page.locator(".cell.pending")).to_have_count(1)
    expect(play(page)).to_be_enabled()


def test_two_fingers_zoom(browse: Browse) -> None:
    page = browse(NOWHERE, size=PHONE, touch=True)
    against_bots(page, 2, **START)
    state(page)
    first = page.get_by_role("gridcell").first
    before = box_of(first)["width"]
    fingers = Fingers(page)
    fingers("touchStart", (150, 400), (240, 400))
    for far in (20, 40, 60):
        fingers("touchMove", (150 - far, 400), (240 + far, 400))
    fingers("touchEnd")
    becomes(page, lambda: box_of(first)["width"] > before * 1.5)
    page.get_by_role("button", name="Fit the table").tap()
    becomes(page, lambda: box_of(first)["width"], before)


def test_a_mouse_may_play_without_asking(browse: Browse) -> None:
    page = browse()
    page.evaluate("localStorage['piazzetta.settings'] = JSON.stringify({ confirm: false })")
    page.reload()
    against_bots(page, 2, **START)
    state(page)
    choose(page, lambda card: card.click())
    legal(page).first.click()
    if legal(page).count():
        expect(moves(page)).to_have_count(0)
        legal(page).first.click()
    expect(moves(page)).not_to_have_count(0)


def test_arrows_walk_over_the_table(browse: Browse) -> None:
    page = browse(NOWHERE)
    against_bots(page, 2, **START)
    state(page)
    grid = page.get_by_role("grid")
    grid.get_by_role("gridcell").first.click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("^Row 2, column 2"))
    choose(page, lambda card: card.click())
    grid.get_by_role("gridcell").first.focus()
    page.keyboard.press("Control+ArrowRight")
    expect(page.locator(":focus")).to_have_class(re.compile(r"\blegal\b"))
    page.keyboard.press("+")
    page.keyboard.press("0")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()


def test_enter_plays_and_is_no_click_as_well(browse: Browse) -> None:
    page = browse(NOWHERE)
    against_bots(page, 2, **START)
    state(page)
    page.evaluate("clicks = 0; addEventListener('click', () => (clicks += 1), true)")
    by_keyboard(page)
    expect(moves(page)).not_to_have_count(0)
    assert page.evaluate("clicks") == 0


def test_the_log_shows_earlier_positions(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = against_bots(page, 2, **START)
    for _ in range(3):
        state(page)
        by_mouse(page)
    state(page)
    cards = page.locator(".cards .card")
    now = len(shown(page, table)["view"]["board"])
    expect(cards).to_have_count(now)
    moves(page).first.hover()
    expect(page.get_by_text("After move 1")).to_be_visible()
    first = len(page.request.get(f"/api/tables/{table}/positions/1").json()["view"]["board"])
    expect(cards).to_have_count(first)
    page.mouse.move(600, 400)
    expect(cards).to_have_count(now)
    moves(page).nth(1).click()
    page.mouse.move(600, 400)
    expect(page.get_by_text("After move 2")).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    expect(cards).to_have_count(now)


def test_a_move_is_taken_back(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = against_bots(page, 2, **START)
    state(page)
    before = cards_of(page)
    by_mouse(page)
    state(page)
    assert len(shown(page, table)["moves"]) == 2
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take a move back").click()
    expect(moves(page)).to_have_count(0)
    assert state(page) == "Choose a card"
    becomes(page, lambda: cards_of(page), before)


def test_advice_is_given_in_words(browse: Browse) -> None:
    page = browse(NOWHERE)
    against_bots(page, 2, **START)
    state(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint h2")).to_be_visible(timeout=30_000)
    expect(page.locator(".hint li").first).to_be_visible()
    expect(page.locator(".hint .where")).to_have_text(re.compile("of|above|below", re.IGNORECASE))


def test_advice_is_put_on_the_table_and_stays_there_over_a_reload(browse: Browse) -> None:
    page = browse(NOWHERE, size=PHONE, touch=True)
    table = against_bots(page, 2, **START)
    state(page)
    page.get_by_role("button", name="Hint").tap()
    page.get_by_role("button", name=re.compile("^Put (it|them) there$")).tap(timeout=30_000)
    expect(page.locator(".hint")).to_have_count(0)
    expect(play(page)).to_be_enabled()
    told = play(page).inner_text()
    page.wait_for_function("sessionStorage.length")  # It is kept once it is seen.
    page.reload()
    expect(play(page)).to_have_text(told)
    assert not shown(page, table).get("moves"), "nobody sees a pending card"
    play(page).tap()
    state(page)
    assert shown(page, table)["moves"][0]["seat"] == 0


def lay_the_first_of_two(page: Page) -> None:
    """Lay a card so that a second one may follow, however long that takes."""
    while True:
        assert state(page) == "Choose a card", "a whole game without two cards at once"
        for _ in fitting(page, lambda card: card.click()):
            legal(page).first.click()
            expect(pending(page)).to_have_count(1)
            if legal(page).count():
                return
            page.keyboard.press("Escape")
        by_mouse(page)


def test_after_a_reload_the_second_card_is_chosen_as_before(browse: Browse) -> None:
    page = browse(NOWHERE)
    against_bots(page, 2, **START)
    lay_the_first_of_two(page)
    chosen = page.get_by_role("toolbar").get_by_role("button", pressed=True)
    told, cells = chosen.get_attribute("aria-label"), legal(page).count()
    page.wait_for_function("sessionStorage.length")  # It is kept once it is seen.
    page.reload()
    expect(pending(built(page))).to_have_count(1)
    expect(chosen).to_have_attribute("aria-label", told or "")
    expect(legal(page)).to_have_count(cells)


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, SIDEWAYS, DESKTOP])
def test_advice_marks_its_cells_and_covers_none_of_the_table(browse: Browse, size: Size) -> None:
    page = browse(NOWHERE, size=size)
    against_bots(page, 2, **START)
    state(page)
    board = page.locator(".board")
    before = box_of(board)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint h2")).to_be_visible(timeout=30_000)
    expect(page.locator("[data-suggested]").first).to_be_visible()
    assert box_of(board) == before
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for mark in page.locator("[data-suggested]").all():
        x, y = str(mark.get_attribute("data-suggested")).split(",")
        cell = page.locator(f"[role=gridcell][data-x='{x}'][data-y='{y}']")
        assert cell.evaluate(ON_TOP), "the cell that is spoken of can be seen and tapped"
    page.get_by_role("button", name="Close").click()
    expect(page.locator("[data-suggested]")).to_have_count(0)
    choose(page, lambda card: card.click())
    legal(page).first.click()
    expect(play(page)).to_be_enabled()


ON_TOP = """cell => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === cell;
}"""


def test_advice_is_told_one_reason_at_a_time_on_phones(browse: Browse) -> None:
    page = browse(NOWHERE, size=SMALL_PHONE, touch=True)
    against_bots(page, 2, **START)
    state(page)
    more = page.get_by_role("button", name=re.compile(r"^Reason 1 of \d"))
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".hint li")).to_have_count(1, timeout=30_000)
    while not more.count():  # Some moves have one reason alone.
        page.get_by_role("button", name=re.compile("^Put (it|them) there$")).tap()
        play(page).tap()
        state(page)
        page.get_by_role("button", name="Hint").tap()
        expect(page.locator(".hint li")).to_have_count(1, timeout=30_000)
    more.tap()
    expect(page.locator(".hint li")).to_have_count(1)
    page.get_by_role("button", name=re.compile(r"^Reason 2 of \d")).wait_for()
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".hint")).to_have_count(0)


def test_the_moves_stay_on_the_screen_beside_advice(browse: Browse) -> None:
    page = browse(NOWHERE, language="de")
    table = opened(page, ["me", "level1"], **START)
    look(page, f"/t/{table}").locator("main .main").click()
    built(page).get_by_role("button", name="Tipp").click()
    expect(page.locator(".hint h2")).to_be_visible(timeout=30_000)
    box = box_of(page.get_by_role("list", name="Züge"))
    assert box["height"] > 60
    assert box["y"] + box["height"] <= DESKTOP[1]


def test_old_moves_are_told_without_the_total_of_today(browse: Browse) -> None:
    page = browse(NOWHERE)
    against_bots(page, 2, **START)
    for _ in range(2):
        state(page)
        by_mouse(page)
    state(page)
    expect(moves(page).last).to_have_attribute("aria-label", re.compile(r" has \d+\.$"))
    expect(moves(page).first).to_have_attribute("aria-label", re.compile(r"^Move 1\. You lay"))
    expect(moves(page).first).not_to_have_attribute("aria-label", re.compile("have"))


def test_both_colours_of_a_seat_are_shown(browse: Browse) -> None:
    page = browse(NOWHERE, size=SMALL_PHONE, touch=True)
    against_bots(page, 2, **START)
    state(page)
    expect(page.locator(".seat .colours:visible svg")).to_have_count(4)


def test_the_menu_opens_the_rules_beside_the_game(browse: Browse) -> None:
    page = browse(NOWHERE, size=PHONE, touch=True)
    against_bots(page, 2, **START)
    page.get_by_role("button", name="Menu").tap()
    expect(page.get_by_role("button", name="Keyboard")).to_have_count(0)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Rules").tap()
    expect(opened.value).to_have_url(re.compile("/rules/piazza$"))


def test_start_cards_are_chosen_on_the_table(browse: Browse) -> None:
    page = browse(NOWHERE, size=PHONE, touch=True)
    table = begun(page, ["me", "level1"], options={"setup": "choose", "first": 0})
    for _ in range(2):
        assert state(page) == "Choose a card"
        choose(page, lambda card: card.tap())
        legal(page).first.tap()
        play(page).tap()
    assert state(page) == "Choose a card"
    expect(hand(page)).to_have_count(3)
    assert len(shown(page, table)["view"]["board"]) >= 4


def test_zooming_and_fitting(browse: Browse) -> None:
    page = browse(NOWHERE, size=DESKTOP)
    against_bots(page, 2, **START)
    state(page)
    first = page.get_by_role("gridcell").first
    before = box_of(first)
    page.get_by_role("button", name="Zoom in").click()
    becomes(page, lambda: box_of(first)["width"] > before["width"] * 1.2)
    page.get_by_role("button", name="Fit the table").click()
    becomes(page, lambda: box_of(first), before)


def test_giving_up_is_asked_about_and_a_new_game_begins(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = against_bots(page, 2, **START)
    state(page)
    by_mouse(page)
    state(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    dialog = page.get_by_role("dialog", name="Give up?")
    expect(dialog).to_contain_text(re.compile(r"The game ends, and \w+ wins\."))
    dialog.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.locator(".end")).to_contain_text("You gave up.")
    expect(page.get_by_role("button", name="See the table")).to_have_count(0)
    assert shown(page, table)["ending"]["reason"] == "resigned"
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: table not in url)
    expect(page.get_by_role("button", name="Choose a card")).to_be_visible()


def test_what_comes_of_giving_up_depends_on_who_is_left(browse: Browse) -> None:
    page = browse(NOWHERE)
    against_bots(page, 3, **START)
    state(page)
    by_mouse(page)
    state(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("dialog", name="Give up?")).to_contain_text("only bots would be left")


def test_tables_that_are_closed_or_unknown_say_so(browse: Browse) -> None:
    page = browse(NOWHERE)
    against_bots(page, 2, **START)
    state(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Close the table").click()
    expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
    look(page, "/t/nosuch00")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="To the home page")).to_be_visible()
