"""A value function, a method that `search` is compared with in `contests.py`.

The playouts of `search` run to the end of the game or the round. Here they stop after a few moves,
and a linear function says what the rest will bring: features of the position, with weights for each
stage, fitted by least squares to what became of positions in many games. For two players.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.boards import BOARDS, FEATURES, STAGES, Board, jit, laid
from piazzetta.bots.halving import Plan, halve_counted
from piazzetta.bots.search import SEARCH, search_of
from piazzetta.kernels.rng import Rng, new_rng
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed

DEPTH = 2
"""So many moves are played out before the value is asked."""
DEALS = 200
GAMES_A_DEAL = 200
MOST = 400
"""More positions than a game or a round has."""

Numbers = npt.NDArray[np.float64]


def recorder(board: Board) -> Callable[..., int]:
    """Plays one game out and writes down every position: stage, features, what the rest brought."""
    fill, ended, turn, _, step, policy, margin, stage, features, lead = board

    @jit
    def record(
        one0: Any, two0: Any, hidden: Any, seat: Any, scratch: Any, rng: Any, found: Any
    ) -> int:
        one, two = one0.copy(), two0.copy()
        movers = np.empty(MOST, np.int64)
        fill(one, two, hidden, seat, rng)
        n = 0
        while not ended(one, two) and n < MOST:
            movers[n] = turn(one, two)
            found[n, 0] = stage(one, two)
            features(one, two, movers[n], found[n, 1 : 1 + FEATURES], scratch, rng)
            found[n, 1 + FEATURES] = -lead(one, two, movers[n])
            step(one, two, policy(one, two, scratch, rng), rng)
            n += 1
        for k in range(n):
            found[k, 1 + FEATURES] += margin(one, two, movers[k])
        return n

    return record


def fitted(game: str, seed: int) -> tuple[Numbers, float]:
    """The weights of each stage, and what part of the variance they explain."""
    record, rules, rng = recorder(BOARDS[game]), GAMES[game], new_rng(seed)
    rows = np.empty((MOST, FEATURES + 2))
    kept: list[Numbers] = []
    for deal in range(DEALS):
        state = rules.deal(rules.options(2, {"first": 0}), Seed(seed + deal))
        search = search_of(SEARCH[game], rules.view(state, 0))
        one, two, hidden, seat, scratch, _ = laid(search)
        for _ in range(GAMES_A_DEAL):
            kept.append(rows[: record(one, two, hidden, seat, scratch, rng, rows)].copy())
    every = np.concatenate(kept)
    weights, left = np.zeros((STAGES, FEATURES)), 0.0
    for stage in range(STAGES):
        part = every[every[:, 0] == stage]
        if len(part):
            weights[stage] = np.linalg.lstsq(part[:, 1:-1], part[:, -1], rcond=None)[0]
            left += float(((part[:, 1:-1] @ weights[stage] - part[:, -1]) ** 2).sum())
    return weights, 1 - left / float((every[:, -1] ** 2).sum())


def valuer(board: Board) -> Callable[..., float]:
    """The compiled value of a position for a seat: of a finished one, what it came to."""
    _, ended, turn, _, _, _, margin, stage, features, lead = board

    @jit
    def value(
        one: Any, two: Any, seat: int, weights: Any, found: Any, scratch: Any, rng: Any
    ) -> float:
        if ended(one, two):
            return float(margin(one, two, seat))
        mover = turn(one, two)
        features(one, two, mover, found, scratch, rng)
        rest = lead(one, two, mover)
        for i in range(FEATURES):
            rest += weights[stage(one, two), i] * found[i]
        return float(rest if mover == seat else -rest)

    return value


def evaluator(board: Board) -> Callable[..., None]:
    """The compiled loop for one game: what `evaluate` does in the kernels, cut short."""
    fill, ended, _, _, step, policy, *_ = board
    value = valuer(board)

    @jit
    def evaluate(
        game: Any, moves: Any, active: Any, times: int, weights: Any, rng: Any, sums: Any
    ) -> None:
        one0, two0, hidden, seat, scratch = game
        one, two, dealt_one, dealt_two = one0.copy(), two0.copy(), one0.copy(), two0.copy()
        luck, found = np.empty(1, np.uint64), np.empty(FEATURES)
        for _ in range(times):
            dealt_one[:] = one0
            dealt_two[:] = two0
            fill(dealt_one, dealt_two, hidden, seat, rng)
            for k in active:
                one[:] = dealt_one
                two[:] = dealt_two
                luck[0] = rng[0]
                step(one, two, moves[k], luck)
                depth = 0
                while not ended(one, two) and depth < DEPTH:
                    step(one, two, policy(one, two, scratch, luck), luck)
                    depth += 1
                sums[k, 1] += value(one, two, seat, weights, found, scratch, luck)
                sums[k, 2] += 1

    return evaluate


class Cut:
    """A search whose playouts are cut short."""

    def __init__(self, search: Any, evaluate: Callable[..., None], weights: Numbers) -> None:
        """The same moves, looks and hidden cards."""
        self._search, self._evaluate, self._weights = search, evaluate, weights
        self._laid = laid(search)

    @property
    def prior(self) -> Numbers:
        """How good each move looks before any playout."""
        found: Numbers = self._search.prior
        return found

    def evaluate(
        self, active: npt.NDArray[np.int32], samples: int, rng: Rng, sums: Numbers
    ) -> None:
        """Add up what becomes of the active moves; the win is not told."""
        args = (active, samples, self._weights, rng, sums)
        self._evaluate(tuple(self._laid[:-1]), self._search.moves, *args)

    def move(self, k: int) -> Any:
        """The rules' move."""
        return self._search.move(k)


class Valued:
    """Chooses by halving over playouts that are cut short."""

    def __init__(self, game: str, playouts: int, seed: int = 1_000_000) -> None:
        """Fit the value function."""
        self.weights, self.explained = fitted(game, seed)
        self._evaluate = evaluator(BOARDS[game])
        self._playouts = playouts
        style = SEARCH[game]
        self._plan = Plan(style.candidates, lambda _, margin: margin, style.faith, 1.0)

    def choose(self, search: Any, seed: int) -> Any:
        """The move with the best results."""
        cut = Cut(search, self._evaluate, self.weights)
        return search.move(halve_counted(cut, self._plan, self._playouts, seed)[0].index)
