"""Expectation over draws, a method that `search` is compared with in `contests.py`.

In C'est Carré! a turn begins with a choice: take the card on the discard pile, or reveal two. The
playouts of `search` go on with a fast policy from there. Here each card that may come is put where
it is best, as found by playouts of its own:

    take      the best place of that card
    reveal    the mean, over pairs of cards drawn, of the best place of either

What the best place is worth is told by other playouts than those that chose it, so that luck does
not count twice. Every other decision is that of `search`.
"""

from typing import Any

import numpy as np

from piazzetta.bots.halving import MARGIN, PLAYED, Plan, halve_counted
from piazzetta.bots.search import SEARCH
from piazzetta.kernels.carre import apply, determinize, hide
from piazzetta.kernels.carre_search import Search, search_in
from piazzetta.kernels.carre_state import PHASE, PHASE_SOURCE, TURN
from piazzetta.kernels.rng import Rng, new_rng

PAIRS = 12
"""So many reveals are drawn."""


class Expectimax:
    """Chooses sources by the mean of what may come."""

    def __init__(self, playouts: int) -> None:
        """With about so many playouts a move."""
        style = SEARCH["carre"]
        self._playouts = playouts
        self._plan = Plan(style.candidates, style.worth, style.faith, style.slope)

    def choose(self, search: Any, seed: int) -> Any:
        """The better source; other decisions as `search` makes them."""
        rng = new_rng(seed)
        if search.view[PHASE] != PHASE_SOURCE:
            return search.move(halve_counted(search, self._plan, self._playouts, seed)[0].index)
        each = self._playouts // (2 * PAIRS)
        take = self._after(search, 0, self._playouts // 2, rng)
        reveal = float(np.mean([self._after(search, 1, each, rng) for _ in range(PAIRS)]))
        return search.move(0 if take >= reveal else 1)

    def _after(self, search: Any, k: int, playouts: int, rng: Rng) -> float:
        """The margin of the best place once this source is chosen and its cards are seen."""
        game = search.view.copy()
        seat = int(game[TURN])
        determinize(game, seat, rng)
        apply(game, int(search.moves[k]), rng)
        hide(game, seat)
        return self._best(search_in(game, canny=True), playouts, rng)

    def _best(self, search: Search, playouts: int, rng: Rng) -> float:
        best = halve_counted(search, self._plan, playouts // 2, int(rng[0] >> np.uint64(1)))[0]
        sums = np.zeros((len(search.prior), 3))
        search.evaluate(np.array([best.index], np.int32), max(1, playouts // 2), rng, sums)
        return float(sums[best.index, MARGIN] / sums[best.index, PLAYED])
