"""Kills servers at random moments while people play, and looks for everything they were told."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.server.kill.evidence import Evidence, agrees
from tests.server.kill.log import Log
from tests.server.kill.parties import BUSY, Party, Setting
from tests.server.kill.servers import Server
from tests.services import Redis

LEAST = 30
"""Messages acknowledged between two kills."""
AT_MOST = 0.4
"""Seconds from then to the kill."""
EARLY = 0.15
"""How often a server is killed while it starts."""
START = 1.5
"""Seconds within which that happens."""
PATIENCE = 120.0
"""Seconds in which somebody must be acknowledged something."""


@dataclass(slots=True)
class Storm:
    """Nodes of a server, those who play there, and who kills them."""

    database: str
    folder: Path
    kills: int
    seed: int
    redis: Redis | None = None
    """With it there are two nodes, and it fails, too."""
    gently: bool = False
    """Whether the server is asked to stop instead."""
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
        async with AsyncExitStack() as stack:
            nodes = self._nodes()
            await asyncio.gather(*(stack.enter_async_context(node) for node in nodes))
            urls = [node.url for node in nodes]
            parties = [
                Party(one, urls, self.log, Random(luck.random()), lambda: not self.over)
                for one in self.settings
            ]
            async with asyncio.TaskGroup() as group:
                for party in parties:
                    group.create_task(party.play())
                await (self._fail(nodes, luck) if self.redis else self._kill(nodes[0], luck))
                self.over = True
            self._compare(parties)
            assert [one for node in nodes for one in node.troubles()] == []

    def _nodes(self) -> list[Server]:
        if self.redis is None:
            return [Server(self.database, self.folder)]
        return [Server(self.database, self.folder, "--redis", self.redis.url) for _ in range(2)]

    async def _kill(self, server: Server, luck: Random) -> None:
        """The only one: until it runs again, nobody plays."""
        evidence = Evidence(self.database, all_answered=self.gently)
        while self.killed < self.kills:
            await self._under_load(luck)
            await (self._stop(server) if self.gently else server.kill())
            self.killed += 1
            evidence.check(self.log)
            if luck.random() < EARLY and self.killed < self.kills and not self.gently:
                await server.begin()
                await asyncio.sleep(luck.uniform(0, START))
                await server.kill()
                self.killed += 1
            began = time.monotonic()
            await server.start()
            self.starting.append(time.monotonic() - began)

    async def _stop(self, server: Server) -> None:
        """It ends well, and clients have the time to hear its last words."""
        assert await server.stop() == 0
        await asyncio.sleep(0.3)

    async def _fail(self, nodes: Sequence[Server], luck: Random) -> None:
        """One of two, and sometimes Redis: the others go on meanwhile."""
        assert self.redis
        evidence = Evidence(self.database)
        while self.killed < self.kills:
            await self._under_load(luck)
            node = luck.choice(nodes)
            await node.kill()
            self.killed += 1
            evidence.check(self.log)
            if self.killed % 2:
                self.redis.stop()
            await self._under_load(luck)
            if self.killed % 2:
                self.redis.start()
            await node.start()

    async def _under_load(self, luck: Random) -> None:
        """Until enough was acknowledged since the last time, and a little longer."""
        before, until = self.log.done(), time.monotonic() + PATIENCE
        while self.log.done() < before + LEAST:
            assert time.monotonic() < until, "nobody plays"
            await asyncio.sleep(0.02)
        await asyncio.sleep(luck.uniform(0, AT_MOST))

    def _compare(self, parties: Sequence[Party]) -> None:
        """At the end everybody knows what the store knows."""
        found = Evidence(self.database).check(self.log)
        assert {table.stage for table in found.values()} == {"over"}
        for party in parties:
            for one in party.people:
                assert agrees(found[one.known["table"]], one.known), one.name
