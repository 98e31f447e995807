"""People who play together at a table, all at once with others at other tables."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.server.kill.log import Log
from tests.server.kill.player import Company, Player
from tests.server.kill.steady import SILENCE, Steady

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve")


@dataclass(frozen=True, slots=True)
class Setting:
    """What a party plays."""

    game: str
    seats: Sequence[int | str]
    """For each seat which person sits there, counted from 0, or the name of a bot. Who has
    several seats has neighbouring ones."""
    again: bool = False
    """Whether they play one game after the other."""
    ends_early: bool = False
    wanted: dict[str, Any] = field(default_factory=dict)
    """More of what the table is opened with."""

    @property
    def people(self) -> int:
        """How many there are."""
        return len({seat for seat in self.seats if isinstance(seat, int)})


BUSY = (
    Setting("piazza", (0, 1), again=True),
    Setting("piazza", (0, 1, "level1"), again=True, wanted={"pace": 0.15}),
    Setting("piazza", (0, 0, 1, 2), again=True),
    Setting("carre", (0, 1)),
    Setting("carre", (0, 1, "level1"), ends_early=True, wanted={"pace": 0.15}),
    Setting("carre", (0, 1, 2, 3, 4)),
)
"""Both games, two to five seats, with bots and hot-seat players among them."""


@dataclass(slots=True)
class Party:
    """One table after the other."""

    setting: Setting
    urls: Sequence[str]
    log: Log
    luck: Random
    going_on: Callable[[], bool]
    """Whether there is to be another game."""
    slowness: float = 0.004
    silence: float = SILENCE
    people: list[Steady] = field(default_factory=list)

    async def play(self) -> None:
        """Until the last game is over."""
        async with AsyncExitStack() as stack:
            company = Company(self.going_on)
            self.people = [
                await stack.enter_async_context(self._person(number, company))
                for number in range(self.setting.people)
            ]
            await asyncio.gather(*(one.be() for one in self.people))
            table = await self._open()
            await asyncio.gather(*(one.play(table) for one in self.people))

    def _person(self, number: int, company: Company) -> Steady:
        setting = self.setting
        player = Player(
            setting.seats.index(number),
            company,
            Random(self.luck.random()),
            leads=number == 0,
            seats=setting.seats.count(number),
            again=setting.again,
            ends_early=setting.ends_early and number == 0,
            slowness=self.slowness,
        )
        start = number % len(self.urls)
        urls = [*self.urls[start:], *self.urls[:start]]
        return Steady(NAMES[number], urls, self.log, player, self.luck, self.silence)

    async def _open(self) -> str:
        """The first one opens it; everybody else comes by themselves."""
        seats = [seat if isinstance(seat, str) else "open" for seat in self.setting.seats]
        return await self.people[0].open(
            game=self.setting.game, players=len(seats), seats=seats, **self.setting.wanted
        )
