"""Whole rounds and games of C'est Carré! in one call: a policy plays every seat to the end.

`random` plays each legal move equally often; `carre_greedy.py` says what `greedy` plays. Game
number k of a seed is the same game however many threads, or which device, play.
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
from piazzetta.kernels.carre import (
    apply,
    block_of,
    deal,
    determinize,
    hide,
    legal_moves,
    random_move,
    winners,
)
from piazzetta.kernels.carre_greedy import greedy_move, new_scratch
from piazzetta.kernels.carre_layout import how_many
from piazzetta.kernels.carre_reveal import SCRATCH_WORDS
from piazzetta.kernels.carre_state import GAME_WORDS, MOST_MOVES, OVER, ROUND, TOTAL, TURN, Row
from piazzetta.kernels.jit import kernel, root_kernel
from piazzetta.kernels.rng import Rng, new_rng, seed_rng

CAP = 5_000
"""A game that is not over after so many decisions is stopped; the highest total wins."""


@kernel
def policy_move(game: Row, scratch: Row, policy: int, rng: Rng) -> int:
    """What the policy plays now."""
    if policy == GREEDY:
        return greedy_move(game, scratch, rng)
    return random_move(game, rng)


@kernel
def playout(game: Row, scratch: Row, policy: int, most: int, rng: Rng) -> int:
    """Play to the end of the game, or for so many decisions; how many it took."""
    moves = 0
    while not game[OVER] and moves < most:
        apply(game, policy_move(game, scratch, policy, rng), rng)
        moves += 1
    return moves


@kernel
def playout_round(game: Row, scratch: Row, policy: int, most: int, rng: Rng) -> int:
    """Play to the end of this round, its scoring included, or for so many decisions."""
    moves = 0
    number = game[ROUND]
    while not game[OVER] and game[ROUND] == number and moves < most:
        apply(game, policy_move(game, scratch, policy, rng), rng)
        moves += 1
    return moves


@kernel
def share(game: Row, seat: int) -> float:
    """The seat's part of the win, or of the lead while the game runs."""
    seats = winners(game)
    return (seats >> seat & 1) / how_many(seats)


@kernel
def play_game(
    game: Row,
    scratch: Row,
    rng: Rng,
    policy: int,
    players: int,
    seed: np.uint64,
    number: int,
) -> int:
    """Deal and play game number `number` of that seed; how many decisions it took."""
    seed_rng(rng, seed, np.uint64(number))
    deal(game, players, 0, rng)
    return playout(game, scratch, policy, CAP, rng)


@root_kernel
def play_games(
    first: int,
    last: int,
    policy: int,
    players: int,
    seed: np.uint64,
    skipped: int,
    points: Points,
    shares: Shares,
    moves: Counts,
) -> None:
    """The games of rows `first` to `last` - 1, one after another; row 0 is game `skipped`."""
    game, scratch = np.zeros(GAME_WORDS, np.int64), np.zeros(SCRATCH_WORDS, np.int64)
    rng = np.empty(1, np.uint64)
    for row in range(first, last):
        moves[row] = play_game(game, scratch, rng, policy, players, seed, skipped + row)
        for seat in range(players):
            points[row, seat] = game[block_of(seat) + TOTAL]
            shares[row, seat] = share(game, seat)


def playouts(
    players: int,
    policy: str,
    games: int,
    seed: int = 0,
    threads: int | None = None,
    skipped: int = 0,
) -> Playouts:
    """Play that many games to 50 points from fresh deals, seat 0 first; None: on all cores.

    The first `skipped` games of the seed are left out, so that many games can come in batches.
    """
    found = results(players, games)

    def work(first: int, last: int) -> None:
        play_games(first, last, POLICIES[policy], players, np.uint64(seed), skipped, *found)

    in_threads(games, threads, work)
    return found


def warm_up() -> None:
    """Compile everything, or load it from the cache."""
    for policy in POLICIES:
        playouts(2, policy, 1, threads=1)
    rng, game, moves = new_rng(0), np.zeros(GAME_WORDS, np.int64), np.zeros(MOST_MOVES, np.int64)
    deal(game, 2, 0, rng)
    legal_moves(game, moves)
    hide(game, 0)
    determinize(game, int(game[TURN]), rng)
    apply(game, int(moves[0]), rng)
    playout_round(game, new_scratch(), GREEDY, CAP, rng)
