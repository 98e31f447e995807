"""Holds that two moves are equal exactly when their texts are."""

from itertools import combinations

import pytest

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import IllegalMoveError

TEXTS = {
    "piazza": ["B3@2,-1", "B3@2,-1 B5@2,4", "start B3@2,-1", "pass"],
    "carre": ["take", "reveal", "pass", "lay A0@0,1", "swap A0@0,1", "drop A0", "drop A+1"],
}


@pytest.mark.parametrize("name", GAMES)
def test_moves_with_different_texts_differ(name: str) -> None:
    parse = GAMES[name].parse_move
    for one, two in combinations(TEXTS[name], 2):
        assert parse(one) != parse(two), f"{one} = {two}"
        assert parse(one) == parse(one)
        assert len({parse(one), parse(one), parse(two)}) == 2


def test_nobody_passes_who_can_take_a_card() -> None:
    game = GAMES["carre"]
    state = game.deal(game.options(2, {}), Seed(1))
    with pytest.raises(IllegalMoveError, match="C-NOTHING"):
        game.play(state, game.parse_move("pass"), Seed(1))
