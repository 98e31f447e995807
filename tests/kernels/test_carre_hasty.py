"""Hasty players play as greedy ones do, but for a few of their choices between take and reveal."""

from collections.abc import Iterator

import numpy as np
import pytest

from piazzetta.kernels.carre import apply, deal
from piazzetta.kernels.carre_greedy import greedy_move, new_scratch
from piazzetta.kernels.carre_hasty import hasty_move
from piazzetta.kernels.carre_search import MARGIN, PLAYED, search
from piazzetta.kernels.carre_state import GAME_WORDS, N_DISCARD, OVER, PHASE, PHASE_SOURCE, Row
from piazzetta.kernels.rng import new_rng
from piazzetta.rules.carre import deal as deal_state
from piazzetta.rules.carre import options, view
from piazzetta.rules.chance import Seed

GAMES = 15
ALIKE = 0.92
"""The part of choices of a source that are alike, at least; it is 94.5 % of very many."""


def both(players: int) -> Iterator[tuple[Row, int, int]]:
    """Games of greedy players: each position, what they play, what hasty ones would play."""
    game, rng, scratch = np.zeros(GAME_WORDS, np.int64), new_rng(players), new_scratch()
    for _ in range(GAMES):
        deal(game, players, 0, rng)
        while not game[OVER]:
            same_luck = rng.copy()
            hasty = int(hasty_move(game, scratch, same_luck))
            greedy = int(greedy_move(game, scratch, rng))
            yield game, greedy, hasty
            apply(game, greedy, rng)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hasty_players_are_greedy_but_for_a_few_choices_of_a_source(players: int) -> None:
    alike = []
    for game, greedy, hasty in both(players):
        if game[PHASE] == PHASE_SOURCE and game[N_DISCARD] > 0:
            alike.append(greedy == hasty)
        else:
            assert greedy == hasty
    assert len(alike) > 200
    assert ALIKE <= np.mean(alike) < 1


def test_a_seat_expects_more_against_hasty_players_than_against_its_equals() -> None:
    margins = []
    for hasty in (False, True):
        sums = np.zeros((0, 3))
        for seed in range(40):
            state = deal_state(options(2, {}), Seed(seed))
            found = search(view(state, state.turn), canny=True)._replace(hasty=hasty)
            rows = np.zeros((len(found.prior), 3))
            found.evaluate(np.arange(len(found.prior), dtype=np.int32), 50, new_rng(seed), rows)
            sums = np.vstack([sums, rows])
        margins.append(sums[:, MARGIN].sum() / sums[:, PLAYED].sum())
    equal, hasty_others = margins
    assert hasty_others > equal + 1
