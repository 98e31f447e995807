"""C'est Carré! in a browser, played as people do: by mouse, by touch and by keyboard alone."""

import random
import re
from dataclasses import dataclass, field
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import connected, look

QUICK = 0.15
"""Seconds from a bot's turn to its move: the least that a table may have."""
LEVEL = "level2"
"""Good enough to have 50 points soon."""

SOURCE, CARD, CELL = "Take or reveal", "Choose a card", "Choose a cell"

NOW = """() => {
    const seen = (at) => [...document.querySelectorAll(at)].find((one) => one.checkVisibility());
    const scoring = seen("section.scoring button");
    const button = seen("button.commit");
    return {
        scoring: scoring?.innerText ?? "",
        button: button?.innerText ?? "",
        ready: button ? !button.disabled : false,
        over: [...document.querySelectorAll("button")].some((one) => one.innerText === "Rematch"),
    };
}"""


def begun(page: Page, players: int, level: str = LEVEL, **wishes: Any) -> str:
    """A game against bots that has begun, and that we begin; the page shows it."""
    seats = ["me", *[level] * (players - 1)]
    table = {"game": "carre", "players": players, "seats": seats, "pace": QUICK}
    options = {"options": {"first": 0}, **wishes}
    origin = connected(page).evaluate("location.origin")
    answer = page.request.post("/api/tables", data=table | options, headers={"Origin": origin})
    assert answer.ok, answer.text()
    number = str(answer.json()["table"])
    look(page, f"/t/{number}")
    page.locator("main button.main").click()
    expect(page.get_by_role("grid")).to_be_visible()
    return number


def shown(page: Page, table: str) -> dict[str, Any]:
    """The table as the server shows it to the page's player."""
    answer: dict[str, Any] = page.request.get(f"/api/tables/{table}").json()
    return answer


def moves(page: Page, table: str) -> list[str]:
    """All moves so far."""
    return [move["move"] for move in shown(page, table).get("moves", [])]


def commit(page: Page) -> Locator:
    """The button that says what comes next."""
    return page.locator("button.commit")


def draw(page: Page, move: str) -> Locator:
    """The pile: `take` or `reveal`."""
    return page.locator(f"button[data-move={move}]")


def cards(page: Page) -> Locator:
    """The cards that may be chosen now, and are not yet."""
    return page.locator(".choice.live:not(.going):not(.chosen)")


def targets(page: Page, kind: str = "") -> Locator:
    """The cells where the chosen card may lie: to `lay` it, or to `swap` it in."""
    return page.locator(f"[data-aim={kind}]" if kind else "[data-aim]")


class Way(Protocol):
    """A way to do each step of a turn."""

    def source(self, page: Page, move: str) -> None: ...
    def card(self, page: Page, which: int) -> None: ...
    def cell(self, page: Page, which: int) -> None: ...
    def commit(self, page: Page) -> None: ...
    def put_away(self, page: Page) -> None: ...


@dataclass(frozen=True)
class Pointer:
    """By mouse, or by touch."""

    touch: bool = False

    def _press(self, what: Locator) -> None:
        """Where it is, at once: nothing moves here, so there is nothing to wait for."""
        box = what.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.touch:
            what.page.touchscreen.tap(x, y)
        else:
            what.page.mouse.click(x, y)

    def source(self, page: Page, move: str) -> None:
        self._press(draw(page, move))

    def card(self, page: Page, which: int) -> None:
        self._press(cards(page).nth(which))

    def cell(self, page: Page, which: int) -> None:
        self._press(targets(page).nth(which))

    def commit(self, page: Page) -> None:
        self._press(commit(page))

    def put_away(self, page: Page) -> None:
        self._press(page.locator("section.scoring button"))


@dataclass(frozen=True)
class Keys:
    """By keyboard alone: letters draw, digits choose, arrows and Enter lay, Enter plays."""

    def source(self, page: Page, move: str) -> None:
        page.keyboard.press("d" if move == "take" else "r")

    def card(self, page: Page, which: int) -> None:
        every = page.locator(".choice.live")
        free = [
            index
            for index in range(every.count())
            if not re.search("going|chosen", every.nth(index).get_attribute("class") or "")
        ]
        page.keyboard.press(str(free[which] + 1))

    def cell(self, page: Page, which: int) -> None:
        if page.evaluate("document.activeElement.dataset.aim === undefined"):
            page.keyboard.press("1")
        for _ in range(which):
            page.keyboard.press("Control+ArrowRight")
        page.keyboard.press("Enter")

    def commit(self, page: Page) -> None:
        page.keyboard.press("Enter")

    def put_away(self, page: Page) -> None:
        page.keyboard.press("Escape")


@dataclass
class Game:
    """A game that is being played on a page, a step at a time; several may be at once."""

    page: Page
    table: str
    way: Way
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    seen: set[str] = field(default_factory=set)
    """What the button and the scoring have said."""
    over: bool = False

    def steps(self, most: int = 12) -> None:
        """All that is to be done now."""
        for _ in range(most):
            if not self.step():
                return

    def step(self) -> bool:
        """One step, if there is one to be made."""
        now = self.page.evaluate(NOW)
        self.seen |= {now["scoring"], re.sub(r"\d+$", "#", now["button"])}
        if now["scoring"]:
            self.way.put_away(self.page)
        elif now["over"]:
            self.over = True
            return False
        elif now["ready"]:
            self.way.commit(self.page)
        else:
            return self._choose(now["button"])
        return True

    def _choose(self, button: str) -> bool:
        if button == SOURCE:
            self.way.source(self.page, self.chance.choice(["take", "reveal"]))
            expect(commit(self.page)).not_to_have_text(SOURCE)
        elif button == CELL:
            self.way.cell(self.page, self.chance.randrange(targets(self.page).count()))
            expect(commit(self.page)).not_to_have_text(CELL)
        elif button == CARD or button.endswith("to discard"):
            self.way.card(self.page, self.chance.randrange(cards(self.page).count()))
        else:
            return False
        return True


def played_out(games: list[Game]) -> None:
    """All of them at once: bots take their time, and the others move meanwhile."""
    while left := [game for game in games if not game.over]:
        for game in left:
            game.steps()
