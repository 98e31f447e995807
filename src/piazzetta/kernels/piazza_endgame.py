"""The end of a game of two in Piazza, solved: once both stocks are empty, nothing is hidden.

    the seat's best move ─► the other's best answer ─► …     to the end, by alpha and beta

What is searched for is the win, then the margin. A game with three cards in each hand takes a few
thousand positions.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.jit import kernel, root_kernel
from piazzetta.kernels.piazza import legal_moves, play
from piazzetta.kernels.piazza_board import total
from piazzetta.kernels.piazza_hidden import determinize
from piazzetta.kernels.piazza_layout import (
    BITS,
    HAND_SIZE,
    IN_HAND,
    IN_STOCK,
    MOVES,
    OVER,
    PASS,
    PHASE,
    PLAY,
    PLAYERS,
    POOL,
    SHARED,
    STATE,
    TURN,
    State,
)
from piazzetta.kernels.piazza_playout import share
from piazzetta.kernels.piazza_search import Search, margin, search
from piazzetta.kernels.piazza_state import Seen
from piazzetta.kernels.rng import Rng, new_rng
from piazzetta.rules.chance import Seed
from piazzetta.rules.piazza.setup import deal, options
from piazzetta.rules.piazza.view import view

WIN = 10_000_000
"""More than any margin."""
BEYOND = 10 * WIN
"""More than any value."""
DEEPEST = 4 * HAND_SIZE + 3
"""Every card may be laid alone and after a pass; two passes end the game."""


class Line(NamedTuple):
    """The positions of one line of play, by depth, and how far each has been searched."""

    bits: npt.NDArray[np.uint64]
    states: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    points: npt.NDArray[np.int64]
    bounds: npt.NDArray[np.int64]
    """The value matters only between a low and a high bound, which close in on it."""
    places: npt.NDArray[np.int64]
    """How many moves were tried, of how many."""


class Solved(NamedTuple):
    """The best move, by its place in the list, and what it comes to."""

    number: int
    win: float
    margin: int


@kernel
def worth(state: State, seat: int) -> int:
    """The win counts before the margin."""
    return int(WIN * share(state, seat)) + margin(state, seat)


@kernel
def enter(line: Line, depth: int, low: int, high: int, seat: int) -> None:
    """List the moves of the position at this depth; a finished game has its value at once."""
    state = line.states[depth]
    if state[OVER]:
        low = high = worth(state, seat)
    line.bounds[depth, 0], line.bounds[depth, 1] = low, high
    n = legal_moves(line.bits[depth], state, line.moves[depth], line.points[depth])
    for k in range(n):
        line.points[depth, k] = total(line.points[depth, k])
    line.places[depth, 0], line.places[depth, 1] = 0, n


@kernel
def is_done(line: Line, depth: int) -> bool:
    """Whether no other move of the position can matter."""
    low, high = line.bounds[depth]
    return bool(low >= high or line.places[depth, 0] == line.places[depth, 1])


@kernel
def next_move(line: Line, depth: int) -> int:
    """Of the moves that were not tried yet, the one with most points."""
    moves, points = line.moves[depth], line.points[depth]
    i, n = line.places[depth]
    top = i
    for k in range(i + 1, n):
        if points[k] > points[top]:
            top = k
    moves[i], moves[top] = moves[top], moves[i]
    points[i], points[top] = points[top], points[i]
    line.places[depth, 0] = i + 1
    return int(moves[i])


@root_kernel
def descend(line: Line, depth: int, seat: int, rng: Rng) -> None:
    """Play the next move; the position after it is at the next depth."""
    line.bits[depth + 1] = line.bits[depth]
    line.states[depth + 1] = line.states[depth]
    play(line.bits[depth + 1], line.states[depth + 1], next_move(line, depth), rng)
    enter(line, depth + 1, line.bounds[depth, 0], line.bounds[depth, 1], seat)


@kernel
def tell(line: Line, depth: int, seat: int) -> bool:
    """Tell the position before what this one comes to; whether that is better for the seat."""
    low, high = line.bounds[depth]
    value = low if line.states[depth, TURN] == seat else high
    if line.states[depth - 1, TURN] != seat:
        line.bounds[depth - 1, 1] = min(line.bounds[depth - 1, 1], value)
        return False
    better = bool(value > line.bounds[depth - 1, 0])
    line.bounds[depth - 1, 0] = max(line.bounds[depth - 1, 0], value)
    return better


@kernel
def best_move(line: Line, positions: int, rng: Rng) -> tuple[int, int]:
    """The best move of the first position and what it comes to; PASS and less than any value if
    there are more positions than that."""
    seat = line.states[0, TURN]
    enter(line, 0, -BEYOND, BEYOND, seat)
    best, depth = PASS, 0
    while not (depth == 0 and is_done(line, 0)):
        if positions < 0:
            return PASS, -BEYOND
        if is_done(line, depth):
            if tell(line, depth, seat) and depth == 1:
                best = line.moves[0, line.places[0, 0] - 1]
            depth -= 1
        else:
            descend(line, depth, seat, rng)
            depth, positions = depth + 1, positions - 1
    return best, line.bounds[0, 0]


def is_open(seen: Seen) -> bool:
    """Whether two play on and nothing is hidden from the seat on turn."""
    state, hidden = seen.game.state, seen.hidden
    if state[PLAYERS] != 2 or state[PHASE] != PLAY or state[IN_STOCK] or state[IN_STOCK + 1]:
        return False
    other = 1 - int(state[TURN])
    return bool(hidden[POOL + other] + hidden[SHARED] == state[IN_HAND + other])


def solve(found: Search, positions: int) -> Solved | None:
    """The best move of a view in which all is open; None if that takes more positions."""
    line, rng = _new_line(), new_rng(0)
    line.bits[0], line.states[0] = found.seen.game
    determinize(found.seen.hidden, found.seen.splits, found.seen.weights, line.states[0], rng)
    move, value = best_move(line, positions, rng)
    if value == -BEYOND:
        return None
    win = round(2 * value / WIN) / 2
    return Solved(int(np.argmax(found.moves == move)), win, value - int(WIN * win))


def _new_line() -> Line:
    return Line(
        np.empty((DEEPEST, BITS), np.uint64),
        np.empty((DEEPEST, STATE), np.int32),
        np.empty((DEEPEST, MOVES), np.int32),
        np.empty((DEEPEST, MOVES), np.int64),
        np.empty((DEEPEST, 2), np.int64),
        np.empty((DEEPEST, 2), np.int64),
    )


def warm_up() -> None:
    """Compile everything, or load it from the cache."""
    state = deal(options(2, {}), Seed(0))
    solve(search(view(state, state.turn), True), 1)
