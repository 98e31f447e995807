"""Fits what the canny policy of C'est Carré! goes by, and writes it into `carre_weights.py`.

    python -m bench.canny [--seconds 150] [--rounds 2] [--jobs 2] [--games 4000]

Games are played in which each candidate move is played out to the end of the round a few times. In
every decision, what a move brought beside the others is explained by what differs in its promise:
linear regression with a small penalty. The first round's playouts have the weights there are, the
next ones' those just fitted. At the end the new weights play the old ones, and greedy players.
"""

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bench.boards import jit
from piazzetta.kernels import carre_weights
from piazzetta.kernels.carre import apply, block_of, deal, determinize, hide, legal_moves, winners
from piazzetta.kernels.carre_canny import best_place, canny_move, move_promise, standing_promise
from piazzetta.kernels.carre_greedy import greedy_move
from piazzetta.kernels.carre_layout import how_many
from piazzetta.kernels.carre_promise import (
    best_on_top,
    denied_by_dropping,
    discarded,
    first_promise,
    missed,
)
from piazzetta.kernels.carre_reveal import SCRATCH_WORDS
from piazzetta.kernels.carre_search import margin
from piazzetta.kernels.carre_state import (
    CELL_BITS,
    GAME_WORDS,
    KIND_BITS,
    MOST_MOVES,
    N_HAND,
    OP_DROP,
    OP_TAKE,
    OVER,
    ROUND,
    TURN,
)
from piazzetta.kernels.carre_weights import (
    CLOSED,
    DENIED,
    LAID,
    N_WEIGHTS,
    REVEALING,
    SHAPES,
    USED,
    WEIGHTS,
    Weights,
)
from piazzetta.kernels.rng import ONE, below, mixed, seed_rng
from piazzetta.rules.carre.state import HAND_SIZE

SAMPLES = 48
"""How often each candidate is played out."""
CANDIDATES = 16
CHUNK = 4_000
"""Candidates that are collected in one go."""
PENALTY = 30.0
TABLES = ((2,), (3, 4))
"""Which numbers of players have the same weights."""
TESTED = 10
"""One decision in so many is kept for testing."""
BEGIN, END = 'FITTED = """\n', '"""\n"""One line'


class Rows(NamedTuple):
    """Candidates of many decisions."""

    parts: npt.NDArray[np.float64]
    """What each weight is multiplied with."""
    brought: npt.NDArray[np.float64]
    """Points of margin at the end of the round, in the mean, less what no weight accounts for."""
    decision: npt.NDArray[np.int64]


@jit
def parts_of(game: Any, move: Any, weights: Any, scratch: Any, found: Any) -> float:
    """What each weight is multiplied with in the promise of a move; what is left beside them.

    A promise is linear in its weights. But where a taken card goes depends on all of them, and so
    does which card is dropped next.
    """
    unit = np.zeros(N_WEIGHTS)
    op = move >> (KIND_BITS + CELL_BITS)
    take = op == OP_TAKE
    dropped = (move >> CELL_BITS) & ((1 << KIND_BITS) - 1)
    several = op == OP_DROP and game[block_of(game[TURN]) + N_HAND] > HAND_SIZE + 1
    next_dropped = best_on_top(game, dropped, weights)[1] if several else 0
    kind, top = discarded(game, 0), discarded(game, 1)
    standing = standing_promise(game, weights)
    bit = best_place(game, kind, top, standing, scratch, weights)[1] if take else 0
    for k in range(-1, N_WEIGHTS):
        if k >= 0:
            unit[k] = 1.0
        if take:
            promise = first_promise(game, kind, bit, top, scratch, unit)
        elif several:
            lost = missed(game, dropped, unit) + missed(game, next_dropped, unit)
            promise = denied_by_dropping(game, next_dropped, unit) - lost
        else:
            promise = move_promise(game, move, scratch, unit)
        if k < 0:
            alone = promise
        else:
            found[k] = promise - alone
            unit[k] = 0.0
    return alone


@jit
def played_out(view: Any, moves: Any, weights: Any, scratch: Any, rng: Any, found: Any) -> None:
    """The mean margin that each move leads to, all from the same games and with the same luck."""
    seat = view[TURN]
    dealt, game, luck = view.copy(), view.copy(), np.empty(1, np.uint64)
    found[:] = 0.0
    for _ in range(SAMPLES):
        dealt[:] = view
        determinize(dealt, seat, rng)
        word = mixed(rng[0]) | ONE
        for k in range(moves.size):
            game[:] = dealt
            luck[0] = word
            number = game[ROUND]
            apply(game, moves[k], luck)
            while not game[OVER] and game[ROUND] == number:
                apply(game, canny_move(game, scratch, weights, luck), luck)
            found[k] += margin(game, seat) / SAMPLES


@jit
def collect(seed: Any, players: Any, weights: Any, parts: Any, brought: Any, decision: Any) -> int:
    """Play games and note the candidates of their decisions; how many there are."""
    rng, game = np.empty(1, np.uint64), np.zeros(GAME_WORDS, np.int64)
    seed_rng(rng, np.uint64(seed), np.uint64(players))
    scratch, codes = np.zeros(SCRATCH_WORDS, np.int64), np.empty(MOST_MOVES, np.int64)
    view, looks, found = game.copy(), np.empty(MOST_MOVES), np.empty(MOST_MOVES)
    deal(game, players, 0, rng)
    n = 0
    while n + CANDIDATES <= parts.shape[0]:
        if game[OVER]:
            deal(game, players, below(rng, players), rng)
        count = legal_moves(game, codes)
        if count == 1:
            apply(game, codes[0], rng)
            continue
        view[:] = game
        hide(view, game[TURN])
        for k in range(count):
            looks[k] = move_promise(view, codes[k], scratch, weights)
        moves = codes[np.argsort(-looks[:count])[:CANDIDATES]]
        played_out(view, moves, weights, scratch, rng, found[: moves.size])
        for k in range(moves.size):
            alone = parts_of(view, moves[k], weights, scratch, parts[n + k])
            brought[n + k], decision[n + k] = found[k] - alone, n
        n += moves.size
        apply(game, moves[np.argmax(found[: moves.size])], rng)
    return n


def collected(seed: int, seconds: float, seats: tuple[int, ...], weights: Weights) -> Rows:
    """What one process finds in that time, at tables of so many players in turn."""
    found: list[Rows] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        rows = Rows(np.zeros((CHUNK, N_WEIGHTS)), np.zeros(CHUNK), np.zeros(CHUNK, np.int64))
        number = len(found)
        n = collect(1000 * seed + number, seats[number % len(seats)], weights, *rows)
        decision = rows.decision[:n] + CHUNK * number
        found.append(Rows(rows.parts[:n], rows.brought[:n], decision))
    return joined(found)


def joined(many: Sequence[Rows]) -> Rows:
    """Rows after rows; decisions keep apart."""
    shifts = np.cumsum([0, *(rows.decision.max() + CHUNK for rows in many[:-1])])
    decision = [rows.decision + shift for rows, shift in zip(many, shifts, strict=True)]
    return Rows(
        np.concatenate([rows.parts for rows in many]),
        np.concatenate([rows.brought for rows in many]),
        np.concatenate(decision),
    )


def fitted(rows: Rows, before: Weights) -> tuple[Weights, float]:
    """The weights that explain the differences within decisions best, drawn a little towards those
    before; the part of the variance they explain in decisions that were kept apart."""
    parts, brought = centred(rows.parts, rows.decision), centred(rows.brought, rows.decision)
    tested = np.unique(rows.decision, return_inverse=True)[1] % TESTED == 0
    x, y = parts[~tested], (brought - parts @ before)[~tested]
    after = before + np.linalg.solve(x.T @ x + PENALTY * np.eye(N_WEIGHTS), x.T @ y)
    left = brought[tested] - parts[tested] @ after
    return levelled(after), 1 - float(left @ left / (brought[tested] @ brought[tested]))


def levelled(weights: Weights) -> Weights:
    """The same promises, with the least harmful card on the discard pile as the one that costs
    nothing: then no other is above nothing, which saves looking at most of them. Only where no
    card lies there, or nobody can take it, do promises change a little."""
    after = weights.copy()
    complete = DENIED + prod(SHAPES["DENIED"]) // 2
    incomplete_most, complete_most = after[DENIED:complete].max(), after[complete:CLOSED].max()
    after[DENIED:complete] -= incomplete_most
    after[LAID:USED] += incomplete_most
    after[REVEALING:] -= incomplete_most
    after[complete:CLOSED] -= complete_most
    after[CLOSED:REVEALING] += complete_most
    return after


def centred(values: npt.NDArray[np.float64], decision: npt.NDArray[np.int64]) -> Any:
    """The same less the mean of its decision."""
    starts = np.flatnonzero(np.diff(decision, prepend=-1))
    sizes = np.diff(starts, append=len(decision)).reshape(-1, *[1] * (values.ndim - 1))
    means = np.add.reduceat(values, starts, axis=0) / sizes
    return values - np.repeat(means, sizes.ravel(), axis=0)


@jit
def duel(games: Any, players: Any, one: Any, other: Any, shares: Any) -> None:
    """The part of the win that weights have at a table of others, in every seat in turn; where the
    others have no weights they are greedy."""
    rng, game = np.empty(1, np.uint64), np.zeros(GAME_WORDS, np.int64)
    scratch = np.zeros(SCRATCH_WORDS, np.int64)
    for k in range(games):
        seat = k % players
        seed_rng(rng, np.uint64(1), np.uint64(k // players))
        deal(game, players, 0, rng)
        while not game[OVER]:
            weights = one if game[TURN] == seat else other
            if weights.size:
                apply(game, canny_move(game, scratch, weights, rng), rng)
            else:
                apply(game, greedy_move(game, scratch, rng), rng)
        won = winners(game)
        shares[k] = (won >> seat & 1) / how_many(won)


def duelled(one: Weights, other: Weights, players: int, games: int) -> str:
    """How that went, in words."""
    shares = np.zeros(games)
    duel(games, players, one, other, shares)
    return f"{shares.mean():.1%} ± {1.96 * shares.std() / np.sqrt(games):.1%}"


def written(weights: Weights) -> str:
    """The weights as they stand in the module."""
    lines = []
    begin = 0
    for name, shape in SHAPES.items():
        part = weights[begin : begin + prod(shape)].reshape(-1, shape[-1])
        begin += part.size
        lines += [f"{name}: {' '.join(f'{weight:5.2f}' for weight in row)}\n" for row in part]
    return "".join(lines)


def write(weights: list[Weights]) -> None:
    """Put them into the module."""
    path = Path(str(carre_weights.__file__))
    head, begin, rest = path.read_text("utf-8").partition(BEGIN)
    _, end, tail = rest.partition(END)
    path.write_text(head + begin + "".join(map(written, weights)) + end + tail, "utf-8")


def fit(seats: tuple[int, ...], before: Weights, given: argparse.Namespace) -> Weights:
    """The weights for tables of so many players, after as many rounds as were asked for."""
    weights = before
    for number in range(given.rounds):
        seeds = [given.jobs * number + job for job in range(given.jobs)]
        with ProcessPoolExecutor(given.jobs) as pool:
            many = (repeat(given.seconds), repeat(seats), repeat(weights))
            rows = joined(list(pool.map(collected, seeds, *many)))
        weights, explained = fitted(rows, weights)
        print(f"round {number + 1}: {len(rows.brought)} moves, {explained:.1%} explained")
    for players in seats:
        told = [duelled(weights, other, players, given.games) for other in (before, np.empty(0))]
        print(f"{players} players: {told[0]} against those before, {told[1]} against greedy")
    return weights


def main() -> None:
    """Fit, tell, write."""
    parser = argparse.ArgumentParser(prog="python -m bench.canny", description=__doc__)
    parser.add_argument("--seconds", type=float, default=150.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--games", type=int, default=4000)
    given = parser.parse_args()
    write([fit(seats, before, given) for seats, before in zip(TABLES, WEIGHTS, strict=True)])


if __name__ == "__main__":
    main()
