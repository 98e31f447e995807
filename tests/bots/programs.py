"""Outside programs for tests: small scripts that answer requests, each in its own way."""

import shlex
import subprocess
import sys
from pathlib import Path

from piazzetta.bots.bot import Decision
from piazzetta.bots.outside import OutsideBot
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed

START = """
import json, os, subprocess, sys, time
with open(sys.argv[1], "a") as pids:
    print(os.getpid(), file=pids)
def say(**answer):
    print(json.dumps(answer), flush=True)
def requests():
    for line in sys.stdin:
        yield json.loads(line)
"""

GOOD = """
for request in requests():
    say(id=request["id"], ok=True, move=request["moves"][0])
"""

NOT_READING = "while True:\n    time.sleep(60)\n"

KILLS = (
    GOOD
    + """
    if request["id"] == 120 and len(open(sys.argv[1]).readlines()) <= 2:
        os.kill(os.getppid(), 9)
"""
)
"""After some games it kills whoever has started it, if it is one of the first two."""


class Programs:
    """Writes scripts, and knows which processes they became."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pids = folder / "pids"

    def name(self, body: str) -> str:
        """The script as a bot's name."""
        return "cmd:" + shlex.join(self.command(body))

    def command(self, body: str) -> list[str]:
        number = len(list(self._folder.glob("*.py")))
        path = self._folder / f"program {number}.py"
        path.write_text(START + body, encoding="utf-8")
        return [sys.executable, "-I", "-S", str(path), str(self._pids)]

    def unrunnable(self) -> str:
        """A file as a bot's name: it may be executed, and cannot be."""
        path = self._folder / "no program"
        path.write_text("no program\n")
        path.chmod(0o755)
        return "cmd:" + shlex.quote(str(path))

    def bot(self, body: str) -> OutsideBot:
        """The script, started."""
        return OutsideBot(self.command(body))

    def started(self) -> list[int]:
        """The processes that there were."""
        return [int(line) for line in self._pids.read_text().split()]

    def running(self) -> list[int]:
        """Those of them that there still are."""
        return [pid for pid in self.started() if is_running(pid)]


def is_running(pid: int) -> bool:
    """Whether the process is there; one that has ended but is still listed has left."""
    command = ["ps", "-o", "stat=", "-p", str(pid)]
    shown = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return bool(shown) and not shown.startswith("Z")


def decision(seconds: float = 5.0, seed: int = 0) -> Decision:
    """The first one of a game of Piazza."""
    game = GAMES["piazza"]
    state = game.deal(game.options(2, {}), Seed(seed))
    view = game.view(state, state.turn)
    return Decision(game, state.turn, view, game.legal_moves(state), seconds)
