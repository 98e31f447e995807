"""A match as a value: who plays what, and which games that makes.

    deal 0, rotation 0    seat 0: entry 0    seat 1: entry 1    seat 2: entry 2
    deal 0, rotation 1    seat 0: entry 2    seat 1: entry 0    seat 2: entry 1
    deal 0, rotation 2    seat 0: entry 1    seat 1: entry 2    seat 2: entry 0
    deal 1, rotation 0    …

The cards of a deal are the same in all its rotations; so every entry plays every seat of it, and
neither luck nor seat favours one of them.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from typing import Any, NamedTuple

from piazzetta.bots import check_name
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame

Json = dict[str, Any]


class Slot(NamedTuple):
    """One game of a match, by its deal and rotation."""

    deal: int
    rotation: int

    def entry_at(self, seat: int, players: int) -> int:
        """Which entry plays this seat."""
        return (seat - self.rotation) % players

    def seat_of(self, entry: int, players: int) -> int:
        """Where this entry sits."""
        return (entry + self.rotation) % players


@dataclass(frozen=True, slots=True)
class Match:
    """All that the games of a match follow from."""

    game: str
    entries: tuple[str, ...]
    """The names of the bots, one for each seat."""
    deals: int
    seed: int = 0
    time_ms: int = 100
    threads: int = 1
    ponder: bool = False

    @property
    def players(self) -> int:
        """How many seats there are; a deal has as many rotations."""
        return len(self.entries)

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.deals * self.players

    @property
    def rules(self) -> AnyGame:
        """The game that is played."""
        return GAMES[self.game]

    def options(self) -> Any:
        """Seat 0 begins: so the win rates of seats tell what it is worth to move first."""
        return self.rules.options(self.players, {"first": 0})

    def slots(self) -> Iterator[Slot]:
        """Every game, deal by deal."""
        return (Slot(d, r) for d in range(self.deals) for r in range(self.players))

    def chance(self, deal: int) -> Seed:
        """Where the cards of a deal come from."""
        return Seed(self.seed_of("deal", deal))

    def seed_of(self, *labels: object) -> int:
        """A number of 64 bits for one purpose; numbers of different labels tell nothing of
        each other."""
        text = " ".join(map(str, (self.seed, *labels)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def settings(self) -> Json:
        """What decides how a game goes: all but the number of deals."""
        settings = asdict(self)
        del settings["deals"]
        return {**settings, "entries": list(self.entries), "rules": self.rules.rules_version}


def entries_of(names: list[str], players: int) -> tuple[str, ...]:
    """One entry for each seat: fewer names than seats repeat in order."""
    if not 1 <= len(names) <= players:
        raise ValueError(f"{len(names)} bots are named for {players} seats")
    return tuple(islice(cycle([check_name(name) for name in names]), players))


def deals_for(games: int, players: int) -> int:
    """How many deals hold that many games, rounded up to whole rotations."""
    return -(-games // players)
