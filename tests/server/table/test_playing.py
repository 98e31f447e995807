"""In the game: moves, messages that come too late or too early, and giving up."""

from random import Random
from typing import Any, get_args

import pytest

from piazzetta.rules import GAMES
from piazzetta.server import ratings
from piazzetta.server.protocol import client
from piazzetta.server.table.decide import bot_move, come_back, decide, leave, may_advise, may_react
from piazzetta.server.table.decide.command import COMMANDS, Command
from piazzetta.server.table.events import Moved, Row
from piazzetta.server.table.evolve import evolve, fold
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import Ending, Past
from tests.server.table.tables import (
    ADA,
    BEN,
    CLEO,
    DORA,
    TABLE,
    Host,
    opened,
    opening,
    refusal,
    running,
)

FIRST: dict[str, Any] = {"options": {"first": 0}}


@pytest.mark.parametrize("game", GAMES)
def test_a_move_leads_where_the_rules_say(game: str) -> None:
    host = running(game, **FIRST)
    before = host.table
    move = before.game.legal_moves(before.state)[0].move
    host.now += 3
    table = host.move(str(move))
    assert before.chance is not None
    assert table.state == before.game.play(before.state, move, before.chance)
    assert (table.moves, table.changed, table.turn_since) == (1, table.ply, 1003.0)
    assert table.past is not None
    assert (table.past.number, table.past.seat, table.past.move) == (1, 0, str(move))


def test_a_move_is_kept_as_records_write_it() -> None:
    host = running("piazza", **FIRST)
    pair = next(
        one.move for one in host.table.game.legal_moves(host.table.state) if " " in str(one.move)
    )
    one, two = str(pair).split()
    host.move(f"{two} {one}")
    event = host.rows[-1].event
    assert isinstance(event, Moved)
    assert event.move == f"{one} {two}"


def test_a_move_is_played_once_where_its_decision_is_at_hand() -> None:
    host = running(**FIRST)
    message = host.command(client.Move, seat=0, move="take")
    decided = decide(host.table, message, ADA, host.now)
    row = Row(TABLE, host.table.ply + 1, host.now, "ada", "m", decided.event)
    assert decided.step is not None
    assert evolve(host.table, row, decided).state is decided.step.state
    assert evolve(host.table, row) == evolve(host.table, row, decided)


def test_a_decision_about_another_table_is_not_believed() -> None:
    host, other = running(**FIRST), running(**FIRST, secret="00" * 32)
    decided = decide(other.table, other.command(client.Move, seat=0, move="take"), ADA, 0.0)
    row = Row(TABLE, host.table.ply + 1, host.now, "ada", "m", decided.event)
    assert evolve(host.table, row, decided) == evolve(host.table, row)


@pytest.mark.parametrize(
    ("player", "kind", "fields", "code"),
    [
        (BEN, client.Move, {"seat": 1, "move": "take"}, "not_your_turn"),
        (BEN, client.Move, {"seat": 0, "move": "take"}, "not_your_seat"),
        (CLEO, client.Move, {"seat": 0, "move": "take"}, "not_your_seat"),
        (ADA, client.Move, {"seat": 2, "move": "take"}, "no_such_seat"),
        (ADA, client.Move, {"seat": 0, "move": "castle"}, "not_a_move"),
        (ADA, client.Move, {"seat": 0, "move": "pass"}, "illegal_move"),
        (ADA, client.Move, {"seat": 0, "move": "take", "ply": 0}, "stale"),
        (ADA, client.Move, {"seat": 0, "move": "take", "ply": 99}, "ahead"),
        (CLEO, client.Resign, {"seat": 0}, "not_your_seat"),
        (ADA, client.Answer, {"seat": 0, "agrees": True}, "nothing_asked"),
        (ADA, client.TakeBack, {"seat": 0}, "nothing_to_take_back"),
    ],
)
def test_refused(player: Player, kind: type[Any], fields: dict[str, Any], code: str) -> None:
    assert refusal(running(**FIRST), player, kind, **fields) == code


def test_a_seat_for_which_a_program_moves_is_a_programs_from_then_on() -> None:
    host = running("piazza", **FIRST)
    program = Player(ADA.id, ADA.name, outside=True)
    for player, outside in ((ADA, False), (program, True), (program, True), (ADA, True)):
        before = host.table
        move = str(before.game.legal_moves(before.state)[0].move)
        table = host.do(player, client.Move, seat=0, move=move)
        assert [seat.outside for seat in table.seats] == [outside, False]
        # What has not changed is not told again.
        assert (table.seats is before.seats) is (before.seats[0].outside == outside)
        host.move()
    assert fold(host.rows).seats == host.table.seats
    assert ratings.pool(host.do(ADA, client.Resign, seat=0)) == "piazza:bots"


def test_a_refused_move_names_the_clause() -> None:
    host = running(**FIRST)
    with pytest.raises(RefusedError) as caught:
        host.move("pass")
    assert caught.value.details["clause"] == "C-NOTHING"
    assert caught.value.message.startswith("pass: only who finds no card")
    assert str(caught.value) == caught.value.message


def test_a_move_that_was_made_already_is_stale() -> None:
    host = running(**FIRST)
    message = host.command(client.Move, seat=0, move="take")
    host.say(ADA, message)
    with pytest.raises(RefusedError) as caught:
        host.say(ADA, message)
    assert caught.value.code == "stale"


def test_requests_that_were_carried_out_are_remembered() -> None:
    host = running(**FIRST)
    message = host.command(client.Move, seat=0, move="take")
    table = host.say(ADA, message)
    assert table.carried_out("ada", message.id) == table.ply
    assert table.carried_out("ben", message.id) is None
    assert fold(host.rows).carried_out("ada", message.id) == table.ply
    rng = Random(1)
    for _ in range(150):
        host.move(rng=rng)
    assert host.table.carried_out("ada", message.id) is None
    assert [len(one.recent) for one in host.table.heard.values()] == [32, 32]


def test_a_message_from_before_what_is_remembered_is_stale() -> None:
    """It may be one that was carried out: nobody can tell any more."""
    host = opened(opening("carre", 3))
    early, late = host.command(client.Sit, seat=0), None
    for turn in range(33):
        late = late or (host.command(client.Sit, seat=0) if turn == 2 else None)
        host.do(BEN, (client.Sit, client.Stand)[turn % 2], seat=1)
    with pytest.raises(RefusedError) as caught:
        host.say(BEN, early)
    assert caught.value.code == "stale"
    assert late is not None
    assert host.say(BEN, late).seats[0].player == "ben"


def test_but_only_by_what_its_player_has_said() -> None:
    """Else one of them could keep another from saying anything that takes a while to arrive."""
    host = opened(opening("carre", 3))
    early = host.command(client.Sit, seat=0)
    for turn in range(100):
        host.do(BEN, (client.Sit, client.Stand)[turn % 2], seat=1)
    assert host.say(CLEO, early).seats[0].player == "cleo"
    assert host.table.carried_out("cleo", early.id) == host.table.ply
    for turn in range(100):
        host.do(BEN, (client.Sit, client.Stand)[turn % 2], seat=1)
    assert host.table.carried_out("cleo", early.id) == 101


def test_what_does_not_touch_the_position_makes_nothing_stale() -> None:
    host = running(**FIRST)
    message = host.command(client.Move, seat=0, move="take")
    host.do(BEN, client.ProposeEnd, seat=1)
    host.accept(leave(host.table, 1))
    host.accept(come_back(host.table, "ben"))
    assert host.say(ADA, message).moves == 1


def test_a_finished_game_takes_no_more_moves() -> None:
    host, rng = running("piazza"), Random(1)
    while host.table.stage == "running":
        host.move(rng=rng)
    assert host.table.ending == Ending(*_outcome(host))
    assert host.table.turn is None
    assert refusal(host, ADA, client.Move, seat=0, move="pass") == "not_running"
    assert refusal(host, ADA, client.Resign, seat=0) == "not_running"


def _outcome(host: Host) -> tuple[Any, str]:
    outcome = host.table.game.outcome(host.table.state)
    assert outcome is not None
    return outcome.ranking, outcome.reason


# Giving up.


def test_of_two_the_other_wins() -> None:
    host = running()
    table = host.do(ADA, client.Resign, seat=0)
    assert (table.stage, table.ending) == ("over", Ending(((1,), (0,)), "resigned"))
    assert table.changed == table.ply


def test_of_more_a_bot_plays_on_and_who_gave_up_is_last() -> None:
    host, rng = running("piazza", (ADA, BEN, CLEO)), Random(2)
    table = host.do(BEN, client.Resign, seat=1)
    assert table.stage == "running"
    assert table.seats[1].played_by_bot
    assert refusal(host, BEN, client.Resign, seat=1) == "resigned"
    while host.table.stage == "running":
        _play_on(host, rng)
    ending = host.table.ending
    assert ending is not None
    assert ending.ranking[-1] == (1,)
    assert ending.reason in ("P-END", "P-STUCK")


def _play_on(host: Host, rng: Random) -> None:
    table, seat = host.table, host.table.turn
    assert seat is not None
    if not table.seats[seat].played_by_bot:
        host.move(rng=rng)
        return
    move = str(rng.choice(table.game.legal_moves(table.state)).move)
    host.accept(bot_move(table, seat, move))


def test_who_gave_up_first_is_last_of_all() -> None:
    host = running("piazza", (ADA, BEN, CLEO, DORA))
    host.do(CLEO, client.Resign, seat=2)
    host.do(ADA, client.Resign, seat=0)
    table = host.do(DORA, client.Resign, seat=3)
    assert table.ending == Ending(((1,), (3,), (0,), (2,)), "resigned")


def test_a_game_without_people_is_over() -> None:
    host = running("piazza", (ADA, "level1", "level1"))
    table = host.do(ADA, client.Resign, seat=0)
    assert table.ending == Ending(((1, 2), (0,)), "resigned")


def test_a_seat_that_was_given_up_is_out_of_its_players_hands() -> None:
    host = running("piazza", (ADA, BEN, CLEO), **FIRST)
    host.do(ADA, client.Resign, seat=0)
    for kind in (client.TakeBack, client.ProposeEnd):
        assert refusal(host, ADA, kind, seat=0) == "resigned"
    assert refusal(host, ADA, client.Move, seat=0, move="pass") == "resigned"
    assert come_back(host.table, "ada") is None


# The server's own.


def test_a_bot_moves_for_itself_alone() -> None:
    host = running("carre", (ADA, "level1"), options={"first": 1})
    with pytest.raises(RefusedError, match="It is the turn of seat 1"):
        bot_move(host.table, 0, "take")
    table = host.accept(bot_move(host.table, 1, "take"))
    assert isinstance(table.past, Past)
    person = running(**FIRST)
    with pytest.raises(RefusedError, match="No bot plays for seat 0"):
        bot_move(person.table, 0, "take")
    with pytest.raises(RefusedError, match="is no move"):
        bot_move(host.table, 1, "nonsense")


def test_a_row_must_follow_the_last_one() -> None:
    host = running(**FIRST)
    event = Moved(0, "take")
    for ply, table in (
        (host.table.ply, TABLE),
        (host.table.ply + 2, TABLE),
        (host.table.ply + 1, "x"),
    ):
        with pytest.raises(ValueError, match="does not follow"):
            evolve(host.table, Row(table, ply, 0.0, "", "", event))
    with pytest.raises(ValueError, match="opens it"):
        evolve(None, Row(TABLE, 0, 0.0, "", "", event))
    with pytest.raises(ValueError, match="begins with a row"):
        fold([])


# What makes no event.


def test_advice_is_for_the_seat_in_turn_where_hints_are_on() -> None:
    host = running(**FIRST, hints=True)
    ply = host.table.ply
    may_advise(host.table, 0, ADA, ply, None)
    for seat, player, code in ((1, BEN, "not_your_turn"), (0, BEN, "not_your_seat")):
        with pytest.raises(RefusedError) as caught:
            may_advise(host.table, seat, player, ply, None)
        assert caught.value.code == code
    with pytest.raises(RefusedError, match="in the meantime"):
        may_advise(host.table, 0, ADA, 0, None)
    with pytest.raises(RefusedError, match="no advice"):
        may_advise(running(**FIRST).table, 0, ADA, ply, None)


def test_reactions_come_from_the_table() -> None:
    may_react(running().table, 0, ADA)
    with pytest.raises(RefusedError, match="do not hold"):
        may_react(running().table, 0, BEN)


def test_every_command_has_a_function() -> None:
    """A message without one would fail, not be refused."""
    assert set(get_args(Command)) == set(COMMANDS)


def test_advice_waits_for_the_curtain() -> None:
    host = running("carre", (ADA, ADA), **FIRST, hints=True)
    may_advise(host.table, 0, ADA, host.table.ply, 0)
    with pytest.raises(RefusedError, match="lift the curtain"):
        may_advise(host.table, 0, ADA, host.table.ply, None)
