"""Pictures of every page, in both themes and both sizes, to be looked at: `make screenshots`."""

import argparse
import re
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, sync_playwright

from tests.server.app.processes import started
from tests.web.browsing import DESKTOP, LANGUAGES, PHONE, Browse, connected, launch, look, settled
from tests.web.piazza_play import opened
from tests.web.test_pages import PAGES, own_page, waiting_room
from tests.web.test_replay import CARRE, PIAZZA, PLAYED_OUT, pasted

FOLDER = "work_tmp/screenshots"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def name_of(path: str) -> str:
    """A file's name for an address."""
    return re.sub(r"\W+", "-", path).strip("-") or "home"


def game(page: Page, name: str) -> Page:
    """A game against bots, just begun."""
    connected(look(page, "/"))
    page.get_by_role("article").filter(has_text=name).get_by_role("button").first.click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    page.wait_for_timeout(1500)
    return page


def ended(page: Page) -> Page:
    """A game of Piazza that is over."""
    table = opened(connected(look(page, "/")), ["me", "level1"])
    look(page, f"/t/{table}").locator("main button.main").click()
    page.evaluate(PLAYED_OUT, table)
    page.locator(".step").first.wait_for()
    return page


def replayed(page: Page, record: Path) -> Page:
    """A game looked at again, some moves after its start."""
    pasted(look(page, "/replay"), record)
    page.locator("input[type=range]").fill("12")
    return page


def take(page: Page, folder: Path, ending: str) -> None:
    """All pages of one theme and size."""
    for path in PAGES:
        settled(look(page, path)).screenshot(
            path=folder / f"{name_of(path)}-{ending}.png", full_page=True
        )
    for arrive in (waiting_room, own_page):
        settled(arrive(page)).screenshot(
            path=folder / f"{arrive.__name__}-{ending}.png", full_page=True
        )
    for name in ("Piazza", "Carré"):
        game(page, name).screenshot(path=folder / f"game-{name_of(name)}-{ending}.png")
    settled(ended(page)).screenshot(path=folder / f"ended-{ending}.png", full_page=True)
    for record in (PIAZZA, CARRE):
        settled(replayed(page, record)).screenshot(
            path=folder / f"replay-{record.stem}-{ending}.png", full_page=True
        )
    settled(look(page, "/")).screenshot(path=folder / f"home-again-{ending}.png", full_page=True)


def pictures(folder: Path, language: str, database: str) -> None:
    """All pages, themes and sizes in one language."""
    server_options = ("--db", database, "--no-limits")
    with sync_playwright() as playwright, started(*server_options) as server:
        browse = Browse(launch(playwright), server.url)
        for theme in THEMES:
            for size in (DESKTOP, PHONE):
                page = browse(theme=theme, size=size, language=language)
                take(page, folder, f"{size[0]}-{theme}")
        browse.close()
        browse.browser.close()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", default=FOLDER, help=f"default: {FOLDER}")
    parser.add_argument("--language", default="en", choices=LANGUAGES, help="default: en")
    arguments = parser.parse_args()
    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        pictures(folder, arguments.language, f"{place}/pictures.db")
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}/")


if __name__ == "__main__":
    main()
