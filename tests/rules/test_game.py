"""What every game offers to those who need not know which it is."""

from dataclasses import replace
from random import Random

import pytest

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import Legal, Outcome, rank


def test_every_game_goes_by_its_own_name() -> None:
    assert list(GAMES) == ["piazza", "carre"]
    assert all(game.name == name for name, game in GAMES.items())


@pytest.mark.parametrize("name", GAMES)
def test_a_new_game_has_scores_for_all_its_seats(name: str) -> None:
    game = GAMES[name]
    for players in game.seats:
        state = game.deal(game.options(players, {}), Seed(1))
        assert state.players == players
        assert game.scores(state) == (0,) * players
        assert game.scores(game.view(state, 0)) == (0,) * players
        assert game.outcome(state) is None


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_sees_what_a_spectator_sees_and_what_is_its_own(name: str) -> None:
    game = GAMES[name]
    for players in game.seats:
        rng, chance = Random(players), Seed(players)
        state = game.deal(game.options(players, {}), chance)
        while not state.over:
            watched = game.view_to_json(game.view(state, None))
            for seat in range(players):
                seen = game.view_to_json(game.view(state, seat))
                assert {**watched, **game.own_to_json(state, seat)} == seen
            assert game.open_to_json(state) == watched
            state = game.play(state, rng.choice(game.legal_moves(state)).move, chance)


def test_points_are_the_sum_of_the_brackets() -> None:
    assert Legal("B1@0,0", (3, 4)).points == 7
    assert Legal("pass").points == 0


def test_equal_keys_share_a_place_and_the_smallest_comes_first() -> None:
    assert rank({0: 5, 1: 3, 2: 5, 3: 4}) == ((1,), (3,), (0, 2))
    assert Outcome(((1, 2), (0,)), "P-END").winners == (1, 2)


@pytest.mark.parametrize("name", GAMES)
def test_counts_of_face_down_cards_stay_the_same_exactly_where_nothing_new_is_seen(
    name: str,
) -> None:
    """Equal counts: the same move leaves the same to see in every state that looks the same."""
    game, seen = GAMES[name], {True: 0, False: 0}
    for seed in range(3):
        rng, chance = Random(seed), Seed(seed)
        state = game.deal(game.options(2, {}), chance)
        while not state.over:
            move = rng.choice(game.legal_moves(state)).move
            after = game.play(state, move, chance)
            assert game.face_down(state) == game.face_down(game.view(state, 0))
            same = game.face_down(state) == game.face_down(after)
            seat = state.turn
            other = game.determinize(game.view(state, seat), rng)
            there = game.view(game.play(other, move, Seed(rng.getrandbits(256))), seat)
            if same:
                assert there == game.view(after, seat)
            seen[same] += 1
            state = after
    assert min(seen.values()) > 10


def test_a_reshuffle_that_leaves_as_many_cards_is_seen() -> None:
    """C-EMPTY-DRAW: one card was left, two are turned up, one is left again."""
    game = GAMES["carre"]
    state = game.deal(game.options(2, {"first": 0}), Seed(1))
    state = replace(state, deck=state.deck[:1], discard=state.deck[1:3])
    after = game.play(state, game.parse_move("reveal"), Seed(1))
    assert len(after.deck) == len(state.deck)
    assert game.face_down(after) != game.face_down(state)


def test_choosing_the_last_start_card_deals() -> None:
    """P-DEAL: all start cards before it turn nothing up."""
    game, chance = GAMES["piazza"], Seed(1)
    state = game.deal(game.options(2, {"setup": "choose"}), chance)
    counts = [game.face_down(state)]
    for _ in range(4):
        state = game.play(state, game.legal_moves(state)[0].move, chance)
        counts.append(game.face_down(state))
    assert counts == [(0, 0)] * 4 + [(19, 19)]
