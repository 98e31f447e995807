"""P-SECRET: a view holds nothing that its seat may not know; states drawn from it agree with it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import permutations
from math import sqrt
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piazzetta.rules import piazza
from piazzetta.rules.errors import PositionError
from piazzetta.rules.grid import Placed
from piazzetta.rules.piazza import PACK, Card, State, View
from tests.rules.piazza_tables import COLOURS, Played, after, cards, games, position

GAMES = settings(max_examples=15, deadline=None)
T = TypeVar("T")
CARD_TEXT = re.compile(r"\b[RPBY][1-6]\b")


def seats(state: State) -> list[int | None]:
    return [None, *range(state.players)]


def moments(game: Played) -> tuple[State, ...]:
    """Some positions of a game, from its first to its last."""
    return game.states[:: max(1, len(game.states) // 5)] + game.states[-1:]


def known(state: State, seat: int | None) -> Counter[Card]:
    """The cards that the seat may know: the table, its hand, what is left in its stock."""
    found = Counter(lying.card for lying in state.board)
    if seat is not None:
        found.update(state.hands[seat] + state.stocks[seat])
    return found


def cards_within(value: Any) -> Iterator[Card]:
    """Every card anywhere inside a value."""
    if isinstance(value, Card):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_within(getattr(value, field.name))
    elif isinstance(value, dict):
        yield from cards_within([*value.items()])
    elif isinstance(value, (tuple, list, set, frozenset)):
        for part in value:
            yield from cards_within(part)


def with_other_hidden_cards(state: State, seat: int | None, rng: Random) -> State:
    """The same state, had chance dealt the cards differently that the seat may not see.

    Each stock is shuffled; of the others also hand and stock together, and all neutral cards.
    """
    own = {colour for colours in state.colours or () for colour in colours}
    others = [i for i in range(state.players) if i != seat]
    piles = {i: list(state.hands[i] + state.stocks[i]) for i in others}
    neutral = [(i, k) for i in others for k, c in enumerate(piles[i]) if c.colour not in own]
    for (i, k), (j, m) in zip(neutral, rng.sample(neutral, len(neutral)), strict=True):
        piles[i][k], piles[j][m] = piles[j][m], piles[i][k]
    hands, stocks = list(state.hands), list(state.stocks)
    for i in range(state.players):
        pile = piles.get(i, list(stocks[i]))
        rng.shuffle(pile)
        size = len(hands[i]) if i in piles else 0
        hands[i] = tuple(pile[:size]) or hands[i]
        stocks[i] = tuple(pile[size:])
    return replace(state, hands=tuple(hands), stocks=tuple(stocks))


@GAMES
@given(games())
def test_P_SECRET__every_card_anywhere_in_a_view_is_one_the_seat_knows(game: Played) -> None:
    for state in moments(game):
        for seat in seats(state):
            seen = piazza.view(state, seat)
            data = piazza.view_to_json(seen)
            shown = Counter(map(str, known(state, seat).elements()))
            assert Counter(cards_within(seen)) == known(state, seat)
            assert Counter(CARD_TEXT.findall(json.dumps(data))) == shown


@GAMES
@given(games(), st.randoms(use_true_random=False))
def test_P_SECRET__what_is_hidden_changes_nothing_in_a_view(game: Played, rng: Random) -> None:
    for state in moments(game):
        for seat in seats(state):
            other = piazza.view(with_other_hidden_cards(state, seat, rng), seat)
            seen = piazza.view(state, seat)
            assert (other, repr(other)) == (seen, repr(seen))
            assert json.dumps(piazza.view_to_json(other)) == json.dumps(piazza.view_to_json(seen))
            assert repr(piazza.determinize(other, Random(5))) == repr(
                piazza.determinize(seen, Random(5))
            )


@GAMES
@given(games())
def test_P_SECRET__an_earlier_moment_is_seen_as_it_was(game: Played) -> None:
    """What came later, or was taken back, does not show in the view of a state."""
    for index, state in enumerate(game.states[:-1]):
        seen = piazza.view(state, 0)
        for legal in piazza.legal_moves(state)[:3]:
            piazza.play(state, legal.move, game.chance)
        assert piazza.view(game.states[index], 0) == seen
        assert Counter(cards_within(seen)) == known(state, 0)


@GAMES
@given(games())
def test_P_SECRET__everything_else_is_public(game: Played) -> None:
    hidden = {"hands", "stocks", "own_stock"}
    for state in moments(game):
        whole = piazza.state_to_json(state)
        for seat in seats(state):
            data = piazza.view_to_json(piazza.view(state, seat))
            assert {k: v for k, v in data.items() if k not in hidden} == {
                k: v for k, v in whole.items() if k not in hidden
            }
            assert data["stocks"] == [len(stock) for stock in whole["stocks"]]
            for i, hand in enumerate(whole["hands"]):
                assert data["hands"][i] == (hand if i == seat else len(hand))
            own = None if seat is None else sorted(whole["stocks"][seat])
            assert data.get("own_stock") == own


@GAMES
@given(games())
def test_views_can_be_written_and_read(game: Played) -> None:
    for state in moments(game):
        for seat in seats(state):
            seen = piazza.view(state, seat)
            assert piazza.view_from_json(piazza.view_to_json(seen)) == seen


@GAMES
@given(games(), st.randoms(use_true_random=False))
def test_P_SECRET__states_drawn_from_a_view_agree_with_it(game: Played, rng: Random) -> None:
    for state in moments(game):
        for seat in seats(state):
            seen = piazza.view(state, seat)
            drawn = piazza.determinize(seen, rng)
            assert piazza.view(drawn, seat) == seen
            assert piazza.state_from_json(piazza.state_to_json(drawn)) == drawn
            assert Counter(cards_within(drawn)) == Counter(PACK)


@GAMES
@given(games(), st.randoms(use_true_random=False))
def test_a_drawn_state_can_be_played_to_its_end(game: Played, rng: Random) -> None:
    moment = rng.choice(game.states)
    state = piazza.determinize(piazza.view(moment, moment.turn), rng)
    while not state.over:
        state = piazza.play(state, rng.choice(piazza.legal_moves(state)).move, game.chance)
    assert piazza.outcome(state)


def seen_with(unseen: str, hands: list[str | int], stocks: list[int], **changes: Any) -> View:
    """A view in which just these cards are not seen: all others lie on the table, in one row.

    Such a table breaks the rules; determinize asks only which cards are left.
    """
    shown = Counter(PACK)
    shown.subtract(cards(unseen))
    own_stock = cards(changes.pop("own_stock", ""))
    held = [cards(hand) if isinstance(hand, str) else hand for hand in hands]
    shown.subtract(own_stock)
    for hand in held:
        shown.subtract(() if isinstance(hand, int) else hand)
    players = len(hands)
    fields = {
        "seat": next((i for i, hand in enumerate(hands) if isinstance(hand, str)), None),
        "phase": "play",
        "colours": tuple(tuple(own) for own in COLOURS[players]),
        "start": "corner" if players == 3 else "square",
        "first": 0,
        "board": tuple(Placed(card, (x, 0)) for x, card in enumerate(shown.elements())),
        "hands": tuple(held),
        "stocks": tuple(stocks),
        "own_stock": own_stock,
        "scores": (0,) * players,
        "turn": 0,
        "finished": (),
        "passes": 0,
        "over": False,
    }
    return View(**fields | changes)


Piles = tuple[tuple[Card, ...], ...]


def every_deal(seen: View, unseen: str) -> Counter[Piles]:
    """All hands and stocks that the view allows, by trying every order of the cards unseen.

    Counted as often as there are ways: two equal cards are two cards.
    """
    sizes = []
    for seat, hand in enumerate(seen.hands):
        sizes += [hand if isinstance(hand, int) else 0, seen.stocks[seat]]
    own = seen.colours or (("R", "P", "B", "Y"),) * seen.players
    anyones = {"R", "P", "B", "Y"}.difference(*own)
    pile_of = [pile for pile, size in enumerate(sizes) for _ in range(size)]
    ways: Counter[Piles] = Counter()
    mine = [pile for pile in pile_of if seen.seat is not None and pile == 2 * seen.seat + 1]
    for order in permutations(cards(unseen), len(pile_of) - len(mine)):
        for stock in permutations(seen.own_stock):
            piles: list[list[Card]] = [[] for _ in sizes]
            if seen.seat is not None:
                piles[2 * seen.seat + 1] = list(stock)
            hidden = [pile for pile in pile_of if pile not in mine]
            for pile, card in zip(hidden, order, strict=True):
                piles[pile].append(card)
            fits = all(
                card.colour in own[pile // 2] or card.colour in anyones
                for pile, card in zip(hidden, order, strict=True)
            )
            ways[tuple(map(tuple, piles))] += fits
    return +ways


def dealt(state: State, seen: View) -> Piles:
    """The hidden piles of a state, in the order of `every_deal`."""
    piles: list[tuple[Card, ...]] = []
    for hand, stock, shown in zip(state.hands, state.stocks, seen.hands, strict=True):
        piles += [hand if isinstance(shown, int) else (), stock]
    return tuple(piles)


def chi_square(found: Counter[T], ways: Counter[T]) -> float:
    """How far what was found lies from each kind's share of the ways."""
    expected = {kind: found.total() * count / ways.total() for kind, count in ways.items()}
    return sum((found[kind] - mean) ** 2 / mean for kind, mean in expected.items())


def critical(freedom: int) -> float:
    """The chi-square value that chance exceeds once in a thousand (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 3.0902 * sqrt(spread)) ** 3)


VIEWS: dict[str, tuple[str, View]] = {
    "two players": (
        "B1 B2 Y1 Y3",
        seen_with("B1 B2 Y1 Y3", ["R1", 2], [2, 2], own_stock="P1 R5"),
    ),
    "two players, equal cards": (
        "B1 B1 Y1 Y1",
        seen_with("B1 B1 Y1 Y1", ["R1", 3], [0, 1]),
    ),
    "three players, neutral cards": (
        "P1 P2 B1 Y1 Y2 Y3",
        seen_with("P1 P2 B1 Y1 Y2 Y3", ["R1 Y4", 2, 1], [0, 1, 2]),
    ),
    "three players, seen from the last seat": (
        "R1 P1 Y1 Y2 Y2",
        seen_with("R1 P1 Y1 Y2 Y2", [2, 1, "B1"], [1, 1, 2], own_stock="B2 B3"),
    ),
    "three players, not all cards in the game": (
        "P1 P2 B1 Y1 Y2",
        seen_with("P1 P2 B1 Y1 Y2", ["R1", 1, 1], [0, 1, 0]),
    ),
    "four players": (
        "P1 P2 B1 Y1 Y2 Y3",
        seen_with("P1 P2 B1 Y1 Y2 Y3", ["R1", 1, 1, 2], [0, 1, 0, 1]),
    ),
    "four players, not all cards in the game": (
        "R2 P1 P2 B1 Y1 Y2",
        seen_with("R2 P1 P2 B1 Y1 Y2", ["R1", 1, 1, 1], [0, 0, 0, 1]),
    ),
    "a spectator": (
        "R1 R2 P1 Y1 Y2",
        seen_with("R1 R2 P1 Y1 Y2", [2, 1], [1, 1]),
    ),
    "set-up": (
        "P1 P2 B1 Y1 Y2",
        seen_with("P1 P2 B1 Y1 Y2", ["R1", 3, 2], [0, 0, 0], phase="setup"),
    ),
    "nobody said who owns what": (
        "R1 P1 B1 B2 Y1",
        seen_with("R1 P1 B1 B2 Y1", ["R3", 1, 1], [0, 1, 0], colours=None),
    ),
}


@pytest.mark.parametrize("case", VIEWS)
def test_P_SECRET__every_deal_a_view_allows_is_equally_likely(case: str) -> None:
    unseen, seen = VIEWS[case]
    ways = every_deal(seen, unseen)
    draws = 40 * len(ways)
    rng = Random(2023)
    found = Counter(dealt(piazza.determinize(seen, rng), seen) for _ in range(draws))
    assert found.keys() <= ways.keys()
    assert chi_square(found, ways) < critical(len(ways) - 1)


def test_the_measure_of_chance_sees_a_bias() -> None:
    fair, rng = Counter(range(24)), Random(2023)
    even = Counter(rng.choice(range(24)) for _ in range(960))
    biased = Counter(min(rng.choice(range(24)), rng.choice(range(48))) for _ in range(960))
    assert chi_square(even, fair) < critical(23) < chi_square(biased, fair)
    assert critical(100) == pytest.approx(149.4, abs=0.2)


def test_P_SECRET__nobody_knows_which_neutral_cards_the_others_were_dealt() -> None:
    _, seen = VIEWS["three players, neutral cards"]
    rng = Random(1)
    neutral = {
        card
        for _ in range(50)
        for card in piazza.determinize(seen, rng).hands[2]
        if card.colour == "Y"
    }
    assert neutral == set(cards("Y1 Y2 Y3"))


NO_DISTRIBUTION = "no distribution of the unseen cards agrees with this view"


def test_a_view_that_hides_more_than_there_is_allows_nothing() -> None:
    seen = seen_with("B1 B2", ["R1", 3], [0, 0])
    with pytest.raises(PositionError, match=f"^{NO_DISTRIBUTION}$"):
        piazza.determinize(seen, Random(1))


def test_a_view_that_hides_another_seats_colours_allows_nothing() -> None:
    seen = seen_with("P1 B1 B2 Y1", ["R1", 1, 1, 2], [0, 0, 0, 0])
    with pytest.raises(PositionError, match=f"^{NO_DISTRIBUTION}$"):
        piazza.determinize(seen, Random(1))


def test_positions_that_do_not_hold_all_cards_are_seen_too() -> None:
    state = position("B1 R2\nY3 P4", "B5 B6", "R5", stocks=[["B2"], []])
    for seat in (None, 0, 1):
        drawn = piazza.determinize(piazza.view(state, seat), Random(3))
        assert piazza.view(drawn, seat) == piazza.view(state, seat)


def test_P_SECRET__a_pass_tells_nothing_but_that_it_happened() -> None:
    state = position(STUCK, "R1", "B1 B2")
    passed = after(state, "pass")
    assert replace(piazza.view(passed, 1), turn=0, passes=0) == piazza.view(state, 1)


STUCK = "R2 P1 R3"
"""Nowhere around these can R1 lie: beside a red card, or beside the symbol 1."""
