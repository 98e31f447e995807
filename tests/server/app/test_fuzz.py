"""Nonsense of every kind: an error each, nothing changed, and the server goes on."""

import asyncio
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.app.clients import Browser, Client, Json, new_id, play_on, seated
from tests.server.app.serving import Served, serving

pytestmark = pytest.mark.anyio

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)


async def fuzzed(served: Served, folder: Path, phases: str, examples: int, *more: str) -> None:
    """Let schemathesis try the whole API; it leaves its notes in the folder."""
    headers = f"Origin: {served.url}"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{served.url}/api/openapi.json"),
        *("--checks", ",".join(CHECKS), "--max-examples", str(examples), "--seed", "7"),
        *("--phases", phases, "--header", headers, *more),
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said = (await process.communicate())[0].decode()
    assert process.returncode == 0, said


@pytest.mark.parametrize(
    ("of_strangers", "examples"),
    [("fuzzing", 3), pytest.param("coverage,fuzzing", 30, marks=pytest.mark.long)],
)
async def test_the_whole_api_by_a_stranger_and_by_a_player(
    sqlite: str, tmp_path: Path, of_strangers: str, examples: int
) -> None:
    """Strangers are refused almost everywhere, so that there is less to cover for them."""
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"]) as clients:
        await play_on(clients, 3)
        before = await shown(clients[0])
        await fuzzed(served, tmp_path, of_strangers, examples)
        async with Browser(served.url) as eve:
            await eve.be("Eve")
            cookie = ("--header", f"Cookie: {eve.headers['cookie']}")
            # Without the address that makes Eve forgotten, or somebody else.
            but = ("--exclude-path-regex", "^/api/me$")
            await fuzzed(served, tmp_path, "coverage,fuzzing", examples, *cookie, *but)
        assert await shown(clients[0]) == before
        assert await play_on(clients, 2) == 2


async def shown(client: Client) -> Json:
    """The table as it is now, but for the name of the question."""
    return {**await client.watch(client.table["table"]), "id": ""}


STRANGE: list[Any] = [
    None,
    True,
    -1,
    10**30,
    0.5,
    "",
    "x" * 200,
    "\x00",
    "\ud800",
    "../..",
    "' OR 1=1 --",
    [],
    {},
    [[[[]]]],
    {"0": "zz"},
    "R1@0,0 R1@0,0 R1@0,0",
    "start R1@99999999999999999999,0",
    "lay A+1@0,0 ",
]


def spoilt(message: Json, rng: Random) -> Json:
    """The message with one field lost, strange, or too much."""
    field = rng.choice([*message, "extra"])
    if rng.random() < 0.2:
        return {name: value for name, value in message.items() if name != field}
    return {**message, field: rng.choice(STRANGE)}


def about(table: Json, rng: Random) -> Json:
    """Something that a client may say of a table, by chance even sensible."""
    base = {"id": new_id(), "table": table["table"], "ply": table["ply"]}
    seat = rng.randrange(5)
    return rng.choice(
        [
            {**base, "type": "move", "seat": seat, "move": rng.choice(["pass", "B1@9,9", "take"])},
            {**base, "type": "sit", "seat": seat},
            {**base, "type": "stand", "seat": seat},
            {**base, "type": "invite", "seat": seat, "bot": "level1"},
            {**base, "type": "ready", "shares": {str(seat): "ab" * 32}},
            {**base, "type": "answer", "seat": seat, "agrees": True},
            {**base, "type": "lift", "seat": seat},
            {**base, "type": "take_back", "seat": seat},
        ]
    )


async def test_nonsense_on_the_socket(sqlite: str) -> None:
    rng = Random(1)
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"]) as clients,
        Browser(served.url) as browser,
    ):
        await play_on(clients, 3)
        before = await shown(clients[0])
        await browser.be("Eve")
        async with browser.socket() as eve:
            for _ in range(600):
                message = spoilt(about(before, rng), rng)
                await eve.connection.send(json.dumps(message))
                answer = await eve.next()
                assert answer["type"] == "refused", (message, answer)
            for _ in range(200):
                await eve.connection.send(rng.randbytes(rng.randrange(300)))
                assert (await eve.next())["code"] == "bad_request"
            assert (await eve.ask("ping"))["type"] == "pong"
        assert await shown(clients[0]) == before
        assert await play_on(clients, 2) == 2
