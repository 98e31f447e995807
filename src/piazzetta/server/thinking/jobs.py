"""What a worker is asked for, as plain values that cross the border between processes."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from piazzetta.bots import BOTS
from piazzetta.bots.advice import TOP, Advice, advise
from piazzetta.bots.bot import Decision
from piazzetta.bots.reason import Reason
from piazzetta.rules import GAMES
from piazzetta.rules.game import Json, Legal

SHORTEST, LONGEST = 0.1, 2.0
"""In seconds."""


def thinking_time(pace: float) -> float:
    """Seconds that a bot may think at a table of that pace, whatever the move; less in a crowd.

    Half the pace leaves the other half for waiting in the queue, so that the move is there when it
    is to be shown.
    """
    return min(max(0.5 * pace, SHORTEST), LONGEST)


class Job(Protocol):
    """What a worker can do: a value that can be sent to it."""

    @property
    def seconds(self) -> float:
        """How long it may think."""
        ...

    def answer(self) -> Any:
        """Do it, in the worker."""
        ...


@dataclass(frozen=True, slots=True)
class Choose:
    """Which move does this bot make?"""

    game: str
    view: Json
    """As the seat in turn sees it."""
    moves: Sequence[str]
    """Every legal move, as text."""
    bot: str
    seconds: float
    seed: int

    def answer(self) -> str:
        """The move that the bot of ours chooses, as text."""
        bot = BOTS[self.bot](self.seed, 1)
        try:
            return str(bot.choose(self._decision()).move)
        finally:
            bot.close()

    def bare_decision(self) -> Decision:
        """For those who need no points of the moves; it costs next to nothing."""
        game = GAMES[self.game]
        view = game.view_from_json(self.view)
        moves = [Legal(game.parse_move(text)) for text in self.moves]
        return Decision(game, view.turn, view, moves, self.seconds)

    def anything(self) -> str:
        """Any of the moves, where nobody is left to choose."""
        return Random(self.seed).choice(self.moves)

    def _decision(self) -> Decision:
        """What is legal does not depend on what is hidden, so any state tells it, with points."""
        game = GAMES[self.game]
        view = game.view_from_json(self.view)
        legal = game.legal_moves(game.determinize(view, Random(self.seed)))
        asked = frozenset(self.moves)
        moves = [entry for entry in legal if str(entry.move) in asked]
        return Decision(game, view.turn, view, moves, self.seconds)


@dataclass(frozen=True, slots=True)
class Advise:
    """Which moves are good, and why?"""

    game: str
    view: Json
    """As the seat in turn sees it."""
    seconds: float
    seed: int
    top: int = TOP
    also: str | None = None
    """A move that is to be among them."""

    def answer(self) -> list[Json]:
        """The best moves, the best first, as plain data."""
        game = GAMES[self.game]
        view = game.view_from_json(self.view)
        also = None if self.also is None else game.parse_move(self.also)
        found = advise(game, view, self.seconds, seed=self.seed, top=self.top, also=also)
        return [_plain(advice) for advice in found]


def _plain(advice: Advice) -> Json:
    """With the fields of the protocol's `AdvisedMove`."""
    return {
        "move": str(advice.move),
        "win": advice.win,
        "margin": advice.margin,
        "points": advice.points,
        "reasons": [_reason(reason) for reason in advice.reasons],
    }


def _reason(reason: Reason) -> dict[str, Any]:
    details = reason.to_json()
    return {"kind": details.pop("code"), "details": details}
