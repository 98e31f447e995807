"""The web app on a running server: Lighthouse's scores, how soon inputs are seen, how heavy it is.

    python -m bench.web [--runs 5] [--turns 10] [--only lighthouse inputs weight]

Lighthouse looks with its phone settings at the home page and at a game in progress of each game.
Ends with status 1 when a promise is not kept.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench import web_games, web_lighthouse
from bench.web_inputs import percentile
from bench.web_lighthouse import CATEGORIES, TIMES, Visits
from tests.server.app.processes import started
from tests.web.browsing import Browse, launch
from tests.web.first_page import MOST_SCRIPT, scripts_of

LEAST_SCORE = 95
LONGEST, OF_HUNDRED = 50, 98
"""Milliseconds from an input to its paint, for so many of a hundred inputs."""


def lighthouse(browse: Browse, given: argparse.Namespace) -> Iterator[str]:
    """Print a table; the promises that are not kept."""
    command = web_lighthouse.installed()
    games, cookies = web_games.in_progress(browse)
    head("page", *CATEGORIES, *TIMES, "layout shift")
    for name, address in {"home": browse.url, **games}.items():
        # Nobody has been at the home page before; at the others the player is.
        kept = cookies if name in games else []
        with web_lighthouse.browser_with_port(browse.browser, kept) as port:
            visits = Visits(
                tuple(web_lighthouse.visit(command, address, port) for _ in range(given.runs))
            )
        row(name, *visits.scores_told(), *visits.times_told(), f"{visits.layout_shift():.3f}")
        for category, score in zip(CATEGORIES, visits.scores(), strict=True):
            if score < LEAST_SCORE:
                yield f"{name}: {category} has {score:.0f}; {', '.join(visits.failed())}"


def inputs(browse: Browse, given: argparse.Namespace) -> Iterator[str]:
    """Print a table; the promises that are not kept."""
    head("page", "input", "times", "median ms", f"p{OF_HUNDRED} ms", "worst ms")
    for name, play in web_games.WAYS.items():
        found = play(browse, given.turns)
        for what, times in found.times.items():
            row(name, what, *told(times))
        row(name, "**all**", *told(found.all))
        if percentile(found.all, OF_HUNDRED) >= LONGEST:
            yield f"{name}: not even {OF_HUNDRED} of 100 inputs take less than {LONGEST} ms"


def told(times: list[float]) -> list[str]:
    """How many, and how long they took."""
    high = percentile(times, OF_HUNDRED)
    return [
        str(len(times)),
        *(f"{one:.0f}" for one in (statistics.median(times), high, max(times))),
    ]


def weight(browse: Browse, _given: argparse.Namespace) -> Iterator[str]:
    """Print one line; the promise, if it is not kept."""
    total = sum(scripts_of(browse("/link").context).values())
    print(f"JavaScript of the first page, compressed: {total / 1000:.1f} kB")
    if total > MOST_SCRIPT:
        yield f"the first page has more than {MOST_SCRIPT / 1000:.0f} kB of JavaScript"


def head(first: str, *columns: str) -> None:
    """The head of a table."""
    row(first, *columns)
    print("| --- |" + " ---: |" * len(columns), flush=True)


def row(*columns: str) -> None:
    """In markdown."""
    print(f"| {' | '.join(columns)} |", flush=True)


PARTS: Mapping[str, Callable[[Browse, argparse.Namespace], Iterator[str]]] = {
    "weight": weight,
    "inputs": inputs,
    "lighthouse": lighthouse,
}


def broken_promises(given: argparse.Namespace, database: Path) -> Iterator[str]:
    """Measure on a server of its own."""
    with sync_playwright() as playwright, started("--db", str(database), "--no-limits") as server:
        browser = launch(playwright)
        for name in given.only:
            browse = Browse(browser, server.url)
            yield from PARTS[name](browse, given)
            browse.close()
            print()
        browser.close()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.web", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="of Lighthouse, on each page")
    parser.add_argument("--turns", type=int, default=10, help="to play, on each page")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        broken = list(broken_promises(given, Path(folder) / "bench.db"))
    print("\n".join(broken) or "All promises are kept.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
