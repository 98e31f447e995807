"""From an input to the paint that shows what it did, as the browser itself times it.

Chromium's Event Timing says of each press how long it took until the next frame was shown, handlers
and drawing included, in steps of 8 ms. What took less than 16 ms it does not tell: it counts as 16.
"""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from playwright.sync_api import Page

from bench.quiet import wait_for_quiet

OBSERVE = """{
    window.pressed = [];
    const heard = (list) => list.getEntries().forEach((one) => {
        if (one.interactionId) window.pressed.push(one.duration);
    });
    new PerformanceObserver(heard).observe({ type: "event", durationThreshold: 16 });
}"""
HEARD = "() => window.pressed.splice(0)"
SHORTEST = 16.0
"""Milliseconds: the least that the browser tells of."""
QUIET = 0.2
"""Seconds: so long nothing else runs before a press."""
TELLING = 130
"""Milliseconds until it has told."""


@dataclass
class Inputs:
    """What was pressed on a page, and how long each press took."""

    page: Page
    times: dict[str, list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Listen from now on, also where the page leads."""
        self.page.evaluate(OBSERVE)
        self.page.add_init_script(OBSERVE)

    def press(self, what: str, how: Callable[[], None]) -> None:
        """Do it, and keep the longest of its events: down, up and click are one press."""
        wait_for_quiet(QUIET)
        self.page.evaluate(HEARD)
        how()
        self.page.wait_for_timeout(TELLING)
        found = self.page.evaluate(HEARD)
        self.times.setdefault(what, []).append(max([SHORTEST, *found]))

    def keys(self, keys: Sequence[str]) -> None:
        """Press one key after the other."""
        for key in keys:
            self.press(f"key {key}", partial(self.page.keyboard.press, key))

    @property
    def all(self) -> list[float]:
        """Of every press."""
        return [time for times in self.times.values() for time in times]


def percentile(times: Sequence[float], hundredths: int) -> float:
    """So many of a hundred take no longer."""
    if len(times) < 2:
        return max(times)
    return statistics.quantiles(times, n=100, method="inclusive")[hundredths - 1]
