"""What clients see: their own hand alone, legal moves only in turn, one curtain at a time."""

from random import Random
from typing import Any

import msgspec
import pytest

from piazzetta.rules import GAMES
from piazzetta.server.protocol import client
from piazzetta.server.protocol.server import AnyMessage, TableShown, Update
from piazzetta.server.protocol.shared import EndingShown, ProposalShown
from piazzetta.server.table import looking_back, shown
from piazzetta.server.table.decide import bot_move, leave, may_lift
from piazzetta.server.table.events import Clock
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.sight import sight, still_lifted
from tests.server.table.following import plain
from tests.server.table.tables import (
    ADA,
    BEN,
    CLEO,
    SECRET,
    Host,
    chairs,
    opened,
    opening,
    refusal,
    running,
)

FIRST: dict[str, Any] = {"options": {"first": 0}}


def seen(host: Host, player: Player, lifted: int | None = None) -> dict[str, Any]:
    return plain(shown.snapshot(host.table, player.id, lifted, ("ada",), host.now))


def told(host: Host, player: Player, lifted: int | None = None) -> dict[str, Any]:
    """The update after the last row."""
    before, after = host.tables[-2:]
    update = shown.update(before, after, host.rows[-1], player.id, lifted, ("ada",), host.now)
    return plain(update)


def last_news(host: Host) -> shown.News:
    before, after = host.tables[-2:]
    return shown.news(before, after, host.rows[-1], (), host.now)


def open_hands(view: dict[str, Any]) -> list[int]:
    """The seats whose cards can be seen."""
    return [seat for seat, hand in enumerate(view["hands"]) if isinstance(hand, list)]


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_their_own_hand(game: str) -> None:
    host = running(game, (ADA, BEN))
    assert open_hands(seen(host, ADA)["view"]) == [0] == [seen(host, ADA)["hand_of"]]
    assert open_hands(seen(host, BEN)["view"]) == [1] == [seen(host, BEN)["hand_of"]]
    spectator = seen(host, CLEO)
    assert open_hands(spectator["view"]) == []
    assert "hand_of" not in spectator
    assert "own_stock" not in spectator["view"]


def test_legal_moves_go_to_the_seat_in_turn_alone() -> None:
    host = running("piazza", (ADA, BEN, CLEO), options={"first": 1})
    assert seen(host, BEN)["legal"] == [
        host.table.game.legal_to_json(one) for one in host.table.game.legal_moves(host.table.state)
    ]
    for player in (ADA, CLEO, Player("zoe", "Zoe"), Player("", "")):
        assert "legal" not in seen(host, player)
    host.move()
    assert "legal" in told(host, CLEO)
    for player in (ADA, BEN, Player("zoe", "Zoe")):
        assert "legal" not in told(host, player)


def test_an_open_table() -> None:
    host = opened(opening("piazza", 3, chairs=chairs(ADA, None, "level1"), public=True, hints=True))
    table = shown.snapshot(host.table, "ada", None, ("ada",), host.now, "m7")
    assert (table.id, table.stage, table.view, table.legal) == ("m7", "open", None, None)
    assert (table.public, table.hints, table.casual, table.host) == (True, True, True, "ada")
    assert [seat.connected for seat in table.seats] == [True, False, False]
    assert [seat.ready for seat in table.seats] == [False, False, True]
    assert table.your_seats == [0]


def test_an_update_says_what_has_changed() -> None:
    host = running(**FIRST, clock=Clock(move=30.0))
    host.move("take")
    update = told(host, BEN)
    assert update == {
        "type": "update",
        "table": "table1",
        "ply": host.table.ply,
        "what": "moved",
        "seat": 0,
        "view": seen(host, BEN)["view"],
        "detail": seen(host, BEN)["detail"],
        "hand_of": 1,
        "clock": {"move_left": 30.0, "running": True},
        "move": {"number": 1, "seat": 0, "move": "take"},
    }
    assert told(host, ADA)["can_take_back"] == [0]


def test_what_does_not_change_the_position_does_not_show_it_again() -> None:
    host = running(**FIRST)
    host.do(ADA, client.ProposeEnd, seat=0)
    update = told(host, BEN)
    assert set(update) == {"type", "table", "ply", "what", "seat", "proposal"}
    assert update["proposal"] == {"what": "end", "seat": 0, "agreed": [0], "to": 0}
    assert "legal" in told(host, ADA)


def test_the_start_shows_everything_new() -> None:
    host = running(**FIRST)
    update = told(host, ADA)
    assert (update["what"], update["stage"], update["hand_of"]) == ("readied", "running", 0)
    assert len(update["fair"]["shares"]) == 2
    assert all(seat["ready"] for seat in update["seats"])


def test_taking_back_says_how_many_moves_are_left() -> None:
    host = running(**FIRST)
    host.move("take")
    host.do(ADA, client.TakeBack, seat=0)
    update = told(host, BEN)
    assert (update["what"], update["moves"]) == ("took_back", 0)
    assert update["view"] == plain(shown.snapshot(host.tables[-3], "ben", None, (), 0.0))["view"]


def test_a_question_about_a_move_tells_only_which() -> None:
    host = running(**FIRST)
    host.move("reveal")
    host.do(ADA, client.TakeBack, seat=0)
    table = shown.snapshot(host.table, "ben", None, (), host.now)
    assert table.proposal == ProposalShown("take_back", 0, [0], 0)


def test_presence() -> None:
    host = running(**FIRST)
    for connected in (("ada",), ("ada", "ben"), ()):
        text = shown.presence(host.table, connected).encoded("ada", None, None)
        update = msgspec.json.decode(text, type=AnyMessage)
        assert isinstance(update, Update)
        assert (update.what, update.ply, update.view) == ("presence", host.table.ply, None)
        assert [seat.connected for seat in update.seats or ()] == [
            one in connected for one in ("ada", "ben")
        ]
        assert update.legal


def test_clients_with_the_same_sight_get_the_same_bytes() -> None:
    host = running(**FIRST)
    host.move("take")
    news = last_news(host)
    assert news.encoded("x", None, None) is news.encoded("y", None, None)
    assert news.encoded("ada", None, None) is news.encoded("ada", None, None)
    assert news.encoded("ada", None, None) != news.encoded("ben", None, None)
    answer = msgspec.json.decode(news.encoded("ada", None, None, "m5"))
    assert answer.pop("id") == "m5"
    assert answer == msgspec.json.decode(news.encoded("ada", None, None))


@pytest.mark.parametrize("game", GAMES)
def test_messages_are_of_the_protocol(game: str) -> None:
    host, rng = running(game, clock=Clock(total=600.0)), Random(1)
    while host.table.stage == "running" and len(host.rows) < 60:
        host.move(rng=rng)
        for player in ("ada", "ben", "zoe"):
            news = last_news(host)
            msgspec.json.decode(news.encoded(player, None, None), type=AnyMessage)
            whole = msgspec.json.encode(shown.snapshot(host.table, player, None, (), 0.0))
            assert isinstance(msgspec.json.decode(whole, type=AnyMessage), TableShown)


# The end.


@pytest.mark.parametrize("game", GAMES)
def test_all_hands_are_shown_once_it_is_over(game: str) -> None:
    host = running(game)
    host.move()
    host.do(BEN, client.Resign, seat=1)
    for player in (ADA, BEN, CLEO):
        table, update = seen(host, player), told(host, player)
        assert open_hands(table["view"]) == [0, 1] == open_hands(update["view"])
        assert table["view"]["hands"] == host.table.game.state_to_json(host.table.state)["hands"]
        assert "legal" not in table
        assert table["fair"]["secret"] == SECRET == update["fair"]["secret"]
    ending = shown.snapshot(host.table, "ada", None, (), 0.0).ending
    assert ending == EndingShown([[0], [1]], "resigned", [0, 0])


def test_a_table_that_was_closed_shows_no_hand() -> None:
    host = running()
    host.do(BEN, client.Abort)
    for player in (ADA, BEN, CLEO):
        assert open_hands(seen(host, player)["view"]) == []
        assert open_hands(told(host, player)["view"]) == []
        assert SECRET not in str(seen(host, player))


def test_a_player_who_gave_up_only_watches() -> None:
    host = running("piazza", (ADA, BEN, CLEO), **FIRST)
    host.do(ADA, client.Resign, seat=0)
    assert open_hands(seen(host, ADA)["view"]) == []
    assert "legal" not in seen(host, ADA)
    assert open_hands(told(host, ADA)["view"]) == []


def test_a_player_who_is_stood_in_for_still_sees_the_hand() -> None:
    host = running(**FIRST)
    host.accept(leave(host.table, 0))
    assert seen(host, ADA)["hand_of"] == 0
    assert "legal" in seen(host, ADA)


# Hot-seat.


@pytest.fixture
def hot() -> Host:
    """Ada holds seats 0 and 1, Ben seat 2; Ada's seat 0 begins."""
    return running("carre", (ADA, ADA, BEN), **FIRST)


def end_turn(host: Host) -> None:
    turn = host.table.turn
    while host.table.turn == turn:
        host.move()


def test_before_the_curtain_is_lifted_there_is_no_hand(hot: Host) -> None:
    table = seen(hot, ADA)
    assert (open_hands(table["view"]), table["curtain"]) == ([], 0)
    assert "legal" not in table
    assert refusal(hot, ADA, client.Move, seat=0, move="take") == "curtain"
    assert refusal(hot, ADA, client.Move, lifted=1, seat=0, move="take") == "curtain"


def test_then_exactly_one(hot: Host) -> None:
    table = seen(hot, ADA, lifted=0)
    assert (open_hands(table["view"]), table["hand_of"]) == ([0], 0)
    assert "curtain" not in table
    assert "legal" in table


def test_lifting_shows_the_hand(hot: Host) -> None:
    update = msgspec.json.decode(shown.lifting(hot.table, 0).encoded("ada", None, 0, "m1"))
    assert (update["id"], update["what"], update["hand_of"]) == ("m1", "lifted", 0)
    assert open_hands(update["view"]) == [0]
    assert update["legal"]


def test_the_next_seat_of_the_same_player_closes_it(hot: Host) -> None:
    end_turn(hot)
    assert hot.table.turn == 1
    update = told(hot, ADA, lifted=0)
    assert (open_hands(update["view"]), update["curtain"]) == ([], 1)
    assert "legal" not in update
    assert still_lifted(hot.table, "ada", 0) is None
    assert open_hands(seen(hot, ADA, lifted=0)["view"]) == []


def test_it_stays_open_while_others_move(hot: Host) -> None:
    end_turn(hot)
    end_turn(hot)
    assert hot.table.turn == 2
    assert still_lifted(hot.table, "ada", 1) == 1
    assert open_hands(seen(hot, ADA, lifted=1)["view"]) == [1]
    assert "curtain" not in seen(hot, ADA, lifted=1)


@pytest.mark.parametrize(
    ("player", "seat", "code"),
    [(ADA, 1, "not_your_turn"), (ADA, 2, "not_your_seat"), (BEN, 0, "not_your_seat")],
)
def test_what_may_not_be_lifted(hot: Host, player: Player, seat: int, code: str) -> None:
    with pytest.raises(RefusedError) as caught:
        may_lift(hot.table, seat, player, hot.table.ply)
    assert caught.value.code == code


def test_what_may_be_lifted(hot: Host) -> None:
    may_lift(hot.table, 0, ADA, hot.table.ply)
    may_lift(hot.table, 2, BEN, hot.table.ply)
    end_turn(hot)
    end_turn(hot)
    may_lift(hot.table, 0, ADA, hot.table.ply)
    may_lift(hot.table, 1, ADA, hot.table.ply)


def test_a_curtain_is_not_lifted_by_a_message_of_an_earlier_turn(hot: Host) -> None:
    ply = hot.table.ply
    end_turn(hot)
    with pytest.raises(RefusedError) as caught:
        may_lift(hot.table, 1, ADA, ply)
    assert caught.value.code == "stale"


def test_another_seat_that_was_lifted_before_its_time_stays_closed(hot: Host) -> None:
    """A client that lies about what it lifted learns nothing."""
    assert sight(hot.table, "ada", 1).hand_of is None
    assert sight(hot.table, "ada", 2).hand_of is None
    assert sight(hot.table, "ben", 0).hand_of == 2


def test_the_curtain_stays_when_all_seats_but_one_are_given_up(hot: Host) -> None:
    """Whoever gave up still sits before the screen."""
    hot.do(ADA, client.Resign, seat=0)
    update = told(hot, ADA, lifted=0)
    assert open_hands(update["view"]) == []
    assert "hand_of" not in seen(hot, ADA)
    assert looking_back.position(hot.table, 0, "ada").hand_of is None
    while hot.table.turn == 0:
        hot.accept(bot_move(hot.table, 0, str(hot.table.game.legal_moves(hot.table.state)[0].move)))
    assert seen(hot, ADA)["curtain"] == 1
    assert refusal(hot, ADA, client.Move, seat=1, move="take") == "curtain"
    may_lift(hot.table, 1, ADA, hot.table.ply)
    assert open_hands(seen(hot, ADA, lifted=1)["view"]) == [1]


def test_a_seat_that_was_given_up_has_no_curtain(hot: Host) -> None:
    hot.do(ADA, client.Resign, seat=0)
    assert "curtain" not in seen(hot, ADA)
    with pytest.raises(RefusedError) as caught:
        may_lift(hot.table, 0, ADA, hot.table.ply)
    assert caught.value.code == "resigned"


def test_who_gave_up_the_only_seat_sees_no_hand(hot: Host) -> None:
    hot.do(BEN, client.Resign, seat=2)
    assert "hand_of" not in seen(hot, BEN)


def test_the_curtain_stays_when_a_bot_stands_in(hot: Host) -> None:
    hot.accept(leave(hot.table, 0))
    assert seen(hot, ADA)["curtain"] == 0
    assert open_hands(seen(hot, ADA)["view"]) == []
