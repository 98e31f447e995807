"""The one door to all who think: bots of ours in workers, and the operator's programs."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from piazzetta.bots import BOTS, BotNameError, check_name
from piazzetta.bots.advice import TOP
from piazzetta.rules.game import Json
from piazzetta.server.protocol.server import AdvisedMove
from piazzetta.server.thinking.jobs import Advise, Choose
from piazzetta.server.thinking.line import Line
from piazzetta.server.thinking.programs import Hired
from piazzetta.server.thinking.workers import PATIENCE, Crew, NoAnswerError, default_count

ROOM = 64
"""How many jobs a queue takes in; later ones wait outside, at no cost but their own time."""

SUBSTITUTE = "level3"
"""Who plays for a bot that this server does not have, such as a program no longer configured."""


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
        self._crew = Crew(count, patience)
        self._line = Line(count, ROOM, "workers")
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
        return self._line.waiting + sum(line.waiting for _, line in self._hired.values())

    async def choose(
        self, game: str, view: Json, moves: Sequence[str], bot: str, seconds: float, seed: int
    ) -> str:
        """The bot's move, one of `moves`; any of them where the bot fails."""
        if bot in self._hired:
            hired, line = self._hired[bot]
            job = Choose(game, view, moves, bot, seconds, seed)
            return await line.run(partial(hired.choose, job))
        known = bot if bot in self._ours else SUBSTITUTE
        job = Choose(game, view, moves, known, seconds, seed)
        try:
            move: str = await self._line.run(partial(self._crew.answer, job))
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
        """The best moves for the seat in turn, whose view it is; a NoAnswerError if nobody can."""
        job = Advise(game, view, seconds, seed, top, also)
        found = await self._line.run(partial(self._crew.answer, job))
        return msgspec.convert(found, list[AdvisedMove])

    async def close(self) -> None:
        """End every process; whoever still waits gets a ClosedError."""
        lines = [self._line, *(line for _, line in self._hired.values())]
        for line in lines:
            line.refuse()
        await asyncio.to_thread(self._crew.close)
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
