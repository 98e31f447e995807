"""Both games in one form, as compiled functions, for the methods of `trees.py` and `values.py`.

A game lies in two arrays: Piazza in its bits and its state, C'est Carré! in its row and the number
of the round that is played. What a seat sees is a third thing, which `fill` draws from.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np

from piazzetta.kernels import carre, carre_canny, carre_greedy, carre_search, piazza
from piazzetta.kernels import carre_state as row
from piazzetta.kernels import piazza_layout as at
from piazzetta.kernels import piazza_search as piazza_kernel
from piazzetta.kernels.carre_layout import how_many, points_of
from piazzetta.kernels.carre_piles import lay_apart
from piazzetta.kernels.carre_weights import weights_for
from piazzetta.kernels.piazza_board import total
from piazzetta.kernels.piazza_hidden import determinize
from piazzetta.kernels.piazza_policy import BASE_PRICE, thrifty_move

jit = numba.njit(nogil=True)
FEATURES = 6
STAGES = 12
"""A value function has weights of its own for each stage of the game."""


class Board(NamedTuple):
    """What a method must know of a game."""

    fill: Callable[..., None]
    """Draw what is hidden."""
    ended: Callable[..., bool]
    turn: Callable[..., int]
    moves: Callable[..., int]
    """List the moves and how they look."""
    step: Callable[..., None]
    policy: Callable[..., int]
    """The move of the playouts of `search`."""
    margin: Callable[..., float]
    stage: Callable[..., int]
    features: Callable[..., None]
    """What a value function sees, for a seat on turn and the other of two."""
    lead: Callable[..., float]
    """The margin of a seat as it stands."""


class Laid(NamedTuple):
    """A view in that form, with room to work in."""

    one: Any
    two: Any
    hidden: Any
    seat: int
    scratch: Any
    moves: Any


def laid(search: Any) -> Laid:
    """The view that a search was made from."""
    if isinstance(search, piazza_kernel.Search):
        (bits, state), *hidden = search.seen
        scratch = np.empty(at.MOVES, np.int64), np.empty(at.CELLS, np.int32)
        moves = np.empty(at.MOVES + 1, np.int32)
        return Laid(bits, state, tuple(hidden), int(state[at.TURN]), scratch, moves)
    view, room = search.view, (carre_greedy.new_scratch(),)
    number = view[row.ROUND : row.ROUND + 1].copy()
    moves = np.empty(row.MOST_MOVES + 1, np.int64)
    return Laid(view, number, (number,), int(view[row.TURN]), room, moves)


@jit
def _fill_piazza(_bits: Any, state: Any, hidden: Any, _seat: Any, rng: Any) -> None:
    determinize(hidden[0], hidden[1], hidden[2], state, rng)


@jit
def _ended_piazza(_bits: Any, state: Any) -> bool:
    return state[at.OVER] != 0


@jit
def _turn_piazza(_bits: Any, state: Any) -> int:
    return int(state[at.TURN])


@jit
def _moves_piazza(bits: Any, state: Any, moves: Any, looks: Any, scratch: Any) -> int:
    n = piazza.legal_moves(bits, state, moves, scratch[0])
    for k in range(n):
        second = 0 <= moves[k] < at.START and moves[k] >> at.SECOND > 0
        looks[k] = total(scratch[0][k]) - (BASE_PRICE + 1) * second
    return n


@jit
def _step_piazza(bits: Any, state: Any, move: Any, rng: Any) -> None:
    piazza.play(bits, state, move, rng)


@jit
def _policy_piazza(bits: Any, state: Any, scratch: Any, rng: Any) -> int:
    return thrifty_move(bits, state, scratch[1], rng)


@jit
def _margin_piazza(_bits: Any, state: Any, seat: Any) -> float:
    return float(piazza_kernel.margin(state, seat))


@jit
def _stage_piazza(_bits: Any, state: Any) -> int:
    return min(STAGES - 1, state[at.LAID] // 4)


@jit
def _features_piazza(bits: Any, state: Any, seat: Any, found: Any, scratch: Any, rng: Any) -> None:
    """How many cards each has left, and what each could score now."""
    turn = state[at.TURN]
    found[0] = 1.0
    for k in range(2):
        player = seat if k == 0 else 1 - seat
        found[1 + k] = state[at.IN_HAND + player] + state[at.IN_STOCK + player]
        found[3 + k] = 0.0
        if state[at.IN_HAND + player] > 0:
            state[at.TURN] = player
            move = thrifty_move(bits, state, scratch[1], rng)
            found[3 + k] = total(piazza.brackets_of(bits, move))
    state[at.TURN] = turn
    found[5] = found[1] * found[1] - found[2] * found[2]


PIAZZA = Board(
    _fill_piazza,
    _ended_piazza,
    _turn_piazza,
    _moves_piazza,
    _step_piazza,
    _policy_piazza,
    _margin_piazza,
    _stage_piazza,
    _features_piazza,
    _margin_piazza,
)


@jit
def _fill_carre(game: Any, _number: Any, _hidden: Any, seat: Any, rng: Any) -> None:
    carre.determinize(game, seat, rng)
    lay_apart(game)


@jit
def _ended_carre(game: Any, number: Any) -> bool:
    return game[row.OVER] != 0 or game[row.ROUND] != number[0]


@jit
def _turn_carre(game: Any, _number: Any) -> int:
    return game[row.TURN]


@jit
def _moves_carre(game: Any, _number: Any, moves: Any, looks: Any, scratch: Any) -> int:
    n = carre.legal_moves(game, moves)
    for k in range(n):
        looks[k] = carre_canny.move_promise(game, moves[k], scratch[0], weights_for(game))
    return n


@jit
def _step_carre(game: Any, _number: Any, move: Any, rng: Any) -> None:
    carre.apply(game, move, rng)


@jit
def _policy_carre(game: Any, _number: Any, scratch: Any, rng: Any) -> int:
    return carre_canny.canny_move(game, scratch[0], weights_for(game), rng)


@jit
def _margin_carre(game: Any, _number: Any, seat: Any) -> float:
    return float(carre_search.margin(game, seat))


@jit
def _stage_carre(game: Any, _number: Any) -> int:
    """By the fullest layout, and whether the round is closing."""
    most = 0
    for seat in range(game[row.PLAYERS]):
        most = max(most, how_many(game[carre.block_of(seat) + row.ALL]))
    return min(most, STAGES - 2) if game[row.CLOSING] == 0 else STAGES - 1


@jit
def _features_carre(
    game: Any, _number: Any, seat: Any, found: Any, _scratch: Any, _rng: Any
) -> None:
    """What each layout scores, how many cards it has, and how many the hand."""
    mine, other = carre.block_of(seat), carre.block_of(1 - seat)
    found[0] = 1.0
    found[1] = how_many(game[mine + row.ALL])
    found[2] = how_many(game[other + row.ALL])
    found[3] = points_of(game, mine)
    found[4] = points_of(game, other)
    found[5] = game[mine + row.N_HAND] - game[other + row.N_HAND]


@jit
def _lead_carre(game: Any, _number: Any, seat: Any) -> float:
    mine, other = carre.block_of(seat), carre.block_of(1 - seat)
    return float(game[mine + row.TOTAL] - game[other + row.TOTAL])


CARRE = Board(
    _fill_carre,
    _ended_carre,
    _turn_carre,
    _moves_carre,
    _step_carre,
    _policy_carre,
    _margin_carre,
    _stage_carre,
    _features_carre,
    _lead_carre,
)

BOARDS = {"piazza": PIAZZA, "carre": CARRE}
