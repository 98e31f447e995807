"""What a decision of C'est Carré!'s search gives away: by how many playouts it has, and by whom it
takes the others for.

    decisions against a greedy player ─► each candidate played out thousands of times, by the same
    luck ─► halving, again and again, with a few of these playouts ─► what all the others say of
    the move it chose

`python -m bench.regret --games 80 --jobs 2` prints a row for each way to choose: what it wins in
thousandths of a win a decision beside `search` as it is, where the others are greedy and where they
are canny. The playouts know the others then; what they do not know is how `search` itself goes on.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import repeat
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.boards import jit
from bench.methods import GREEDY, choose
from piazzetta import kernels
from piazzetta.bots.halving import MARGIN, PLAYED, SHARE, Plan, halve_counted
from piazzetta.bots.search import SEARCH, search_of
from piazzetta.kernels.carre import apply, determinize
from piazzetta.kernels.carre_canny import canny_move
from piazzetta.kernels.carre_greedy import greedy_move
from piazzetta.kernels.carre_piles import lay_apart
from piazzetta.kernels.carre_reveal import SCRATCH_WORDS
from piazzetta.kernels.carre_search import margin, win_chance
from piazzetta.kernels.carre_state import OVER, ROUND, TURN
from piazzetta.kernels.carre_weights import weights_for
from piazzetta.kernels.rng import ONE, mixed, new_rng
from piazzetta.rules import carre
from piazzetta.rules.chance import Seed

STYLE = SEARCH[carre.GAME.name]
PLAYED_BY, SEEN = 500, 0.12
"""Playouts a move of the games that decisions are taken from, and what part of them is taken."""
FEW = 3_200
"""Playouts a move that 50 ms are enough for."""
USED = 900
"""So many playouts of each candidate are for choosing, the others tell what it is worth."""
GREEDY_ONES, CANNY_ONES = 0, 1

Results = npt.NDArray[np.float64]
"""By others, playout, candidate: share of the win and margin."""


@dataclass(frozen=True, slots=True)
class Case:
    """A decision, and what became of its candidates."""

    prior: npt.NDArray[np.float64]
    results: Results


@dataclass(frozen=True, slots=True)
class Way:
    """A way to choose."""

    greedy: float
    """In what part of the playouts the others are greedy."""
    playouts: int = FEW
    faith: float = STYLE.faith


WAYS = {
    "as it is: the others all canny": Way(0.0),
    "half of the time greedy": Way(0.5),
    "the others all greedy": Way(1.0),
    "a quarter of the playouts": Way(0.0, FEW // 4),
    "twice the playouts": Way(0.0, FEW * 2),
    "eight times the playouts": Way(0.0, FEW * 8),
    "no faith in how a move looks": Way(0.0, faith=0.0),
    "by how a move looks alone": Way(0.0, 0),
}


class Replay:
    """Playouts that were made before, as a search."""

    def __init__(self, case: Case, greedy: npt.NDArray[np.bool_], order: Any) -> None:
        """The playouts in that order, with greedy others where it is said so."""
        self.prior = case.prior
        greedy_ones, canny_ones = case.results[:, order]
        self._results = np.where(greedy[:, None, None], greedy_ones, canny_ones)
        self._begin = 0

    def evaluate(self, active: npt.NDArray[np.int32], samples: int, _rng: Any, sums: Any) -> None:
        """Add up the next ones."""
        found = self._results[self._begin : self._begin + samples][:, active]
        self._begin += samples
        sums[active, SHARE] += found[..., 0].sum(0)
        sums[active, MARGIN] += found[..., 1].sum(0)
        sums[active, PLAYED] += len(found)

    def move(self, k: int) -> int:
        """The candidate."""
        return k


@jit
def play_round(game: Any, canny_seat: Any, others_canny: Any, scratch: Any, luck: Any) -> None:
    """To the end of the round."""
    number = game[ROUND]
    while not game[OVER] and game[ROUND] == number:
        if others_canny or game[TURN] == canny_seat:
            apply(game, canny_move(game, scratch, weights_for(game), luck), luck)
        else:
            apply(game, greedy_move(game, scratch, luck), luck)


@jit
def play_out(view: Any, moves: Any, others_canny: Any, rng: Any, results: Any) -> None:
    """Play every move out from the same games."""
    dealt, game = view.copy(), view.copy()
    scratch, luck = np.zeros(SCRATCH_WORDS, np.int64), np.empty(1, np.uint64)
    for sample in range(len(results)):
        dealt[:] = view
        determinize(dealt, view[TURN], rng)
        lay_apart(dealt)
        word = mixed(rng[0]) | ONE
        for k in range(len(moves)):
            game[:] = dealt
            luck[0] = word
            apply(game, moves[k], luck)
            play_round(game, view[TURN], others_canny, scratch, luck)
            results[sample, k, 0] = win_chance(game, view[TURN])
            results[sample, k, 1] = margin(game, view[TURN])


def cases(seed: int, samples: int) -> list[Case]:
    """Some decisions of a game against a greedy player."""
    game, chance, luck = carre.GAME, Seed(seed), Random(seed)
    style = replace(STYLE, playouts=PLAYED_BY)
    state = game.deal(game.options(2, {"first": seed % 2}), chance)
    found = []
    while not state.over:
        if state.turn == 0 and len(game.legal_moves(state)) > 1 and luck.random() < SEEN:
            search = search_of(STYLE, game.view(state, 0))
            best = np.argsort(-search.prior, kind="stable")[: STYLE.candidates]
            results = np.empty((2, samples, best.size, 2))
            for others in (GREEDY_ONES, CANNY_ONES):
                rng, canny = new_rng(luck.getrandbits(60)), others == CANNY_ONES
                play_out(search.view, search.moves[best], canny, rng, results[others])
            found.append(Case(search.prior[best], results))
        state = game.play(state, choose(game, state, (style, GREEDY)[state.turn], luck), chance)
    return found


def won(case: Case, way: Way, seed: int) -> npt.NDArray[np.float64]:
    """What the choice wins beside the best looking candidate, by others."""
    luck = np.random.default_rng(seed)
    order = luck.permutation(case.results.shape[1])
    used, rest = order[:USED], order[USED:]
    search = Replay(case, luck.random(USED) < way.greedy, used)
    plan = Plan(STYLE.candidates, STYLE.worth, way.faith, STYLE.slope)
    best = halve_counted(search, plan, way.playouts, 0)[0].index if way.playouts else 0
    worth = case.results[..., 0][:, rest].mean(1)
    return np.asarray(worth[:, best] - worth[:, 0])


def rows(found: list[Case], repeats: int) -> Iterator[str]:
    """One for each way."""
    wins = {
        name: np.array([np.mean([won(case, way, k) for k in range(repeats)], 0) for case in found])
        for name, way in WAYS.items()
    }
    base = next(iter(wins.values()))
    for name, mine in wins.items():
        more = 1000 * (mine - base)
        errors = 1.96 * more.std(0) / np.sqrt(len(found))
        told = [
            f"{mean:+.2f} ± {error:.2f}" for mean, error in zip(more.mean(0), errors, strict=True)
        ]
        yield f"| {name} | {' | '.join(told)} |"


def main() -> int:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.regret", description=__doc__)
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--samples", type=int, default=2_500, help="of each candidate, by others")
    parser.add_argument("--repeats", type=int, default=16, help="choices of each way and decision")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    given = parser.parse_args()
    if not kernels.wait_until_ready(carre.GAME.name):
        parser.error(kernels.trouble(carre.GAME.name))
    found: list[Case] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for part in pool.map(cases, range(given.games), repeat(given.samples)):
            found += part
            print(f"\r{len(found)} decisions", end="", file=sys.stderr, flush=True)
    print(f"\n| {len(found)} decisions | others greedy | others canny |\n| --- | ---: | ---: |")
    for row in rows(found, given.repeats):
        print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
