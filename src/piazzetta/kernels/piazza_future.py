"""The next decision of a seat in Piazza while others are on turn, as it may come."""

import numpy as np

from piazzetta.kernels.jit import kernel
from piazzetta.kernels.piazza import play, sorted_hand
from piazzetta.kernels.piazza_hidden import Hidden, Splits, Weights, determinize
from piazzetta.kernels.piazza_layout import (
    CELLS,
    HIDDEN,
    IN_STOCK,
    OVER,
    PHASE,
    PLAY,
    SEATS,
    SEEN,
    TURN,
    Bits,
    State,
)
from piazzetta.kernels.piazza_policy import thrifty_move
from piazzetta.kernels.piazza_search import Search, search_in
from piazzetta.kernels.piazza_state import Seen, from_view
from piazzetta.kernels.rng import Rng, new_rng
from piazzetta.rules.chance import Seed
from piazzetta.rules.piazza.setup import deal, options
from piazzetta.rules.piazza.view import View, view

NO_SPLIT = np.zeros((1, SEATS), np.int32), np.ones(1)


@kernel
def play_on(
    bits: Bits,
    state: State,
    seat: int,
    hidden: Hidden,
    splits: Splits,
    weights: Weights,
    rng: Rng,
) -> bool:
    """Draw what is hidden and let the others move, thriftily; whether it is the seat's turn."""
    scratch = np.empty(CELLS, np.int32)
    determinize(hidden, splits, weights, state, rng)
    while not state[OVER] and state[TURN] != seat:
        play(bits, state, thrifty_move(bits, state, scratch, rng), rng)
    return not state[OVER]


class Future:
    """A view in which others are on turn, to be played on again and again."""

    def __init__(self, seen_by: View, seat: int) -> None:
        """Nothing is drawn yet."""
        self._seen = from_view(seen_by)
        self._seat = seat
        # In what was drawn every hand counts as seen; what is left open is the order of stocks.
        self._open = np.zeros(HIDDEN, np.int32)
        self._open[SEEN : SEEN + SEATS] = 1

    def draw(self, rng: Rng) -> Search | None:
        """A decision that the seat may have next; None if there was none this time."""
        shown, hidden, splits, weights = self._seen
        game = shown.copy()
        if game.state[PHASE] != PLAY:
            return None
        if not play_on(game.bits, game.state, self._seat, hidden, splits, weights, rng):
            return None
        return search_in(Seen(game, self._open, *NO_SPLIT), thrifty=True)


def context(search: Search) -> tuple[int, ...]:
    """In which decisions a move means nearly the same: those with the same cards."""
    state = search.seen.game.state
    stock: int = state[IN_STOCK + state[TURN]]
    return stock, *sorted_hand(state)


def warm_up() -> None:
    """Compile everything, or load it from the cache."""
    state = deal(options(2, {}), Seed(0))
    found = Future(view(state, 1 - state.turn), 1 - state.turn).draw(new_rng(0))
    assert found
    context(found)
