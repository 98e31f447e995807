"""docs/protocol.md: its client plays whole games at a real server, and its figures are true."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import msgspec
import pytest

from piazzetta.rules import piazza, record
from piazzetta.server.app.api import MOVES_A_LOOK
from piazzetta.server.app.limits import Limits
from piazzetta.server.app.messages import MOST_WATCHED, MOVES_A_MESSAGE
from piazzetta.server.app.wire import BESIDE
from piazzetta.server.protocol import rest
from piazzetta.server.protocol.client import AnyMessage, Consider
from piazzetta.server.protocol.codes import SENTENCES
from piazzetta.server.protocol.endpoints import ENDPOINTS
from piazzetta.server.protocol.shared import MOST_CONSIDERED
from piazzetta.server.store import schema
from piazzetta.server.store.people import MOST
from piazzetta.server.table.limits import MOST_ASKED, MOST_BEFORE, MOST_BEGUN, MOST_MOVES

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
PATIENCE = 120
# The client is on this machine: nothing between it and the server is wanted.
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if "proxy" not in name.lower() and name != "PIAZZETTA_TOKEN"
}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@contextmanager
def server(database: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, and its address once it is ready."""
    command = [sys.executable, "-m", "piazzetta", "serve", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--db", str(database)], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
    )
    assert process.stdout is not None
    try:
        yield process, next(line.split()[1] for line in process.stdout if line[:6] == "ready ")
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()


def client(folder: Path, url: str) -> subprocess.Popen[str]:
    """The page's client, as it stands there, at its work."""
    (program,) = blocks("python")
    path = folder / "client.py"
    path.write_text(program, encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, str(path), url],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )


def wait_for_moves(url: str, number: int) -> None:
    """Until so many moves were made at the server's tables."""
    until = time.monotonic() + PATIENCE
    while moves_at(url) < number:
        assert time.monotonic() < until, "the game does not go on"
        time.sleep(0.1)


def moves_at(url: str) -> float:
    figures = build_opener(ProxyHandler({})).open(f"{url}/metrics", timeout=PATIENCE).read()
    found = re.search(rb'^piazzetta_rows_total{kind="moved"} (\S+)$', figures, re.MULTILINE)
    return float(found[1]) if found else 0.0


def check_story(text: str) -> None:
    """What the client prints: the result, and a record that plays out to it."""
    told, _, written = text.partition("Game:")
    points, best, fair = (line.partition(": ")[2] for line in told.splitlines())
    assert fair == "True"
    played = record.parse("Game:" + written)
    final = record.replay(played)[-1]
    outcome = piazza.GAME.outcome(final)
    assert outcome is not None
    assert points.split() == [str(score) for score in final.scores]
    assert best.split() == [str(seat) for seat in outcome.winners]


def test_the_client_plays_a_whole_game(tmp_path: Path) -> None:
    with server(tmp_path / "tables.sqlite") as (_, url):
        playing = client(tmp_path, url)
        told, trouble = playing.communicate(timeout=PATIENCE)
    assert (trouble, playing.returncode) == ("", 0)
    check_story(told)


def test_the_client_goes_on_when_its_server_was_killed(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with server(database) as (process, url):
        playing = client(tmp_path, url)
        wait_for_moves(url, 5)
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    assert playing.poll() is None, "the game was over too soon to prove anything"
    with server(database, int(url.rpartition(":")[2])):
        told, trouble = playing.communicate(timeout=PATIENCE)
    assert playing.returncode == 0
    assert "connecting again" in trouble
    check_story(told)


def test_its_examples_can_be_read() -> None:
    problem, opening, considering = blocks("json")
    told = msgspec.json.decode(problem, type=rest.Problem)
    assert told.message == SENTENCES[told.code]
    assert msgspec.json.decode(opening, type=rest.OpenTable).players == 3
    asked = msgspec.json.decode(considering, type=AnyMessage)
    assert isinstance(asked, Consider)
    assert f"up to {MOST_CONSIDERED} moves" in PAGE


@pytest.mark.parametrize("address", re.findall(r"`([A-Z]+ /api/[^`]*)`", PAGE))
def test_its_addresses_are_there(address: str) -> None:
    assert address in {f"{endpoint.method} {endpoint.path}" for endpoint in ENDPOINTS}


def test_its_codes_are_there() -> None:
    assert "`too_many`" in PAGE
    codes = re.findall(r"the code `(\w+)`", PAGE)
    assert codes
    assert set(codes) <= SENTENCES.keys()


def test_its_limits_are_those_of_the_code() -> None:
    limits = Limits()
    flat = " ".join(PAGE.split())
    for text in (
        f"A message has at most {limits.message // 1024} KiB, "
        f"a request {limits.body // 1024} KiB, one with a record {limits.record // 1024**2} MiB.",
        f"A connection may say about {limits.messages.a_second:.0f} things a second"
        f" and {limits.messages.at_once:.0f} at once, all connections of an address together"
        f" {limits.said.a_second:.0f} and {limits.said.at_once:.0f},"
        f" where every {MOVES_A_MESSAGE} moves that are considered count as one thing more;"
        f" an address connects {limits.handshakes.a_second:.0f} times a second,"
        f" {limits.handshakes.at_once:.0f} at once.",
        f"An address may send {limits.requests.a_second:.0f} requests a second,"
        " two of them with a record, for one, or for a replay,",
        "which are counted apart from all other requests,"
        f" it has {limits.looks.a_second:.0f} a second and {limits.looks.at_once:.0f} at once,"
        f" where every {MOVES_A_LOOK} moves that are played for the answer",
        f"One person waits for {limits.advice} answers to `advise` and `POST /api/advice`"
        f" at a time, an address for {limits.advice_here};",
        f"A connection watches at most {MOST_WATCHED} tables.",
        f"more than {BESIDE.a_second:.0f} frames a second beside messages,"
        f" or {limits.frames.a_second:.0f} over all connections of an address",
        f"more than {limits.waiting_messages} messages or {limits.waiting_bytes // 1024} KiB",
        f"at most {MOST[schema.tokens]} tokens,"
        f" {MOST[schema.links]} links to other devices that still work,"
        f" {MOST[schema.push]} browsers that are told of turns, and blocks or mutes"
        f" {MOST[schema.blocks]} others",
        f"A request has {limits.arrival:.0f} seconds to arrive",
        f"at most {limits.connections} sockets and {limits.lines} other connections at once",
        f"its {MOST_MOVES:,}th move, those that were taken back counted too, ends it",
        f"sit down, invite, ask, take back and come back {MOST_BEGUN} times in all",
        f"at a table that has had {MOST_BEFORE:,} plies before its game.",
        "Between two changes of the position a seat may ask three times;",
    ):
        assert text in flat
    assert MOST_ASKED == 3
    assert limits.records.a_second == 2  # "two of them"
    assert limits.tables.a_second == 0.5  # "a table every two seconds"
