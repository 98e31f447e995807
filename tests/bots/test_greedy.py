"""The random and the greedy bot: legal, from views alone, and as greedy as they say."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from piazzetta.bots import make_bot
from piazzetta.bots.bot import Decision
from piazzetta.bots.greedy_carre import layout_after
from piazzetta.rules import GAMES, carre, piazza
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame
from piazzetta.rules.grid import Cell, Placed

TABLES = [(game, players) for game in GAMES.values() for players in game.seats]
IDS = [f"{game.name}-{players}" for game, players in TABLES]


def choose(bot: str, game: AnyGame, state: Any, seed: int = 0) -> Any:
    legal = game.legal_moves(state)
    decision = Decision(game, state.turn, game.view(state, state.turn), legal, seconds=1)
    return make_bot(bot, seed).choose(decision).move


def states(game: AnyGame, players: int, count: int) -> list[Any]:
    """The first positions of a game that the random bot plays with itself."""
    found = [game.deal(game.options(players, {}), Seed(players))]
    while len(found) < count and not found[-1].over:
        move = choose("random", game, found[-1], len(found))
        found.append(game.play(found[-1], move, Seed(players)))
    return [state for state in found if not state.over]


def carre_state(layout: dict[Cell, str], **changes: Any) -> carre.State:
    """Two players, seat 0 in turn with this layout; the rest as dealt."""
    lying = tuple(Placed(carre.CARDS[card], cell) for cell, card in layout.items())
    dealt = carre.deal(carre.options(2, {"first": 0}), Seed(1))
    return replace(dealt, layouts=(lying, ()), deck=dealt.deck[:30], **changes)


def cards(*texts: str) -> tuple[carre.Card, ...]:
    return tuple(carre.CARDS[text] for text in texts)


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_a_bot_chooses_a_legal_move(bot: str, game: AnyGame, players: int) -> None:
    for state in states(game, players, 40):
        legal = [entry.move for entry in game.legal_moves(state)]
        assert choose(bot, game, state) in legal


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_what_is_hidden_makes_no_difference(bot: str, game: AnyGame, players: int) -> None:
    for state in states(game, players, 30)[::3]:
        other = game.determinize(game.view(state, state.turn), Random(8))
        assert choose(bot, game, state) == choose(bot, game, other)


def test_the_random_bot_makes_every_move_sometimes() -> None:
    state = piazza.deal(piazza.options(2, {}), Seed(3))
    legal = {entry.move for entry in piazza.legal_moves(state)}
    assert {choose("random", piazza.GAME, state, seed) for seed in range(1000)} == legal


@pytest.mark.parametrize("players", piazza.GAME.seats)
def test_greedy_takes_the_most_points_and_any_of_several_moves(players: int) -> None:
    for state in states(piazza.GAME, players, 20):
        legal = piazza.legal_moves(state)
        most = max(entry.points for entry in legal)
        best = {entry.move for entry in legal if entry.points == most}
        chosen = {choose("greedy", piazza.GAME, state, seed) for seed in range(20 * len(best))}
        assert chosen <= best
        assert len(chosen) > len(best) // 2


def test_greedy_lays_where_the_layout_is_worth_most() -> None:
    layout = {(0, 0): "A+1", (1, 0): "A+2", (0, 1): "B+1"}
    state = carre_state(layout, phase="play", revealed=cards("A+3"), discard=cards("F0"))
    move = choose("greedy", carre.GAME, state)
    after = [
        carre.score(layout_after(state.layouts[0], entry.move)).points
        for entry in carre.legal_moves(state)
    ]
    assert isinstance(move, carre.Lay)
    assert carre.score(layout_after(state.layouts[0], move)).points == max(after) == 11


def test_greedy_takes_what_no_revealed_card_could_beat() -> None:
    layout = {(0, 0): "A+1", (1, 0): "A+2", (2, 0): "A+1", (0, 1): "A+2", (1, 1): "A+1"}
    state = carre_state(layout, discard=cards("A+3"))
    assert choose("greedy", carre.GAME, state) == carre.TAKE


def test_greedy_reveals_rather_than_take_a_bad_card() -> None:
    state = carre_state({(0, 0): "A+3"}, hands=((), ()), discard=cards("B-2"))
    assert choose("greedy", carre.GAME, state) == carre.REVEAL


def test_greedy_looks_to_the_end_of_the_turn() -> None:
    """A −1 alone is worth less than a 0; but it lets the +3 out of the hand."""
    state = carre_state(
        {(0, 0): "A+1"},
        phase="play",
        revealed=cards("B-1", "C0"),
        hands=(cards("A+3"), cards("F+1")),
        discard=cards("F0"),
    )
    assert str(choose("greedy", carre.GAME, state)).startswith("lay B-1")


def test_greedy_wants_nine_of_a_kind_most_of_all() -> None:
    cells = [(x, y) for x in range(3) for y in range(3)][:8]
    kinds = ["A-2", "A-2", "A-1", "A-1", "A-1", "A-1", "A0", "A+1"]
    layout = dict(zip(cells, kinds, strict=True))
    state = carre_state(
        layout, phase="play", revealed=cards("A+1", "B+3"), hands=((), ()), discard=cards("F0")
    )
    assert str(choose("greedy", carre.GAME, state)) == "lay A+1@2,2"


def test_greedy_discards_any_card_for_no_layout_changes() -> None:
    state = carre_state(
        {(0, 0): "A+1"},
        phase="drop",
        hands=(cards("A+3", "A+2", "B+2", "B+1", "C+1", "F+1"), ()),
        discard=cards("F0"),
    )
    chosen = {choose("greedy", carre.GAME, state, seed) for seed in range(60)}
    assert chosen == {entry.move for entry in carre.legal_moves(state)}
