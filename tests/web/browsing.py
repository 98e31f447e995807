"""A real browser at a real server: pages of any size, language and theme, watched for trouble."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Route,
    WebError,
)

Size = tuple[int, int]
Theme = Literal["light", "dark"]

NOWHERE = "about:blank"
MANIFEST = "/manifest.webmanifest"
SHARED, ENOUGH = Path("/dev/shm"), 2**30

PHONE, SMALL_PHONE, SIDEWAYS, DESKTOP = (390, 844), (360, 640), (844, 390), (1280, 800)
LANGUAGES = {"en": "en-GB", "de": "de-CH", "fr": "fr-CH", "it": "it-CH"}
OTHERS = [pytest.param(one, marks=pytest.mark.long) for one in LANGUAGES if one != "de"]
MOSTLY_GERMAN = ["de", *OTHERS]
"""German has the longest words; the others are looked at by `make test-all`. That no word is
missing in any of them, `web/src/lib/words.test.ts` holds."""
CHROMIUM = "chromium"
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
A_WHILE = 300
"""Milliseconds in which what must not happen would."""
OFTEN = 20
"""Milliseconds between looks at what is not there yet."""
PATIENCE = 15_000
"""Milliseconds: far more than anything here takes, even on a busy machine."""


def launch(playwright: Playwright) -> Browser:
    """The distribution's browser, as `scripts/services` sees to it."""
    path = shutil.which(CHROMIUM)
    if path is None:
        raise RuntimeError(f"there is no {CHROMIUM}; to get it: apt-get install {CHROMIUM}")
    # Else what its processes share is written to the disk, which is slow.
    unwanted = ["--disable-dev-shm-usage"] if _has_shared_memory() else []
    return playwright.chromium.launch(executable_path=path, ignore_default_args=unwanted)


def _has_shared_memory() -> bool:
    """Containers often have little of it."""
    room = os.statvfs(SHARED) if SHARED.is_dir() else None
    return room is not None and room.f_bavail * room.f_frsize >= ENOUGH


ELSEWHERE = "0.0.0.0"
"""This machine under a name that is not only its own for itself."""


@dataclass
class Browse:
    """Opens pages, each in a browser of its own, and hears all that goes wrong in them."""

    browser: Browser
    url: str
    troubles: list[str] = field(default_factory=list)
    _forgiven: list[str] = field(default_factory=list)
    _contexts: list[BrowserContext] = field(default_factory=list)

    def __call__(
        self,
        path: str = "/",
        *,
        size: Size = DESKTOP,
        language: str = "en",
        theme: Theme = "light",
        touch: bool = False,
        still: bool = True,
        worker: bool = False,
        url: str = "",
    ) -> Page:
        """Somebody new looks at that page, or at `NOWHERE` yet. `still`: nothing moves. `worker`:
        the app is kept for when the server is away, which takes a while. `url`: another way there.
        """
        context = self.browser.new_context(
            base_url=url or self.url,
            viewport={"width": size[0], "height": size[1]},
            locale=LANGUAGES[language],
            color_scheme=theme,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce" if still else "no-preference",
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(PATIENCE)
        context.on("console", self._console)
        context.on("weberror", self._error)
        self._contexts.append(context)
        page = context.new_page()
        return page if path == NOWHERE else look(page, path)

    def forgive(self, part: str) -> None:
        """What is heard with this in it is no trouble here: it is what the test is about."""
        self._forgiven.append(part)

    def close(self) -> None:
        """Close all; whatever went wrong is told now."""
        for context in self._contexts:
            context.close()
        left = [one for one in self.troubles if not any(part in one for part in self._forgiven)]
        assert not left, "\n".join(left)

    def _console(self, message: ConsoleMessage) -> None:
        # What the policy forbids is told here, too, as an error.
        if message.type == "error":
            where = message.location
            self.troubles.append(f"{message.text} ({where['url']}:{where['lineNumber']})")

    def _error(self, error: WebError) -> None:
        self.troubles.append(str(error.error))


def seen_as(page: Page, size: Size, theme: Theme = "light") -> Page:
    """The same page on another screen, by day or by night."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=theme)
    page.locator(f"html[data-theme={theme}]").wait_for(state="attached")
    page.evaluate(PAINTED)
    return page


def look(page: Page, path: str) -> Page:
    """Go there, and wait until there is something to see."""
    page.goto(path)
    page.locator("h1, main").first.wait_for(state="attached")
    return page


def connected(page: Page) -> Page:
    """Wait until the server knows who looks."""
    page.locator("[data-connection=online]").wait_for(state="attached")
    return page


def known(page: Page) -> Page:
    """The same; whoever has not looked at anything yet says so to the server."""
    if page.url != NOWHERE:
        return connected(page)
    posted(page, "/api/me", {"name": "Guest 1000"})
    return page


def posted(page: Page, path: str, data: dict[str, Any]) -> dict[str, Any]:
    """What the server answers to that, said by the page's player."""
    origin = page.request.head(MANIFEST).url.removesuffix(MANIFEST)
    answer = page.request.post(path, data=data, headers={"Origin": origin})
    assert answer.ok, answer.text()
    told: dict[str, Any] = answer.json()
    return told


def built(page: Page) -> Page:
    """Wait until a game page is there as a whole: it is built in steps."""
    page.locator("main[aria-busy=false]").wait_for()
    return page


def becomes(page: Page, read: Callable[[], object], wanted: object = True) -> None:
    """Wait until what is read is what is wanted: the page answers first, and draws and tells then.
    Where `expect` knows what is read, use that.
    """
    end = time.monotonic() + PATIENCE / 1000
    while (last := read()) != wanted:
        assert time.monotonic() < end, f"{last!r} instead of {wanted!r}"
        page.wait_for_timeout(OFTEN)


@contextmanager
def held_back(page: Page, path: str) -> Iterator[None]:
    """What the page asks of the server there is on its way until the end, and has gone by then."""
    held: list[Route] = []
    free = False

    def hold(route: Route) -> None:
        if free:
            route.continue_()
        else:
            held.append(route)

    page.context.route(path, hold)
    yield
    becomes(page, lambda: bool(held))
    page.wait_for_timeout(A_WHILE)
    free = True
    for route in held:
        route.continue_()


def settled(page: Page) -> Page:
    """Wait until everything that was asked for has come."""
    page.wait_for_load_state("networkidle")
    return page
