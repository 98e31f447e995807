"""Intervals and the sequential test, on data whose answer is known."""

from random import Random
from statistics import fmean

import pytest

from piazzetta.arena.statistics import Gambler, effective_games, interval, wilson


@pytest.mark.parametrize(
    ("rate", "games", "low", "high"),
    [
        # From tables of Wilson's interval.
        (0.5, 100, 0.4038, 0.5962),
        (0.1, 10, 0.0179, 0.4042),
        (1.0, 20, 0.8389, 1.0),
        (0.0, 20, 0.0, 0.1611),
    ],
)
def test_wilson(rate: float, games: int, low: float, high: float) -> None:
    assert wilson(rate, games) == pytest.approx((low, high), abs=5e-5)


def test_a_rate_lies_in_its_interval() -> None:
    for games in range(1, 400):
        for rate in (0.0, 1 / 3, 0.5, 1.0):
            low, high = wilson(rate, games)
            assert 0 <= low <= rate <= high <= 1


def test_what_deals_are_worth() -> None:
    rng = Random(1)
    alike = [float(rng.random() < 0.5) for _ in range(1000)]
    apart = [fmean(rng.random() < 0.5 for _ in range(4)) for _ in range(1000)]
    assert effective_games(alike, 4) == pytest.approx(1000, rel=0.01), "one game each"
    assert effective_games(apart, 4) == pytest.approx(4000, rel=0.1), "all games count"
    assert effective_games([0.5] * 1000, 2) == 1000**2, "luck cancels out"
    assert effective_games([1.0] * 1000, 4) == pytest.approx(4000, rel=0.01)
    assert effective_games([0.5], 2) == 1, "one deal proves nothing"


def test_a_few_deals_that_agree_are_no_certainty() -> None:
    low, high = interval([0.5, 0.5, 0.5], 2)
    assert high - low > 0.3


@pytest.mark.parametrize("rate", [0.1, 0.25, 0.5, 0.9])
@pytest.mark.parametrize("kind", ["independent", "alike", "paired"])
def test_the_interval_holds_the_truth_in_95_of_100_matches(rate: float, kind: str) -> None:
    rng = Random(f"{rate} {kind}")
    matches = 400
    held = 0
    for _ in range(matches):
        low, high = interval([deal(rng, rate, kind) for _ in range(50)], 2)
        held += low <= rate <= high
    assert 0.92 <= held / matches <= 1


def deal(rng: Random, rate: float, kind: str) -> float:
    """The mean of two rotations of a deal, `rate` on average."""
    first = rng.random()
    second = {"independent": rng.random(), "alike": first, "paired": 1 - first}[kind]
    return ((first < rate) + (second < rate)) / 2


def sure_after(deals: list[float], expected: float, risk: float) -> int | None:
    gambler = Gambler(expected)
    for number, mean in enumerate(deals, start=1):
        gambler.see(mean)
        if gambler.is_sure(risk):
            return number
    return None


@pytest.mark.parametrize("expected", [1 / 2, 1 / 3, 1 / 5])
def test_a_clear_result_is_seen_soon(expected: float) -> None:
    after = sure_after([1.0] * 100, expected, 0.05)
    assert after
    assert 3 <= after <= 12
    # Losing everything says less where winning is rare.
    after = sure_after([0.0] * 100, expected, 0.05)
    assert after
    assert 3 <= after <= 40


def test_more_certainty_takes_more_deals() -> None:
    deals = [1.0, 0.5] * 100
    early, late = sure_after(deals, 0.5, 0.1), sure_after(deals, 0.5, 0.001)
    assert early
    assert late
    assert early < late


def test_an_even_share_is_seldom_taken_for_more_or_less() -> None:
    """Looked at after each of 200 deals, in 300 matches: at most one in twenty may go wrong."""
    rng = Random(5)
    matches = [[rng.choice((0.0, 0.5, 1.0)) for _ in range(200)] for _ in range(300)]
    wrong = sum(sure_after(deals, 0.5, 0.05) is not None for deals in matches)
    assert wrong <= 15


def test_no_amount_of_evidence_is_too_much() -> None:
    gambler = Gambler(0.5)
    for _ in range(20_000):
        gambler.see(1.0)
    assert gambler.is_sure(1e-300)
