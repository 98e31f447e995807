"""A bot as a guest: what it makes of the server's messages, without any socket."""

from typing import Any

import msgspec
import pytest

from piazzetta.cli.guest import MOST_REFUSALS, End, Guest, GuestError, Turn
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.server.protocol import client, server
from piazzetta.server.protocol.shared import (
    ClockOption,
    ClockShown,
    EndingShown,
    FairShown,
    LegalShown,
    SeatShown,
    View,
)

TABLE, ME = "abcdefgh", "me"
EMPTY, MINE, ADA = SeatShown(), SeatShown(player=ME), SeatShown(player="ada")
RULES = GAMES["piazza"]
STATE = RULES.deal(RULES.options(2, {"first": 1}), Seed(1))
VIEW: View = msgspec.convert(RULES.view_to_json(RULES.view(STATE, 1)), View)
LEGAL = [LegalShown(str(legal.move), list(legal.brackets)) for legal in RULES.legal_moves(STATE)]


def shown(
    *seats: SeatShown, request: str = "", ply: int = 5, stage: str = "open", **more: Any
) -> server.TableShown:
    told = {
        "type": "table",
        "id": request,
        "table": TABLE,
        "ply": ply,
        "stage": stage,
        "game": "piazza",
        "players": len(seats),
        "options": {},
        "clock_option": ClockOption(),
        "public": False,
        "hints": False,
        "casual": True,
        "host": "ada",
        "stand_in": "level3",
        "pace": 1.0,
        "seats": list(seats),
        "your_seats": [],
        "fair": FairShown(commitment="0" * 64),
        **more,
    }
    return msgspec.json.decode(msgspec.json.encode(told), type=server.TableShown)


def running(**more: Any) -> server.TableShown:
    return shown(ADA, MINE, stage="running", view=VIEW, legal=LEGAL, **more)


def guest(*messages: server.AnyMessage, wanted: int | None = None, seconds: float = 1.0) -> Guest:
    """One who has connected and heard all this."""
    made = Guest(TABLE, wanted, seconds)
    [watch] = made.connected()
    assert made.next_step() is None, "the table is not known yet"
    made.hear(server.Welcome(player=ME, name="Robo", version="1"))
    for message in messages:
        if isinstance(message, server.TableShown) and made.waits_for is watch:
            message = msgspec.structs.replace(message, id=watch.id)
        made.hear(message)
    return made


def test_it_sits_down_on_the_first_free_seat_and_is_ready() -> None:
    made = guest(shown(ADA, EMPTY, EMPTY))
    step = made.next_step()
    assert isinstance(step, client.Sit)
    assert (step.seat, step.ply) == (1, 5)
    made.waits_for = step
    assert made.next_step() is None
    seats = [ADA, MINE, EMPTY]
    made.hear(server.Update(id=step.id, table=TABLE, ply=6, what="sat", seats=seats))
    ready = made.next_step()
    assert isinstance(ready, client.Ready)
    assert (ready.ply, list(ready.shares)) == (6, [1])
    assert len(ready.shares[1]) == 64


def test_every_share_is_another() -> None:
    shares = {guest(shown(ADA, MINE)).next_step().shares[1] for _ in range(5)}  # type: ignore[union-attr]
    assert len(shares) == 5


def test_it_waits_when_it_is_ready() -> None:
    assert guest(shown(ADA, SeatShown(player=ME, ready=True))).next_step() is None


def test_it_thinks_when_it_is_its_turn_with_the_points_of_the_moves() -> None:
    turn = guest(running()).next_step()
    assert isinstance(turn, Turn)
    assert turn.decision.view == RULES.view(STATE, 1)
    assert list(turn.decision.moves) == RULES.legal_moves(STATE)
    assert turn.decision.seconds == 1.0


def test_it_plays_what_it_chose_as_long_as_nothing_else_happened() -> None:
    made = guest(running())
    turn = made.next_step()
    assert isinstance(turn, Turn)
    made.hear(server.Update(table=TABLE, ply=6, what="presence", seats=[ADA, MINE]))
    move = made.move(turn, turn.decision.moves[3].move)
    assert isinstance(move, client.Move)
    assert (move.seat, move.ply, move.move) == (1, 5, LEGAL[3].move)
    made.hear(server.Update(table=TABLE, ply=7, what="took_back", view=VIEW))
    made.hear(running(ply=8))
    assert made.move(turn, turn.decision.moves[3].move) is None


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (ClockShown(), 2.0),
        (ClockShown(move_left=100.0), 2.0),
        (ClockShown(move_left=5.0), 0.5),
        (ClockShown(left=[1.0, 8.0]), 0.8),
        (ClockShown(left=[1.0, 8.0], move_left=3.0), 0.3),
    ],
)
def test_it_takes_a_part_of_what_the_clock_leaves(clock: ClockShown, seconds: float) -> None:
    turn = guest(running(clock=clock), seconds=2.0).next_step()
    assert isinstance(turn, Turn)
    assert turn.decision.seconds == pytest.approx(seconds)


def test_news_that_skip_something_make_it_look_again() -> None:
    made = guest(running())
    made.hear(server.Update(table=TABLE, ply=6, what="moved"))
    assert made.next_step() is None
    made.hear(server.Update(table=TABLE, ply=5, what="moved", legal=LEGAL))
    assert made.next_step() is None, "old news is none"
    made.hear(server.Update(table=TABLE, ply=8, what="moved"))
    assert isinstance(made.next_step(), client.Watch)


def test_news_of_other_tables_change_nothing() -> None:
    made = guest(running())
    made.hear(server.Update(table="elsewhere", ply=6, what="moved"))
    made.hear(server.YourTurn(table="elsewhere", game="carre"))
    assert isinstance(made.next_step(), Turn)


def test_what_was_not_answered_is_sent_once_more_with_its_id() -> None:
    made = guest(running())
    move = client.Move(id="m1", table=TABLE, ply=5, seat=1, move=LEGAL[0].move)
    made.waits_for = move
    watch, again = made.connected()
    assert again is move
    made.hear(running(request=watch.id))
    assert made.next_step() is None, "its answer is still to come"
    made.hear(server.Update(id="m1", table=TABLE, ply=6, what="moved"))
    assert made.next_step() is None
    assert len(made.connected()) == 1


def test_what_was_lost_twice_is_thought_about_again() -> None:
    made = guest(running())
    made.waits_for = client.Move(id="m1", table=TABLE, ply=5, seat=1, move=LEGAL[0].move)
    assert len(made.connected()) == 2
    [watch] = made.connected()
    made.hear(running(request=watch.id))
    assert isinstance(made.next_step(), Turn)


def refusal(request: str, code: str) -> server.Refused:
    return server.Refused(id=request, code=code, message="No.")


def test_a_refusal_makes_it_look_again_but_not_for_ever() -> None:
    made = guest(shown(ADA, EMPTY))
    for count in range(MOST_REFUSALS):
        step = made.next_step()
        assert isinstance(step, client.Sit)
        made.waits_for = step
        made.hear(refusal(step.id, "seat_taken"))
        assert made.refusals == count + 1
        watch = made.next_step()
        assert isinstance(watch, client.Watch)
        made.waits_for = watch
        made.hear(shown(ADA, EMPTY, request=watch.id))
    with pytest.raises(GuestError, match=r"No\. \(seat_taken\)"):
        made.hear(refusal("x", "seat_taken"))


def test_an_answer_ends_the_row_of_refusals() -> None:
    made = guest(running())
    made.hear(refusal("x", "stale"))
    made.hear(running())
    made.waits_for = client.Move(id="m1", table=TABLE, ply=5, seat=1, move=LEGAL[0].move)
    made.hear(server.Update(id="m1", table=TABLE, ply=6, what="moved"))
    assert made.refusals == 0


@pytest.mark.parametrize("code", ["no_such_table", "blocked", "illegal_move"])
def test_what_cannot_be_helped_ends_it(code: str) -> None:
    with pytest.raises(GuestError, match=code):
        guest(refusal("x", code))


def test_a_token_that_was_revoked_ends_it() -> None:
    with pytest.raises(GuestError, match="token"):
        guest(server.Bye(reason="signed_out"))
    guest(server.Bye(reason="shutdown"))


def test_it_agrees_lifts_its_curtain_and_comes_back() -> None:
    asked = {"what": "end", "seat": 0, "agreed": [0], "to": 0}
    answer = guest(running(proposal=asked)).next_step()
    assert isinstance(answer, client.Answer)
    assert answer.agrees
    assert isinstance(guest(running(proposal={**asked, "agreed": [0, 1]})).next_step(), Turn)
    lift = guest(running(curtain=1)).next_step()
    assert isinstance(lift, client.Lift)
    assert lift.seat == 1
    away = SeatShown(player=ME, stand_in=True)
    made = guest(shown(ADA, away, stage="running", view=VIEW, legal=LEGAL))
    assert isinstance(made.next_step(), client.Watch)
    assert isinstance(made.next_step(), Turn), "once is enough"
    back = SeatShown(player=ME, stand_in=True, returning=True)
    made = guest(shown(ADA, back, stage="running", view=VIEW, legal=LEGAL))
    assert isinstance(made.next_step(), Turn), "it is known to be there"


def test_how_it_ended() -> None:
    ending = EndingShown(ranking=[[1], [0]], reason="P-END", scores=[30, 41])
    made = guest(running())
    made.next_step()
    made.hear(server.Update(table=TABLE, ply=6, what="moved", stage="over", ending=ending))
    assert made.next_step() == End("over (P-END): place 1 of 2, points 30 41")
    shared = EndingShown(ranking=[[2], [0, 1]], reason="P-END", scores=[30, 30, 41])
    made = guest(shown(ADA, MINE, ADA, stage="over", view=VIEW, ending=shared))
    assert made.next_step() == End("over (P-END): place 2 of 3, points 30 30 41")
    assert isinstance(guest(shown(ADA, MINE, stage="aborted")).next_step(), End)


def test_a_game_that_began_without_it() -> None:
    with pytest.raises(GuestError, match="without this bot"):
        guest(shown(ADA, ADA, stage="running", view=VIEW)).next_step()
