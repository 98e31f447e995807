"""Our server beside boardgame.io's, under the same load in the same run.

    python -m bench.server [--tables 10 100 500] [--rounds 1] [--seconds 8] [--idle 5000]
                           [--python PATH]

Every server runs on a core of its own, the load on the others. Ours commits each move to disk
before it acknowledges it; boardgame.io is measured with its matches in memory and in its FlatFile
storage. Our games end, and what the server does between two of them is told apart from the moves;
the game of boardgame.io never ends. Installs boardgame.io into a temporary folder with npm. Ends
with status 1 when a promise is not kept.
"""

import argparse
import asyncio
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench import boardgame_io_load, piazzetta_load
from bench.load import Measured, measure
from bench.wire import connect
from piazzetta import kernels

BOARDGAME_IO = ("boardgame.io@0.50.2", "node-persist@3.1.3")
SCRIPT = Path(__file__).parent / "boardgame_io.js"
GAMES = ("carre", "piazza")
IN_MEMORY, FLAT_FILE = "boardgame.io, in memory", "boardgame.io, FlatFile"
SERVER_CORE = 0
WARM_UP, QUIET = 10.0, 0.05
"""Seconds that a server has to get ready in, and its share of a core when it has nothing to do."""
DESCRIBE = "import platform; print('Python', platform.python_version())"
"""Run by the interpreter that runs our server."""
PAGE = resource.getpagesize()
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Row:
    """A server under a load."""

    server: str
    measured: Measured


class Server:
    """A process on a core of its own."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        """`command` prints a line with `ready` once it accepts."""
        pinned = ["taskset", "-c", str(SERVER_CORE), *command]
        self._log = (folder / "server.log").open("wb")
        self.process = subprocess.Popen(
            pinned, cwd=folder, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        self.line = self._ready()

    def _ready(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("ready"):
                return line
        raise SystemExit("The server did not start; its log: " + self._log.name)

    def cpu_seconds(self) -> float:
        """User and system, of all its threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def settle(self) -> None:
        """Wait until it is as fast as it will be: it compiles for a while after it accepts."""
        time.sleep(WARM_UP)
        before, now = 0.0, self.cpu_seconds()
        while now - before > QUIET:
            time.sleep(1)
            before, now = now, self.cpu_seconds()

    def memory(self) -> int:
        """Bytes that are resident."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(timeout=20)
        self._log.close()


@contextmanager
def ours(folder: Path, python: str) -> Iterator[tuple[Server, str]]:
    """Our server on an embedded database, run by that interpreter, and its address."""
    command = [python, "-m", "piazzetta", "serve", "--port", "0", "--no-limits"]
    server = Server([*command, "--db", str(folder / "bench.sqlite")], folder)
    try:
        yield server, server.line.split()[1].rstrip("/")
    finally:
        server.stop()


@contextmanager
def theirs(folder: Path, modules: Path, kept: bool) -> Iterator[Server]:
    """boardgame.io's server on ports 18080 and 18081."""
    shutil.copy(SCRIPT, modules / SCRIPT.name)
    storage = [str(folder / "matches")] if kept else []
    command = ["node", str(modules / SCRIPT.name), "18080", "18081", *storage]
    server = Server(command, folder)
    try:
        yield server
    finally:
        server.stop()


def under_load(
    server: Server, seat_all: Callable[..., object], tables: int, seconds: float
) -> Measured:
    """So many tables, for so long."""
    server.settle()
    run = measure(seat_all, tables, seconds, server.cpu_seconds, server.memory)  # type: ignore[arg-type]
    return asyncio.run(run)


def measure_ours(python: str, game: str, tables: int, seconds: float) -> Row:
    """So many tables of a game on a fresh server."""
    with tempfile.TemporaryDirectory() as name, ours(Path(name), python) as (server, origin):
        seat_all = partial(piazzetta_load.seat_all, origin, game)
        return Row(f"Piazzetta, {game}", under_load(server, seat_all, tables, seconds))


def measure_theirs(modules: Path, kept: bool, tables: int, seconds: float) -> Row:
    """The same of boardgame.io's, in memory or with FlatFile."""
    with tempfile.TemporaryDirectory() as name, theirs(Path(name), modules, kept) as server:
        seat_all = partial(boardgame_io_load.seat_all, 18080, 18081)
        found = under_load(server, seat_all, tables, seconds)
        return Row(FLAT_FILE if kept else IN_MEMORY, found)


def measure_all(
    modules: Path, python: str, tables: Sequence[int], rounds: int, seconds: float
) -> Iterator[Row]:
    """All in turn, so that what else the machine does meets them alike."""
    contestants = [
        *(partial(measure_theirs, modules, kept) for kept in (False, True)),
        *(partial(measure_ours, python, game) for game in GAMES),
    ]
    for count in tables:
        for number in range(rounds):
            for contestant in contestants:
                row = contestant(count, seconds)
                note(f"round {number + 1} of {rounds}: {_line(row)}")
                yield row


def best(rows: Sequence[Row]) -> list[Row]:
    """Of each server with so many tables the round in which it was disturbed least."""
    found: dict[tuple[str, int], Row] = {}
    for row in rows:
        key = row.server, row.measured.tables
        found[key] = max(row, found.get(key, row), key=_rate)
    return sorted(found.values(), key=lambda row: row.server)


def _rate(row: Row) -> float:
    return row.measured.moves_per_cpu_second


def syncs_per_second(seconds: float = 2.0) -> float:
    """How often this disk writes a small block for good."""
    with tempfile.NamedTemporaryFile(dir=".") as file:
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            file.write(b"x" * 4096)
            file.flush()
            os.fdatasync(file.fileno())
            count += 1
        return count / (time.perf_counter() - start)


def measure_idle(python: str, connections: int) -> str:
    """How much an idle connection takes, and whether that stays so."""
    with tempfile.TemporaryDirectory() as name, ours(Path(name), python) as (server, origin):
        note(f"{connections:,} idle connections ...")
        before = server.memory()
        held, later = asyncio.run(_hold(server, origin, connections))
    each = (held - before) / connections
    return (
        f"{connections:,} idle connections: {each / 1024:.1f} KiB each, "
        f"{(later - held) / 1024:+,.0f} KiB in all after half a minute"
    )


async def _hold(server: Server, origin: str, connections: int) -> tuple[int, int]:
    address = f"{origin.replace('http', 'ws', 1)}/ws"
    wires = []
    cookie = await asyncio.to_thread(piazzetta_load.new_guest, origin)
    headers = {"Cookie": cookie, "Origin": origin}
    for _ in range(connections):
        wires.append(await connect(address, headers, lambda _data: None))
    await asyncio.sleep(3)
    held = server.memory()
    await asyncio.sleep(30)
    later = server.memory()
    lost = sum(wire.lost for wire in wires)
    if lost:
        raise SystemExit(f"{lost} idle connections were lost")
    return held, later


def table(rows: Sequence[Row]) -> Iterator[str]:
    """In markdown."""
    heads = "moves/s", "moves per CPU-second", "p50 ms", "p99 ms", "KiB a table", "CPU ms a rematch"
    yield f"| server | tables | {' | '.join(heads)} |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    yield from map(_line, rows)


def _line(row: Row) -> str:
    found = row.measured
    return (
        f"| {row.server} | {found.tables} | {found.moves_per_second:,.0f} | "
        f"{found.moves_per_cpu_second:,.0f} | {found.p50_ms:.1f} | {found.p99_ms:.1f} | "
        f"{found.bytes_per_table / 1024:,.0f} | {found.ms_per_rematch:.1f} |"
    )


def broken_promises(rows: Sequence[Row]) -> Iterator[str]:
    """At each number of tables: 4 × FlatFile and at least in memory, both per CPU-second; and a
    lower p99 than either."""
    theirs = {(row.server, row.measured.tables): row.measured for row in rows}
    for row in rows:
        if not row.server.startswith("Piazzetta"):
            continue
        found, where = row.measured, f"{row.server}, {row.measured.tables} tables"
        memory = theirs[IN_MEMORY, found.tables]
        flat = theirs[FLAT_FILE, found.tables]
        if found.moves_per_cpu_second < 4 * flat.moves_per_cpu_second:
            yield f"{where}: less than 4 times FlatFile's moves per CPU-second"
        if found.moves_per_cpu_second < memory.moves_per_cpu_second:
            yield f"{where}: fewer moves per CPU-second than in memory"
        if found.p99_ms > min(memory.p99_ms, flat.p99_ms):
            yield f"{where}: p99 is higher than boardgame.io's"


def note(text: str) -> None:
    """Say how far it is."""
    print(text, file=sys.stderr, flush=True)


def install(folder: Path) -> None:
    """boardgame.io and what its FlatFile needs."""
    note("Installing boardgame.io ...")
    command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", *BOARDGAME_IO]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def versions(python: str) -> str:
    """What was measured with."""
    described = _said(python, "-c", DESCRIBE)
    return f"{os.cpu_count()} cores; {described} ({python}), Node {_said('node', '--version')}."


def _said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    """Print the table; the result says whether all promises are kept."""
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 500])
    parser.add_argument("--seconds", type=float, default=8.0, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=1, help="of which each server's best counts")
    parser.add_argument("--idle", type=int, default=5000, help="connections; 0 for none")
    parser.add_argument("--python", default=sys.executable, help="that runs our server")
    given = parser.parse_args()
    python = given.python
    cores = os.sched_getaffinity(0)
    if len(cores) > 1:
        os.sched_setaffinity(0, cores - {SERVER_CORE})
    kernels.wait_until_ready("piazza")  # they are compiled by now: no server has to
    with tempfile.TemporaryDirectory() as name:
        install(Path(name))
        measured = measure_all(Path(name), python, given.tables, given.rounds, given.seconds)
        rows = best(list(measured))
    print("\n".join(table(rows)))
    print(f"\n{versions(python)} This disk: {syncs_per_second():,.0f} syncs a second.")
    if given.idle:
        print(measure_idle(python, given.idle))
    broken = list(broken_promises(rows))
    print("\n".join(broken) or "All promises are kept.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
