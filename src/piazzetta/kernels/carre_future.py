"""The next decisions of a seat in C'est Carré! while others are on turn, as they may come."""

from piazzetta.kernels.carre import apply, determinize, hide
from piazzetta.kernels.carre_canny import canny_move
from piazzetta.kernels.carre_greedy import new_scratch
from piazzetta.kernels.carre_search import Search, search_in
from piazzetta.kernels.carre_state import (
    BLOCK_WORDS,
    DISCARD,
    N_DISCARD,
    OVER,
    PHASE,
    PHASE_SOURCE,
    ROUND,
    TURN,
    Row,
    block,
    from_view,
)
from piazzetta.kernels.carre_weights import weights_for
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.rng import Rng, below, new_rng
from piazzetta.rules.carre.setup import deal, options
from piazzetta.rules.carre.view import View, view
from piazzetta.rules.chance import Seed

SOURCES = 4
"""One decision in so many is where a card comes from, the others what to do with it."""


@kernel
def play_on(game: Row, seat: int, scratch: Row, rng: Rng) -> bool:
    """Draw what is hidden and let the others move cannily; whether the seat has something to
    decide then in the same round. If so, the row is its view."""
    number = game[ROUND]
    determinize(game, seat, rng)
    while not game[OVER] and game[TURN] != seat:
        apply(game, canny_move(game, scratch, weights_for(game), rng), rng)
    if not game[OVER] and below(rng, SOURCES) > 0:
        apply(game, canny_move(game, scratch, weights_for(game), rng), rng)
    if game[OVER] or game[ROUND] != number or game[TURN] != seat:
        return False
    hide(game, seat)
    return True


class Future:
    """A view in which others are on turn, to be played on again and again."""

    def __init__(self, seen: View, seat: int) -> None:
        """Nothing is drawn yet."""
        self._view = from_view(seen)
        self._seat = seat
        self.own = _own_cards(self._view, seat)
        """What the others do not change."""

    def draw(self, rng: Rng) -> Search | None:
        """A decision that the seat may have next; None if there was none this time."""
        game = self._view.copy()
        if not play_on(game, self._seat, new_scratch(), rng):
            return None
        return search_in(game, canny=True)


def context(search: Search) -> tuple[int, int, bytes]:
    """In which decisions a move means nearly the same: those with the same cards, and with the same
    card to be taken."""
    game = search.view
    taken = game[DISCARD + game[N_DISCARD] - 1] if game[PHASE] == PHASE_SOURCE else 0
    return int(game[PHASE]), int(taken), _own_cards(game, int(game[TURN]))


def _own_cards(game: Row, seat: int) -> bytes:
    """The seat's layout and hand."""
    return game[block(seat) : block(seat) + BLOCK_WORDS].tobytes()


def warm_up() -> None:
    """Compile everything, or load it from the cache."""
    state = deal(options(2, {}), Seed(0))
    Future(view(state, 1 - state.turn), 1 - state.turn).draw(new_rng(0))
