"""A server that is killed again and again under load loses nothing that it acknowledged."""

from pathlib import Path

import pytest

from tests.server.kill.parties import BUSY
from tests.server.kill.storm import LEAST, Storm

pytestmark = pytest.mark.anyio

PEOPLE = sum(setting.people for setting in BUSY)


async def raging(database: str, folder: Path, kills: int, seed: int) -> None:
    storm = Storm(database, folder, kills, seed)
    await storm.rage()
    assert storm.killed == kills
    assert storm.log.done("move") > LEAST * len(storm.starting)
    assert storm.log.counts["connections"] > PEOPLE + len(storm.starting)
    assert len(storm.log.tables) > len(BUSY)


@pytest.mark.parametrize("seed", [1])
async def test_ten_kills(database: str, tmp_path: Path, seed: int) -> None:
    await raging(database, tmp_path, 10, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", [2])
async def test_a_hundred_kills(database: str, tmp_path: Path, seed: int) -> None:
    await raging(database, tmp_path, 100, seed)
