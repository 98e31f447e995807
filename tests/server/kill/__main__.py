"""Kill a server under load as often as you like: python -m tests.server.kill --kills 100"""

import argparse
import asyncio
import secrets
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.server.kill.storm import Storm
from tests.services import Postgres, Redis

STORES = ("sqlite", "postgres", "nodes")


def main() -> None:
    """Run it on each store that was asked for."""
    parser = argparse.ArgumentParser("python -m tests.server.kill", description=__doc__)
    parser.add_argument("--kills", type=int, default=100, metavar="N", help="default: 100")
    parser.add_argument("--seed", type=int, help="that of an earlier run; default: a new one")
    stores = "nodes: two of them on one PostgreSQL and one Redis; default: all three"
    parser.add_argument("--store", choices=STORES, action="append", help=stores)
    arguments = parser.parse_args()
    seed = secrets.randbelow(1_000_000) if arguments.seed is None else arguments.seed
    for store in arguments.store or STORES:
        with _storm(store, arguments.kills, seed) as storm:
            print(f"{store}, seed {seed}: {storm.kills} kills ...", flush=True)
            began = time.monotonic()
            asyncio.run(storm.rage())
            print(_summary(storm, time.monotonic() - began), flush=True)


@contextmanager
def _storm(store: str, kills: int, seed: int) -> Iterator[Storm]:
    with ExitStack() as stack:
        # Not closed to others: PostgreSQL may run as another user.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        if store == "sqlite":
            yield Storm(str(folder / "piazzetta.db"), folder, kills, seed)
            return
        database = Postgres(Path(tempfile.mkdtemp(prefix="piazzetta-postgres-"))).make("kill")
        redis = stack.enter_context(Redis()) if store == "nodes" else None
        yield Storm(database, folder, kills, seed, redis)


def _summary(storm: Storm, seconds: float) -> str:
    log = storm.log
    lines = [
        f"  {storm.killed} kills in {seconds:.0f} s; nothing is lost, nothing was done twice",
        f"  {log.done()} messages acknowledged, {log.done('move')} moves among them,"
        f" at {len(log.tables)} tables, every game played to its end",
        f"  {log.counts['connections']} connections, back after"
        f" {statistics.median(log.gaps):.2f} s in the median, {max(log.gaps):.2f} s at most",
    ]
    if storm.starting:
        lines.append(f"  a start takes {statistics.median(storm.starting):.2f} s in the median")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
