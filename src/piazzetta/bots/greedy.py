"""The bot `greedy`: from the kernels where they are ready, else the same from the pure rules."""

from random import Random
from typing import Any

from piazzetta import kernels
from piazzetta.bots import greedy_carre, greedy_piazza
from piazzetta.bots.bot import AnyBot, Choice, Decision
from piazzetta.rules import carre, piazza
from piazzetta.rules.errors import PositionError

PURE: dict[str, AnyBot] = {
    piazza.GAME.name: greedy_piazza.choose,
    carre.GAME.name: greedy_carre.choose,
}

SLOW = (carre.GAME.name,)
"""The games in which the pure rules take tens of milliseconds for a greedy move."""


class GreedyBot:
    """Takes what brings most now, any of equals."""

    def __init__(self, seed: int) -> None:
        """All luck follows from the seed."""
        self._rng = Random(seed)

    def choose(self, decision: Decision) -> Choice:
        """What brings most now."""
        name = decision.game.name
        if name in SLOW and kernels.ready(name):
            move = _from_kernel(decision.view, self._rng)
            if decision.offers(move):
                return Choice(move)
        return Choice(PURE[name](decision.view, decision.moves, self._rng))

    def close(self) -> None:
        """Nothing is to be ended."""


def _from_kernel(view: Any, rng: Random) -> Any:
    """The best of all legal moves; None for a view that play cannot come to."""
    from piazzetta.kernels import carre_greedy, carre_state
    from piazzetta.kernels.rng import new_rng

    try:
        row = carre_state.from_view(view)
    except PositionError:
        return None
    luck = new_rng(rng.getrandbits(63))
    code = carre_greedy.greedy_move(row, carre_greedy.new_scratch(), luck)
    return carre_state.decode_move(row, int(code))
