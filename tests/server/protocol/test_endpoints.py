"""The table of addresses: unambiguous, complete, and true to the rules' own data."""

import re
from typing import Any, get_args

import msgspec
import pytest

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame
from piazzetta.server.protocol import rest, shared
from piazzetta.server.protocol.codes import SENTENCES
from piazzetta.server.protocol.endpoints import ENDPOINTS, PARAMETERS, STATUS, Endpoint


def named(name: str) -> Endpoint:
    return next(endpoint for endpoint in ENDPOINTS if endpoint.name == name)


def test_no_address_is_there_twice() -> None:
    addresses = [(endpoint.method, endpoint.path) for endpoint in ENDPOINTS]
    names = [endpoint.name for endpoint in ENDPOINTS]
    assert len(set(addresses)) == len(set(names)) == len(ENDPOINTS)


def test_every_parameter_is_described_and_used() -> None:
    used = {name for endpoint in ENDPOINTS for name in endpoint.parameters}
    assert used == PARAMETERS.keys()
    assert all("{" not in re.sub(r"{\w+}", "", endpoint.path) for endpoint in ENDPOINTS)


def test_a_parameter_may_name_nothing() -> None:
    assert named("get_tables_table_positions_number").parameters == ("table", "number")
    assert "no_such_player" in named("delete_me_blocks_player").all_codes


def test_every_code_has_a_status_of_an_error() -> None:
    used = {code for endpoint in ENDPOINTS for code in endpoint.all_codes}
    assert used <= STATUS.keys()
    assert STATUS.keys() <= SENTENCES.keys()
    assert all(400 <= status < 500 or status == 503 for status in STATUS.values())


def test_what_changes_something_is_guarded() -> None:
    changing = [endpoint for endpoint in ENDPOINTS if endpoint.method != "GET"]
    assert changing
    assert all("bad_origin" in endpoint.all_codes for endpoint in changing)
    assert "bad_origin" not in named("get_me").all_codes


def test_nobody_can_become_somebody_and_try_things_out() -> None:
    free = {one.name for one in ENDPOINTS if one.changes and not one.identity}
    assert free == {"post_me", "post_links", "post_try", "post_replay"}


def test_an_empty_answer_has_its_own_status() -> None:
    assert named("delete_me").status == 204
    assert named("get_me").status == 200


def test_the_games_are_those_of_the_rules() -> None:
    assert set(get_args(rest.GameName)) == GAMES.keys()


def test_seats_are_enough_for_every_game() -> None:
    assert max(game.seats[-1] for game in GAMES.values()) == shared.MOST_SEATS
    assert min(game.seats[0] for game in GAMES.values()) == 2


def through(data: object, kind: Any) -> Any:
    """The data, read as that type and written again."""
    read = msgspec.convert(data, kind)
    return msgspec.json.decode(msgspec.json.encode(read))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_positions_and_views_have_exactly_these_fields(game: AnyGame) -> None:
    for players in game.seats:
        state = game.deal(game.options(players, {}), Seed(players))
        position = game.state_to_json(state)
        assert through(position, rest.Position) == position
        seen = game.view_to_json(game.view(state, 1))
        assert through(seen, shared.View) == seen
        watched = game.view_to_json(game.view(state, None))
        assert through(watched, shared.View).items() >= watched.items()


def test_a_table_is_opened_with_few_words() -> None:
    asked = msgspec.json.decode(b'{"game": "piazza", "players": 2}', type=rest.OpenTable)
    assert asked == rest.OpenTable(game="piazza", players=2)
    assert (asked.pace, asked.absence, asked.casual, asked.seats) == (1.0, 90.0, True, [])


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"players": 1},
        {"players": 6},
        {"pace": 0.1},
        {"absence": 0},
        {"seats": ["me"] * 6},
        {"seats": [""]},
        {"clock": {"move": 0.5}},
        {"clock": {"perhaps": 1}},
        {"publik": True},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_at_once(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"game": "piazza", "players": 2} | wrong, rest.OpenTable)


def test_a_browser_s_subscription_is_read_as_it_comes() -> None:
    body = b'{"endpoint": "https://push.example/1", "expirationTime": null,'
    body += b' "keys": {"p256dh": "BA-_", "auth": "x_="}}'
    read = msgspec.json.decode(body, type=rest.PushSubscription)
    assert (read.endpoint, read.keys.auth) == ("https://push.example/1", "x_=")
