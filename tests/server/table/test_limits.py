"""No table grows for ever, and no game is stuck because of that."""

from random import Random

import pytest

from piazzetta.arena.play import MOST_DECISIONS
from piazzetta.cli.verify import checked, read_promise
from piazzetta.rules import record
from piazzetta.server.protocol import client
from piazzetta.server.table import limits, sent, shown
from piazzetta.server.table.decide import bot_move, come_back, leave
from piazzetta.server.table.events import Clock, Moved, decode
from piazzetta.server.table.evolve import fold
from piazzetta.server.table.player import Player
from piazzetta.server.table.record import record as record_of
from piazzetta.server.table.value import Ending
from tests.server.table.tables import (
    ADA,
    BEN,
    CLEO,
    DORA,
    Host,
    chairs,
    opened,
    opening,
    refusal,
    running,
)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less may be done than usual."""
    monkeypatch.setattr(limits, "MOST_MOVES", 40)
    monkeypatch.setattr(limits, "MOST_BEGUN", 20)
    monkeypatch.setattr(limits, "MOST_BEFORE", 100)


def play(host: Host, moves: int, rng: Random) -> None:
    """So many moves, if the game lasts so long."""
    for _ in range(moves):
        seat = host.table.turn
        if seat is None:
            return
        if host.table.seats[seat].played_by_bot:
            legal = host.table.game.legal_moves(host.table.state)
            host.accept(bot_move(host.table, seat, str(rng.choice(legal).move)))
        else:
            host.move(rng=rng)


def last(host: Host) -> bool:
    """Whether the last row says that the game has become too long."""
    event = host.rows[-1].event
    return isinstance(event, Moved) and event.last


# Moves.


def test_games_are_as_long_as_in_matches() -> None:
    assert limits.MOST_MOVES == MOST_DECISIONS == 5000


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("other", [BEN, "level1"])
def test_a_game_that_is_too_long_ends_by_itself(other: Player | str) -> None:
    host = running("carre", (ADA, other), clock=Clock(total=600.0), casual=False)
    play(host, 39, Random(1))
    assert host.table.stage == "running"
    play(host, 1, Random(1))
    table = host.table
    scores = table.game.scores(table.state)
    assert (table.stage, table.turn, table.moves, last(host)) == ("over", None, 40, True)
    assert table.ending is not None
    assert table.ending.reason == "agreed"
    assert [scores[seat] for group in table.ending.ranking for seat in group] == sorted(
        scores, reverse=True
    )
    assert refusal(host, ADA, client.Move, seat=0, move="take") == "not_running"


@pytest.mark.usefixtures("few")
def test_a_move_that_was_taken_back_counts_too() -> None:
    host, rng = running("carre", (ADA, ADA)), Random(1)
    for _ in range(15):
        play(host, 2, rng)
        assert host.table.past is not None
        host.do(ADA, client.TakeBack, seat=host.table.past.seat)
    play(host, 10, rng)
    assert (host.table.stage, host.table.moves) == ("over", 25)


def test_the_rows_alone_say_when(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the limit was, or will be."""
    with monkeypatch.context() as patch:
        patch.setattr(limits, "MOST_MOVES", 40)
        host = running("carre")
        play(host, 40, Random(1))
    assert fold(host.rows) == host.table
    assert fold(host.rows).stage == "over"


def test_a_game_of_before_that_is_longer_ends_with_its_next_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host = running("carre")
    play(host, 60, Random(1))
    monkeypatch.setattr(limits, "MOST_MOVES", 40)
    assert fold(host.rows) == host.table
    assert host.table.stage == "running"
    play(host, 1, Random(1))
    assert (host.table.stage, host.table.moves) == ("over", 61)
    assert decode(b'{"kind":"moved","seat":0,"move":"take"}') == Moved(0, "take")


def test_the_rules_end_it_where_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    host = running("piazza")
    play(host, 1000, Random(1))
    monkeypatch.setattr(limits, "MOST_MOVES", host.table.moves)
    again = running("piazza")
    play(again, 1000, Random(1))
    assert last(again)
    assert again.table.ending == host.table.ending
    assert isinstance(again.table.ending, Ending)
    assert again.table.ending.reason in ("P-END", "P-STUCK")


@pytest.mark.usefixtures("few")
def test_its_record_proves_its_deal_and_is_no_longer_than_may_be_sent() -> None:
    host = running("carre", (ADA, BEN))
    play(host, 40, Random(2))
    text = record.format(record_of(host.table))
    told = record.parse(text)
    assert "Ending: agreed; ranking " in text
    assert [one for one in checked(told, read_promise(told), None) if not one.holds] == []
    replayed = sent.replay(text)
    assert replayed.ending is not None
    assert replayed.ending.reason == "agreed"


def test_the_longest_record_of_a_table_may_be_sent() -> None:
    host = running("carre")
    play(host, 30, Random(1))
    host.do(ADA, client.Resign, seat=0)
    lines = record.format(record_of(host.table)).count("\n")
    assert lines - host.table.moves + limits.MOST_MOVES <= sent.MOST_LINES


# What is not a move.


@pytest.mark.usefixtures("few")
def test_nobody_sits_down_for_ever() -> None:
    host = opened(opening("carre", 3, chairs=chairs(ADA, None, None)))
    for _ in range(20):
        host.do(BEN, client.Sit, seat=1)
        host.do(BEN, client.Stand, seat=1)
    assert refusal(host, BEN, client.Sit, seat=1) == "too_often"
    assert host.do(CLEO, client.Sit, seat=1).seats[1].player == "cleo"


@pytest.mark.usefixtures("few")
def test_who_sits_there_may_be_ready_and_stand_up() -> None:
    host = opened(opening("carre", 2, chairs=chairs(ADA, None)))
    for _ in range(19):
        host.do(BEN, client.Sit, seat=1)
        host.do(BEN, client.Stand, seat=1)
    host.do(BEN, client.Sit, seat=1)
    assert host.ready(BEN).seats[1].ready
    host.do(BEN, client.Stand, seat=1)
    assert refusal(host, BEN, client.Sit, seat=1) == "too_often"
    for _ in range(20):
        host.do(ADA, client.Invite, seat=1, bot="level1")
        host.do(ADA, client.Stand, seat=1)
    assert refusal(host, ADA, client.Invite, seat=1, bot="level1") == "too_often"
    assert host.do(ADA, client.Abort).stage == "aborted"


@pytest.mark.usefixtures("few")
def test_a_table_whose_game_has_not_begun_has_only_so_many_rows() -> None:
    """However many come."""
    host = opened(opening("carre", 3, chairs=chairs(ADA, None, None)))
    for _ in range(19):
        for one in (BEN, CLEO, DORA):
            if host.table.ply < limits.MOST_BEFORE:
                host.do(one, client.Sit, seat=1)
                host.do(one, client.Stand, seat=1)
    assert refusal(host, CLEO, client.Sit, seat=1) == "too_often"
    assert refusal(host, ADA, client.Invite, seat=1, bot="level1") == "too_often"
    assert host.ready(ADA).seats[0].ready


@pytest.mark.usefixtures("few")
def test_nobody_takes_back_for_ever() -> None:
    host = running("carre", (ADA, BEN), options={"first": 0})
    for _ in range(20):
        host.move("take")
        host.do(ADA, client.TakeBack, seat=0)
    host.move("take")
    assert refusal(host, ADA, client.TakeBack, seat=0) == "too_often"
    assert refusal(host, ADA, client.ProposeEnd, seat=0) == "too_often"
    assert shown.snapshot(host.table, "ada", None, (), host.now).can_take_back == []
    host.do(BEN, client.ProposeEnd, seat=1)
    assert host.do(ADA, client.Answer, seat=0, agrees=False).proposal is None
    host.move()
    assert host.do(ADA, client.Resign, seat=0).stage == "over"
    assert fold(host.rows) == host.table


@pytest.mark.usefixtures("few")
def test_answers_use_nothing_up() -> None:
    """Else others could, by asking."""
    host = running("carre", (ADA, BEN), options={"first": 0})
    for turn in range(18):
        host.do(BEN, client.ProposeEnd, seat=1)
        host.do(ADA, client.Answer, seat=0, agrees=False)
        if turn % 2:
            host.move()
    assert host.table.heard_of("ada").begun == 0
    assert host.table.heard_of("ben").begun == 18


@pytest.mark.usefixtures("few")
def test_who_went_away_and_came_back_too_often_comes_back_by_a_move() -> None:
    host = running("carre", (ADA, BEN), options={"first": 0})
    for _ in range(20):
        host.accept(leave(host.table, 0))
        host.accept(come_back(host.table, "ada"), "ada")
    host.accept(leave(host.table, 0))
    assert come_back(host.table, "ada") is None
    assert host.table.seats[0].stand_in
    assert not host.move("take").seats[0].stand_in
    host.accept(leave(host.table, 1))
    assert come_back(host.table, "ben") is not None
