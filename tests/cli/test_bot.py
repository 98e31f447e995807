"""`piazzetta bot` as other programs meet it."""

import json
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from piazzetta import kernels
from piazzetta.bots import make_bot
from piazzetta.bots.bot import Choice, Decision
from piazzetta.cli.bot import Readiness, choose
from piazzetta.cli.operations import answer
from piazzetta.kernels.carre_state import from_view
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import PositionError
from tests.bots import unreachable
from tests.bots.programs import GOOD, Programs
from tests.cli.command import piazzetta

Json = dict[str, Any]


def request_for(game: str = "piazza", players: int = 2, plies: int = 0, seed: int = 1) -> Json:
    """A request in the middle of a game that was played at random."""
    rules, rng = GAMES[game], Random(seed)
    state = rules.deal(rules.options(players, {}), Seed(seed))
    for _ in range(plies):
        state = rules.play(state, rng.choice(rules.legal_moves(state)).move, Seed(seed))
    return {
        "id": 17,
        "op": "choose",
        "seat": state.turn,
        "view": rules.view_to_json(rules.view(state, state.turn)),
        "moves": [str(legal.move) for legal in rules.legal_moves(state)],
        "time_ms": 1000,
    }


def at_once(_game: str) -> None:
    """Wait for nothing."""


def ask(request: Any, bot: str = "random") -> Json:
    """What a new bot answers."""
    with closing(make_bot(bot, seed=1)) as made:
        line = json.dumps(request).encode()
        return answer(line, {"choose": lambda asked: choose(made, asked, Random(1), at_once)})


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(
    ("game", "players"), [(game.name, players) for game in GAMES.values() for players in game.seats]
)
def test_it_chooses_one_of_the_moves(bot: str, game: str, players: int) -> None:
    for plies in (0, 5, 9):
        request = request_for(game, players, plies)
        given = ask(request, bot)
        assert list(given)[:3] == ["id", "ok", "move"]
        assert (given["id"], given["ok"]) == (17, True)
        assert given["move"] in request["moves"]


def test_greedy_knows_the_points_of_the_moves() -> None:
    request = request_for()
    game = GAMES["piazza"]
    state = game.determinize(game.view_from_json(request["view"]), Random(0))
    points = {str(legal.move): legal.points for legal in game.legal_moves(state)}
    assert points[ask(request, "greedy")["move"]] == max(points.values()) > 0


OURS = ["random", "greedy", "montecarlo", "search", "level1", "level3", "level5"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", OURS)
def test_only_the_moves_given_are_chosen_from(bot: str, game: str) -> None:
    assert kernels.wait_until_ready(game)
    for plies in (0, 5, 9, 14):
        request = request_for(game, plies=plies) | {"time_ms": 5}
        every = request["moves"]
        for some in (every[:1], every[-1:], every[-2:], every[::3]):
            assert ask(request | {"moves": some}, bot)["move"] in some


@pytest.mark.parametrize("game", GAMES)
def test_the_best_of_the_moves_given_is_found_by_playing_out(game: str) -> None:
    """Its expectation tells that it was."""
    assert kernels.wait_until_ready(game)
    request = request_for(game, plies=9)
    best = ask(request, "level5")["move"]
    others = [move for move in request["moves"] if move != best]
    given = ask(request | {"moves": others}, "level5")
    assert given["move"] in others
    assert "value" in given


def test_only_the_first_answer_waits_for_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[tuple[str, str, float]] = []
    monkeypatch.setattr("piazzetta.cli.bot.prepare", lambda *asked: waits.append(asked))
    ready = Readiness("random")
    with closing(make_bot("random", seed=1)) as bot:
        for game in ("piazza", "piazza", "carre"):
            choose(bot, request_for(game), Random(1), ready)
    assert waits == [("random", "piazza", 50.0), ("random", "piazza", 0), ("random", "carre", 0)]


@pytest.mark.parametrize("data", unreachable.VIEWS)
@pytest.mark.parametrize("bot", OURS)
def test_a_view_that_play_cannot_come_to_is_played_by_the_rules(bot: str, data: Json) -> None:
    """The referee accepts it, the kernels do not."""
    assert kernels.wait_until_ready("carre")
    game, view = GAMES["carre"], unreachable.seen(data)
    with pytest.raises(PositionError, match="after completing its square"):
        from_view(view)
    moves = [str(legal.move) for legal in game.legal_moves(game.determinize(view, Random(0)))]
    request = REQUEST | {"view": data, "seat": 0, "moves": moves, "time_ms": 5}
    assert ask(request, bot)["move"] in moves


def test_a_move_is_written_as_it_was_given() -> None:
    request = request_for()
    pair = next(move for move in request["moves"] if " " in move)
    turned = " ".join(reversed(pair.split()))
    assert ask(request | {"moves": [turned]})["move"] == turned


class Expecting:
    """Says what it expects."""

    def __init__(self, value: float | None, line: tuple[str, ...]) -> None:
        self._value, self._line = value, line

    def choose(self, decision: Decision) -> Choice:
        assert decision.seconds == 1.0
        return Choice(decision.moves[0].move, self._value, self._line)

    def close(self) -> None:
        """Nothing."""


@pytest.mark.parametrize(
    ("value", "line", "fields"),
    [
        (None, (), {}),
        (0.0, (), {"value": 0.0}),
        (0.5, ("pass", "pass"), {"value": 0.5, "line": ["pass", "pass"]}),
    ],
)
def test_expectations_are_told(value: float | None, line: tuple[str, ...], fields: Json) -> None:
    request = request_for()
    given = choose(Expecting(value, line), request, Random(1), at_once)
    assert given == {"move": given["move"], **fields}


REQUEST = request_for()
OTHER_SEAT = 1 - REQUEST["seat"]
CARRE = request_for("carre", 3)
OVERFULL = {**REQUEST["view"], "hands": [48, 48]}
OVERFULL["hands"][REQUEST["seat"]] = REQUEST["view"]["hands"][REQUEST["seat"]]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"op": "guess"}, "bad_request"),
        ({"op": None}, "bad_request"),
        ({"seat": OTHER_SEAT}, "bad_request"),
        ({"seat": 2}, "bad_request"),
        ({"seat": -1}, "bad_request"),
        ({"seat": None}, "bad_request"),
        ({"seat": "0"}, "bad_request"),
        ({"view": []}, "bad_request"),
        ({"view": {}}, "bad_request"),
        ({"view": {"game": "chess"}}, "bad_request"),
        ({"view": {**REQUEST["view"], "turn": OTHER_SEAT}}, "bad_request"),
        ({"view": {**REQUEST["view"], "players": 7}}, "bad_request"),
        ({"view": {**REQUEST["view"], "stocks": 3}}, "bad_request"),
        ({"view": {**REQUEST["view"], "board": [["R1", 0, 0], ["R1", 0, 1]]}}, "bad_position"),
        ({"view": OVERFULL}, "bad_position"),
        ({"view": {**CARRE["view"], "deck": 78}, "seat": CARRE["seat"]}, "bad_position"),
        ({"moves": "pass"}, "bad_request"),
        ({"moves": None}, "bad_request"),
        ({"moves": []}, "bad_request"),
        ({"moves": [3]}, "bad_request"),
        ({"moves": [["pass"]]}, "bad_request"),
        ({"moves": ["castle"]}, "illegal_move"),
        ({"moves": ["pass"]}, "illegal_move"),
        ({"moves": [*REQUEST["moves"], "R1@90,90"]}, "illegal_move"),
        ({"view": {**REQUEST["view"], "over": True}}, "illegal_move"),
        ({"time_ms": -1}, "bad_request"),
        ({"time_ms": 1_000_001}, "bad_request"),
        ({"time_ms": "fast"}, "bad_request"),
        ({"time_ms": None}, "bad_request"),
    ],
)
def test_what_is_wrong_is_told_by_its_code(change: Json, code: str) -> None:
    given = ask(REQUEST | change)
    assert (given["id"], given["ok"], given["error"]["code"]) == (17, False, code)


@pytest.mark.parametrize("name", ["op", "seat", "view", "moves", "time_ms"])
def test_every_field_is_needed(name: str) -> None:
    given = ask({field: value for field, value in REQUEST.items() if field != name})
    assert given["error"]["code"] == "bad_request"
    assert f"'{name}'" in given["error"]["message"]


def test_a_spectators_view_is_not_enough() -> None:
    view = {**REQUEST["view"], "hands": [3, 3], "own_stock": []}
    assert ask(REQUEST | {"view": view})["error"]["code"] == "bad_request"


def test_the_command_answers_every_line_and_ends_well() -> None:
    lines = [
        json.dumps(REQUEST).encode(),
        b"",
        b"nonsense",
        b'{"id": 3}',
        json.dumps(CARRE | {"id": "x"}).encode(),
        b"\xff",
        b"[]",
    ]
    done = piazzetta("bot", "greedy", "--threads", "2", "--seed", "3", stdin=b"\n".join(lines))
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    told = [(a["id"], a["error"]["code"] if "error" in a else "") for a in answers]
    assert told == [
        (17, ""),
        (None, "bad_json"),
        (3, "bad_request"),
        ("x", ""),
        (None, "bad_json"),
        (None, "bad_request"),
    ]


def test_the_same_seed_gives_the_same_moves() -> None:
    stdin = b"".join(json.dumps(request_for(seed=s)).encode() + b"\n" for s in range(5))
    one, same, other = (
        piazzetta("bot", "random", *seed, stdin=stdin).stdout
        for seed in ([], ["--seed", "0"], ["--seed", "1"])
    )
    assert one == same
    assert one != other


def test_a_program_can_stand_behind_it(tmp_path: Path) -> None:
    programs = Programs(tmp_path)
    name = programs.name(GOOD.replace("[0]", "[-1]"))
    done = piazzetta("bot", name, stdin=json.dumps(REQUEST).encode())
    assert json.loads(done.stdout)["move"] == REQUEST["moves"][-1]
    assert len(programs.started()) == 1
    assert programs.running() == []


@pytest.mark.parametrize(
    "arguments", [[], ["nobody"], ["cmd:no-such-program"], ["random", "--threads", "0"]]
)
def test_wrong_arguments(arguments: list[str]) -> None:
    done = piazzetta("bot", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"usage: piazzetta bot" in done.stderr
    assert b"Traceback" not in done.stderr
