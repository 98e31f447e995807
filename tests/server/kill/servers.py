"""A server as its operator runs it, that can be killed and started again where it was."""

import asyncio
import json
import re
import signal
import sys
from pathlib import Path
from typing import Any

from tests.cli.command import HANGS_AFTER
from tests.services import free_port

# What `piazzetta` runs. Kernels take seconds of work and much memory: a server that is about to be
# killed does without them.
COMMAND = """
import sys
from piazzetta.cli.main import main
from piazzetta.server.app import serve
serve.WARM_UP = 3600.0
sys.exit(main())
"""

LAST_WORDS = re.compile(
    r"(?:^{[^\n]*)?"
    r"(?:Traceback \(most recent call last\):\n(?: .*\n)*"
    r" .* in spawn_main\n(?: .*\n)+EOFError.*\n)*\Z",
    re.MULTILINE,
)
"""Of a server that is killed: a line that it did not finish, and the errors of worker processes
that were just being started and find nobody who tells them what to do."""


class Server:
    """`piazzetta serve` with one address, process after process."""

    def __init__(self, database: str, folder: Path, *arguments: str) -> None:
        """Nothing runs yet; what it says goes into the folder."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self.logs: list[Path] = []
        """What each process said, the running one last."""
        self._killed: set[Path] = set()
        self._arguments = ["--port", str(self.port), "--db", database, "--no-limits", *arguments]
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> "Server":
        """Start it."""
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End it, if it still runs."""
        if self._process is not None:
            await self.kill()

    @property
    def process(self) -> asyncio.subprocess.Process:
        """The one that runs."""
        assert self._process is not None
        return self._process

    async def start(self) -> None:
        """Run it until it accepts."""
        await self.begin()
        await self.ready()

    async def begin(self) -> None:
        """Run it."""
        self.logs.append(self._folder / f"server-{self.port}-{len(self.logs)}.log")
        with self.logs[-1].open("wb") as log:
            command = [sys.executable, "-c", COMMAND, "serve", *self._arguments]
            self._process = await asyncio.create_subprocess_exec(
                *command, stdout=asyncio.subprocess.PIPE, stderr=log
            )

    async def ready(self) -> None:
        """Wait until it accepts."""
        lines = self.process.stdout
        assert lines is not None
        async with asyncio.timeout(HANGS_AFTER):
            while not (line := await lines.readline()).startswith(b"ready"):
                assert line, (
                    f"the server ended: {self.logs[-1].read_text(encoding='utf-8')[-2000:]}"
                )

    async def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self.process.kill()
        await self.process.wait()
        self._process = None
        self._killed.add(self.logs[-1])

    async def stop(self) -> int:
        """Ask it to end; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(HANGS_AFTER):
            status = await self.process.wait()
        self._process = None
        return status

    def troubles(self) -> list[Any]:
        """What went wrong by its own account."""
        return [
            one
            for log in self.logs
            for one in told(log.read_text(encoding="utf-8"), log in self._killed)
            if one["level"] in ("error", "critical")
        ]


def told(said: str, killed: bool) -> list[Any]:
    """What a process said, line by line; whatever else it said is a crash."""
    lines = LAST_WORDS.sub("", said) if killed else said
    return [json.loads(line) for line in lines.splitlines()]
