"""Whole games of Piazza in one call: a policy plays every seat to the end.

`random` plays each legal move equally often; `greedy` plays one that scores most now, at random
among equals. Game number k of a seed is the same game however many threads, or which device, play.
"""

import numpy as np

from piazzetta.kernels.batch import (
    GREEDY,
    POLICIES,
    Counts,
    Playouts,
    Points,
    Shares,
    in_threads,
    results,
)
from piazzetta.kernels.jit import kernel, root_kernel
from piazzetta.kernels.piazza import deal, play
from piazzetta.kernels.piazza_layout import (
    BITS,
    CELLS,
    FINISHED,
    ORDER,
    OVER,
    PLAYERS,
    SCORE,
    SEATS,
    SHAPE_NAMES,
    STATE,
    Bits,
    State,
)
from piazzetta.kernels.piazza_policy import Arms, greedy_move, random_move
from piazzetta.kernels.rng import Rng, seed_rng
from piazzetta.rules.piazza.state import SHAPES_FOR


@kernel
def playout(bits: Bits, state: State, scratch: Arms, policy: int, rng: Rng) -> int:
    """Play a game from where it stands to its end; how many moves that took."""
    moves = 0
    while not state[OVER]:
        if policy == GREEDY:
            move = greedy_move(bits, state, scratch, rng)
        else:
            move = random_move(bits, state, rng)
        play(bits, state, move, rng)
        moves += 1
    return moves


@kernel
def place(state: State, seat: int) -> int:
    """P-WIN: when the seat finished; all who have cards left come last together."""
    for k in range(state[FINISHED]):
        if state[ORDER + k] == seat:
            return k
    return SEATS


@kernel
def beats(state: State, seat: int, other: int) -> bool:
    """P-WIN: more points, or as many and finished earlier."""
    mine, theirs = state[SCORE + seat], state[SCORE + other]
    return mine > theirs or (mine == theirs and place(state, seat) < place(state, other))


@kernel
def share(state: State, seat: int) -> float:
    """The seat's part of the win of a finished game."""
    equals = 0
    for other in range(state[PLAYERS]):
        if beats(state, other, seat):
            return 0.0
        equals += not beats(state, seat, other)
    return 1.0 / equals


@kernel
def play_game(
    bits: Bits,
    state: State,
    scratch: Arms,
    rng: Rng,
    policy: int,
    players: int,
    shape: int,
    seed: np.uint64,
    game: int,
) -> int:
    """Deal and play game number `game` of that seed; how many moves it took."""
    seed_rng(rng, seed, np.uint64(game))
    deal(bits, state, players, shape, rng)
    return playout(bits, state, scratch, policy, rng)


@root_kernel
def play_games(
    first: int,
    last: int,
    policy: int,
    players: int,
    shape: int,
    seed: np.uint64,
    skipped: int,
    points: Points,
    shares: Shares,
    moves: Counts,
) -> None:
    """The games of rows `first` to `last` - 1, one after another; row 0 is game `skipped`."""
    bits, state = np.empty(BITS, np.uint64), np.empty(STATE, np.int32)
    scratch, rng = np.empty(CELLS, np.int32), np.empty(1, np.uint64)
    for row in range(first, last):
        moves[row] = play_game(
            bits, state, scratch, rng, policy, players, shape, seed, skipped + row
        )
        for seat in range(players):
            points[row, seat] = state[SCORE + seat]
            shares[row, seat] = share(state, seat)


def shape_number(players: int, start: str | None) -> int:
    """The start shape's number; None is the usual one for so many players."""
    return SHAPE_NAMES.index(start or SHAPES_FOR[players][0])


def playouts(
    players: int,
    policy: str,
    games: int,
    seed: int = 0,
    threads: int | None = None,
    start: str | None = None,
    skipped: int = 0,
) -> Playouts:
    """Play that many games from fresh deals (quick start, seat 0 first); None: on all cores.

    The first `skipped` games of the seed are left out, so that many games can come in batches.
    """
    found = results(players, games)
    shape = shape_number(players, start)

    def work(first: int, last: int) -> None:
        play_games(first, last, POLICIES[policy], players, shape, np.uint64(seed), skipped, *found)

    in_threads(games, threads, work)
    return found


def warm_up() -> None:
    """Compile everything, or load it from the cache."""
    for policy in POLICIES:
        playouts(2, policy, 1, threads=1)
