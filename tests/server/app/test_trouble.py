"""When the store cannot write, or a table was left alone for days."""

import secrets
from pathlib import Path

import pytest

from piazzetta.server.app.services import new_table_id, today
from piazzetta.server.protocol import rest
from piazzetta.server.store import Store
from piazzetta.server.table.clocks import STALE
from piazzetta.server.table.events import Resigned, Row
from piazzetta.server.table.evolve import evolve, fold
from piazzetta.server.table.opening import open_table
from piazzetta.server.table.player import Player
from tests.server.app.clients import Browser, all_reach, play_on, seated
from tests.server.app.processes import started
from tests.server.app.serving import serving
from tests.server.app.test_sockets import refusal

pytestmark = pytest.mark.anyio


async def test_on_a_full_disk_nothing_is_acknowledged_and_nothing_lost(sqlite: str) -> None:
    with started("--db", sqlite, "--no-limits", file_size=400_000) as server:
        async with seated(server.url, ["Ada", "Bob"], "carre") as clients:
            ada, answer = clients[0], {"type": "update"}
            while answer["type"] == "update":
                await all_reach(clients)
                kept = ada.table["ply"]
                mover = next(client for client in clients if client.table.get("legal"))
                answer = await mover.move()
            assert (answer["type"], answer["code"]) == ("refused", "unavailable")
            assert (await ada.ask("ping"))["type"] == "pong"
            status, errors = server.stop()
            assert status == 0
            assert "writing failed" in errors
    store = await Store.open(sqlite)
    assert len(await store.rows(ada.table["table"])) == kept + 1
    await store.close()


async def test_while_the_database_is_gone_nothing_is_acknowledged(sqlite: str) -> None:
    path = Path(sqlite)
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"]) as clients,
        Browser(served.url) as eve,
    ):
        await eve.be("Eve")
        path.rename(path.with_name("elsewhere"))
        mover = next(client for client in clients if client.table.get("legal"))
        assert (await mover.move())["code"] == "unavailable"
        ready = await eve.http.get("/readyz")
        assert (ready.status_code, ready.json()["code"]) == (503, "not_ready")
        assert (await eve.http.get("/healthz")).status_code == 200
        assert await refusal(served.url, eve.headers) == (503, "unavailable")
        path.with_name("elsewhere").rename(path)
        assert await play_on(clients, 3) == 3
        assert (await eve.http.get("/readyz")).status_code == 200


async def test_a_table_at_which_nobody_plays_is_closed(sqlite: str) -> None:
    store = await Store.open(sqlite)
    ada = Player("ada", "Ada")
    asked = rest.OpenTable(game="piazza", players=2)
    opened = open_table(asked, ada, secrets.token_hex(32), today(), ["level3"])
    tables = [new_table_id(), new_table_id()]
    for table, ago in zip(tables, (STALE + 60, STALE - 600), strict=True):
        row = Row(table, 0, store.time.now() - ago, ada.id, "", opened)
        assert await store.append(row, evolve(None, row))
    await store.close()
    async with serving(sqlite) as served, Browser(served.url) as eve:
        await eve.be("Eve")
        async with eve.socket() as client:
            shown = await client.watch(tables[0])
            while shown.get("stage") != "aborted":
                shown = await client.next()
            assert (await client.watch(tables[1]))["stage"] == "open"


async def test_what_another_wrote_is_seen_and_decided_on(sqlite: str) -> None:
    """Somebody wrote a row that nobody was told of, as when a message between nodes is lost."""
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"]) as clients:
        await play_on(clients, 2)
        store = served.node.services.store
        mover = next(client for client in clients if client.table.get("legal"))
        seat = mover.table["view"]["turn"]
        table = fold(await store.rows(mover.table["table"]))
        row = Row(table.id, table.ply + 1, store.time.now(), "", "", Resigned(seat))
        assert await store.append(row, evolve(table, row))
        answer = await mover.at("move", seat=seat, move=mover.table["legal"][0]["move"])
        assert (answer["type"], answer["code"]) == ("refused", "stale")
        await all_reach(clients)
        assert all(client.table["stage"] == "over" for client in clients)
