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
from piazzetta.bots.halving import Plan
from piazzetta.bots.ponder import DOUBT, MOST_WEIGHT, WEIGHT, Notes, Pondering
from piazzetta.bots.search import SEARCH, SearchBot, search_of
from piazzetta.kernels import carre_future, piazza_future
from piazzetta.kernels.carre_state import TURN as CARRE_TURN
from piazzetta.kernels.piazza import sorted_hand
from piazzetta.kernels.piazza_layout import TURN
from piazzetta.kernels.piazza_state import from_view
from piazzetta.kernels.rng import new_rng
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed

SEATS = [(name, players) for name, game in GAMES.items() for players in game.seats]
FUTURES: dict[str, Any] = {"piazza": piazza_future.Future, "carre": carre_future.Future}


@pytest.fixture(autouse=True)
def _ready() -> Iterator[None]:
    """Every test begins with compiled kernels and leaves no thread behind."""
    assert all(kernels.wait_until_ready(name) for name in GAMES)
    yield
    assert not pondering()


def pondering() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "ponder"]


def dealt(name: str, players: int = 2, plies: int = 0) -> Any:
    game, chance, luck = GAMES[name], Seed(4), Random(4)
    state = game.deal(game.options(players, {}), chance)
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
def test_what_is_drawn_agrees_with_the_view(name: str) -> None:
    state = dealt(name)
    view, rng = waiting_view(name, state), new_rng(1)
    future = FUTURES[name](view, view.seat)
    before = view
    for _ in range(20):
        search = future.draw(rng)
        if name == "carre":
            assert search.view[CARRE_TURN] == view.seat
            continue
        drawn = search.seen.game.state
        assert drawn[TURN] == view.seat
        hand = sorted(sorted_hand(drawn))
        assert hand == sorted(map(int, sorted_hand(turned(view))))
    assert view == before


def turned(view: Any) -> Any:
    """The kernel's state of a view as if its seat were on turn."""
    state = from_view(view).game.state
    state[TURN] = view.seat
    return state


def test_nothing_is_drawn_before_the_cards_are_dealt() -> None:
    game = GAMES["piazza"]
    state = game.deal(game.options(2, {"setup": "choose"}), Seed(1))
    assert FUTURES["piazza"](waiting_view("piazza", state), 1).draw(new_rng(1)) is None


def test_nothing_is_drawn_when_the_seat_is_done() -> None:
    game = GAMES["piazza"]
    state = dealt("piazza")
    while not state.finished and not state.over:
        state = game.play(state, game.legal_moves(state)[0].move, Seed(0))
    if not state.over:
        done = state.finished[0]
        assert FUTURES["piazza"](game.view(state, done), done).draw(new_rng(1)) is None


def test_a_move_that_brought_more_than_it_looked_like_looks_better() -> None:
    search = search_of(SEARCH["piazza"], decision("piazza", dealt("piazza"), 0).view)
    notes, plan = Notes("piazza"), Plan(8, lambda win, _: win, faith=3.0)
    assert notes.join(search, plan) == (search, plan)
    sums = np.zeros((len(search.prior), 3))
    sums[:2] = [[0, 10 * (search.prior[0] + 5), 10], [0, 10 * (search.prior[1] - 5), 10]]
    notes.add(search, np.array([0, 1], np.int32), sums)
    joined, believed = notes.join(search, plan)
    moved = joined.prior - search.prior
    assert moved[:2] == pytest.approx([5 * 10 / (10 + DOUBT), -5 * 10 / (10 + DOUBT)])
    assert not moved[2:].any()
    faith = np.asarray(believed.faith)
    assert faith[:3] == pytest.approx([3 + 10 * WEIGHT, 3 + 10 * WEIGHT, 3])
    for _ in range(20):
        notes.add(search, np.array([0], np.int32), sums)
    assert np.max(notes.join(search, plan)[1].faith) == 3 + MOST_WEIGHT


@pytest.mark.parametrize("name", GAMES)
def test_notes_of_another_turn_do_not_count(name: str) -> None:
    early, late = dealt(name), dealt(name, plies=9)
    notes, plan = Notes(name), Plan(8, lambda win, _: win)
    search = search_of(SEARCH[name], decision(name, early, 0).view)
    sums = np.ones((len(search.prior), 3))
    notes.add(search, np.arange(len(search.prior), dtype=np.int32), sums)
    other = search_of(SEARCH[name], decision(name, late, 0).view)
    assert notes.join(other, plan) == (other, plan)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_it_begins_and_stops_at_once(name: str, threads: int) -> None:
    work, view = Pondering(threads, seed=1), waiting_view(name, dealt(name))
    work.begin(name, view)
    time.sleep(0.3)
    assert len(pondering()) == threads
    start = time.perf_counter()
    notes = work.take()
    assert time.perf_counter() - start < 0.1
    assert notes
    work.close()
    assert not pondering()
    assert work.take() is None


def test_it_stops_by_itself_when_nothing_new_is_to_be_expected() -> None:
    game = GAMES["piazza"]
    state = dealt("piazza")
    while sum(map(len, state.hands)) > 3:
        state = game.play(state, game.legal_moves(state)[0].move, Seed(0))
    work = Pondering(1, seed=1)
    work.begin("piazza", waiting_view("piazza", state))
    for thread in pondering():
        thread.join(timeout=60)
    assert not pondering()
    work.close()


@pytest.mark.parametrize("ending", ["choose", "only move", "ponder", "close"])
def test_whatever_comes_next_ends_it(ending: str) -> None:
    game, state = GAMES["piazza"], dealt("piazza")
    bot = make_bot("search", seed=1)
    assert isinstance(bot, SearchBot)
    bot.ponder(game, 1 - state.turn, waiting_view("piazza", state))
    before = pondering()
    wanted = decision("piazza", state, 0.02)
    if ending == "choose":
        bot.choose(wanted)
    elif ending == "only move":
        bot.choose(Decision(game, state.turn, wanted.view, wanted.moves[:1], 0.02))
    elif ending == "ponder":
        bot.ponder(game, 1 - state.turn, waiting_view("piazza", state))
    else:
        bot.close()
    for thread in before:
        thread.join(timeout=10)
        assert not thread.is_alive()
    bot.close()


def test_it_chooses_within_its_time() -> None:
    state = dealt("piazza", plies=1)
    bot = make_bot("search", seed=1)
    assert isinstance(bot, SearchBot)
    bot.choose(decision("piazza", state, 0.05))
    bot.ponder(GAMES["piazza"], state.turn, GAMES["piazza"].view(dealt("piazza"), state.turn))
    time.sleep(0.2)
    start = time.thread_time()
    bot.choose(decision("piazza", state, 0.2))
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
