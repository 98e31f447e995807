"""Positions that are kept, so that taking moves back does not play all of the game again."""

import dataclasses
from random import Random
from typing import Any

import pytest

from piazzetta.rules import GAMES
from piazzetta.server.protocol import client
from piazzetta.server.table import takeback
from piazzetta.server.table.events import Moved, TookBack
from piazzetta.server.table.evolve import fold
from piazzetta.server.table.positions import APART, RECENT
from piazzetta.server.table.value import Table, moves_of
from tests.server.table.tables import ADA, Host, running


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every move that the rules play from now on."""
    plays: list[str] = []
    for name, game in GAMES.items():

        def play(state: Any, move: Any, chance: Any, game: Any = game) -> Any:
            plays.append(str(move))
            return game.play(state, move, chance)

        monkeypatch.setitem(GAMES, name, dataclasses.replace(game, play=play))
    return plays


def alone(game: str = "carre", moves: int = 0) -> Host:
    """Ada has played so many moves at one screen: nobody has to be asked."""
    host, rng = running(game, (ADA, ADA)), Random(3)
    for _ in range(moves):
        host.move(rng=rng)
    return host


def again(table: Table) -> Any:
    """The state that the moves lead to which were not taken back."""
    game, chance = table.game, table.chance
    assert chance is not None
    state = game.deal(game.options(table.opened.players, table.opened.options), chance)
    for past in moves_of(table.past):
        state = game.play(state, game.parse_move(past.move), chance)
    return state


@pytest.mark.parametrize("game", GAMES)
def test_one_is_where_the_moves_lead(game: str) -> None:
    host, rng = alone(game), Random(8)
    for _ in range(300):
        table = host.table
        if table.turn is None:
            break
        back = [seat for seat in (0, 1) if takeback.last_move_of(table, seat)]
        if back and rng.random() < 0.3:
            table = host.do(ADA, client.TakeBack, seat=rng.choice(back))
        else:
            host.move(rng=rng)
        assert host.table.state == again(host.table)
    assert fold(host.rows) == host.table


def test_the_last_ones_are_kept_and_some_before_them() -> None:
    host = alone(moves=200)
    kept = [one.moves for one in host.table.earlier]
    assert kept == [*range(0, 200 - RECENT, APART), *range(200 - RECENT, 200)]
    for one in host.table.earlier[-RECENT:]:
        assert any(one.state is table.state for table in host.tables)


def test_whoever_takes_a_move_back_has_the_position_before_it(played: list[str]) -> None:
    host = alone(moves=150)
    while host.table.moves > 150 - RECENT:
        seat = host.table.past.seat if host.table.past else 0
        before = host.tables[-1].moves - 1
        table = host.do(ADA, client.TakeBack, seat=seat)
        assert table.moves == before
        assert any(table.state is other.state for other in host.tables[:-1])
    assert played == []


def test_further_back_only_a_few_moves_are_played_again(played: list[str]) -> None:
    host = alone(moves=200)
    steps = 0
    while host.table.past:
        before = len(played)
        host.do(ADA, client.TakeBack, seat=host.table.past.seat)
        assert len(played) - before <= APART
        steps += 1
    assert steps == 200
    assert len(played) <= 200 // RECENT * APART


def test_a_whole_game_may_be_taken_back_at_once(played: list[str]) -> None:
    """The rows may say so."""
    host = alone(moves=100)
    table = host.keep(TookBack(0, 0), ADA.id)
    assert (table.state, table.past, table.earlier) == (host.tables[-102].state, None, ())
    assert played == []
    assert host.move().moves == 1


def test_thousands_of_take_backs_play_nothing_again(played: list[str]) -> None:
    host = alone(moves=150)
    while host.table.state.phase != "source":
        host.move()
    seat, moves = host.table.state.turn, host.table.moves
    for _ in range(2000):
        host.keep(Moved(seat, "take"), ADA.id)
        host.keep(TookBack(seat, moves), ADA.id)
    assert fold(host.rows) == host.table
    assert played == []
