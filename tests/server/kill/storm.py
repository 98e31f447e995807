"""Kills a server at random moments while people play, and looks for everything they were told."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.server.kill.evidence import Evidence, agrees
from tests.server.kill.log import Log
from tests.server.kill.parties import BUSY, Party, Setting
from tests.server.kill.servers import Server

LEAST = 30
"""Messages acknowledged between two kills."""
AT_MOST = 0.4
"""Seconds from then to the kill."""
EARLY = 0.15
"""How often a server is killed while it starts."""
START = 1.5
"""Seconds within which that happens."""
PATIENCE = 120.0
"""Seconds for all games to end when nobody is killed any more, and between two kills."""


@dataclass(slots=True)
class Storm:
    """A server, those who play there, and who kills it."""

    database: str
    folder: Path
    kills: int
    seed: int
    settings: Sequence[Setting] = BUSY
    log: Log = field(default_factory=Log)
    over: bool = False
    killed: int = 0
    starting: list[float] = field(default_factory=list)
    """The seconds that each start took."""

    async def rage(self) -> None:
        """All of it; an error tells what was lost, and how to try the same again."""
        try:
            await self._rage(Random(self.seed))
        except BaseException as error:
            error.add_note(f"seed {self.seed}, {self.killed} kills, {dict(self.log.counts)}")
            raise

    async def _rage(self, luck: Random) -> None:
        async with Server(self.database, self.folder) as server:
            parties = [
                Party(one, [server.url], self.log, Random(luck.random()), lambda: not self.over)
                for one in self.settings
            ]
            async with asyncio.TaskGroup() as group:
                for party in parties:
                    group.create_task(party.play())
                await self._kill(server, luck)
                self.over = True
            assert server.troubles() == []
            self._compare(parties)

    async def _kill(self, server: Server, luck: Random) -> None:
        evidence = Evidence(self.database)
        while self.killed < self.kills:
            await self._under_load(luck)
            await server.kill()
            self.killed += 1
            evidence.check(self.log)
            if luck.random() < EARLY and self.killed < self.kills:
                await server.begin()
                await asyncio.sleep(luck.uniform(0, START))
                await server.kill()
                self.killed += 1
            began = time.monotonic()
            await server.start()
            self.starting.append(time.monotonic() - began)

    async def _under_load(self, luck: Random) -> None:
        """Until enough was acknowledged since the last time, and a little longer."""
        before, until = self.log.done(), time.monotonic() + PATIENCE
        while self.log.done() < before + LEAST:
            assert time.monotonic() < until, f"nobody plays: {self.log.counts}"
            await asyncio.sleep(0.02)
        await asyncio.sleep(luck.uniform(0, AT_MOST))

    def _compare(self, parties: Sequence[Party]) -> None:
        """At the end everybody knows what the store knows."""
        found = Evidence(self.database).check(self.log)
        assert {table.stage for table in found.values()} == {"over"}
        for party in parties:
            for one in party.people:
                assert agrees(found[one.known["table"]], one.known), one.name
        assert self.log.counts["missed"] == 0
