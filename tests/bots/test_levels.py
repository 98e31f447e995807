"""The six levels: whole games from views alone, mistakes of the declared kind, the same again."""

import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import median
from typing import Any

import pytest

from piazzetta import kernels
from piazzetta.bots import (
    BOTS,
    ON_KERNELS,
    greedy_carre,
    human_carre,
    human_piazza,
    make_bot,
    prepare,
)
from piazzetta.bots.bot import Decision
from piazzetta.bots.human_piazza import Glance, lays_two
from piazzetta.bots.levels import LEVELS, UNTIL_READY, Level
from piazzetta.bots.search import SEARCH, SearchBot, Style
from piazzetta.rules import GAMES, carre, piazza
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame, Legal
from piazzetta.rules.grid import Placed

NAMES = [level.name for level in LEVELS]
TABLES = [(name, players) for name, game in GAMES.items() for players in game.seats]
WEAKEST = LEVELS[:1]
QUICK = 0.05
"""In seconds: nobody notices having waited."""


def decision(game: AnyGame, state: Any) -> Decision:
    view = game.view(state, state.turn)
    return Decision(game, state.turn, view, game.legal_moves(state), seconds=0.005)


def played(game: AnyGame, names: list[str], seed: int) -> Iterator[Any]:
    """The states of a whole game."""
    bots = [make_bot(name, seed) for name in names]
    state = game.deal(game.options(len(names), {}), Seed(seed))
    while not state.over:
        yield state
        asked = decision(game, state)
        move = bots[state.turn].choose(asked).move
        assert move in [legal.move for legal in asked.moves]
        state = game.play(state, move, Seed(seed))
    yield state
    for bot in bots:
        bot.close()


def states(name: str, count: int) -> list[Any]:
    """So many positions with a choice, spread over games of the weakest level with itself."""
    game = GAMES[name]
    found: list[Any] = []
    for seed in range(count):
        if len(found) >= count:
            break
        games = played(game, [NAMES[0]] * 2, seed)
        found += [s for s in games if len(game.legal_moves(s)) > 1][seed % 3 :: 3]
    return found[:count]


@pytest.fixture
def no_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine where nothing is compiled yet, and nobody begins to."""
    monkeypatch.setattr(kernels, "ready", lambda _: False)
    monkeypatch.setattr(kernels, "warm_up_in_background", lambda _: None)


def test_there_are_six_with_names_and_characters() -> None:
    assert NAMES == ["level1", "level2", "level3", "level4", "level5", "level6"]
    assert len({level.title for level in LEVELS}) == len({level.character for level in LEVELS}) == 6
    for level in LEVELS:
        assert level.title.isalpha()
        assert len(level.title) <= 12
        assert "\n" not in level.character
        assert 20 < len(level.character) <= 70
    assert set(NAMES) <= BOTS.keys()


def test_the_last_is_search_and_the_others_do_not_look_at_the_clock() -> None:
    assert LEVELS[-1].styles() == SEARCH
    assert isinstance(make_bot("level6", 0), SearchBot)
    for level in LEVELS:
        assert [level.is_timed(game) for game in GAMES] == [level is LEVELS[-1]] * len(GAMES)


def test_a_level_thinks_or_plays_out_and_who_thinks_is_below() -> None:
    for game in GAMES:
        plays_out = [isinstance(level.skills[game], Style) for level in LEVELS]
        assert plays_out == sorted(plays_out)
        assert not any(plays_out[: len(WEAKEST)])
        best = [level.minds()[game] for level in LEVELS if game in level.minds()][-1]
        assert UNTIL_READY[game] == best
        names = {level.name for level in LEVELS if game in level.styles()}
        assert names == {*NAMES} & {*ON_KERNELS[game]}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_level_plays_whole_games_from_views_alone(name: str, players: int) -> None:
    kernels.wait_until_ready(name)
    for first in range(0, len(NAMES), players):
        names = [NAMES[(first + seat) % len(NAMES)] for seat in range(players)]
        *_, last = played(GAMES[name], names, seed=first)
        assert last.over


@pytest.mark.usefixtures("no_kernels")
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_level_plays_without_kernels(name: str, players: int) -> None:
    names = [NAMES[-1 - seat % 2] for seat in range(players)]
    for _, state in zip(range(12), played(GAMES[name], names, seed=3), strict=False):
        assert not state.over


@pytest.mark.usefixtures("no_kernels")
@pytest.mark.parametrize("level", WEAKEST, ids=lambda level: level.name)
@pytest.mark.parametrize("name", GAMES)
def test_the_weakest_answer_at_once(name: str, level: Level) -> None:
    bot, seconds = make_bot(level.name, 0), []
    for state in states(name, 40):
        asked = decision(GAMES[name], state)
        start = time.process_time()
        bot.choose(asked)
        seconds.append(time.process_time() - start)
    assert median(seconds) < QUICK


@pytest.mark.parametrize("level", LEVELS[:-1], ids=lambda level: level.name)
@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_plays_the_same(name: str, level: Level) -> None:
    kernels.wait_until_ready(name)
    for state in states(name, 8):
        asked = decision(GAMES[name], state)
        one, other = (make_bot(level.name, 5).choose(asked).move for _ in range(2))
        assert one == other


@pytest.mark.parametrize("level", LEVELS[:-1], ids=lambda level: level.name)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_makes_no_difference(name: str, level: Level) -> None:
    kernels.wait_until_ready(name)
    game = GAMES[name]
    for state in states(name, 6):
        other = game.determinize(game.view(state, state.turn), Random(8))
        here, there = (decision(game, position) for position in (state, other))
        assert make_bot(level.name, 2).choose(here) == make_bot(level.name, 2).choose(there)


# Piazza: what is overlooked, what comes to mind, what is thought of


def test_who_overlooks_nothing_and_saves_nothing_is_greedy() -> None:
    for state in states("piazza", 30):
        legal = piazza.legal_moves(state)
        move = human_piazza.Mind().choose(piazza.view(state, state.turn), legal, Random(1))
        most = max(entry.points for entry in legal)
        assert dict(legal_points(state))[move] == most


def legal_points(state: Any) -> list[tuple[Any, int]]:
    return [(entry.move, entry.points) for entry in piazza.legal_moves(state)]


def test_only_brackets_that_are_there_can_be_overlooked() -> None:
    for state in states("piazza", 20):
        view = piazza.view(state, state.turn)
        everything, half = Glance(view, 1.0, Random(0)), Glance(view, 0.5, Random(0))
        for entry in piazza.legal_moves(state):
            missed = everything.overlooked(entry.move)
            assert 0 <= half.overlooked(entry.move) <= missed <= entry.points
            # Who lays two cards together has seen the bracket between them.
            assert (missed < entry.points) == lays_two(entry.move)


def test_what_is_overlooked_stays_so_for_the_whole_turn() -> None:
    for state in states("piazza", 10):
        glance = Glance(piazza.view(state, state.turn), 0.4, Random(3))
        moves = [entry.move for entry in piazza.legal_moves(state)]
        once = [glance.overlooked(move) for move in moves]
        assert [glance.overlooked(move) for move in moves] == once


def test_overlooking_costs_points_and_the_more_the_more() -> None:
    def points(overlooks: float) -> int:
        mind, total = human_piazza.Mind(overlooks=overlooks), 0
        for state in found:
            view = piazza.view(state, state.turn)
            move = mind.choose(view, piazza.legal_moves(state), Random(4))
            total += dict(legal_points(state))[move]
        return total

    found = states("piazza", 60)
    assert points(0.0) > points(0.2) > points(0.6)


def test_a_second_card_must_bring_its_price() -> None:
    thrifty = human_piazza.Mind(price=1000)
    for state in states("piazza", 20):
        move = thrifty.choose(piazza.view(state, state.turn), piazza.legal_moves(state), Random(1))
        assert not lays_two(move)


def test_the_wary_leave_the_next_player_less() -> None:
    def left(mind: human_piazza.Mind) -> int:
        total = 0
        for state in found:
            view = piazza.view(state, state.turn)
            move = mind.choose(view, piazza.legal_moves(state), Random(1))
            after = piazza.play(state, move, Seed(0))
            total += max((entry.points for entry in piazza.legal_moves(after)), default=0)
        return total

    found = states("piazza", 30)
    wary = human_piazza.Mind(price=4, wary=3.0, weighed=10)
    assert left(wary) < left(replace(wary, wary=0.0))


def test_start_cards_are_laid_by_every_mind() -> None:
    state = piazza.deal(piazza.options(2, {"setup": "choose"}), Seed(1))
    for level in WEAKEST:
        assert str(make_bot(level.name, 0).choose(decision(piazza.GAME, state)).move).startswith(
            "start "
        )


# C'est Carré!: swaps, zones, plans


def beginning() -> carre.State:
    """Seat 0 in turn, with a draw pile small enough for any cards to lie elsewhere."""
    dealt = carre.deal(carre.options(2, {"first": 0}), Seed(1))
    return replace(dealt, deck=dealt.deck[:30])


def row(*cards: str) -> tuple[Placed[carre.Card], ...]:
    """The cards side by side."""
    return tuple(Placed(carre.CARDS[card], (x, 0)) for x, card in enumerate(cards))


def test_who_overlooks_no_swap_and_plans_plays_a_card_as_greedy_does() -> None:
    mind = human_carre.Mind(plans=True)
    found = [state for state in states("carre", 90) if state.phase in ("play", "lay")]
    for state in found[:12]:
        view, legal = carre.view(state, state.turn), carre.legal_moves(state)
        values = greedy_carre.values(view, legal, Random(0))
        move = mind.choose(view, legal, Random(1))
        assert values[[entry.move for entry in legal].index(move)] == max(values)


@pytest.mark.parametrize("plans", [False, True])
def test_overlooked_swaps_are_not_chosen(plans: bool) -> None:
    """An A+3 brings 4 laid beside the A−2, and 5 in its place."""
    state = replace(
        beginning(),
        phase="play",
        layouts=(row("A-2", "B+3"), ()),
        revealed=(carre.CARDS["A+3"],),
    )
    view, legal = carre.view(state, 0), carre.legal_moves(state)
    sighted, blind = (human_carre.Mind(overlooks=o, plans=plans) for o in (0.0, 1.0))
    assert str(sighted.choose(view, legal, Random(1))) == "swap A+3@0,0"
    assert str(blind.choose(view, legal, Random(1))) in (
        "lay A+3@-1,0",
        "lay A+3@0,-1",
        "lay A+3@0,1",
    )
    now_and_then = replace(blind, overlooks=0.5)
    chosen = {type(now_and_then.choose(view, legal, Random(seed))) for seed in range(20)}
    assert chosen == {carre.Lay, carre.Swap}


def test_a_swap_is_made_where_there_is_nothing_else() -> None:
    state = carre.deal(carre.options(2, {"first": 0}), Seed(1))
    swap = carre.Swap(Placed(carre.CARDS["A+1"], (0, 0)))
    view = carre.view(replace(state, phase="play", layouts=(row("A-1"), ())), 0)
    blind = human_carre.Mind(overlooks=1.0)
    assert blind.choose(view, [Legal(swap)], Random(1)) == swap


def test_zones_count_as_much_as_one_thinks_they_do() -> None:
    """Beside its motif an A0 makes a zone of three; a B+2 alone is worth 2."""
    state = replace(
        beginning(),
        phase="play",
        layouts=(row("A0", "A0"), ()),
        revealed=(carre.CARDS["A0"], carre.CARDS["B+2"]),
    )
    view, legal = carre.view(state, 0), carre.legal_moves(state)
    of_values, of_zones = human_carre.Mind(zones=0.0), human_carre.Mind(zones=1.0)
    assert "B+2" in str(of_values.choose(view, legal, Random(1)))
    assert str(of_zones.choose(view, legal, Random(1))).startswith("lay A0@")


def test_who_asks_for_much_reveals_and_who_asks_for_little_takes() -> None:
    state = beginning()
    view = carre.view(replace(state, discard=(carre.CARDS["A+2"],)), 0)
    legal = carre.legal_moves(state)
    assert human_carre.Mind(asks=1).choose(view, legal, Random(1)) == carre.TAKE
    assert human_carre.Mind(asks=3).choose(view, legal, Random(1)) == carre.REVEAL


def test_only_who_plans_sees_what_a_negative_card_is_good_for() -> None:
    """A −1 lets the third A out of the hand: a zone of three."""
    state = replace(
        beginning(),
        phase="play",
        layouts=(row("A+1", "A+1"), ()),
        hands=((carre.CARDS["A+3"],), ()),
        revealed=(carre.CARDS["B-1"], carre.CARDS["C0"]),
    )
    view, legal = carre.view(state, 0), carre.legal_moves(state)
    assert "C0" in str(human_carre.Mind().choose(view, legal, Random(1)))
    assert "lay B-1" in str(human_carre.Mind(plans=True).choose(view, legal, Random(1)))


def test_the_card_of_least_value_is_discarded() -> None:
    hand = tuple(carre.CARDS[text] for text in ("A+3", "B-1", "C+1", "D+2", "E0", "F-2"))
    state = beginning()
    state = replace(state, phase="drop", hands=(hand, state.hands[1]))
    view, legal = carre.view(state, 0), carre.legal_moves(state)
    for level in WEAKEST:
        move = level.minds()["carre"](view, legal, Random(1))
        assert str(move) == "drop F-2"


def test_a_bot_waits_only_for_kernels_that_it_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[str] = []
    monkeypatch.setattr(kernels, "wait_until_ready", lambda game, _: waited.append(game))

    def waits_for(name: str) -> set[str]:
        waited.clear()
        for game in GAMES:
            prepare(name, game)
        return {*waited}

    assert waits_for("random") == set()
    assert waits_for("greedy") == {"carre"}
    assert waits_for("search") == {*GAMES}
    for level in LEVELS:
        assert waits_for(level.name) == level.styles().keys()
