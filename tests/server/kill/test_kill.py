"""A server that is killed again and again under load loses nothing that it acknowledged."""

from pathlib import Path

import pytest

from tests.server.kill.parties import BUSY, Setting
from tests.server.kill.storm import LEAST, Storm
from tests.services import Redis

pytestmark = pytest.mark.anyio

PEOPLE = sum(setting.people for setting in BUSY)
ACROSS = (
    Setting("piazza", (0, 1), again=True),
    Setting("piazza", (0, 1, "level1"), again=True, wanted={"pace": 0.15}),
    Setting("piazza", (0, 0, 1, 2), again=True),
    Setting("carre", (0, 1, 2)),
)


async def raging(database: str, folder: Path, kills: int, seed: int) -> Storm:
    storm = Storm(database, folder, kills, seed)
    await storm.rage()
    assert storm.killed == kills
    assert storm.log.done("move") > LEAST * len(storm.starting)
    assert storm.log.counts["connections"] > PEOPLE + len(storm.starting)
    assert storm.log.counts["missed"] == 0
    return storm


@pytest.mark.parametrize("seed", [1])
async def test_ten_kills(database: str, tmp_path: Path, seed: int) -> None:
    await raging(database, tmp_path, 10, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", [2])
async def test_a_hundred_kills(database: str, tmp_path: Path, seed: int) -> None:
    storm = await raging(database, tmp_path, 100, seed)
    assert len(storm.log.tables) > len(BUSY), "in that time games end, and are played again"


@pytest.mark.long
@pytest.mark.parametrize("seed", [5])
async def test_a_server_that_stops_has_said_what_it_did(
    database: str, tmp_path: Path, seed: int
) -> None:
    storm = Storm(database, tmp_path, 4, seed, gently=True)
    await storm.rage()
    assert storm.log.counts["bye shutdown"] >= 4 * len(BUSY)
    assert storm.log.counts["missed"] == 0


async def across(postgres: str, redis: Redis, folder: Path, kills: int, seed: int) -> None:
    storm = Storm(postgres, folder, kills, seed, redis, settings=ACROSS)
    await storm.rage()
    assert storm.killed == kills
    assert storm.log.done("move") > 2 * LEAST * kills
    assert len(storm.log.gaps) >= kills
    assert max(storm.log.gaps) < 20


@pytest.mark.parametrize("seed", [3])
async def test_one_of_two_nodes_is_killed(
    postgres: str, own_redis: Redis, tmp_path: Path, seed: int
) -> None:
    await across(postgres, own_redis, tmp_path, 2, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", [4])
async def test_one_of_two_nodes_is_killed_again_and_again(
    postgres: str, own_redis: Redis, tmp_path: Path, seed: int
) -> None:
    await across(postgres, own_redis, tmp_path, 50, seed)
