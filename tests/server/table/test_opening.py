"""Opening a table, and opening it once more for a rematch."""

from typing import Any

import pytest

from piazzetta.server.protocol import client
from piazzetta.server.protocol.rest import OpenTable
from piazzetta.server.protocol.shared import ClockOption
from piazzetta.server.table.decide import rematch
from piazzetta.server.table.events import Chair, Clock, Opened, Rematched, Row
from piazzetta.server.table.evolve import evolve
from piazzetta.server.table.opening import open_table
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from tests.server.table.tables import (
    ADA,
    BEN,
    BOTS,
    CLEO,
    OPENED,
    SECRET,
    Host,
    chairs,
    opened,
    opening,
    running,
)

DAY = 24 * 3600.0


def asked(player: Player = ADA, **fields: Any) -> Opened:
    request = OpenTable(**{"game": "carre", "players": 2, **fields})
    return open_table(request, player, SECRET, OPENED, BOTS)


def test_the_usual_table() -> None:
    event = asked()
    assert (event.game, event.players, event.host, event.secret) == ("carre", 2, "ada", SECRET)
    assert event.chairs == (Chair("ada", "Ada"), Chair())
    table = evolve(None, Row("table1", 0, 5.0, "ada", "m0", event))
    assert [seat.player for seat in table.seats] == ["ada", ""]
    assert (table.stage, table.at, table.carried_out("ada", "m0")) == ("open", 5.0, 0)


def test_everything_can_be_chosen() -> None:
    event = asked(
        game="piazza",
        players=3,
        options={"start": "row"},
        clock=ClockOption(total=600.0, increment=5.0),
        public=True,
        hints=True,
        casual=False,
        stand_in="level1",
        pace=2.0,
        absence=None,
        seats=["level1", "me", "open"],
    )
    assert event.options == {"setup": "quick", "start": "row"}
    assert event.clock == Clock(total=600.0, increment=5.0)
    assert (event.public, event.hints, event.casual) == (True, True, False)
    assert (event.stand_in, event.pace, event.absence) == ("level1", 2.0, None)
    assert event.chairs == (Chair(bot="level1"), Chair("ada", "Ada"), Chair())


def test_one_may_hold_several_seats_or_none() -> None:
    assert asked(seats=["me", "me"]).chairs == (Chair("ada", "Ada"),) * 2
    assert asked(seats=["open", "open"]).chairs == (Chair(),) * 2


def test_bots_alone_play_at_once() -> None:
    table = evolve(None, Row("table1", 0, 5.0, "ada", "m0", asked(seats=["level1", "level3"])))
    assert (table.stage, table.turn_since) == ("running", 5.0)


def test_a_program_opens_a_table_as_one() -> None:
    assert asked(Player("robot", "Robot", outside=True)).chairs[0].outside


def test_with_days_for_a_move_nobody_is_ever_absent() -> None:
    assert asked(clock=ClockOption(move=DAY)).absence is None
    assert asked(clock=ClockOption(move=DAY - 1)).absence == 90.0


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"players": 5, "game": "piazza"}, "bad_options"),
        ({"options": {"first": 2}}, "bad_options"),
        ({"options": {"colour": "red"}}, "bad_options"),
        ({"clock": ClockOption(increment=5.0)}, "bad_options"),
        ({"stand_in": "cmd:sh"}, "no_such_bot"),
        ({"seats": ["me", "somebody"]}, "no_such_bot"),
        ({"seats": ["me"]}, "no_such_seat"),
        ({"seats": ["me", "me", "me"]}, "no_such_seat"),
        ({"player": Player("x", " ")}, "bad_name"),
    ],
)
def test_refused(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(RefusedError) as caught:
        asked(**fields)
    assert caught.value.code == code


# Once more.


def over(*who: Player | str) -> Host:
    host = running("carre", who, hints=True, clock=Clock(move=60.0))
    for seat, one in enumerate(who):
        if isinstance(one, Player) and host.table.stage == "running":
            host.do(one, client.Resign, seat=seat)
    return host


def test_a_rematch_rotates_the_seats() -> None:
    host = over(ADA, BEN, "level1", ADA)
    decided, event = rematch(
        host.table, BEN, host.table.ply, "table2", "77" * 32, "2026-01-01T00:00:00Z"
    )
    assert decided.event == Rematched("table2")
    assert event.chairs == chairs(ADA, ADA, BEN, "level1")
    assert (event.before, event.host, event.secret) == ("table1", "ben", "77" * 32)
    assert (event.hints, event.clock, event.game) == (True, Clock(move=60.0), "carre")
    table = evolve(None, Row("table2", 0, 9.0, "ben", "m1", event))
    assert table.stage == "open"
    assert [seat.ready for seat in table.seats] == [False, False, False, True]
    assert host.accept(decided, "ben", "m1").next == "table2"
    with pytest.raises(RefusedError) as caught:
        rematch(host.table, ADA, host.table.ply, "table3", SECRET, OPENED)
    assert caught.value.code == "rematch_already"


@pytest.mark.parametrize(
    ("host", "player", "ply", "code"),
    [
        (over(ADA, BEN), CLEO, 3, "not_seated"),
        (running(), ADA, 2, "not_over"),
        (over(ADA, BEN), ADA, 1, "stale"),
        (over(ADA, BEN), ADA, 99, "ahead"),
    ],
)
def test_a_rematch_refused(host: Host, player: Player, ply: int, code: str) -> None:
    with pytest.raises(RefusedError) as caught:
        rematch(host.table, player, ply, "table2", SECRET, OPENED)
    assert caught.value.code == code


def test_in_a_rematch_a_program_that_only_moved_is_none() -> None:
    """It was one to the end of the game; who sat down by a token does so again."""
    robot, program = Player("robot", "Robot", outside=True), Player("ada", "Ada", outside=True)
    host = opened(opening("piazza", 3, chairs=chairs(ADA, robot, None), options={"first": 0}))
    host.do(robot, client.Sit, seat=2)
    host.ready(ADA, robot)
    move = str(host.table.game.legal_moves(host.table.state)[0].move)
    host.do(program, client.Move, seat=0, move=move)
    table = host.do(ADA, client.Resign, seat=0)
    assert [seat.outside for seat in table.seats] == [True, True, True]
    table = host.do(robot, client.Resign, seat=2)
    _, event = rematch(table, ADA, table.ply, "table2", SECRET, OPENED)
    again = evolve(None, Row("table2", 0, 9.0, "ada", "m1", event))
    assert [(seat.player, seat.outside) for seat in again.seats] == [
        ("robot", True),
        ("ada", False),
        ("robot", True),
    ]
