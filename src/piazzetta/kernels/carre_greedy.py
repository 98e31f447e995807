"""The greedy policy of C'est Carré!: the own layout that scores most at the end of the turn.

    A move is worth what the layout scores (values and zones) at the end of the turn, if the cards
    that are still owed after it are played one by one, each where it gains the most at once: the
    first such move in the order of the rules. A zone of nine is worth NINE_WORTH, for it wins.

    take      what the card gains in its best place
    reveal    the better one of two cards, on average over all pairs of cards that the player does
              not see; over those of the discard pile if the draw pile is empty
    drop      changes no layout, so that all are equal

Among equals it takes any, at random. Gains are counted from the layout before the move, in whole
numbers, so that equal means equal.
"""

import numpy as np

from piazzetta.kernels.carre import block_of, coded, playable_kinds, random_move, random_source
from piazzetta.kernels.carre_gain import LEAST
from piazzetta.kernels.carre_layout import index_of, lay_cells, swap_cells
from piazzetta.kernels.carre_reveal import SCRATCH_WORDS, compare_reveal
from piazzetta.kernels.carre_state import (
    DISCARD,
    N_DISCARD,
    OP_LAY,
    OP_REVEAL,
    OP_SWAP,
    OP_TAKE,
    PHASE,
    PHASE_DROP,
    PHASE_SOURCE,
    TURN,
    Row,
)
from piazzetta.kernels.carre_turn import card_gain, move_gain
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.rng import Rng, below


def new_scratch() -> Row:
    """Words to work on, for use from Python."""
    return np.zeros(SCRATCH_WORDS, np.int64)


@kernel
def greedy_move(game: Row, scratch: Row, rng: Rng) -> int:
    """The move that gains the most, in a game or a view of the seat on turn."""
    if game[PHASE] == PHASE_DROP:
        return random_move(game, rng)
    if game[PHASE] == PHASE_SOURCE:
        return greedy_source(game, scratch, rng)
    return greedy_placing(game, scratch, rng)


@kernel
def greedy_source(game: Row, scratch: Row, rng: Rng) -> int:
    """Take or reveal, whichever gains more."""
    if game[N_DISCARD] == 0:
        return random_source(game, rng)
    top = game[DISCARD + game[N_DISCARD] - 1]
    better = compare_reveal(game, card_gain(game, top, scratch), scratch)
    if better == 0:
        return random_source(game, rng)
    return coded(OP_REVEAL if better > 0 else OP_TAKE, 0, 0)


@kernel
def greedy_placing(game: Row, scratch: Row, rng: Rng) -> int:
    """Every place of every card that may be played, by its gain."""
    at = block_of(game[TURN])
    kinds = playable_kinds(game)
    lays = lay_cells(game, at)
    best, equals, chosen = LEAST, 0, 0
    while kinds:
        kind = index_of(kinds & -kinds)
        kinds &= kinds - 1
        for op in (OP_LAY, OP_SWAP):
            cells = lays if op == OP_LAY else swap_cells(game, at, kind)
            while cells:
                bit = cells & -cells
                cells &= cells - 1
                gain = move_gain(game, kind, bit, scratch)
                if gain > best:
                    best, equals = gain, 0
                if gain == best:
                    equals += 1
                    if below(rng, equals) == 0:
                        chosen = coded(op, kind, index_of(bit))
    return chosen
