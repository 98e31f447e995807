"""What every game offers to those who need not know which it is."""

import pytest

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import Legal, Outcome, rank


def test_every_game_goes_by_its_own_name() -> None:
    assert list(GAMES) == ["piazza", "carre"]
    assert all(game.name == name for name, game in GAMES.items())


@pytest.mark.parametrize("name", GAMES)
def test_a_new_game_has_scores_for_all_its_seats(name: str) -> None:
    game = GAMES[name]
    for players in game.seats:
        state = game.deal(game.options(players, {}), Seed(1))
        assert state.players == players
        assert game.scores(state) == (0,) * players
        assert game.scores(game.view(state, 0)) == (0,) * players
        assert game.outcome(state) is None


def test_points_are_the_sum_of_the_brackets() -> None:
    assert Legal("B1@0,0", (3, 4)).points == 7
    assert Legal("pass").points == 0


def test_equal_keys_share_a_place_and_the_smallest_comes_first() -> None:
    assert rank({0: 5, 1: 3, 2: 5, 3: 4}) == ((1,), (3,), (0, 2))
    assert Outcome(((1, 2), (0,)), "P-END").winners == (1, 2)
