"""Lighthouse with its phone settings, on pages of a real server: scores as it gives them.

Lighthouse is installed into the user's cache with npm, once; the app does not depend on it.
"""

import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Cookie

from bench.quiet import wait_for_quiet
from tests.web.browsing import CHROMIUM

VERSION = "12.8.2"
"""The newest that runs on the oldest Node that the web app is built with."""
CATEGORIES = ("performance", "accessibility", "best-practices")
TIMES = {
    "first paint": "first-contentful-paint",
    "largest paint": "largest-contentful-paint",
    "blocked": "total-blocking-time",
}
FLAGS = (
    "--headless=new",
    "--remote-debugging-port=0",
    "--no-sandbox",
    # Machines that measure have no graphics card: to emulate one would take more than the page.
    "--disable-gpu",
    # As Lighthouse starts it: nothing goes on besides the page.
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider",
    "--disable-hang-monitor",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
)
TRIES = 3
"""Now and then it loses its own trace, and asks to be run again."""
QUIET = 1.5
"""Seconds: so long nothing else runs before a visit."""
READY_AFTER = 20.0
"""Seconds that a browser has to start in."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What one run found."""

    scores: tuple[float, ...]
    """0 to 100, in the order of `CATEGORIES`."""
    times: tuple[float, ...]
    """Milliseconds, in the order of `TIMES`."""
    layout_shift: float
    failed: tuple[str, ...]
    """What would have to be better for full points."""


@dataclass(frozen=True, slots=True)
class Visits:
    """What several runs found on one page."""

    visits: tuple[Visit, ...]

    def scores(self) -> list[float]:
        """The median of each category."""
        return [statistics.median(some) for some in zip(*self._scores(), strict=True)]

    def scores_told(self) -> list[str]:
        """Each with the lowest in brackets."""
        lowest = [min(some) for some in zip(*self._scores(), strict=True)]
        return [f"{a:.0f} ({b:.0f})" for a, b in zip(self.scores(), lowest, strict=True)]

    def times_told(self) -> list[str]:
        """Medians, in seconds."""
        times = zip(*(one.times for one in self.visits), strict=True)
        return [f"{statistics.median(some) / 1000:.2f} s" for some in times]

    def layout_shift(self) -> float:
        """The median."""
        return statistics.median(one.layout_shift for one in self.visits)

    def failed(self) -> list[str]:
        """All that cost points at least once."""
        return sorted({name for one in self.visits for name in one.failed})

    def _scores(self) -> list[tuple[float, ...]]:
        return [one.scores for one in self.visits]


@contextmanager
def browser_with_port(known: Browser, cookies: list[Cookie]) -> Iterator[int]:
    """A Chromium that Lighthouse can be given, with who we are in it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        path = shutil.which(CHROMIUM) or CHROMIUM
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(
            [path, *FLAGS, f"--user-data-dir={profile}", "about:blank"], stdout=quiet, stderr=quiet
        )
        try:
            port = _port_of(Path(profile) / "DevToolsActivePort")
            _keep(known, port, cookies)
            yield port
        finally:
            process.terminate()
            process.wait(timeout=READY_AFTER)


def _keep(known: Browser, port: int, cookies: list[Cookie]) -> None:
    browser = known.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
    browser.contexts[0].add_cookies(cookies)  # type: ignore[arg-type]
    browser.close()


def _port_of(file: Path) -> int:
    end = time.monotonic() + READY_AFTER
    while time.monotonic() < end:
        if file.is_file() and (lines := file.read_text().splitlines()):
            return int(lines[0])
        time.sleep(0.1)
    raise SystemExit("The browser did not start.")


def installed() -> Path:
    """Lighthouse's command."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = caches / "piazzetta" / f"lighthouse-{VERSION}"
    command = folder / "node_modules" / ".bin" / "lighthouse"
    if not command.exists():
        folder.mkdir(parents=True, exist_ok=True)
        npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", "."]
        subprocess.run(
            [*npm, f"lighthouse@{VERSION}"], cwd=folder, check=True, stdout=subprocess.DEVNULL
        )
    return command


def visit(command: Path, address: str, port: int) -> Visit:
    """One run: a phone's screen, a slow network and a slow processor, nothing in the cache."""
    for _ in range(TRIES):
        wait_for_quiet(QUIET)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "found.json"
            options = [f"--port={port}", "--output=json", f"--output-path={path}", "--quiet"]
            only = f"--only-categories={','.join(CATEGORIES)}"
            # What measures is not to take the browser's time.
            run = ["nice", "-n", "5", str(command), address, only, *options]
            if subprocess.run(run, check=False).returncode == 0:
                return _read(json.loads(path.read_text("utf-8")))
    raise SystemExit(f"Lighthouse could not look at the page in {TRIES} tries.")


def _read(found: dict[str, Any]) -> Visit:
    if error := found.get("runtimeError"):
        raise SystemExit(f"Lighthouse could not look at the page: {error['message']}")
    audits, categories = found["audits"], found["categories"]
    return Visit(
        tuple(100 * categories[name]["score"] for name in CATEGORIES),
        tuple(audits[name]["numericValue"] for name in TIMES.values()),
        audits["cumulative-layout-shift"]["numericValue"],
        tuple(_failed(found)),
    )


def _failed(found: dict[str, Any]) -> Iterator[str]:
    """What costs points outside of performance, where all is measured in times."""
    for name in CATEGORIES[1:]:
        for part in found["categories"][name]["auditRefs"]:
            score = found["audits"][part["id"]]["score"]
            if part["weight"] and score is not None and score < 1:
                yield part["id"]
