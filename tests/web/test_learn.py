"""Lessons: every step can be done on the page, and what else one does there is answered kindly."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import (
    DESKTOP,
    LANGUAGES,
    PAINTED,
    PHONE,
    SMALL_PHONE,
    Browse,
    Size,
    connected,
    seen_as,
)
from tests.web.lessons import (
    Json,
    cell,
    choose,
    commit,
    do_by_keys,
    do_by_mouse,
    drop_by_mouse,
    steps_of,
    turn,
)
from tests.web.looking import barriers, clipped, untranslated

GAMES = ("piazza", "carre")
DONE = ".feedback.done"


def at_step(page: Page, number: int, game: str) -> Page:
    """Wait until a step is shown; counted from 0."""
    expect(page.locator(".coach .where h2")).to_have_text(
        f"Step {number + 1} of {len(steps_of(game))}"
    )
    expect(turn(page)).to_be_visible()
    return page


def begun(page: Page, game: str, name: str) -> Json:
    """Goes to a step by its name, as if those before it had been done."""
    steps = steps_of(game)
    at = next(i for i, step in enumerate(steps) if step["name"] == name)
    told = json.dumps({game: {"at": at, "done": [], "all": len(steps)}})
    page.evaluate("told => localStorage.setItem('piazzetta.lessons', told)", told)
    page.goto(f"/learn/{game}")
    expect(turn(page)).to_be_visible()
    return steps[at]


def go_on(page: Page) -> None:
    """To the next step; the last one of C'est Carré! shows on a phone how the round was scored."""
    expect(page.locator(DONE)).to_be_visible()
    scored = page.locator(".scoring .main")
    if scored.is_visible():
        scored.click()
    turn(page).locator(".actions .main").click()


def do(page: Page, step: Json) -> None:
    """What the step asks for, by the mouse."""
    refused = "refused" in step["goal"]
    if step["example"][0].startswith("drop"):
        drop_by_mouse(page, step["example"])
        return
    if step["example"] == ["pass"]:
        commit(page)
        return
    for move in step["example"]:
        do_by_mouse(page, move, refused=refused)


@pytest.mark.parametrize("game", ["carre", pytest.param("piazza", marks=pytest.mark.long)])
def test_a_lesson_to_its_end_by_mouse(browse: Browse, game: str) -> None:
    page = connected(browse(f"/learn/{game}"))
    for number, step in enumerate(steps_of(game)):
        at_step(page, number, game)
        do(page, step)
        go_on(page)
    expect(page.get_by_role("heading", name="You know the rules")).to_be_visible()
    assert barriers(page) == []
    page.get_by_role("link", name="Play a first game").click()
    page.wait_for_url(f"**/new/{game}?with=bots")


def test_a_lesson_to_its_end_by_keyboard(browse: Browse) -> None:
    page = connected(browse("/learn/piazza"))
    for number, step in enumerate(steps_of("piazza")):
        at_step(page, number, "piazza")
        for move in step["example"]:
            do_by_keys(page, move, refused="refused" in step["goal"])
        expect(page.locator(DONE)).to_be_visible()
        expect(turn(page).get_by_role("button", name="Next")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You know the rules")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_shown(browse: Browse, game: str) -> None:
    page = connected(browse(f"/learn/{game}", size=PHONE, touch=True))
    for number, _ in enumerate(steps_of(game)):
        at_step(page, number, game)
        page.get_by_role("button", name="Show me").tap()
        go_on(page)
    expect(page.get_by_role("heading", name="You know the rules")).to_be_visible()


def test_another_legal_move_is_answered_and_can_be_tried_again(browse: Browse) -> None:
    page = connected(browse("/learn"))
    begun(page, "piazza", "bracket")
    choose(page, "B5")
    cell(page, 1, 2).click()
    commit(page)
    expect(page.locator(".feedback.other")).to_contain_text("That is allowed, too")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".feedback")).to_be_hidden()
    choose(page, "B5")
    cell(page, 3, 0).click()
    commit(page)
    expect(page.locator(DONE)).to_be_visible()


def test_a_refused_try_names_the_rule(browse: Browse) -> None:
    page = connected(browse("/learn"))
    begun(page, "piazza", "bracket")
    choose(page, "B5")
    cell(page, 0, -1).click()
    expect(page.locator(".feedback.refused")).to_contain_text("same colour or symbol")
    page.get_by_role("link", name="Rule: Brackets").click()
    page.wait_for_url("**/rules/piazza#P-BRACKET")
    expect(page.locator("#P-BRACKET")).to_be_in_viewport()


def test_the_learner_is_you(browse: Browse) -> None:
    page = connected(browse("/learn/carre"))
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(DONE)).to_be_visible()
    expect(page.get_by_text("Yours to play")).to_be_visible()
    expect(page.get_by_text("You take the discard").first).to_be_visible()
    expect(page.locator(".coach li .name").first).to_have_text("You")
    expect(page.locator("main").get_by_text("Guest")).to_have_count(0)
    expect(page.get_by_text("1 / 11")).to_have_count(0)


def test_the_end_of_a_lesson_stands_clear_on_a_phone(browse: Browse) -> None:
    page = connected(browse("/learn", size=PHONE))
    told = json.dumps({"piazza": {"at": 14, "done": [], "all": 14}})
    page.evaluate("told => localStorage.setItem('piazzetta.lessons', told)", told)
    page.goto("/learn/piazza")
    expect(page.locator(".end .button").first).to_be_visible()
    connected(page).evaluate(PAINTED)
    end, bar = page.locator(".end").bounding_box(), page.locator(".top-bar").bounding_box()
    assert end is not None
    assert bar is not None
    assert end["y"] >= bar["y"] + bar["height"] + 12
    wide = "all => all.map(one => one.getBoundingClientRect().width)"
    assert len(set(page.locator(".end .button").evaluate_all(wide))) == 1


def test_where_a_refusal_is_asked_for_a_legal_move_is_not_enough(browse: Browse) -> None:
    page = connected(browse("/learn"))
    begun(page, "piazza", "colour")
    do_by_mouse(page, "B6@2,0", refused=False)
    expect(page.locator(".feedback.other")).to_contain_text("Here, try something that is not")


def test_progress_is_kept_and_can_be_started_over(browse: Browse) -> None:
    page = connected(browse("/learn/piazza"))
    do(page, steps_of("piazza")[0])
    turn(page).get_by_role("button", name="Next").click()
    at_step(page, 1, "piazza")
    page.goto("/learn")
    expect(page.get_by_text("1 of 14 done")).to_be_visible()
    page.get_by_role("link", name="Go on").click()
    at_step(page, 1, "piazza")
    page.get_by_role("button", name="Back").click()
    at_step(page, 0, "piazza")
    for number in range(1, len(steps_of("piazza"))):
        page.get_by_role("button", name="Skip").click()
        at_step(page, number, "piazza")
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("heading", name="You know the rules")).to_have_count(0)
    expect(page.get_by_text("You have skipped 13 steps of 14.")).to_be_visible()
    page.get_by_role("button", name="Do what was skipped").click()
    at_step(page, 1, "piazza")
    told = json.dumps({"piazza": {"at": 14, "done": [], "all": 14}})
    page.evaluate("told => localStorage.setItem('piazzetta.lessons', told)", told)
    page.reload()
    page.get_by_role("button", name="Start over").click()
    at_step(page, 0, "piazza")


@pytest.mark.parametrize("game", GAMES)
def test_steps_that_are_done_have_no_barriers(browse: Browse, game: str) -> None:
    page = connected(browse(f"/learn/{game}"))
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(DONE)).to_be_visible()
    assert barriers(seen_as(page, PHONE, "light")) == []
    assert barriers(seen_as(page, DESKTOP, "dark")) == []


def check_all_steps(page: Page) -> None:
    """Every text of both lessons is translated and fits."""
    for game in GAMES:
        page.goto(f"/learn/{game}")
        for _ in steps_of(game):
            expect(turn(page)).to_be_visible()
            assert (untranslated(page), clipped(page)) == ([], [])
            page.locator("section.coach > footer button").click()
            expect(page.locator(DONE)).to_be_visible()
            assert (untranslated(page), clipped(page)) == ([], [])
            go_on(page)
            expect(page.locator(DONE)).to_be_hidden()
        expect(page.locator(".end h2")).to_be_visible()
        assert (untranslated(page), clipped(page)) == ([], [])


def test_all_steps_fit_on_a_phone_in_german(browse: Browse) -> None:
    check_all_steps(connected(browse("/learn", language="de", size=PHONE)))


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_steps_fit_in_every_language(browse: Browse, language: str, size: Size) -> None:
    check_all_steps(connected(browse("/learn", language=language, size=size)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [SMALL_PHONE, pytest.param(PHONE, marks=pytest.mark.long)])
def test_a_step_needs_no_scrolling_on_a_phone(browse: Browse, game: str, size: Size) -> None:
    page = connected(browse(f"/learn/{game}", size=size, touch=True))
    for number, _ in enumerate(steps_of(game)):
        at_step(page, number, game)
        high, seen = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
        assert high <= seen, f"step {number + 1}"
        board = page.locator("section.board").bounding_box()
        assert board is not None
        assert board["height"] >= 150, f"step {number + 1}"
        page.get_by_role("button", name="Skip").tap()
