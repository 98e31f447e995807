"""Taking moves back, and ending a game early: freely, by consent, or not at all."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from piazzetta.server.protocol import client
from piazzetta.server.table import clocks, takeback
from piazzetta.server.table.decide import bot_move, come_back, leave, time_out
from piazzetta.server.table.events import Asked, Clock, TookBack, decode
from piazzetta.server.table.evolve import fold
from piazzetta.server.table.limits import MOST_ASKED
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import Ending, Proposal
from tests.server.table.tables import ADA, BEN, CLEO, Host, refusal, running

FIRST: dict[str, Any] = {"options": {"first": 0}}


def taken(**others: Any) -> Host:
    """Ada has taken the open card; that showed nothing, and it is still her turn."""
    host = running(**FIRST, **others)
    host.move("take")
    return host


def revealed(who: tuple[Player | str, ...] = (ADA, BEN), **others: Any) -> Host:
    """Ada has turned two cards up."""
    host = running("carre", who, **FIRST, **others)
    host.move("reveal")
    return host


def test_freely_while_nothing_was_seen() -> None:
    host = taken(casual=False)
    before = host.tables[-2]
    assert takeback.is_free(host.table, 0)
    assert not takeback.is_free(host.table, 1)
    table = host.do(ADA, client.TakeBack, seat=0)
    assert isinstance(host.rows[-1].event, TookBack)
    assert (table.state, table.past) == (before.state, before.past)
    assert table.changed == table.ply
    assert not takeback.is_free(table, 0)


def test_freely_also_after_the_turn_has_gone_on() -> None:
    """In Piazza, with an empty stock nothing is drawn."""
    host, rng = running("piazza", **FIRST), Random(4)
    while any(host.table.state.stocks):
        host.move(rng=rng)
    before = host.table
    seat = before.turn
    assert seat is not None
    host.move(rng=rng)
    assert takeback.is_free(host.table, seat)
    player = ADA if seat == 0 else BEN
    assert host.do(player, client.TakeBack, seat=seat).state == before.state


def test_a_message_that_was_based_on_what_was_taken_back_is_stale() -> None:
    host = taken()
    message = host.command(client.Move, seat=0, move="reveal")
    host.do(ADA, client.TakeBack, seat=0)
    with pytest.raises(RefusedError) as caught:
        host.say(ADA, message)
    assert caught.value.code == "stale"


def test_not_where_a_card_was_seen_at_a_table_that_counts() -> None:
    assert refusal(revealed(casual=False), ADA, client.TakeBack, seat=0) == "not_casual"


def test_by_consent_at_a_casual_table() -> None:
    host = revealed()
    before = host.tables[-2]
    table = host.do(ADA, client.TakeBack, seat=0)
    assert table.proposal == Proposal("take_back", 0, 0, table.ply, frozenset({0}))
    assert table.state is host.tables[-2].state
    table = host.do(BEN, client.Answer, seat=1, agrees=True)
    assert (table.state, table.proposal, table.moves) == (before.state, None, 0)
    assert table.changed == table.ply


def test_cards_come_again_in_the_same_order() -> None:
    host = revealed()
    seen = host.table.state.revealed
    host.do(ADA, client.TakeBack, seat=0)
    host.do(BEN, client.Answer, seat=1, agrees=True)
    assert host.move("reveal").state.revealed == seen


def test_no_is_no() -> None:
    host = revealed()
    host.do(ADA, client.TakeBack, seat=0)
    table = host.do(BEN, client.Answer, seat=1, agrees=False)
    assert (table.proposal, table.moves) == (None, 1)


def test_a_question_can_be_withdrawn() -> None:
    host = revealed()
    host.do(ADA, client.TakeBack, seat=0)
    assert refusal(host, ADA, client.Answer, seat=0, agrees=True) == "agreed_already"
    assert host.do(ADA, client.Answer, seat=0, agrees=False).proposal is None
    assert refusal(host, BEN, client.Answer, seat=1, agrees=True) == "nothing_asked"


def test_an_answer_to_an_earlier_question_is_stale() -> None:
    host = revealed()
    host.do(ADA, client.TakeBack, seat=0)
    late = host.command(client.Answer, seat=1, agrees=True)
    host.do(ADA, client.Answer, seat=0, agrees=False)
    host.do(ADA, client.ProposeEnd, seat=0)
    with pytest.raises(RefusedError) as caught:
        host.say(BEN, late)
    assert caught.value.code == "stale"


def test_one_question_at_a_time() -> None:
    host = revealed()
    host.do(ADA, client.TakeBack, seat=0)
    assert refusal(host, BEN, client.ProposeEnd, seat=1) == "asked_already"


def test_a_persons_move_drops_the_question_and_a_bots_does_not() -> None:
    host = revealed((ADA, "level1", BEN))
    host.do(ADA, client.TakeBack, seat=0)
    host.move()
    assert host.table.proposal is None
    while host.table.turn == 0:
        host.move()
    host.do(ADA, client.ProposeEnd, seat=0)
    asked = host.table.proposal
    assert host.accept(bot_move(host.table, 1, "take")).proposal is asked
    assert host.do(BEN, client.Answer, seat=2, agrees=True).stage == "over"


def test_everybody_has_to_agree() -> None:
    host = revealed((ADA, BEN, CLEO))
    host.do(ADA, client.TakeBack, seat=0)
    table = host.do(CLEO, client.Answer, seat=2, agrees=True)
    assert table.proposal is not None
    assert table.proposal.agreed == {0, 2}
    assert refusal(host, CLEO, client.Answer, seat=2, agrees=True) == "agreed_already"
    assert host.do(BEN, client.Answer, seat=1, agrees=True).moves == 0


def test_one_player_on_several_seats_has_one_voice() -> None:
    host = revealed((ADA, BEN, BEN))
    host.do(ADA, client.TakeBack, seat=0)
    assert host.do(BEN, client.Answer, seat=2, agrees=True).moves == 0


@pytest.mark.parametrize("who", [(ADA, "level1"), (ADA, ADA), (ADA, "level1", ADA)])
def test_where_nobody_else_has_a_voice_it_is_done_at_once(who: tuple[Player | str, ...]) -> None:
    host = revealed(who)
    assert host.do(ADA, client.TakeBack, seat=0).moves == 0
    assert isinstance(host.rows[-1].event, TookBack)


def test_moves_of_bots_are_taken_back_with_ones_own() -> None:
    host = revealed((ADA, "level1"))
    while host.table.turn == 0:
        host.move()
    last = takeback.last_move_of(host.table, 0)
    assert last is not None
    host.accept(bot_move(host.table, 1, "take"))
    table = host.do(ADA, client.TakeBack, seat=0)
    assert (table.moves, table.turn) == (last.number - 1, 0)


def test_who_is_away_agrees() -> None:
    host = revealed((ADA, BEN, CLEO))
    host.accept(leave(host.table, 1))
    host.do(ADA, client.TakeBack, seat=0)
    assert host.do(CLEO, client.Answer, seat=2, agrees=True).moves == 0


def test_who_goes_away_agrees() -> None:
    host = revealed((ADA, BEN, CLEO))
    host.do(ADA, client.TakeBack, seat=0)
    host.do(CLEO, client.Answer, seat=2, agrees=True)
    table = host.accept(leave(host.table, 1))
    assert (table.moves, table.proposal) == (0, None)
    assert table.changed == table.ply


def test_who_gives_up_is_asked_no_more() -> None:
    host = revealed((ADA, BEN, CLEO))
    host.do(ADA, client.TakeBack, seat=0)
    host.do(CLEO, client.Resign, seat=2)
    assert host.do(BEN, client.Answer, seat=1, agrees=True).moves == 0
    host = revealed((ADA, BEN, CLEO))
    host.do(ADA, client.TakeBack, seat=0)
    assert host.do(ADA, client.Resign, seat=0).proposal is None


def test_only_who_plays_may_answer() -> None:
    host = revealed()
    host.do(ADA, client.TakeBack, seat=0)
    assert refusal(host, CLEO, client.Answer, seat=1, agrees=True) == "not_your_seat"
    assert refusal(host, ADA, client.Answer, seat=1, agrees=True) == "not_your_seat"


def test_a_seat_asks_only_so_often_while_nothing_moves() -> None:
    host = revealed()
    message = host.command(client.Move, seat=0, move="")
    for _ in range(MOST_ASKED):
        host.do(BEN, client.ProposeEnd, seat=1)
        host.do(BEN, client.Answer, seat=1, agrees=False)
    assert refusal(host, BEN, client.ProposeEnd, seat=1) == "too_many"
    host.do(ADA, client.TakeBack, seat=0)
    host.do(ADA, client.Answer, seat=0, agrees=False)
    legal = host.table.game.legal_moves(host.table.state)
    assert host.say(ADA, replace(message, move=str(legal[0].move))).moves == 2
    host.do(BEN, client.ProposeEnd, seat=1)
    assert fold(host.rows) == host.table


# Clocks: what was used stays used.


@pytest.mark.parametrize("unit", [1.0, 24 * 3600.0])
def test_the_clock_of_a_move_goes_on_where_it_is(unit: float) -> None:
    host = running(**FIRST, clock=Clock(move=30 * unit))
    host.now += 10 * unit
    host.move("take")
    host.now += 12 * unit
    table = host.do(ADA, client.TakeBack, seat=0)
    host.now += 7.5 * unit
    assert time_out(table, host.now) is None
    assert time_out(table, host.now + unit) is not None


@pytest.mark.parametrize(
    "clock", [Clock(move=3.0), Clock(total=3.0), Clock(total=3.0, increment=2.0)]
)
def test_nobody_holds_a_clock_by_taking_back_again_and_again(clock: Clock) -> None:
    host = running(**FIRST, clock=clock, casual=False)
    for _ in range(2):
        host.now += 0.1
        host.move("take")
        host.now += 2.3
        host.do(ADA, client.TakeBack, seat=0)
    assert time_out(host.table, host.now) is not None


def test_taking_back_earns_no_time() -> None:
    host = running(**FIRST, clock=Clock(total=100.0, increment=5.0))
    host.now += 30
    assert host.move("take").left == (75.0, 100.0)
    host.now += 40
    table = host.do(ADA, client.TakeBack, seat=0)
    assert clocks.all_left(table, host.now) == (30.0, 100.0)
    host.now += 10
    assert host.move("take").left == (25.0, 100.0)


def turn_of_ada_and_ben(clock: Clock) -> Host:
    """Each has moved until the turn went on, ten seconds for each move; it is Ada's turn."""
    host, rng = running("piazza", **FIRST, clock=clock), Random(3)
    for _ in range(2):
        host.now += 10
        host.move(rng=rng)
    assert host.table.turn == 0
    return host


def test_with_consent_everybody_keeps_what_they_have_used() -> None:
    host = turn_of_ada_and_ben(Clock(total=100.0, increment=5.0))
    assert host.table.left == (95.0, 95.0)
    host.now += 10
    host.do(ADA, client.TakeBack, seat=0)
    table = host.do(BEN, client.Answer, seat=1, agrees=True)
    assert (table.moves, clocks.all_left(table, host.now)) == (0, (80.0, 90.0))


def test_with_consent_the_others_time_is_not_charged() -> None:
    host = turn_of_ada_and_ben(Clock(move=30.0))
    host.do(ADA, client.TakeBack, seat=0)
    table = host.do(BEN, client.Answer, seat=1, agrees=True)
    assert clocks.move_left(table, host.now) == 20.0


def test_who_ran_out_of_time_has_only_the_rest_of_the_grace_again() -> None:
    host = running(**FIRST, clock=Clock(total=60.0))
    host.now += 60
    host.accept(time_out(host.table, host.now))
    host.accept(come_back(host.table, "ada"))
    host.accept(bot_move(host.table, 0, "take"))
    for seat in (0, 1):
        while host.table.turn == seat:
            host.move()
    host.now += 4
    host.move("take")
    host.now += 3
    table = host.do(ADA, client.TakeBack, seat=0)
    assert clocks.all_left(table, host.now) == (3.0, 60.0)


def test_moves_of_a_stand_in_cost_nothing_when_they_are_taken_back() -> None:
    host = running("carre", (ADA, "level1"), **FIRST, clock=Clock(total=60.0, increment=5.0))
    host.now += 10
    host.accept(leave(host.table, 0))
    host.accept(come_back(host.table, "ada"))
    host.now += 1
    host.accept(bot_move(host.table, 0, "take"))
    host.now += 6
    table = host.do(ADA, client.TakeBack, seat=0)
    assert clocks.all_left(table, host.now) == (44.0, 60.0)


def test_a_stand_in_moves_at_its_pace_when_a_move_is_taken_back() -> None:
    host = revealed((ADA, BEN), clock=Clock(move=30.0))
    host.now += 20
    host.do(ADA, client.TakeBack, seat=0)
    host.accept(leave(host.table, 0))
    host.now += 0.5
    table = host.do(BEN, client.Answer, seat=1, agrees=True)
    assert clocks.bot_due(table) == host.now + 1


@pytest.mark.parametrize("by_bot", [True, False])
def test_a_move_at_which_a_bot_stood_in_is_not_taken_back_freely(by_bot: bool) -> None:
    """Else it could be made again and again, each time with all the time for it."""
    host = running(**FIRST, clock=Clock(move=3.0), casual=False)
    host.now += 3
    host.accept(time_out(host.table, host.now))
    host.accept(come_back(host.table, "ada"))
    if by_bot:
        host.accept(bot_move(host.table, 0, "take"))
    else:
        host.move("take")
    assert not takeback.is_free(host.table, 0)
    assert refusal(host, ADA, client.TakeBack, seat=0) == "not_casual"


def test_nor_is_an_earlier_one_while_a_bot_stands_in() -> None:
    host = taken(clock=Clock(move=3.0), casual=False)
    host.now += 3
    host.accept(time_out(host.table, host.now))
    assert refusal(host, ADA, client.TakeBack, seat=0) == "not_casual"


@pytest.mark.parametrize("clock", [Clock(total=1000.0), Clock(move=40.0)])
def test_who_takes_back_without_asking_pays_for_what_the_next_one_thought(clock: Clock) -> None:
    """Else all the time of the next one could be taken by moving and taking back."""
    host, rng = running("piazza", **FIRST, clock=clock, casual=False), Random(4)
    while any(host.table.state.stocks):
        host.move(rng=rng)
    seat = host.table.turn
    assert seat is not None
    host.move(rng=rng)
    host.now += 30
    table = host.do((ADA, BEN)[seat], client.TakeBack, seat=seat)
    assert clocks.move_left(table, host.now) == (clock.total or clock.move or 0) - 30
    if clock.total:
        assert clocks.all_left(table, host.now)[1 - seat] == 1000.0


# Ending early.


def test_ending_by_consent() -> None:
    host = running("piazza", **FIRST)
    rng = Random(1)
    while len(set(host.table.game.scores(host.table.state))) < 2:
        host.move(rng=rng)
    scores = host.table.game.scores(host.table.state)
    host.do(ADA, client.ProposeEnd, seat=0)
    assert isinstance(host.rows[-1].event, Asked)
    table = host.do(BEN, client.Answer, seat=1, agrees=True)
    best = scores.index(max(scores))
    assert table.ending == Ending(((best,), (1 - best,)), "agreed")
    assert (table.stage, table.changed, table.proposal) == ("over", table.ply, None)


def test_equal_points_share_a_place_and_who_gave_up_is_last() -> None:
    host = running("carre", (ADA, BEN, CLEO))
    host.do(CLEO, client.Resign, seat=2)
    host.do(ADA, client.ProposeEnd, seat=0)
    table = host.do(BEN, client.Answer, seat=1, agrees=True)
    assert table.ending == Ending(((0, 1), (2,)), "agreed")


def test_alone_with_bots_one_ends_a_casual_game_at_once() -> None:
    host = running("carre", (ADA, "level1"))
    assert host.do(ADA, client.ProposeEnd, seat=0).stage == "over"


@pytest.mark.parametrize("who", [(ADA, "level1"), (ADA, ADA)])
def test_but_not_one_that_counts(who: tuple[Player | str, ...]) -> None:
    host = running("carre", who, casual=False)
    assert refusal(host, ADA, client.ProposeEnd, seat=0) == "nobody_to_ask"
    away = running("carre", casual=False)
    away.accept(leave(away.table, 1))
    assert refusal(away, ADA, client.ProposeEnd, seat=0) == "nobody_to_ask"


def gone(how: str, host: Host, seat: int) -> None:
    """The seat's person answers nothing any more."""
    if how == "resign":
        host.do((ADA, BEN, CLEO)[seat], client.Resign, seat=seat)
        return
    host.now += 100
    host.accept(leave(host.table, seat) if how == "leave" else time_out(host.table, host.now))


@pytest.mark.parametrize("how", ["leave", "time_out", "resign"])
def test_silence_ends_no_game_that_counts(how: str) -> None:
    host = running(
        "carre", (ADA, BEN, "level1"), options={"first": 1}, casual=False, clock=Clock(move=30.0)
    )
    host.do(ADA, client.ProposeEnd, seat=0)
    gone(how, host, 1)
    assert (host.table.stage, host.table.proposal) == ("running", None)


@pytest.mark.parametrize("how", ["leave", "time_out", "resign"])
def test_but_a_yes_does_though_another_one_goes_away(how: str) -> None:
    host = running(
        "carre", (ADA, BEN, CLEO), options={"first": 1}, casual=False, clock=Clock(move=30.0)
    )
    host.do(ADA, client.ProposeEnd, seat=0)
    host.do(CLEO, client.Answer, seat=2, agrees=True)
    gone(how, host, 1)
    assert host.table.ending is not None
    assert host.table.ending.reason == "agreed"


@pytest.mark.parametrize("how", ["leave", "time_out"])
def test_nobody_is_waited_for_to_end_a_casual_game(how: str) -> None:
    host = running(options={"first": 1}, clock=Clock(move=30.0))
    host.do(ADA, client.ProposeEnd, seat=0)
    gone(how, host, 1)
    assert host.table.stage == "over"


def test_rows_of_before_in_which_silence_ended_a_game_still_do() -> None:
    host = running(options={"first": 1}, casual=False)
    host.keep(decode(b'{"kind":"asked","what":"end","seat":0}'), "ada")
    host.accept(leave(host.table, 1))
    assert host.table.ending is not None
    assert host.table.ending.reason == "agreed"
