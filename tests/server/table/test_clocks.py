"""Time: what is left, whose clock runs, and when the server has to act by itself."""

from typing import Any

import pytest

from piazzetta.server.protocol import client
from piazzetta.server.protocol.shared import ClockShown
from piazzetta.server.table import clocks, parts
from piazzetta.server.table.decide import bot_move, come_back, go_for_good, leave, time_out
from piazzetta.server.table.events import Clock, TimedOut, decode
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import Table
from tests.server.table.tables import (
    ADA,
    BEN,
    CLEO,
    Host,
    chairs,
    opened,
    opening,
    refusal,
    running,
)

FIRST: dict[str, Any] = {"options": {"first": 0}}
TOTAL = Clock(total=60.0, increment=5.0)


def test_without_a_clock_nothing_runs() -> None:
    host = running(**FIRST)
    host.now += 1e6
    assert not clocks.runs(host.table)
    assert clocks.flag_due(host.table) is None
    assert time_out(host.table, host.now) is None
    assert parts.clock(host.table, host.now) == ClockShown()
    assert host.move("take").left == ()


def test_before_the_game_nothing_is_due() -> None:
    table = opened(opening(clock=TOTAL)).table
    assert clocks.due(table) is None
    assert parts.clock(table, 0.0) == ClockShown()


def test_seconds_for_each_move() -> None:
    host = running(**FIRST, clock=Clock(move=30.0))
    host.now += 12
    assert parts.clock(host.table, host.now) == ClockShown([], 18.0, True)
    assert clocks.flag_due(host.table) == 1030.0
    host.move("take")
    assert parts.clock(host.table, host.now) == ClockShown([], 30.0, True)
    assert clocks.flag_due(host.table) == 1042.0


def test_a_total_with_an_increment() -> None:
    host = running(**FIRST, clock=TOTAL)
    host.now += 12
    assert parts.clock(host.table, host.now) == ClockShown([48.0, 60.0], 48.0, True)
    assert host.move("take").left == (53.0, 60.0)
    host.now += 100
    assert parts.clock(host.table, host.now) == ClockShown([0.0, 60.0], 0.0, True)


def test_both_at_once() -> None:
    host = running(**FIRST, clock=Clock(move=30.0, total=60.0))
    assert clocks.flag_due(host.table) == 1030.0
    host.now += 20
    host.move("take")
    host.now += 25
    host.move()
    assert host.table.left[0] == 15.0
    if host.table.turn == 0:
        assert clocks.flag_due(host.table) == host.now + 15.0


def test_the_flag_falls_when_the_time_is_up() -> None:
    host = running(**FIRST, clock=TOTAL)
    assert time_out(host.table, 1059.9) is None
    host.now = 1060.0
    decided = time_out(host.table, host.now)
    assert decided is not None
    assert decided.event == TimedOut(0)
    table = host.accept(decided)
    assert table.seats[0].stand_in
    assert table.seats[0].played_by_bot
    assert not clocks.runs(table)
    assert time_out(table, host.now + 1000) is None
    assert clocks.due(table) == 1061.0


def test_a_move_after_the_time_is_up_comes_too_late() -> None:
    host = running(**FIRST, clock=TOTAL)
    host.now += 60
    assert refusal(host, ADA, client.Move, seat=0, move="take") == "time_up"


def test_who_timed_out_may_still_move_before_the_stand_in_does() -> None:
    host = running(**FIRST, clock=TOTAL)
    host.now += 60
    host.accept(time_out(host.table, host.now))
    table = host.move("take")
    assert not table.seats[0].stand_in
    assert table.left == (10.0, 60.0)


@pytest.mark.parametrize(("increment", "grace"), [(0.0, 10.0), (5.0, 10.0), (25.0, 25.0)])
def test_after_the_flag_there_is_a_little_time_for_each_move(
    increment: float, grace: float
) -> None:
    host = running(**FIRST, clock=Clock(total=60.0, increment=increment))
    host.now += 60
    table = host.accept(time_out(host.table, host.now))
    assert table.left == (grace, 60.0)
    host.accept(come_back(table, "ada"))
    table = host.accept(bot_move(host.table, 0, "take"))
    assert clocks.flag_due(table) == host.now + grace
    host.now += 8
    assert host.move().left == (grace, 60.0)


def test_a_stand_in_costs_its_player_no_time() -> None:
    host = running(**FIRST, clock=TOTAL)
    host.now += 20
    table = host.accept(leave(host.table, 0))
    assert (table.left, table.turn_since) == ((40.0, 60.0), 1020.0)
    host.now += 1
    assert host.accept(bot_move(host.table, 0, "take")).left == (40.0, 60.0)


def test_a_bot_has_all_the_time_it_needs() -> None:
    host = running("carre", (ADA, "level1"), options={"first": 1}, clock=TOTAL)
    assert not clocks.runs(host.table)
    assert clocks.flag_due(host.table) is None
    host.now += 500
    assert parts.clock(host.table, host.now) == ClockShown([60.0, 60.0], None, False)
    assert host.accept(bot_move(host.table, 1, "take")).left == (60.0, 60.0)


@pytest.mark.parametrize(("pace", "wait"), [(1.0, 1.0), (0.0, 0.15), (5.0, 5.0)])
def test_a_bot_moves_at_its_pace(pace: float, wait: float) -> None:
    host = running("carre", (ADA, "level1"), options={"first": 1}, pace=pace)
    assert clocks.bot_due(host.table) == clocks.due(host.table) == 1000.0 + wait


def test_the_pace_of_a_stand_in_begins_when_it_takes_over() -> None:
    host = running(**FIRST)
    host.now += 300
    assert clocks.bot_due(host.accept(leave(host.table, 0))) == 1301.0
    host.now += 1
    assert clocks.bot_due(host.accept(come_back(host.table, "ada"))) is None


def test_somebody_else_stood_in_for_leaves_the_clock_alone() -> None:
    host = running(**FIRST, clock=TOTAL)
    host.now += 20
    table = host.accept(leave(host.table, 1))
    assert (table.turn_since, table.left) == (1000.0, (60.0, 60.0))


# Absence.


def test_absence_counts_for_the_person_in_turn() -> None:
    host = running(**FIRST)
    assert clocks.absence_due(host.table) == clocks.due(host.table) == 1090.0
    host.now += 50
    host.move("take")
    assert clocks.absence_due(host.table) == 1140.0


def test_absence_counts_only_if_somebody_else_waits() -> None:
    assert clocks.absence_due(running("carre", (ADA, "level1"), **FIRST).table) is None
    assert clocks.absence_due(running("carre", (ADA, ADA), **FIRST).table) is None
    host = running(**FIRST)
    host.accept(leave(host.table, 1))
    assert clocks.absence_due(host.table) is None


def test_some_tables_wait_for_ever() -> None:
    assert clocks.due(running(**FIRST, absence=None).table) is None


def test_the_first_of_several_is_due() -> None:
    assert clocks.due(running(**FIRST, clock=Clock(move=30.0)).table) == 1030.0
    assert clocks.due(running(**FIRST, clock=Clock(move=300.0)).table) == 1090.0


# Leaving and coming back.


def test_who_left_comes_back() -> None:
    host = running("carre", (ADA, BEN, BEN), **FIRST)
    assert come_back(host.table, "ben") is None
    host.accept(leave(host.table, 1))
    host.accept(leave(host.table, 2))
    assert host.accept(come_back(host.table, "ben")).seats[1].stand_in is False
    assert host.accept(come_back(host.table, "ben")).seats[2].stand_in is False
    assert come_back(host.table, "ben") is None
    assert come_back(host.table, "zoe") is None


def who_plays(table: Table, seat: int) -> tuple[bool, bool]:
    """Whether a bot stands in, and whether its player is about to have the seat back."""
    return table.seats[seat].stand_in, table.seats[seat].returning


@pytest.mark.parametrize("clock", [Clock(move=30.0), Clock(total=30.0), TOTAL])
@pytest.mark.parametrize("how", ["time_out", "leave"])
def test_coming_back_brings_no_time_for_the_same_move(clock: Clock, how: str) -> None:
    """In C'est Carré! a turn has several moves: the bot makes one, the next is the player's."""
    host = running(**FIRST, clock=clock)
    host.now += 60
    host.accept(time_out(host.table, host.now) if how == "time_out" else leave(host.table, 0))
    before = host.table
    table = host.accept(come_back(before, "ada"))
    assert who_plays(table, 0) == (True, True)
    assert come_back(table, "ada") is None
    assert (clocks.bot_due(table), table.left) == (clocks.bot_due(before), before.left)
    host.now += 1
    table = host.accept(bot_move(table, 0, "take"))
    assert (who_plays(table, 0), table.turn) == ((False, False), 0)
    assert clocks.runs(table)


def test_a_move_of_ones_own_is_the_quickest_way_back() -> None:
    host = running(**FIRST, clock=TOTAL)
    host.now += 60
    host.accept(time_out(host.table, host.now))
    host.accept(come_back(host.table, "ada"))
    assert who_plays(host.move("take"), 0) == (False, False)


def test_one_is_back_at_once_where_it_is_not_ones_turn() -> None:
    host = running(**FIRST, clock=TOTAL)
    host.accept(leave(host.table, 1))
    assert who_plays(host.accept(come_back(host.table, "ben")), 1) == (False, False)


def test_also_when_the_turn_was_taken_back_meanwhile() -> None:
    host = running("piazza", **FIRST, clock=Clock(move=30.0))
    host.move()
    host.now += 30
    host.accept(time_out(host.table, host.now))
    host.accept(come_back(host.table, "ben"))
    table = host.do(ADA, client.TakeBack, seat=0)
    assert (table.turn, who_plays(table, 1)) == (0, (True, True))
    assert who_plays(host.accept(come_back(table, "ben")), 1) == (False, False)


def test_old_rows_gave_the_seat_back_at_once() -> None:
    host = running(**FIRST, clock=TOTAL)
    host.accept(leave(host.table, 0))
    assert who_plays(host.keep(decode(b'{"kind":"returned","seat":0}')), 0) == (False, False)


def test_who_gives_up_or_goes_for_good_does_not_return() -> None:
    host = running("carre", (ADA, BEN, CLEO), **FIRST, clock=TOTAL)
    host.now += 20
    host.accept(leave(host.table, 0))
    host.accept(come_back(host.table, "ada"))
    host.now += 1
    table = host.accept(go_for_good(host.table, "ada"))
    assert (who_plays(table, 0), table.left[0]) == ((True, False), 40.0)
    assert go_for_good(table, "ada") is None
    host.accept(come_back(host.table, "ada"))
    assert who_plays(host.do(ADA, client.Resign, seat=0), 0) == (False, False)


def test_only_people_can_leave() -> None:
    host = running("carre", (ADA, "level1", BEN))
    with pytest.raises(RefusedError):
        leave(host.table, 1)
    host.accept(leave(host.table, 2))
    with pytest.raises(RefusedError):
        leave(host.table, 2)
    with pytest.raises(RefusedError):
        leave(opened(opening()).table, 0)


def test_nobody_comes_back_to_a_finished_game() -> None:
    host = running("carre", (ADA, BEN, CLEO))
    host.accept(leave(host.table, 1))
    host.do(ADA, client.Resign, seat=0)
    host.do(CLEO, client.Resign, seat=2)
    assert host.table.stage == "over"
    assert come_back(host.table, "ben") is None


def test_who_is_to_be_forgotten_goes_for_good() -> None:
    host = running("carre", (BEN, ADA, BEN))
    host.accept(go_for_good(host.table, "ben"))
    table = host.accept(go_for_good(host.table, "ben"))
    assert [seat.stand_in for seat in table.seats] == [True, False, True]
    assert go_for_good(table, "ben") is None
    host.do(ADA, client.Resign, seat=1)
    assert go_for_good(host.table, "ada") is None


def test_before_the_game_a_seat_becomes_free_or_the_table_is_closed() -> None:
    host = opened(opening("carre", 3, chairs=chairs(ADA, BEN, None)))
    assert host.accept(go_for_good(host.table, "ben")).seats[1].free
    assert go_for_good(host.table, "ben") is None
    assert host.accept(go_for_good(host.table, "ada")).stage == "aborted"
    assert go_for_good(host.table, "ada") is None


def test_time_never_runs_backwards() -> None:
    """Another node's clock may be a little behind."""
    host: Host = running(**FIRST, clock=TOTAL)
    assert clocks.all_left(host.table, host.now - 5) == (60.0, 60.0)
    host.now -= 5
    assert host.move("take").left == (65.0, 60.0)
