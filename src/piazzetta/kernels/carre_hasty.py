"""A hasty policy for C'est Carré!: how the playouts of `search` take the others to play.

It plays what `carre_greedy.py` plays, but for the choice between take and reveal. There it does not
look through all pairs of cards that may come, but takes what gains enough: that is nineteen of
twenty choices as greedy players make them, in a tenth of the time.
"""

import numpy as np

from piazzetta.kernels.carre import block_of, coded
from piazzetta.kernels.carre_greedy import greedy_move
from piazzetta.kernels.carre_layout import copy_layout, how_many
from piazzetta.kernels.carre_state import (
    ALL,
    DISCARD,
    N_DISCARD,
    OP_REVEAL,
    OP_TAKE,
    PHASE,
    PHASE_SOURCE,
    TURN,
    Row,
)
from piazzetta.kernels.carre_turn import TRIAL, best_in_hand, card_gain
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.rng import Rng
from piazzetta.rules.carre.layout import MOST_CARDS

FEW = 4
"""So many cards laid are enough for zones, so that more is asked of a card."""
ENOUGH = np.array([2 if laid < FEW else 3 for laid in range(MOST_CARDS + 1)])
"""What a card must gain to be taken, by the cards laid."""


@kernel
def hasty_move(game: Row, scratch: Row, rng: Rng) -> int:
    """What the policy plays now."""
    if game[PHASE] == PHASE_SOURCE and game[N_DISCARD] > 0:
        gain = card_gain(game, game[DISCARD + game[N_DISCARD] - 1], scratch)
        return coded(OP_TAKE if gain >= asked(game, scratch) else OP_REVEAL, 0, 0)
    return greedy_move(game, scratch, rng)


@kernel
def asked(game: Row, scratch: Row) -> int:
    """What a card must gain to be taken: more than the best of the hand gains, for a negative card
    lets that one out, and negative cards often come."""
    at = block_of(game[TURN])
    laid = how_many(game[at + ALL])
    copy_layout(game, at, scratch, TRIAL)
    held = best_in_hand(game, scratch, -1, -1)[0] + (laid > 0)
    return int(max(ENOUGH[laid], held))
