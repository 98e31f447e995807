"""Records of finished games, and their earlier positions."""

import dataclasses
import datetime
from random import Random
from typing import Any

import msgspec
import pytest

from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Seed
from piazzetta.server.protocol import client, rest
from piazzetta.server.table import fair, sent
from piazzetta.server.table.decide import bot_move
from piazzetta.server.table.looking_back import position, replay, states
from piazzetta.server.table.record import record as record_of
from piazzetta.server.table.refusal import RefusedError
from tests.server.table.following import plain
from tests.server.table.tables import ADA, BEN, CLEO, SECRET, Host, opened, opening, running, share


def finished(game: str, *who: Any, **others: Any) -> Host:
    host, rng = running(game, who or (ADA, BEN), **others), Random(7)
    while host.table.stage == "running":
        table, seat = host.table, host.table.turn
        assert seat is not None
        if table.seats[seat].played_by_bot:
            move = str(rng.choice(table.game.legal_moves(table.state)).move)
            host.accept(bot_move(table, seat, move))
        else:
            host.move(rng=rng)
    return host


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_a_record_that_proves_its_deal(game: str) -> None:
    host = finished(game, ADA, "level1", BEN)
    made = record_of(host.table)
    text = record.format(made)
    read = record.parse(text)
    assert read == made
    assert read.players == ("Ada", "Nino", "Ben")
    assert read.date == datetime.date(2025, 12, 31)
    assert record.replay(read)[-1] == host.table.state
    tags = dict(read.tags)
    assert tags == {
        "Table": "table1",
        "Bot 1": "level1",
        "Commitment": fair.commitment(SECRET),
        "Secret": SECRET,
        "Share 0": share(0),
        "Share 2": share(2),
    }
    assert read.chance == fair.seed(tags["Secret"], [tags["Share 0"], tags["Share 2"]])
    assert isinstance(read.chance, Seed)


def test_bots_are_called_as_at_the_table_and_told_apart() -> None:
    host = finished("carre", "level2", ADA, "program:clever", "level2")
    names = ["Gina 1", "Ada", "clever", "Gina 2"]
    assert list(record_of(host.table).players) == replay(host.table).names == names


def test_old_records_are_shown_with_the_titles_of_levels() -> None:
    made = record_of(finished("piazza", ADA, BEN, CLEO).table)
    old = dataclasses.replace(made, players=("level2", "Ada", "level2"))
    assert sent.replay(record.format(old)).names == ["Gina 1", "Ada", "Gina 2"]


def ending_of(host: Host) -> tuple[str, str]:
    text = record.format(record_of(host.table))
    result = next(line for line in text.splitlines() if line.startswith("Result: "))
    return result, dict(record_of(host.table).tags).get("Ending", "")


def test_a_game_that_was_given_up() -> None:
    host = running()
    host.move()
    host.do(BEN, client.Resign, seat=1)
    assert ending_of(host) == ("Result: *", "seat 1 resigned; ranking 0 1")


def test_a_game_that_ended_by_agreement() -> None:
    host = running("carre", (ADA, BEN, CLEO))
    host.do(CLEO, client.Resign, seat=2)
    host.do(ADA, client.ProposeEnd, seat=0)
    host.do(BEN, client.Answer, seat=1, agrees=True)
    assert ending_of(host) == ("Result: *", "seat 2 resigned; agreed; ranking 0=1 2")


def test_somebody_gave_up_on_the_way() -> None:
    host, rng = running("piazza", (ADA, BEN, CLEO)), Random(1)
    host.do(BEN, client.Resign, seat=1)
    while host.table.stage == "running":
        table, seat = host.table, host.table.turn
        assert seat is not None
        if seat == 1:
            move = str(rng.choice(table.game.legal_moves(table.state)).move)
            host.accept(bot_move(table, seat, move))
        else:
            host.move(rng=rng)
    result, ending = ending_of(host)
    assert result.endswith("(P-END)")
    assert ending.startswith("seat 1 resigned; ranking ")
    assert ending.endswith(" 1")


def test_moves_that_were_taken_back_are_not_in_it() -> None:
    host = running(options={"first": 0})
    host.move("take")
    host.do(ADA, client.TakeBack, seat=0)
    host.move("reveal")
    host.do(ADA, client.Resign, seat=0)
    assert record_of(host.table).moves == ("reveal",)


def test_there_is_no_record_of_a_game_that_runs_or_was_closed() -> None:
    closed = running()
    closed.do(ADA, client.Abort)
    for host in (running(), opened(opening()), closed):
        for refused in (record_of, replay):
            with pytest.raises(RefusedError) as caught:
                refused(host.table)
            assert caught.value.code == "not_over"


# Looking back.


def test_an_earlier_position_is_shown_as_it_was_known() -> None:
    host, rng = running("piazza"), Random(1)
    for _ in range(6):
        host.move(rng=rng)
    table, game = host.tables[-4], host.table.game
    for player, seat in (("ada", 0), ("ben", 1), ("zoe", None)):
        found = position(host.table, 3, player)
        assert (found.number, found.hand_of) == (3, seat)
        assert plain(found)["view"] == game.view_to_json(game.view(table.state, seat))
        msgspec.json.decode(msgspec.json.encode(found), type=rest.PositionShown)
    assert states(host.table, 6)[-1] == host.table.state


def test_one_player_on_several_seats_sees_no_hand_there() -> None:
    host = running("carre", (ADA, ADA))
    host.move()
    assert position(host.table, 0, "ada").hand_of is None


def test_a_finished_game_shows_all_hands_at_any_time() -> None:
    host = running("carre")
    host.move()
    host.do(ADA, client.Resign, seat=0)
    view = plain(position(host.table, 0, "zoe"))["view"]
    assert all(isinstance(hand, list) for hand in view["hands"])


@pytest.mark.parametrize("number", [-1, 2])
def test_there_are_only_positions_that_were(number: int) -> None:
    host = running()
    host.move()
    with pytest.raises(RefusedError) as caught:
        position(host.table, number, "ada")
    assert caught.value.code == "no_such_position"
    with pytest.raises(RefusedError):
        position(opened(opening()).table, 0, "ada")


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_has_everything(game: str) -> None:
    host = finished(game, ADA, "level1")
    whole = replay(host.table)
    assert whole.names == ["Ada", "Nino"]
    assert len(whole.positions) == len(whole.moves) + 1 == host.table.moves + 1
    assert plain(whole)["positions"][-1] == host.table.game.state_to_json(host.table.state)
    assert whole.fair.secret == SECRET
    msgspec.json.decode(msgspec.json.encode(whole), type=rest.Replay)
