"""Jobs for workers in tests: real positions, and jobs that go wrong in every way."""

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import Json


@dataclass(frozen=True)
class Turn:
    """What a seat is asked in the middle of a game."""

    game: str
    view: Json
    moves: list[str]


def turn(game: str = "piazza", players: int = 2, plies: int = 6, seed: int = 1) -> Turn:
    rules, rng = GAMES[game], Random(seed)
    state = rules.deal(rules.options(players, {}), Seed(seed))
    for _ in range(plies):
        state = rules.play(state, rng.choice(rules.legal_moves(state)).move, Seed(seed))
    view = rules.view_to_json(rules.view(state, state.turn))
    return Turn(game, view, [str(legal.move) for legal in rules.legal_moves(state)])


@dataclass(frozen=True)
class Pid:
    """Tells which process answers."""

    seconds: float = 0.0

    def answer(self) -> int:
        return os.getpid()


@dataclass(frozen=True)
class Sleep:
    """Takes its time."""

    asleep: float
    seconds: float = 0.0

    def answer(self) -> int:
        time.sleep(self.asleep)
        return os.getpid()


@dataclass(frozen=True)
class Child:
    """Starts a process, as the compiling of kernels does, and tells which."""

    seconds: float = 0.0

    def answer(self) -> int:
        return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"]).pid


@dataclass(frozen=True)
class Crash:
    """Ends its process the first so many times; the file tells how often it did."""

    file: Path
    times: int
    seconds: float = 0.0

    def answer(self) -> str:
        before = self.file.stat().st_size if self.file.exists() else 0
        if before < self.times:
            self.file.write_bytes(b"x" * (before + 1))
            os._exit(3)
        return "done"


@dataclass(frozen=True)
class Fail:
    """Raises."""

    seconds: float = 0.0

    def answer(self) -> None:
        raise LookupError("no such thing")
