"""How long the event loop was kept from other work while something was awaited."""

import asyncio
import time
from typing import Any


async def longest_stall(work: asyncio.Future[Any]) -> tuple[float, float]:
    """The longest time between two turns of the loop, and the time that the work took."""
    began = last = time.monotonic()
    longest = 0.0
    while not work.done():
        await asyncio.sleep(0.001)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    await work
    return longest, last - began
