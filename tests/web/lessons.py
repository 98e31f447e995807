"""Lessons as their data tells them, and their moves as a mouse or the keyboard makes them."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

FOLDER = Path(__file__).parents[2] / "web" / "src" / "learn" / "lessons"
PLACED = re.compile(r"(\S+)@(-?\d+),(-?\d+)")
LIVE = re.compile("true|false")
"""What says whether a card is chosen, once it may be."""
TABS = 40
"""From anywhere on a page to anything on it."""

Json = dict[str, Any]


class Laid(NamedTuple):
    """A card and its cell."""

    card: str
    x: int
    y: int


def steps_of(game: str) -> list[Json]:
    """All steps of a lesson."""
    lesson = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    steps: list[Json] = lesson["steps"]
    return steps


def laid(move: str) -> list[Laid]:
    """The cards of a move."""
    return [Laid(card, int(x), int(y)) for card, x, y in PLACED.findall(move)]


def cell(page: Page, x: int, y: int) -> Locator:
    """A cell of either board."""
    return page.locator(f'[data-x="{x}"][data-y="{y}"], [data-cell="{x},{y}"]')


def turn(page: Page) -> Locator:
    """Where hand, piles and buttons are."""
    return page.locator("section.turn")


def hand(page: Page, card: str) -> Locator:
    """A card that can be chosen, in the hand or among the revealed ones."""
    drawn = page.locator(f'use[href$="-{card}"]')
    return page.locator("main [role=toolbar] button").filter(has=drawn).first


def commit(page: Page) -> None:
    """Play what lies pending."""
    turn(page).locator(".actions .main").click()


def do_by_mouse(page: Page, move: str, *, refused: bool) -> None:
    """Make a move, or try one that is refused."""
    verb = move.split()[0]
    if verb in ("take", "reveal"):
        page.locator(f'[data-move="{verb}"]').click()
        return
    for card, x, y in laid(move):
        choose(page, card)
        cell(page, x, y).click()
    if verb != "drop" and not refused:
        commit(page)


def choose(page: Page, card: str) -> None:
    """Choose a card, unless it is chosen already: the only one, or the second of a pair."""
    button = hand(page, card)
    expect(button).to_have_attribute("aria-pressed", LIVE)
    if button.get_attribute("aria-pressed") != "true":
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")


def drop_by_mouse(page: Page, moves: list[str]) -> None:
    """Discard several cards at once."""
    for move in moves:
        hand(page, move.split()[1]).click()
    commit(page)


def do_by_keys(page: Page, move: str, *, refused: bool) -> None:
    """Make a move of Piazza by the keyboard alone."""
    for card, x, y in laid(move):
        button = hand(page, card)
        slot = button.evaluate("one => [...one.parentElement.children].indexOf(one)")
        if button.get_attribute("aria-pressed") != "true":
            page.keyboard.press(str(slot + 1))
        tab_to(page, "[data-x]")
        arrows(page, x, y)
        page.keyboard.press("Enter")
    if not refused:
        page.keyboard.press("Enter")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(TABS):
        if page.evaluate("one => document.activeElement.matches(one)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def arrows(page: Page, x: int, y: int) -> None:
    """Go to a cell of the table."""
    at = page.evaluate("(({dataset}) => [+dataset.x, +dataset.y])(document.activeElement)")
    for key, count in (("ArrowRight", x - at[0]), ("ArrowLeft", at[0] - x)):
        for _ in range(count):
            page.keyboard.press(key)
    for key, count in (("ArrowDown", y - at[1]), ("ArrowUp", at[1] - y)):
        for _ in range(count):
            page.keyboard.press(key)
