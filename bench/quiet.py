"""A quiet moment on a machine that others work on, too: what is short is measured then."""

import time
from pathlib import Path

BUSY = 0.15
"""The share of all cores that may be in use."""
PATIENCE = 20
"""So many times as long it waits at most; then it is measured in any case."""


def wait_for_quiet(seconds: float) -> None:
    """Wait until hardly anything has run for so long."""
    end = time.monotonic() + PATIENCE * seconds
    while time.monotonic() < end:
        before = _jiffies()
        time.sleep(seconds)
        total, idle = (now - was for now, was in zip(_jiffies(), before, strict=True))
        if total - idle < BUSY * total:
            return


def _jiffies() -> tuple[int, int]:
    """All, and those in which nothing was done."""
    fields = Path("/proc/stat").read_text("ascii").split("\n", 1)[0].split()[1:]
    spent = [int(one) for one in fields]
    return sum(spent), spent[3] + spent[4]
