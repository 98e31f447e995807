"""C-SECRET: what a seat is told, and the full states that are drawn from it."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import fields, replace
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from piazzetta.rules.carre import (
    PACK,
    Card,
    State,
    View,
    determinize,
    state_from_json,
    state_to_json,
    view,
    view_from_json,
    view_to_json,
)
from piazzetta.rules.errors import PositionError
from tests.rules.carre_games import Plan, all_cards, plans, sampled, steps
from tests.rules.carre_table import cards, table

several = settings(max_examples=10, deadline=None)


def seats(state: State) -> list[int | None]:
    """Everybody who looks on, a spectator too."""
    return [None, *range(state.players)]


def cards_in(value: Any) -> Iterable[Card]:
    """Every card that can be reached through a value, however deep."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, View):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))
    elif isinstance(value, tuple):
        for entry in value:
            yield from cards_in(entry)


def with_other_hidden_cards(state: State, seat: int | None, rng: Random) -> State:
    """The same for that seat, but all that it may not see is dealt out again."""
    hidden = [card for i, hand in enumerate(state.hands) if i != seat for card in hand]
    hidden = rng.sample([*hidden, *state.deck], len(hidden) + len(state.deck))
    taken = iter(hidden)
    hands = tuple(
        hand if i == seat else tuple(next(taken) for _ in hand)
        for i, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, deck=tuple(taken))


@several
@given(plans())
def test_C_SECRET__hidden_cards_change_nothing_in_a_view(plan: Plan) -> None:
    rng = Random(plan.seed)
    for state in sampled(plan, 20):
        for seat in seats(state):
            one, two = view(state, seat), view(with_other_hidden_cards(state, seat, rng), seat)
            assert one == two
            assert repr(one) == repr(two)
            assert json.dumps(view_to_json(one)) == json.dumps(view_to_json(two))


@several
@given(plans())
def test_C_SECRET__a_view_holds_public_cards_and_the_own_hand_alone(plan: Plan) -> None:
    for state in sampled(plan, 20):
        lying = [card for laid in state.layouts for card, _ in laid]
        public = Counter([*lying, *state.discard, *state.revealed])
        for seat in seats(state):
            own = () if seat is None else state.hands[seat]
            assert Counter(cards_in(view(state, seat))) == public + Counter(own)


@several
@given(plans())
def test_C_SECRET__what_follows_tells_nothing_about_an_earlier_view(plan: Plan) -> None:
    played = [step.before for step in steps(plan)][:60]
    shown = [view(state, 0) for state in played]
    later = [view(step.before, 0) for step in steps(plan)][:60]
    assert shown == later == [view(state, 0) for state in played]


@several
@given(plans())
def test_C_SECRET__a_view_can_be_written_and_read(plan: Plan) -> None:
    for state in sampled(plan, 20):
        for seat in seats(state):
            seen = view(state, seat)
            written = json.loads(json.dumps(view_to_json(seen)))
            assert view_from_json(written) == replace(seen, reshuffles=0)


@several
@given(plans())
def test_C_SECRET__every_state_drawn_from_a_view_gives_that_view(plan: Plan) -> None:
    rng = Random(plan.seed)
    for state in sampled(plan, 10):
        for seat in seats(state):
            seen = view(state, seat)
            for _ in range(3):
                drawn = determinize(seen, rng)
                assert view(drawn, seat) == seen
                assert state_from_json(state_to_json(drawn)) == replace(drawn, reshuffles=0)


@several
@given(plans())
def test_C_SECRET__a_drawn_state_holds_the_whole_pack(plan: Plan) -> None:
    rng = Random(plan.seed)
    for state in sampled(replace(plan, missing=0), 10):
        for seat in seats(state):
            assert all_cards(determinize(view(state, seat), rng)) == Counter(PACK)


def all_but(unseen: str, hands: dict[int, str], deck: int) -> View:
    """What seat 0 sees when all cards but these lie on the discard pile."""
    shown = Counter(PACK) - Counter(cards(unseen)) - Counter(cards(hands[0]))
    pile = " ".join(map(str, shown.elements()))
    hidden = unseen.split()
    held = {0: hands[0], 1: " ".join(hidden[deck:])}
    return view(table(hands=held, deck=" ".join(hidden[:deck]), discard=pile), 0)


def chi_square(found: Counter[Any], chances: dict[Any, float]) -> float:
    """How far the counts are from what was to be expected; impossible ones must not occur."""
    assert set(found) <= set(chances)
    count = found.total()
    return sum((found[key] - p * count) ** 2 / (p * count) for key, p in chances.items())


def test_C_SECRET__all_hidden_orders_are_drawn_equally_often() -> None:
    seen = all_but("A0 B0 C+3 D+3", {0: "F0"}, deck=2)
    rng = Random(20)
    drawn = [determinize(seen, rng) for _ in range(2400)]
    found = Counter((state.hands[1], state.deck) for state in drawn)
    orders = permutations(cards("A0 B0 C+3 D+3"))
    # 23 degrees of freedom: 49.7 is passed once in a thousand.
    assert chi_square(found, {(o[:2], o[2:]): 1 / 24 for o in orders}) < 49.7


def test_C_SECRET__equal_and_missing_cards_are_weighed() -> None:
    """Four cards are unseen, two of them alike; the position holds but two of the four."""
    seen = replace(all_but("A-1 A-1 B0 C0", {0: "F0"}, deck=2), hands=(cards("F0"), 1), deck=1)
    rng = Random(21)
    drawn = [determinize(seen, rng) for _ in range(2400)]
    found = Counter(" ".join(map(str, state.hands[1] + state.deck)) for state in drawn)
    alike = {"A-1 A-1": 2 / 12, "A-1 B0": 2 / 12, "A-1 C0": 2 / 12, "B0 A-1": 2 / 12}
    chances = {**alike, "C0 A-1": 2 / 12, "B0 C0": 1 / 12, "C0 B0": 1 / 12}
    # 6 degrees of freedom: 22.5 is passed once in a thousand.
    assert chi_square(found, chances) < 22.5


def test_C_SECRET__every_hidden_card_can_be_anywhere() -> None:
    """With three players and a spectator nothing hidden is left out of a draw."""
    state = table(3, hands={0: "A0", 1: "B0 B+3", 2: "C0"}, deck="D0 E0", discard="F0")
    rng = Random(22)
    drawn = [determinize(view(state, None), rng) for _ in range(1500)]
    unseen = set(PACK) - set(cards("F0"))
    for place in ("hands", "deck"):
        piles = [getattr(found, place) for found in drawn]
        assert set(cards_in(tuple(piles))) == unseen
    assert {tuple(map(len, found.hands)) for found in drawn} == {(1, 2, 1)}


def test_C_SECRET__a_view_that_hides_more_than_there_is_allows_nothing() -> None:
    seen = all_but("A0 B0 C0", {0: "F0"}, deck=2)
    assert determinize(seen, Random(1)).discard == seen.discard
    with pytest.raises(PositionError, match=r"^the view hides more cards than there are$"):
        determinize(replace(seen, deck=3), Random(1))
