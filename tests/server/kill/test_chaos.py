"""Messages that are doubled, delayed, overtaken or lost: whole games, each move made once."""

import asyncio
from random import Random

import pytest

from piazzetta.server.app.limits import Limits, relaxed
from tests.server.app.serving import serving
from tests.server.kill.chaos import FATES, chaos
from tests.server.kill.evidence import Evidence, agrees
from tests.server.kill.log import Log
from tests.server.kill.parties import Party, Setting

pytestmark = pytest.mark.anyio

SETTINGS = (
    Setting("piazza", (0, 1)),
    Setting("piazza", (0, 0, 1)),
    Setting("piazza", (0, 1, 2, 3)),
    Setting("piazza", (0, 1, "level1"), wanted={"pace": 0.15}),
    Setting("carre", (0, 1)),
)


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))]
)
async def test_whole_games_over_a_bad_network(sqlite: str, seed: int) -> None:
    luck, log = Random(seed), Log()
    async with (
        serving(sqlite, limits=relaxed(Limits())) as served,
        chaos(served.url, Random(luck.random())) as network,
    ):
        parties = [
            Party(one, [network.url], log, Random(luck.random()), lambda: False, silence=0.15)
            for one in SETTINGS
        ]
        await asyncio.gather(*(party.play() for party in parties))
    assert set(network.fates) == set(FATES)
    found = Evidence(sqlite).check(log)
    assert {table.stage for table in found.values()} == {"over"}
    for party in parties:
        for one in party.people:
            assert agrees(found[one.known["table"]], one.known), one.name
    assert log.counts["missed"] == 0
