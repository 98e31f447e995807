"""Every step of the lessons is a position of the rules, and its example does what its goal asks.

The example's last move must do it, and no move before that: so that a step ends where it should.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.server.protocol.detail import CarreDetail, MoveConsidered
from piazzetta.server.table.detail import considered, detail
from piazzetta.server.teaching import clauses

ROOT = Path(__file__).parents[3]
LESSONS = {
    game: json.loads((ROOT / f"web/src/learn/lessons/{game}.json").read_text(encoding="utf-8"))
    for game in GAMES
}
STEPS = [(game, step) for game, lesson in LESSONS.items() for step in lesson["steps"]]
WORDS = json.loads((ROOT / "web/words/learn.json").read_text(encoding="utf-8"))
RULES = {
    clause.name
    for game in GAMES
    for section in clauses.sections(game, ROOT)
    for clause in section.clauses
}

Json = dict[str, Any]
every_step = pytest.mark.parametrize(
    ("game", "step"), STEPS, ids=[f"{game}-{step['name']}" for game, step in STEPS]
)


def verb(move: str) -> str:
    """What a move does."""
    first = move.split()[0]
    return "lay" if "@" in first else first


def facts(game: str, before: Any, made: MoveConsidered, after: Any, seat: int) -> Json:
    """What is true of a move that was made, by the names that goals use."""
    own = detail(GAMES[game], after)
    square = own.squares[seat] if isinstance(own, CarreDetail) else None
    scored = game == "carre" and (after.over or after.round != before.round)
    outcome = GAMES[game].outcome(after)
    return {
        "verb": verb(made.move),
        "cards": made.move.count("@"),
        "points": made.points,
        "brackets": [span.cards for span in made.brackets],
        "phase": after.phase,
        "zone": max((len(zone.cells) for zone in square.zones), default=0) if square else 0,
        "complete": square.complete if square else False,
        "ends_turn": after.over or after.turn != seat or scored,
        "scores": scored,
        "wins": outcome is not None and seat in outcome.winners,
    }


def holds(name: str, wanted: Any, found: Any) -> bool:
    """Whether one part of a goal is reached."""
    if name in ("points", "zone"):
        return bool(found >= wanted)
    if name == "brackets":
        return not Counter(wanted) - Counter(found)
    return bool(found == wanted)


def played(game: str, step: Json) -> list[bool]:
    """For each move of the example whether it reaches the goal."""
    rules = GAMES[game]
    state, reached = rules.state_from_json(step["position"]), []
    for text in step["example"]:
        (made,) = considered(rules, state, [text])
        assert made.legal, made.message
        after = rules.play(state, rules.parse_move(text), Seed(0))
        true = facts(game, state, made, after, step["seat"])
        reached.append(all(holds(name, want, true[name]) for name, want in step["goal"].items()))
        state = after
    return reached


@every_step
def test_a_position_is_complete_and_the_learners_turn(game: str, step: Json) -> None:
    rules = GAMES[game]
    state = rules.state_from_json(step["position"])
    assert rules.state_to_json(state) == step["position"]
    assert state.turn == step["seat"]
    assert rules.legal_moves(state)


@every_step
def test_the_example_reaches_the_goal(game: str, step: Json) -> None:
    if "refused" in step["goal"]:
        state = GAMES[game].state_from_json(step["position"])
        assert list(step["goal"]) == ["refused"]
        assert [made.clause for made in considered(GAMES[game], state, step["example"])] == [
            step["goal"]["refused"]
        ]
    else:
        *before, last = played(game, step)
        assert last
        assert not any(before)


@every_step
def test_a_goal_that_any_move_reaches_says_so(game: str, step: Json) -> None:
    """Goals about points, zones and ends can be missed: else there would be nothing to learn."""
    if step["goal"].keys() & {"points", "brackets", "zone", "wins", "cards", "complete"}:
        rules = GAMES[game]
        state = rules.state_from_json(step["position"])
        others = [str(entry.move) for entry in rules.legal_moves(state)]
        assert any(not played(game, {**step, "example": [move]})[0] for move in others)


@every_step
def test_a_step_has_its_words_and_its_clauses(game: str, step: Json) -> None:
    for part in ("text", "done"):
        assert WORDS[f"learn.{game}.{step['name']}.{part}"].keys() == {"en", "de", "fr", "it"}
    assert step["clauses"]
    assert set(step["clauses"]) <= RULES


@pytest.mark.parametrize("game", GAMES)
def test_steps_have_names_of_their_own(game: str) -> None:
    names = [step["name"] for step in LESSONS[game]["steps"]]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_turn_is_learnt(game: str) -> None:
    learnt = {clause for step in LESSONS[game]["steps"] for clause in step["clauses"]}
    (turn,) = [one for one in clauses.sections(game, ROOT) if one.name == "a-turn"]
    assert {clause.name for clause in turn.clauses} <= learnt
