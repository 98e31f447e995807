"""Chance as data: the shuffle that the module documents, written a second time, and given orders.

The vectors in tests/data/chance.json were computed by a program in another language, written from
the same description. They pin the shuffle for good: every record of a game rests on it.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piazzetta.rules.carre import Card as CarreCard
from piazzetta.rules.chance import Given, Seed, _below
from piazzetta.rules.errors import ChanceError, FieldError
from piazzetta.rules.piazza import Card
from tests.rules.piazza_tables import cards

VECTORS = Path(__file__).parent.parent / "data" / "chance.json"
GREATEST = 2**256 - 1
SEEDS = st.integers(0, GREATEST)


def vectors() -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))
    return data


def documented_words(seed: int, label: str) -> Iterator[int]:
    """The words of block(0), block(1), … as the module describes them, byte by byte."""
    for i in range(10**6):
        text = f"{seed:064x}{i:016x}" + label.encode("utf-8").hex()
        block = hashlib.sha256(bytes.fromhex(text)).hexdigest()
        yield from (int(block[at : at + 8], 16) for at in range(0, 64, 8))


def documented_shuffle(seed: int, label: str, size: int) -> list[int]:
    words, order = documented_words(seed, label), list(range(size))
    for last in reversed(range(1, size)):
        n = last + 1
        word = next(words)
        while word >= 2**32 - 2**32 % n:
            word = next(words)
        other = word % n
        order[last], order[other] = order[other], order[last]
    return order


@pytest.mark.parametrize("case", vectors())
def test_the_shuffle_keeps_to_its_vectors(case: dict[str, Any]) -> None:
    seed, size = int(case["seed"], 16), len(case["order"])
    assert list(Seed(seed).shuffle(case["label"], range(size))) == case["order"]
    assert documented_shuffle(seed, case["label"], size) == case["order"]


@given(SEEDS, st.text(max_size=20), st.integers(0, 100))
def test_the_shuffle_is_the_documented_one(seed: int, label: str, size: int) -> None:
    shuffled = Seed(seed).shuffle(label, range(size))
    assert list(shuffled) == documented_shuffle(seed, label, size)
    assert sorted(shuffled) == [*range(size)]


@pytest.mark.parametrize("seed", [0, 1, GREATEST - 1, GREATEST])
def test_the_least_and_the_greatest_seeds_shuffle(seed: int) -> None:
    assert sorted(Seed(seed).shuffle("round 1", "abc")) == ["a", "b", "c"]
    assert Seed(seed).value == seed


@pytest.mark.parametrize("seed", [-1, GREATEST + 1])
def test_a_seed_beyond_is_refused(seed: int) -> None:
    with pytest.raises(FieldError, match=r"0 to 2\^256 - 1"):
        Seed(seed)


def test_a_word_that_would_favour_small_numbers_is_passed_over() -> None:
    assert _below(3, iter([2**32 - 1, 5])) == 2
    assert _below(3, iter([2**32 - 2, 5])) == 2
    assert _below(2**31 + 1, iter([2**31 + 1, 2**32 - 1, 2**31])) == 2**31
    assert _below(4, iter([2**32 - 1])) == 3
    assert _below(1, iter([7])) == 0


def test_the_items_given_stay_as_they_were() -> None:
    items = [*range(20)]
    Seed(3).shuffle("stock 0", items)
    assert items == [*range(20)]


def test_every_order_is_equally_likely() -> None:
    found = Counter(Seed(seed).shuffle("stock 0", range(4)) for seed in range(4800))
    assert found.keys() == set(permutations(range(4)))
    chi_square = sum((count - 200) ** 2 / 200 for count in found.values())
    assert chi_square < 49.7  # 23 degrees of freedom: chance exceeds this once in a thousand


def test_the_order_of_one_label_tells_nothing_about_another() -> None:
    pairs = Counter(
        (Seed(seed).shuffle("stock 0", range(3)), Seed(seed).shuffle("stock 1", range(3)))
        for seed in range(3600)
    )
    chi_square = sum((pairs[one, two] - 100) ** 2 / 100 for one in ORDERS for two in ORDERS)
    assert chi_square < 66.6  # 35 degrees of freedom: chance exceeds this once in a thousand


ORDERS = [*permutations(range(3))]


@given(SEEDS)
def test_labels_that_look_alike_have_different_blocks(seed: int) -> None:
    labels = ["round 1", "round 11", "round 1 reshuffle 1", "stock 1", "1"]
    assert len({Seed(seed).shuffle(label, range(40)) for label in labels}) == len(labels)


def test_a_given_order_is_followed() -> None:
    hand = cards("B1 R2 R2 Y6")
    order = Given({"stock 0": ("R2", "Y6", "B1", "R2")}).shuffle("stock 0", hand)
    assert order == cards("R2 Y6 B1 R2")
    assert all(isinstance(card, Card) for card in order)


def test_a_given_order_may_hold_anything_that_can_be_written() -> None:
    seats = Given({"first": ("2", "0", "1")}).shuffle("first", range(3))
    assert seats == (2, 0, 1)
    values = (CarreCard("A", -2), CarreCard("B", 0))
    assert Given({"round 1": ("B0", "A-2")}).shuffle("round 1", values) == values[::-1]


def test_a_shuffle_without_a_given_order_is_refused() -> None:
    with pytest.raises(ChanceError, match="no order is given for the shuffle 'stock 1'") as caught:
        Given({"stock 0": ()}).shuffle("stock 1", ())
    assert caught.value.label == "stock 1"


@pytest.mark.parametrize(
    "order", [(), ("B1",), ("B1", "B1"), ("B1", "R3"), ("B1", "R2", "R2"), ("b1", "R2")]
)
def test_a_given_order_of_other_cards_is_refused(order: tuple[str, ...]) -> None:
    with pytest.raises(ChanceError, match="'stock 0' does not hold the cards") as caught:
        Given({"stock 0": order}).shuffle("stock 0", cards("B1 R2"))
    assert caught.value.label == "stock 0"
