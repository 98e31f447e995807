"""How Piazza's moves are told and shown: to whom they are news, and what they bring."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.web.browsing import NOWHERE, PHONE, SIDEWAYS, SMALL_PHONE, Browse, Size, becomes
from tests.web.piazza_play import (
    against_bots,
    begun,
    by_mouse,
    hand,
    shown,
    state,
    until_it_pays,
)

START = {"options": {"first": 0}}


def test_ones_own_moves_are_told_as_you(browse: Browse) -> None:
    page = browse(NOWHERE, size=PHONE)
    against_bots(page, 2, **START, pace=10)
    state(page)
    by_mouse(page)
    told = page.get_by_role("status").filter(has_text=re.compile(r"^You lay .+ You have \d+\."))
    expect(told).to_be_attached()
    expect(page.locator(".sum .title")).to_have_text(re.compile("^You laid "))


def test_people_at_one_screen_are_told_by_name(browse: Browse) -> None:
    page = browse(NOWHERE)
    begun(page, ["me", "me"], **START)
    page.get_by_role("button", name=re.compile("^Hold")).press("Enter")
    state(page)
    by_mouse(page)
    expect(page.get_by_role("status").filter(has_text=re.compile(r"^You lay"))).to_have_count(0)


def test_all_moves_since_ones_own_stay_marked(browse: Browse) -> None:
    page = browse(NOWHERE)
    table = against_bots(page, 4, **START)
    state(page)
    by_mouse(page)
    state(page)
    moves = shown(page, table)["moves"]
    own = max(i for i, one in enumerate(moves) if one["seat"] == 0)
    news = " ".join(one["move"] for one in moves[own + 1 :])
    assert len(moves) == own + 1 + 3
    cells = re.findall(r"@(-?\d+),(-?\d+)", news)
    for x, y in cells:
        expect(page.locator(f".cell.last[data-x='{x}'][data-y='{y}']")).to_be_visible()
    expect(page.locator(".cell.last")).to_have_count(len(cells))


@pytest.mark.parametrize("size", [SMALL_PHONE, SIDEWAYS])
def test_seats_without_names_are_told_apart_by_their_badges(browse: Browse, size: Size) -> None:
    page = browse(NOWHERE, size=size)
    against_bots(page, 4, **START)
    badges = page.locator(".seat > svg text")
    expect(badges).to_have_count(4)
    assert len(set(badges.all_text_contents())) == 4
    seat = page.locator(".seat.turn").first
    expect(seat).to_be_visible()
    frame, strip = seat.bounding_box(), page.locator(".seats").first.bounding_box()
    assert frame
    assert strip
    assert frame["y"] + frame["height"] + 1.5 <= strip["y"] + strip["height"]


def test_brackets_are_counted_card_by_card(browse: Browse) -> None:
    page = browse(NOWHERE, still=False)
    against_bots(page, 4, **START)
    paying = until_it_pays(page).first
    points = int(paying.inner_text().removeprefix("+"))
    at = [paying.get_attribute(f"data-{axis}") for axis in "xy"]
    cell = page.locator(
        f".cell[data-x='{at[0]}'][data-y='{at[1]}']"
    )  # Hovered, it tells no points.
    seen = page.evaluate_handle(
        """() => {
            const seen = new Set();
            const look = () => document.querySelectorAll(".brackets .disc text").forEach(
                (one) => seen.add(one.textContent.trim()));
            new MutationObserver(look).observe(document.querySelector("[role=grid]"),
                { subtree: true, childList: true, characterData: true });
            return seen;
        }"""
    )
    discs = page.locator(".brackets .disc")
    cell.hover()
    expect(discs.first).to_be_visible()
    becomes(page, lambda: sum(map(int, discs.all_text_contents())), points)
    page.clock.install()  # However busy the machine is, no number is passed over.
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    cell.click()
    total = re.compile(rf"^Play for {points}$")
    expect(page.get_by_role("button", name=total)).to_be_enabled()
    page.clock.run_for(4000)
    becomes(page, lambda: sum(map(int, discs.all_text_contents())), points)
    assert {"1", "2", "3"} <= set(seen.evaluate("(seen) => [...seen]"))


def test_the_last_moves_brackets_are_drawn_once(browse: Browse) -> None:
    page = browse(NOWHERE, still=False)
    against_bots(page, 2, **START)
    state(page)
    by_mouse(page)
    state(page)
    brackets = page.locator("svg.brackets")
    expect(brackets).to_have_class(re.compile("animate"))
    for _ in range(2):
        hand(page).first.click()
    expect(hand(page).first).to_have_attribute("aria-pressed", "false")
    expect(brackets).not_to_have_class(re.compile("animate"))
