"""Advice: legal moves once each, ranked by playouts where kernels are, from the view alone."""

import json
from random import Random
from typing import Any

import pytest

from piazzetta import kernels
from piazzetta.bots.advice import GUIDES, REASONS, TOP, Advice, advise
from piazzetta.bots.greedy_carre import values
from piazzetta.bots.reason import OnlyMove
from piazzetta.bots.reasons_carre import LeavesCard
from piazzetta.bots.reasons_piazza import OpensReply
from piazzetta.bots.search import SEARCH
from piazzetta.rules import GAMES, carre, piazza
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import FieldError
from piazzetta.rules.game import AnyGame
from tests.bots import unreachable
from tests.rules import carre_table, piazza_tables

TABLES = [(game, players) for game in GAMES.values() for players in game.seats]
IDS = [f"{game.name}-{players}" for game, players in TABLES]


@pytest.fixture
def without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if numba were not installed."""
    monkeypatch.setattr(kernels, "ready", lambda _game: False)
    monkeypatch.setattr(kernels, "wait_until_ready", lambda _game: False)
    monkeypatch.setattr(kernels, "warm_up_in_background", lambda _game: None)


def states(game: AnyGame, players: int, count: int) -> list[Any]:
    """Some positions of a random game."""
    rng, chance = Random(players), Seed(players)
    state = game.deal(game.options(players, {}), chance)
    found: list[Any] = []
    while not state.over and len(found) < 60:
        found.append(state)
        state = game.play(state, rng.choice(game.legal_moves(state)).move, chance)
    return found[:: len(found) // count]


def advice_of(game: AnyGame, state: Any, **settings: Any) -> tuple[Advice, ...]:
    return advise(game, game.view(state, state.turn), 0.02, **settings)


def moves_of(game: AnyGame, state: Any) -> list[Any]:
    return [entry.move for entry in game.legal_moves(state)]


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_the_ranking_holds_legal_moves_once_each(game: AnyGame, players: int) -> None:
    for state in states(game, players, 5):
        legal = moves_of(game, state)
        found = advice_of(game, state, wait=True)
        moves = [advice.move for advice in found]
        assert len(moves) == len(set(moves)) == min(TOP, len(legal))
        assert set(moves) <= set(legal)
        assert len({advice.playouts for advice in found}) == 1
        assert found[0].playouts > 0


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_the_best_comes_first(game: AnyGame, players: int) -> None:
    worth = SEARCH[game.name].worth
    for state in states(game, players, 3):
        found = advice_of(game, state, wait=True, threads=2)
        worths = [worth(entry.win or 0, entry.margin or 0) for entry in found]
        assert worths == sorted(worths, reverse=True)
        assert all(0 <= (entry.win or 0) <= 1 for entry in found)


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_a_move_that_is_asked_about_is_told_about_too(game: AnyGame, players: int) -> None:
    for state in states(game, players, 5):
        asked = moves_of(game, state)[-1]
        found = advice_of(game, state, wait=True, top=1, also=asked)
        assert asked in [entry.move for entry in found]
        assert len(found) <= 2
        assert all(entry.playouts for entry in found)


def test_a_win_in_sight_is_seen() -> None:
    """Seat 0 lays its last card; what each cell scores decides who has won."""
    state = piazza_tables.position(
        "R1 B2\nY4 P3", "R5", "", scores=[0, 2], finished=[1], colours=piazza_tables.COLOURS[2]
    )
    found = advice_of(piazza.GAME, state, wait=True)
    assert [(entry.win, entry.margin) for entry in found][:2] == [(1.0, 1.0), (1.0, 1.0)]
    assert {(entry.win, entry.margin, entry.points) for entry in found[2:]} == {(0.0, -2.0, 0)}


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
@pytest.mark.usefixtures("without_kernels")
def test_without_kernels_moves_are_ranked_by_what_they_bring_now(
    game: AnyGame, players: int
) -> None:
    for state in states(game, players, 5):
        found = advice_of(game, state, wait=True)
        assert {(entry.margin, entry.win, entry.playouts) for entry in found} == {(None, None, 0)}
        view, legal = game.view(state, state.turn), game.legal_moves(state)
        looks = GUIDES[game.name].values(view, legal, Random(0))
        best = max(range(len(legal)), key=lambda k: looks[k])
        assert found[0].move == legal[best].move


@pytest.mark.usefixtures("without_kernels")
def test_without_kernels_the_move_asked_about_has_its_place() -> None:
    state = states(carre.GAME, 2, 3)[1]
    legal = carre.legal_moves(state)
    looks = values(carre.view(state, state.turn), legal, Random(0))
    asked = legal[min(range(len(legal)), key=lambda k: looks[k])].move
    found = [entry.move for entry in advice_of(carre.GAME, state, top=1, also=asked)]
    assert found[-1] == asked
    assert len(found) == 2


def test_nobody_waits_for_kernels_unless_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(kernels, "ready", lambda _game: False)
    monkeypatch.setattr(kernels, "warm_up_in_background", begun.append)
    found = advice_of(piazza.GAME, states(piazza.GAME, 2, 1)[0])
    assert found[0].win is None
    assert begun == ["piazza"]


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
@pytest.mark.usefixtures("without_kernels")
def test_what_is_hidden_makes_no_difference(game: AnyGame, players: int) -> None:
    for state in states(game, players, 5):
        other = game.determinize(game.view(state, state.turn), Random(9))
        assert advice_of(game, state) == advice_of(game, other) == advice_of(game, state, seed=4)


@pytest.mark.usefixtures("without_kernels")
def test_the_only_move_is_told_as_such() -> None:
    state = carre_table.table(layouts={0: "A0@0,0"})
    (only,) = advice_of(carre.GAME, state)
    assert (only.move, only.reasons) == (carre.PASS, (OnlyMove(),))


def test_a_finished_game_needs_no_advice() -> None:
    state = piazza_tables.position("R1 B2", "", "", over=True)
    assert advise(piazza.GAME, piazza.view(state, 0), 1) == ()


def test_advice_is_for_the_seat_in_turn() -> None:
    state = states(piazza.GAME, 2, 1)[0]
    for seat in (1 - state.turn, None):
        with pytest.raises(FieldError, match=f"it is the turn of seat {state.turn}"):
            advise(piazza.GAME, piazza.view(state, seat), 1)
    with pytest.raises(FieldError, match="R1@99,99 is not legal here"):
        advice_of(piazza.GAME, state, also=piazza.parse_move("R1@99,99"))


@pytest.mark.parametrize("data", unreachable.VIEWS)
def test_positions_that_play_cannot_come_to_are_ranked_by_looks(data: dict[str, Any]) -> None:
    assert kernels.wait_until_ready("carre")
    view = unreachable.seen(data)
    found = advise(carre.GAME, view, 0.02)
    legal = moves_of(carre.GAME, carre.determinize(view, Random(0)))
    assert {entry.move for entry in found} <= set(legal)
    assert [entry.win for entry in found] == [None] * min(TOP, len(legal))


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
@pytest.mark.usefixtures("without_kernels")
def test_reasons_are_plain_data_under_known_codes(game: AnyGame, players: int) -> None:
    for state in states(game, players, 10):
        for entry in advice_of(game, state, top=30):
            for reason in entry.reasons:
                data = reason.to_json()
                assert json.loads(json.dumps(data)) == data
                assert REASONS[data["code"]] is type(reason)


def test_cards_and_moves_are_told_in_their_notation() -> None:
    opened = OpensReply(1, 8, 5, reply=piazza_tables.lay("B3@2,-1 B5@2,4"))
    assert opened.to_json() == {
        "code": "opens_reply",
        "seat": 1,
        "points": 8,
        "before": 5,
        "reply": "B3@2,-1 B5@2,4",
    }
    left = LeavesCard(carre.CARDS["A+2"], 1, gain=-1)
    assert left.to_json() == {"code": "leaves_card", "card": "A+2", "seat": 1, "gain": -1}
