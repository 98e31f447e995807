"""Before the game: who may sit down, stand up, invite, be ready and close the table."""

from typing import Any

import pytest

from piazzetta.rules import GAMES
from piazzetta.server.protocol import client
from piazzetta.server.table.decide import stale
from piazzetta.server.table.events import Aborted
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import Seat, Table
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
    share,
)


@pytest.fixture
def host() -> Host:
    """A table for three at which only Ada sits, who opened it."""
    return opened(opening("carre", 3, chairs=chairs(ADA, None, None)))


def test_a_table_without_chairs_is_free() -> None:
    table = opened(opening("piazza", 4)).table
    assert table.seats == (Seat(),) * 4
    assert all(seat.free and not seat.ready for seat in table.seats)
    assert (table.stage, table.turn, table.moves) == ("open", None, 0)


def test_sitting_down(host: Host) -> None:
    table = host.do(BEN, client.Sit, seat=2)
    assert table.seats[2] == Seat("ben", "Ben")
    assert table.seats_of("ben") == (2,)
    assert table.seats_of("") == ()


def test_a_second_seat_has_a_name_of_its_own(host: Host) -> None:
    table = host.do(ADA, client.Sit, seat=1, name="  Ada's brother ")
    assert table.seats[1] == Seat("ada", "Ada's brother")
    assert table.seats_of("ada") == (0, 1)


def test_a_program_sits_down_as_one(host: Host) -> None:
    assert host.do(Player("robot", "Robot", outside=True), client.Sit, seat=1).seats[1].outside


@pytest.mark.parametrize(
    ("player", "kind", "fields", "code"),
    [
        (BEN, client.Sit, {"seat": 0}, "seat_taken"),
        (BEN, client.Sit, {"seat": 3}, "no_such_seat"),
        (BEN, client.Sit, {"seat": 1, "name": "a\nb"}, "bad_name"),
        (BEN, client.Sit, {"seat": 1, "name": "   "}, "bad_name"),
        (Player("x", ""), client.Sit, {"seat": 1}, "bad_name"),
        (BEN, client.Stand, {"seat": 0}, "not_your_seat"),
        (BEN, client.Stand, {"seat": 1}, "seat_free"),
        (BEN, client.Stand, {"seat": 4}, "no_such_seat"),
        (BEN, client.Invite, {"seat": 1, "bot": "level1"}, "not_host"),
        (ADA, client.Invite, {"seat": 0, "bot": "level1"}, "seat_taken"),
        (ADA, client.Invite, {"seat": 1, "bot": "cmd:rm"}, "no_such_bot"),
        (BEN, client.Ready, {"shares": {0: share(0)}}, "not_seated"),
        (ADA, client.Ready, {"shares": {}}, "shares_wrong"),
        (ADA, client.Ready, {"shares": {0: share(0), 1: share(1)}}, "shares_wrong"),
        (ADA, client.Ready, {"shares": {1: share(1)}}, "shares_wrong"),
        (BEN, client.Abort, {}, "not_host"),
        (ADA, client.Move, {"seat": 0, "move": "take"}, "not_running"),
        (ADA, client.Resign, {"seat": 0}, "not_running"),
        (ADA, client.TakeBack, {"seat": 0}, "not_running"),
        (ADA, client.ProposeEnd, {"seat": 0}, "not_running"),
        (ADA, client.Answer, {"seat": 0, "agrees": True}, "not_running"),
    ],
)
def test_refused(
    host: Host, player: Player, kind: type[Any], fields: dict[str, Any], code: str
) -> None:
    assert refusal(host, player, kind, **fields) == code


def test_standing_up_and_being_asked_to(host: Host) -> None:
    host.do(BEN, client.Sit, seat=1)
    host.do(ADA, client.Invite, seat=2, bot="level1")
    assert host.do(BEN, client.Stand, seat=1).seats[1].free
    assert host.do(ADA, client.Stand, seat=2).seats[2].free
    host.do(BEN, client.Sit, seat=1)
    assert host.do(ADA, client.Stand, seat=1).seats[1].free


def test_the_game_begins_when_the_last_one_is_ready(host: Host) -> None:
    host.do(BEN, client.Sit, seat=1)
    host.do(ADA, client.Invite, seat=2, bot="level1")
    assert host.ready(BEN).stage == "open"
    assert refusal(host, BEN, client.Ready, shares={1: share(1)}) == "ready_already"
    host.now += 5
    table = host.ready(ADA)
    assert table.stage == "running"
    assert (table.changed, table.turn_since) == (table.ply, 1005.0)


def test_it_also_begins_when_the_last_seat_goes_to_a_bot(host: Host) -> None:
    host.do(ADA, client.Invite, seat=2, bot="level1")
    assert host.ready(ADA).stage == "open"
    assert host.do(ADA, client.Invite, seat=1, bot="level1").stage == "running"


def test_who_sits_down_again_has_to_be_ready_again(host: Host) -> None:
    host.ready(ADA)
    host.do(ADA, client.Stand, seat=0)
    assert not host.do(ADA, client.Sit, seat=0).seats[0].ready


def test_a_second_seat_is_not_ready_with_the_first(host: Host) -> None:
    host.ready(ADA)
    table = host.do(ADA, client.Sit, seat=1)
    assert [seat.ready for seat in table.seats] == [True, False, False]
    assert all(seat.ready for seat in host.ready(ADA).seats[:2])


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_players(name: str) -> None:
    for players in GAMES[name].seats:
        people = [Player(f"p{k}", f"P{k}") for k in range(players)]
        table = running(name, people).table
        assert (table.stage, table.state.players) == ("running", players)


def test_nobody_sits_down_in_a_running_game() -> None:
    host = running()
    assert refusal(host, CLEO, client.Sit, seat=0) == "not_open"
    assert refusal(host, ADA, client.Stand, seat=0) == "not_open"
    assert refusal(host, ADA, client.Invite, seat=0, bot="level1") == "not_open"
    assert refusal(host, ADA, client.Ready, shares={0: share(0)}) == "not_open"


def test_closing_a_table(host: Host) -> None:
    assert host.do(ADA, client.Abort).stage == "aborted"
    assert refusal(host, ADA, client.Abort) == "not_open"
    assert refusal(host, BEN, client.Sit, seat=1) == "not_open"


def test_a_guest_does_not_close_the_table_of_a_host(host: Host) -> None:
    host.do(BEN, client.Sit, seat=1)
    assert refusal(host, BEN, client.Abort) == "not_host"


def test_the_host_may_close_a_table_without_sitting_there(host: Host) -> None:
    host.do(ADA, client.Stand, seat=0)
    assert host.do(ADA, client.Abort).stage == "aborted"


def test_the_host_may_still_do_so_when_the_others_play(host: Host) -> None:
    host.do(ADA, client.Stand, seat=0)
    for seat, player in enumerate((BEN, CLEO, DORA)):
        host.do(player, client.Sit, seat=seat)
    assert host.ready(BEN, CLEO, DORA).stage == "running"
    assert refusal(host, Player("eve", "Eve"), client.Abort) == "not_seated"
    assert host.do(ADA, client.Abort).stage == "aborted"


def test_a_running_game_is_closed_only_before_the_first_move() -> None:
    host = running()
    host.move()
    assert refusal(host, BEN, client.Abort) == "moved_already"
    host = running()
    assert host.do(BEN, client.Abort).turn is None
    assert refusal(host, ADA, client.Move, seat=0, move="take") in ("stale", "not_running")


def test_a_table_to_which_nobody_came(host: Host) -> None:
    assert stale(host.table).event == Aborted("stale")
    assert host.accept(stale(host.table)).stage == "aborted"
    playing = running()
    playing.move()
    with pytest.raises(RefusedError, match="A move has been made"):
        stale(playing.table)


def test_seats_may_be_taken_at_the_same_time(host: Host) -> None:
    """Two people sit down on what they both saw: neither is too late."""
    ply = host.table.ply
    host.do(BEN, client.Sit, seat=1, ply=ply)
    table: Table = host.do(CLEO, client.Sit, seat=2, ply=ply)
    assert [seat.player for seat in table.seats] == ["ada", "ben", "cleo"]
