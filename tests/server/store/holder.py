"""A process that holds a store open, to be killed: `python -m tests.server.store.holder URL`.

It says the server's time on its standard output, line by line, twice as often as it beats.
"""

import asyncio
import sys

from piazzetta.server.store import Store, clock

EVERY, LATE = 0.2, 0.6
"""Instead of a second and three: tests do not want to wait."""


async def main() -> None:
    clock.EVERY, clock.LATE = EVERY, LATE
    store = await Store.open(sys.argv[1])
    while True:
        print(store.time.now(), flush=True)
        await asyncio.sleep(EVERY / 2)


if __name__ == "__main__":
    asyncio.run(main())
