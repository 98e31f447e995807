"""Random games of OpenSpiel's C++ games, played through its Python interface."""

import random
from collections.abc import Callable
from typing import Any

import pyspiel

GAMES = {
    "go 9x9": "go(board_size=9)",
    "backgammon": "backgammon",
    "hive": "hive",
}


def spiel_game(name: str) -> Callable[[int], int]:
    """A function that plays one random game and says how many decisions it had."""
    game = pyspiel.load_game(GAMES[name])

    def play(number: int) -> int:
        rng, state, moves = random.Random(number), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state, rng))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                moves += 1
        return moves

    return play


def drawn(state: Any, rng: random.Random) -> int:
    """What chance does: not a decision, so it is played but not counted."""
    left = rng.random()
    outcomes: list[tuple[int, float]] = state.chance_outcomes()
    for action, probability in outcomes:
        left -= probability
        if left < 0:
            return action
    return outcomes[-1][0]  # probabilities may add up to a little less than 1
