"""The one door to all who think: bots of ours in workers, and the operator's programs.

a bot's turn ──► line ──► workers
advice ──► busy? ──► line ──► workers of their own: however many ask, no bot waits for it
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from piazzetta.bots import BOTS, BotNameError, check_name
from piazzetta.bots.advice import TOP
from piazzetta.rules.game import Json
from piazzetta.server.protocol.server import AdvisedMove
from piazzetta.server.thinking.jobs import SHORTEST, Advise, Choose, Job
from piazzetta.server.thinking.line import Line
from piazzetta.server.thinking.programs import Hired
from piazzetta.server.thinking.workers import PATIENCE, Crew, NoAnswerError, default_count

ROOM = 64
"""How many jobs a queue takes in; later ones wait outside, at no cost but their own time."""
MOST_ASKING = 16
"""How many wait for advice for each worker that gives it, which takes it a second or so."""

SUBSTITUTE = "level3"
"""Who plays for a bot that this server does not have, such as a program no longer configured."""


class Desk:
    """Workers, and the line before them."""

    def __init__(self, workers: int, patience: float, name: str) -> None:
        """None is started before the first job."""
        self.workers = workers
        self.crew = Crew(workers, patience)
        self.line = Line(workers, ROOM, name)

    async def answer(self, job: Job) -> Any:
        """What a worker answers; a NoAnswerError if none can."""
        return await self.line.run(partial(self.crew.answer, job))

    def share(self, seconds: float) -> float:
        """How long a job may take where it could take so long alone: the more wait, the shorter, so
        that each is done about when it would be if nobody else were there."""
        return max(SHORTEST, seconds * self.workers / max(self.workers, self.line.waiting + 1))


class Thinkers:
    """Asks whoever is to think, without ever keeping the event loop waiting.

    Nothing is started before the first job: a server whose tables have no bots stays small.
    """

    def __init__(
        self,
        workers: int | None = None,
        programs: Mapping[str, Sequence[str]] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        """`programs`: commands by the names of their bots, as `programs.parse` gives them."""
        self._ours = tuple(filter(_is_there, BOTS))
        count = workers or default_count()
        advisers = max(1, count // 2)
        self._choosing = Desk(count, patience, "workers")
        self._advising = Desk(advisers, patience, "advisers")
        self._most_asking = MOST_ASKING * advisers
        self._hired = {
            name: (Hired(command), Line(1, ROOM, name))
            for name, command in (programs or {}).items()
        }

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of all who can be given a seat."""
        return (*self._ours, *self._hired)

    @property
    def waiting(self) -> int:
        """How many jobs have not been answered yet."""
        return sum(line.waiting for line in self._lines())

    def _lines(self) -> list[Line]:
        return [
            self._choosing.line,
            self._advising.line,
            *(line for _, line in self._hired.values()),
        ]

    def _line_of(self, bot: str) -> Line:
        return self._hired[bot][1] if bot in self._hired else self._choosing.line

    async def choose(
        self, game: str, view: Json, moves: Sequence[str], bot: str, seconds: float, seed: int
    ) -> str:
        """The bot's move, one of `moves`; any of them where the bot fails. The only one takes no
        thought, but it waits like others: else a crowd would show who has no choice."""
        job = Choose(game, view, moves, bot, seconds, seed)
        if len(moves) == 1:
            return await self._line_of(bot).run(job.anything)
        if bot in self._hired:
            hired, line = self._hired[bot]
            return await line.run(partial(hired.choose, job))
        known = bot if bot in self._ours else SUBSTITUTE
        job = replace(job, bot=known, seconds=self._choosing.share(seconds))
        try:
            move: str = await self._choosing.answer(job)
        except NoAnswerError:
            return job.anything()
        return move

    async def advise(
        self,
        game: str,
        view: Json,
        seconds: float,
        seed: int,
        top: int = TOP,
        also: str | None = None,
    ) -> list[AdvisedMove]:
        """The best moves for the seat in turn, whose view it is; a NoAnswerError if nobody can, or
        too many ask."""
        if self._advising.line.waiting >= self._most_asking:
            raise NoAnswerError
        found = await self._advising.answer(Advise(game, view, seconds, seed, top, also))
        return msgspec.convert(found, list[AdvisedMove])

    async def close(self) -> None:
        """End every process; whoever still waits gets a ClosedError."""
        lines = self._lines()
        for line in lines:
            line.refuse()
        for desk in (self._choosing, self._advising):
            await asyncio.to_thread(desk.crew.close)
        for hired, _ in self._hired.values():
            hired.interrupt()
        await asyncio.gather(*(line.close() for line in lines))
        for hired, _ in self._hired.values():
            await asyncio.to_thread(hired.close)


def _is_there(name: str) -> bool:
    """Whether a bot of ours can play here; some need more than the rules."""
    try:
        return bool(check_name(name))
    except BotNameError:
        return False
