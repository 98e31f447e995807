"""Thinking while others move: from views alone, ended at once, and of use."""

import threading
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from piazzetta import kernels
from piazzetta.bots import make_bot
from piazzetta.bots.bot import Decision, Ponders
from piazzetta.bots.climb import climb_counted
from piazzetta.bots.grove import LEAST_VISITS, MOST_NODES, Grove
from piazzetta.bots.halving import Plan
from piazzetta.bots.notes import DOUBT, MOST_WEIGHT, WEIGHT, Notes
from piazzetta.bots.ponder import Pondering, Thoughts
from piazzetta.bots.search import SEARCH, SearchBot, search_of
from piazzetta.kernels.carre_future import Future
from piazzetta.kernels.carre_state import TURN
from piazzetta.kernels.rng import new_rng
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed

SEATS = [(name, players) for name, game in GAMES.items() for players in game.seats]
PLAN = Plan(8, lambda win, _: win, faith=3.0)


@pytest.fixture(autouse=True)
def _ready() -> Iterator[None]:
    """Every test begins with compiled kernels and leaves no thread behind."""
    assert all(kernels.wait_until_ready(name) for name in GAMES)
    yield
    assert not pondering()


def pondering() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "ponder"]


def thoughts_of(name: str, threads: int = 1) -> Thoughts:
    return Grove(threads, seed=1) if name == "piazza" else Notes(seed=1)


def dealt(name: str, players: int = 2, plies: int = 0, **options: Any) -> Any:
    game, chance, luck = GAMES[name], Seed(4), Random(4)
    state = game.deal(game.options(players, {"first": 0, **options}), chance)
    for _ in range(plies):
        state = game.play(state, luck.choice(game.legal_moves(state)).move, chance)
    return state


def waiting_view(name: str, state: Any) -> Any:
    """What the seat sees that is on turn after this one."""
    return GAMES[name].view(state, (state.turn + 1) % state.players)


def decision(name: str, state: Any, seconds: float) -> Decision:
    game = GAMES[name]
    view = game.view(state, state.turn)
    return Decision(game, state.turn, view, game.legal_moves(state), seconds)


def search_in(name: str, state: Any) -> Any:
    return search_of(SEARCH[name], GAMES[name].view(state, state.turn))


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_it_thinks_on_while_others_move_and_then_plays(name: str, players: int) -> None:
    game, chance = GAMES[name], Seed(5)
    state = game.deal(game.options(players, {}), chance)
    bot = make_bot("search", seed=1)
    assert isinstance(bot, Ponders)
    chosen = 0
    for _ in range(12):
        if state.turn == 0:
            move = bot.choose(decision(name, state, 0.01)).move
            assert move in [legal.move for legal in game.legal_moves(state)]
            chosen += 1
        else:
            bot.ponder(game, 0, game.view(state, 0))
            assert pondering()
            time.sleep(0.01)
            move = game.legal_moves(state)[0].move
        state = game.play(state, move, chance)
    assert chosen
    bot.close()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_it_begins_and_stops_at_once(name: str, threads: int) -> None:
    work = Pondering(thoughts_of(name, threads), threads)
    work.begin(waiting_view(name, dealt(name)))
    time.sleep(0.1)
    assert len(pondering()) == threads
    work.stop()
    assert not pondering()
    work.stop()


@pytest.mark.parametrize("ending", ["choose", "only move", "ponder", "close"])
@pytest.mark.parametrize("name", GAMES)
def test_whatever_comes_next_ends_it(name: str, ending: str) -> None:
    game, state = GAMES[name], dealt(name)
    bot = make_bot("search", seed=1)
    assert isinstance(bot, SearchBot)
    bot.ponder(game, 1 - state.turn, waiting_view(name, state))
    before = pondering()
    wanted = decision(name, state, 0.02)
    if ending == "choose":
        bot.choose(wanted)
    elif ending == "only move":
        bot.choose(Decision(game, state.turn, wanted.view, wanted.moves[:1], 0.02))
    elif ending == "ponder":
        bot.ponder(game, 1 - state.turn, waiting_view(name, state))
    else:
        bot.close()
    assert not any(thread.is_alive() for thread in before)
    bot.close()


@pytest.mark.parametrize("name", GAMES)
def test_it_stops_by_itself_when_nothing_new_is_to_be_expected(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piazzetta.bots.grove.MOST_NODES", 500)
    monkeypatch.setattr("piazzetta.bots.notes.ENOUGH", 500)
    work = Pondering(thoughts_of(name), 1)
    work.begin(waiting_view(name, dealt(name)))
    for thread in pondering():
        thread.join(timeout=60)
    assert not pondering()


@pytest.mark.parametrize("name", GAMES)
def test_it_chooses_within_its_time(name: str) -> None:
    state = dealt(name)
    bot = make_bot("search", seed=1)
    assert isinstance(bot, SearchBot)
    bot.ponder(GAMES[name], 1 - state.turn, waiting_view(name, state))
    time.sleep(0.1)
    start = time.thread_time()
    bot.choose(decision(name, state, 0.2))
    assert time.thread_time() - start < 0.25
    bot.close()


@pytest.mark.parametrize("name", ["montecarlo", "level5"])
def test_bots_that_count_or_measure_do_not_ponder(name: str) -> None:
    state = dealt("piazza")
    bot = make_bot(name, seed=1)
    if isinstance(bot, Ponders):
        bot.ponder(GAMES["piazza"], 1 - state.turn, waiting_view("piazza", state))
    assert not pondering()
    bot.close()


def grove_at(state: Any, seat: int, walks: int = 1_500) -> Grove:
    grove = Grove(1, seed=1)
    grove.reach(GAMES["piazza"].view(state, seat))
    grove.think(0, threading.Event(), walks)
    return grove


def likely_move(state: Any) -> Any:
    """What the seat on turn plays, as a tree with its cards would."""
    search = search_in("piazza", state)
    return search.move(climb_counted(search, 500, seed=1)[0].index)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("plies", range(0, 16, 3))
def test_a_tree_goes_on_with_what_it_knows_of_the_moves_made(players: int, plies: int) -> None:
    """Also when the table has grown to the left or upwards in the meantime."""
    game = GAMES["piazza"]
    state = dealt("piazza", players, plies)
    seat = (state.turn + players - 1) % players
    grove = grove_at(state, seat)
    while state.turn != seat and not state.over:
        state = game.play(state, likely_move(state), Seed(0))
        if state.turn != seat:
            grove.reach(game.view(state, seat))
            grove.think(0, threading.Event(), 1_500)
    if state.over:
        return
    search = search_in("piazza", state)
    for growth in grove.grown(search):
        assert growth.root != 0
        assert growth.sums()[:, 2].sum() >= LEAST_VISITS - 1
    assert grove.grown(search) == []


def test_most_likely_moves_are_known() -> None:
    game, known = GAMES["piazza"], 0
    for plies in range(14):
        state = dealt("piazza", 2, plies)
        grove = grove_at(state, 1 - state.turn, walks=5_000)
        state = game.play(state, likely_move(state), Seed(0))
        known += not state.over and bool(grove.grown(search_in("piazza", state)))
    assert known >= 3


def test_a_tree_of_another_game_is_not_gone_on_with() -> None:
    game = GAMES["piazza"]
    grove = grove_at(dealt("piazza"), seat=1)
    other = game.deal(game.options(2, {"first": 1}), Seed(77))
    assert grove.grown(search_in("piazza", other)) == []


def test_two_moves_at_once_are_not_taken_for_one() -> None:
    game = GAMES["piazza"]
    state = dealt("piazza")
    grove = grove_at(state, seat=1)
    for _ in range(3):
        state = game.play(state, game.legal_moves(state)[0].move, Seed(0))
    assert grove.grown(search_in("piazza", state)) == []


def test_start_cards_may_still_be_chosen() -> None:
    state = dealt("piazza", setup="choose")
    grove = grove_at(state, seat=1, walks=50)
    assert MOST_NODES > 50
    state = GAMES["piazza"].play(state, GAMES["piazza"].legal_moves(state)[0].move, Seed(0))
    assert grove.grown(search_in("piazza", state)) == []


def test_decisions_that_are_drawn_are_the_seats() -> None:
    view = waiting_view("carre", dealt("carre"))
    future, rng = Future(view, view.seat), new_rng(1)
    drawn = [search for search in (future.draw(rng) for _ in range(20)) if search]
    assert drawn
    assert all(search.view[TURN] == view.seat for search in drawn)


def test_a_move_that_brought_more_than_it_looked_like_looks_better() -> None:
    searches = [search_in("carre", dealt("carre", plies=plies)) for plies in range(12)]
    search, notes = next(search for search in searches if len(search.prior) > 2), Notes(seed=1)
    assert notes.join(search, PLAN) == (search, PLAN)
    sums = np.zeros((len(search.prior), 3))
    sums[:2] = [[0, 10 * (search.prior[0] + 5), 10], [0, 10 * (search.prior[1] - 5), 10]]
    notes.add(search, np.array([0, 1], np.int32), sums)
    joined, believed = notes.join(search, PLAN)
    moved = joined.prior - search.prior
    assert moved[:2] == pytest.approx([5 * 10 / (10 + DOUBT), -5 * 10 / (10 + DOUBT)])
    assert not moved[2:].any()
    faith = np.asarray(believed.faith)
    assert faith[:3] == pytest.approx([3 + 10 * WEIGHT, 3 + 10 * WEIGHT, 3])
    for _ in range(20):
        notes.add(search, np.array([0], np.int32), sums)
    assert np.max(notes.join(search, PLAN)[1].faith) == 3 + MOST_WEIGHT


def test_notes_of_another_turn_are_forgotten() -> None:
    early, late = dealt("carre", plies=1), dealt("carre", plies=9)
    notes = Notes(seed=1)
    notes.reach(GAMES["carre"].view(early, 1 - early.turn))
    notes.fill(200, new_rng(1), threading.Event())
    assert len(notes)
    other = search_in("carre", late)
    assert notes.join(other, PLAN) == (other, PLAN)
    notes.reach(GAMES["carre"].view(late, early.turn))
    assert not len(notes)
