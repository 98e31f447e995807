"""C'est Carré! in a browser, played as people do: by mouse, by touch and by keyboard alone."""

import random
import re
from dataclasses import dataclass, field
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import built, known, look, posted

QUICK = 0.15
"""Seconds from a bot's turn to its move: the least that a table may have."""
A_MOMENT = 60
"""Milliseconds: whoever looks all the time slows down those who have to move."""
LEVEL = "level2"
"""Good enough to have 50 points soon."""

SOURCE, CARD, CELL = "Take or reveal", "Choose a card", "Choose a cell"

LOOK = """(chance) => {
    const every = (at) => [...document.querySelectorAll(at)].filter((one) => one.checkVisibility());
    const any = (found) => found[Math.floor(chance * found.length)];
    const scoring = every("section.scoring button")[0];
    const button = every("button.commit")[0];
    const said = { scoring: scoring?.innerText ?? "", button: button?.innerText ?? "" };
    const over = every("button").some((one) => one.innerText === "Rematch");
    const found = (what, element, ...keys) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return { ...said, over: false, what, at: [left + width / 2, top + height / 2], keys };
    };
    if (scoring) return found("scoring", scoring, "Escape");
    if (over || !button) return { ...said, over };
    if (!button.ariaDisabled) return found("commit", button, "Enter");
    if (said.button === "Take or reveal") {
        const pile = any(every("button.open[data-move]"));
        return pile ? found("source", pile, pile.dataset.move === "take" ? "d" : "r") : said;
    }
    if (said.button === "Choose a cell") {
        const cells = every("[data-aim]");
        const near = document.activeElement.dataset.aim === undefined ? ["1"] : [];
        const keys = chance < 0.5 ? ["Enter"] : ["Control+ArrowRight", "Enter"];
        return cells.length ? found("cell", any(cells), ...near, ...keys) : said;
    }
    if (!/^Choose (a card|\\d+ to discard)$/.test(said.button)) return said;
    const cards = every(".choice.live");
    const card = any(cards.filter((one) => !one.matches(".going, .chosen")));
    return card ? found("card", card, String(cards.indexOf(card) + 1)) : said;
}"""
"""What is asked for now, and where to press, or which keys, to do any of it."""


def begun(page: Page, players: int, level: str = LEVEL, **wishes: Any) -> str:
    """A game against bots that has begun, and that we begin; the page shows it."""
    seats = ["me", *[level] * (players - 1)]
    table = {"game": "carre", "players": players, "seats": seats, "pace": QUICK}
    options = {"options": {"first": 0}, **wishes}
    number = str(posted(known(page), "/api/tables", table | options)["table"])
    look(page, f"/t/{number}")
    page.locator("main button.main").click()
    expect(built(page).get_by_role("grid")).to_be_visible()
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
    """A way to do what was found."""

    def __call__(self, page: Page, found: dict[str, Any]) -> None: ...


def by_mouse(page: Page, found: dict[str, Any]) -> None:
    """Click on it."""
    page.mouse.click(*found["at"])


def by_touch(page: Page, found: dict[str, Any]) -> None:
    """Tap on it."""
    page.touchscreen.tap(*found["at"])


def by_keyboard(page: Page, found: dict[str, Any]) -> None:
    """Letters draw, digits choose, arrows and Enter lay, Enter plays."""
    for key in found["keys"]:
        page.keyboard.press(key)


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

    def step(self) -> bool:
        """One step, if there is one to be made."""
        found = self.page.evaluate(LOOK, self.chance.random())
        self.seen |= {found["scoring"], re.sub(r"\d+$", "#", found["button"])}
        self.over = bool(found.get("over"))
        if "what" not in found:
            return False
        self.way(self.page, found)
        return True

    def turn(self) -> int:
        """As many steps as can be made now; how many they were."""
        return sum(1 for _ in iter(self.step, False))


def played_out(games: list[Game]) -> None:
    """All of them at once: bots take their time, and the others move meanwhile."""
    while left := [game for game in games if not game.over]:
        if not sum(game.turn() for game in left):
            left[0].page.wait_for_timeout(A_MOMENT)
