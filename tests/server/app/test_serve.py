"""`piazzetta serve`: how it starts, how it ends, and what it says where it cannot."""

import asyncio
import json
import logging
import os
import pty
import signal
import socket
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from piazzetta.cli.main import main
from piazzetta.server.app import logs
from piazzetta.server.app.addresses import Links, is_local, lan_address, trusted, url_of
from piazzetta.server.store import Store
from piazzetta.server.table.evolve import fold
from piazzetta.server.table.value import moves_of
from tests.cli.command import COMMAND, HANGS_AFTER, piazzetta
from tests.server.app.clients import Browser, play_on, seated
from tests.server.app.processes import started

pytestmark = pytest.mark.anyio


async def kept_moves(database: str, table: str) -> list[str]:
    """What is there after the server has gone."""
    store = await Store.open(database)
    kept = fold(await store.rows(table))
    await store.close()
    return [past.move for past in moves_of(kept.past)]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_it_says_goodbye_and_keeps_everything(sqlite: str, how: signal.Signals) -> None:
    with started("--db", sqlite) as server:
        async with seated(server.url, ["Ada", "Bob"]) as clients:
            await play_on(clients, 4)
            stopped = asyncio.create_task(asyncio.to_thread(server.stop, how))
            for client in clients:
                assert await client.closed() == 1012
                assert client.heard[-1] == {"type": "bye", "reason": "shutdown"}
            status, errors = await stopped
        assert status == 0
        assert "Traceback" not in errors
    table, moves = clients[0].table["table"], clients[0].table["moves"]
    assert [one["move"] for one in moves] == await kept_moves(sqlite, table)


async def test_what_was_acknowledged_while_it_stopped_is_kept(sqlite: str) -> None:
    with started("--db", sqlite, "--no-limits") as server:
        async with seated(server.url, ["Ada", "Bob"], "carre") as clients:
            playing = asyncio.create_task(play_on(clients))
            while len(clients[0].table["moves"]) < 5:
                await asyncio.sleep(0.01)
            status, _ = await asyncio.to_thread(server.stop)
            with pytest.raises((ConnectionClosed, AssertionError), match=r"1012|not_ready"):
                await playing
        assert status == 0
    table, moves = clients[0].table["table"], clients[0].table["moves"]
    kept = await kept_moves(sqlite, table)
    assert moves
    assert [one["move"] for one in moves] == kept[: len(moves)]


def test_a_taken_port_is_told(sqlite: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = piazzetta("serve", "--port", str(port), "--db", sqlite)
    assert done.returncode == 1
    assert f"port {port}" in done.stderr.decode()
    assert "--port 0" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
    assert not Path(sqlite).exists()


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--db", "mysql://somewhere/x"], "postgresql://"),
        (["--db", "no-such-folder/x.db"], "folder"),
        (["--db", "postgresql://nobody@127.0.0.1:9/x"], "database"),
        (["--program", "nonsense", "--db", "x.db"], "NAME=COMMAND"),
        (["--push-service", "https://x", "--db", "x.db"], "HOST:PORT"),
        (["--redis", "redis://127.0.0.1:9", "--db", "x.db"], "Redis"),
    ],
)
@pytest.mark.usefixtures("logs_of_its_own")
def test_what_is_wrong_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    word: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--port", "0", *arguments]) == 1
    told = capsys.readouterr()
    assert "ready" not in told.out
    assert word in told.err
    assert "Traceback" not in told.err


@pytest.fixture
def logs_of_its_own() -> Iterator[None]:
    """A server that runs here changes where logs go: put it back."""
    loggers = [logging.getLogger(name) for name in ("", logs.LOGGER.name, *logs._QUIET)]
    before = [(one, one.handlers[:], one.level, one.propagate) for one in loggers]
    yield
    for one, handlers, level, propagate in before:
        one.handlers[:], one.propagate = handlers, propagate
        one.setLevel(level)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--port", "x"], "'x' is no port"),
        (["--port", "70000"], "'70000' is no port"),
        (["--public-url", "here"], "'here' is no http:// or https:// address"),
        (["--db"], "expected one argument"),
        (["--proxy", "nonsense"], "'nonsense' is no address"),
        (["--proxy", "127.0.0.1", "--proxy", ""], "'' is no address"),
        (["--proxy", "10.0.0.1/8"], "nor a network, such as 10.0.0.0/8"),
        (["--proxy", "*"], "'*' is no address"),
    ],
)
def test_what_was_mistyped_is_told(arguments: list[str], told: str) -> None:
    done = piazzetta("serve", *arguments)
    assert done.returncode == 2
    assert b"usage" in done.stderr
    assert told in done.stderr.decode()


@pytest.mark.parametrize("host", ["127.0.0.1", "::"])
@pytest.mark.parametrize("proxy", ["127.0.0.0/8", "127.0.0.1"])
async def test_a_proxy_is_an_address_or_a_network(sqlite: str, proxy: str, host: str) -> None:
    """Also where it comes as an address of IPv6."""
    options = ("--host", host, "--proxy", "::1", "--proxy", proxy)
    with started("--db", sqlite, *options) as server:
        headers = {"x-forwarded-proto": "https", "origin": server.url}
        async with httpx.AsyncClient(base_url=server.url, headers=headers) as client:
            answer = await client.post("/api/me", json={"name": "Ada"})
    assert "Secure" in answer.headers["set-cookie"]


async def test_an_operator_may_allow_a_push_service(sqlite: str) -> None:
    keys = {"p256dh": "", "auth": "AAAAAAAAAAAAAAAAAAAAAA"}
    with started("--db", sqlite, "--push-service", "push.example.org") as server:
        async with Browser(server.url) as ada:
            await ada.be("Ada")
            keys["p256dh"] = (await ada.http.get("/api/me/push")).json()["key"]
            for host, status in (("push.example.org", 200), ("push.example.net", 400)):
                asked = {"endpoint": f"https://{host}/x", "keys": keys}
                answer = await ada.http.put("/api/me/push", json=asked)
                assert answer.status_code == status


def test_a_second_server_on_the_same_file_is_refused(sqlite: str) -> None:
    with started("--db", sqlite) as server:
        done = piazzetta("serve", "--port", "0", "--db", sqlite)
        assert done.returncode == 1
        assert Path(sqlite).name in done.stderr.decode()
        assert httpx.get(f"{server.url}/readyz").status_code == 200


def test_without_a_word_the_data_lies_in_the_users_folder(tmp_path: Path) -> None:
    with started(XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path)) as server:
        path = Path(server.database)
        assert tmp_path in path.parents
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_in_the_local_network_links_carry_its_address(sqlite: str) -> None:
    with started("--db", sqlite, "--lan") as server:
        port = int(server.url.rpartition(":")[2])
        assert server.url == url_of(lan_address(), port)
        async with Browser(f"http://127.0.0.1:{port}") as ada:
            await ada.be("Ada")
            table = await ada.open()
            picture = (await ada.http.get(f"/api/tables/{table}/qr.svg")).text
            assert f"{server.url}/t/{table}" in picture
            link = (await ada.http.post("/api/me/links")).json()
            assert link["url"].startswith(f"{server.url}/link#")


def test_no_address_is_shown_that_leads_nowhere(sqlite: str) -> None:
    for host in ("127.0.0.1", "localhost", "::1"):
        done = piazzetta("serve", "--port", "0", "--db", sqlite, "--lan", "--host", host)
        assert done.returncode == 1
        assert b"leave one out" in done.stderr


def test_a_proxy_may_come_by_either_kind_of_address() -> None:
    assert trusted(["10.0.0.0/8", "::1", "127.0.0.1", "fd00::/8"]) == [
        "10.0.0.0/8",
        "::ffff:10.0.0.0/104",
        "::1",
        "127.0.0.1",
        "::ffff:127.0.0.1",
        "fd00::/8",
    ]


def test_links_lead_where_they_are_read() -> None:
    assert Links().base("https", "play.example") == "https://play.example"
    assert Links(public="https://x.example/").base("http", "inside:8000") == "https://x.example"
    lan = Links(lan="http://192.0.2.7:8000")
    for local in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "a.localhost"):
        assert lan.base("http", local) == "http://192.0.2.7:8000"
    assert lan.base("http", "192.0.2.9:8000") == "http://192.0.2.9:8000"
    assert not is_local("192.0.2.7")
    assert url_of("::1", 8000) == "http://[::1]:8000"
    assert url_of("a.example", 80) == "http://a.example"


def test_logs_are_lines_of_json(sqlite: str) -> None:
    with started("--db", sqlite) as server:
        httpx.get(f"{server.url}/nothing")
        status, errors = server.stop()
        assert status == 0
        lines = [json.loads(line) for line in errors.splitlines()]
        assert {"ready", "stopped"} <= {line["event"] for line in lines}


@pytest.mark.parametrize("where", ["full", "gone", "closed"])
def test_it_runs_where_its_words_cannot_be_written(sqlite: str, where: str) -> None:
    to = {"full": ">/dev/full", "gone": "", "closed": ">&-"}[where]
    shell = ["sh", "-c", f'exec "$0" "$@" {to}', COMMAND, "serve", "--port", "0", "--db", sqlite]
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(shell, stdout=writing, stderr=subprocess.PIPE, text=True) as process:
        os.close(writing)
        try:
            assert process.stderr is not None
            assert json.loads(process.stderr.readline())["event"] == "ready"
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=HANGS_AFTER)
            assert [json.loads(line)["event"] for line in errors.splitlines()] == ["stopped"]
            assert process.returncode == 0
        finally:
            process.kill()


def test_whoever_plays_is_shown_no_logs(sqlite: str) -> None:
    with started("--db", sqlite, "--open", DISPLAY="", WAYLAND_DISPLAY="", BROWSER="") as server:
        assert server.stop() == (0, "")


def test_a_file_in_use_is_told_with_what_to_do(sqlite: str) -> None:
    with started("--db", sqlite) as server:
        done = piazzetta("serve", "--port", "0", "--db", sqlite)
        assert done.returncode == 1
        told = done.stderr.decode()
        assert f"(process {server.process.pid}, {server.url})" in told
        assert f"Open {server.url}, or give this one a file of its own: --db FILE" in told


async def test_it_opens_a_browser(tmp_path: Path, sqlite: str) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{opened}.part" && mv "{opened}.part" "{opened}"\n')
    browser.chmod(0o700)
    with started("--db", sqlite, "--open", BROWSER=str(browser)) as server:
        for _ in range(200):
            if opened.exists():
                break
            await asyncio.sleep(0.05)
        assert opened.read_text().strip() == server.url


def test_without_windows_it_says_where_to_play(sqlite: str) -> None:
    with started("--db", sqlite, "--open", DISPLAY="", WAYLAND_DISPLAY="", BROWSER="") as server:
        assert server.process.stdout is not None
        told = [server.process.stdout.readline() for _ in range(4)]
    assert "no window" in told[1]
    assert "--lan" in told[2]
    assert "Ctrl-C" in told[3]


def test_a_terminal_hears_of_trouble_alone(sqlite: str) -> None:
    ours, theirs = pty.openpty()
    with started("--db", sqlite, stderr=theirs) as server:
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=HANGS_AFTER) == 0
    os.set_blocking(ours, False)
    with pytest.raises(BlockingIOError):
        os.read(ours, 1)
    os.close(ours)
    os.close(theirs)
