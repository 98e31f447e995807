"""The bots that play moves out: how they halve, and that they play well."""

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from piazzetta import kernels
from piazzetta.bots import make_bot
from piazzetta.bots.bot import Decision
from piazzetta.bots.halving import MARGIN, PLAYED, SHARE, Plan, Sums, Threads, halve, halve_counted
from piazzetta.kernels.rng import Rng, next_u32
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed

SEATS = [(name, players) for name, game in GAMES.items() for players in game.seats]


class Lottery:
    """Moves that win with known chances."""

    def __init__(self, chances: list[float], prior: list[float]) -> None:
        self.chances = chances
        self._prior = np.array(prior)

    @property
    def prior(self) -> npt.NDArray[np.float64]:
        return self._prior

    def evaluate(self, active: npt.NDArray[np.int32], samples: int, rng: Rng, sums: Sums) -> None:
        for _ in range(samples):
            for k in active:
                won = next_u32(rng) / 2**32 < self.chances[k]
                sums[k] += [won, won, 1]

    def move(self, k: int) -> Any:
        return k


PLAN = Plan(8, lambda win, _: win)


def test_halving_finds_the_best_and_spends_most_on_it() -> None:
    lottery = Lottery([0.1, 0.3, 0.9, 0.2, 0.5, 0.1, 0.2, 0.3], [0.0] * 8)
    found = halve_counted(lottery, PLAN, 3_000, seed=1)
    assert [estimate.index for estimate in found][:2] == [2, 4]
    assert found[0].playouts > 3 * found[-1].playouts
    assert found[0].win == pytest.approx(0.9, abs=0.05)
    assert sorted(estimate.index for estimate in found) == list(range(8))


def test_only_the_best_by_the_prior_are_tried() -> None:
    lottery = Lottery([0.9, 0.1, 0.5, 0.1], [0.0, 3.0, 2.0, 1.0])
    found = halve_counted(lottery, Plan(3, PLAN.worth), 300, seed=1)
    assert sorted(estimate.index for estimate in found) == [1, 2, 3]
    assert found[0].index == 2


def test_a_single_candidate_needs_no_playout() -> None:
    assert halve_counted(Lottery([0.5], [0.0]), PLAN, 100, seed=1)[0].playouts == 0


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_share_the_work(threads: int) -> None:
    pool = Threads(threads)
    found = halve(Lottery([0.1, 0.8, 0.4], [0.0] * 3), PLAN, 0.05, 1, pool)
    pool.close()
    assert found[0].index == 1
    assert all(estimate.playouts >= threads for estimate in found)
    assert (SHARE, MARGIN, PLAYED) == (0, 1, 2)


def decision(name: str, state: Any, seconds: float = 0.02) -> Decision:
    game = GAMES[name]
    return Decision(
        game, state.turn, game.view(state, state.turn), game.legal_moves(state), seconds
    )


@pytest.mark.parametrize(("name", "players"), SEATS)
@pytest.mark.parametrize("bot_name", ["search", "montecarlo"])
def test_bots_play_legal_moves_from_views(bot_name: str, name: str, players: int) -> None:
    assert kernels.wait_until_ready(name)
    game, chance, luck = GAMES[name], Seed(3), Random(3)
    state = game.deal(game.options(players, {}), chance)
    bot = make_bot(bot_name, seed=1)
    for ply in range(40):
        legal = [move.move for move in game.legal_moves(state)]
        if ply % 8 == 0:
            choice = bot.choose(decision(name, state))
            assert choice.move in legal
            assert len(legal) == 1 or 0 <= (choice.value or 0) <= 1
        state = game.play(state, luck.choice(legal), chance)
        if state.over:
            break
    bot.close()


@pytest.mark.parametrize("name", GAMES)
def test_until_kernels_are_ready_the_pure_rules_answer(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "ready", lambda _game: False)
    monkeypatch.setattr(kernels, "warm_up_in_background", lambda _game: None)
    game = GAMES[name]
    state = game.deal(game.options(2, {}), Seed(1))
    choice = make_bot("search", seed=1).choose(decision(name, state))
    assert choice.value is None
    assert choice.move in [legal.move for legal in game.legal_moves(state)]


def test_the_last_card_goes_where_it_wins() -> None:
    assert kernels.wait_until_ready("piazza")
    game = GAMES["piazza"]
    board = [["B1", 0, 0], ["R2", 1, 0], ["P3", 2, 0], ["Y4", 3, 0]]
    state = game.state_from_json(
        {
            "game": "piazza",
            "players": 2,
            "board": board,
            "hands": [["B5"], []],
            "stocks": [[], []],
            "scores": [10, 12],
            "turn": 0,
            "finished": [1],
            "passes": 0,
        }
    )
    choice = make_bot("search", seed=1).choose(decision("piazza", state))
    assert str(choice.move) == "B5@4,0"
    assert choice.value == 1.0


@pytest.mark.parametrize(("name", "games"), [("piazza", 4), ("carre", 4)])
def test_search_beats_random(name: str, games: int) -> None:
    assert kernels.wait_until_ready(name)
    game = GAMES[name]
    won = 0.0
    for number in range(games):
        chance, seat = Seed(number), number % 2
        bots = [make_bot("random", seed=number), make_bot("random", seed=number)]
        bots[seat] = make_bot("search", seed=number)
        state = game.deal(game.options(2, {}), chance)
        while not state.over:
            choice = bots[state.turn].choose(decision(name, state, seconds=0.004))
            state = game.play(state, choice.move, chance)
        outcome = game.outcome(state)
        assert outcome
        won += (seat in outcome.winners) / len(outcome.winners)
    assert won == games
