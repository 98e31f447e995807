"""Buckets and counts, with a clock of the test's own."""

from dataclasses import fields

import pytest

from piazzetta.server.app.limits import (
    UNLIMITED,
    Bucket,
    Buckets,
    Counts,
    Limits,
    Rate,
    asker_of,
    relaxed,
)


class Clock:
    """Shows what it is told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def taken(bucket: Bucket, times: int) -> int:
    """How many of so many were allowed."""
    return sum(bucket.take() for _ in range(times))


def test_a_bucket_allows_some_at_once_and_some_each_second() -> None:
    clock = Clock()
    bucket = Bucket(Rate(2.0, 5.0), clock)
    assert taken(bucket, 10) == 5
    clock.now += 0.4
    assert not bucket.take()
    clock.now += 0.1
    assert taken(bucket, 10) == 1
    clock.now += 1000
    assert taken(bucket, 10) == 5


def test_what_weighs_more_takes_more() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1.0, 5.0), clock=clock)
    assert [buckets.take("a", count) for count in (3, 3, 2, 1)] == [True, False, True, False]
    clock.now += 3
    assert buckets.take("a", 3)
    assert not buckets.take("a")


def test_no_rate_is_no_limit() -> None:
    assert taken(Bucket(UNLIMITED), 10_000) == 10_000
    assert all(Buckets(UNLIMITED).take("a") for _ in range(10_000))


def test_everybody_has_a_bucket_and_the_idle_ones_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(Rate(0.1, 1.0), kept=2, clock=clock)
    assert [buckets.take(who) for who in "aab"] == [True, False, True]
    assert not buckets.take("a")
    assert buckets.take("c")  # now b, who was idle for longest, is forgotten
    assert not buckets.take("a")
    assert buckets.take("b")


def test_what_is_held_is_counted() -> None:
    counts = Counts(2)
    assert [counts.take("a") for _ in range(3)] == [True, True, False]
    assert counts.take("b")
    counts.give_back("a")
    assert counts.take("a")
    free = Counts(0)
    assert all(free.take("a") for _ in range(100))


def test_relaxed_limits_keep_sizes() -> None:
    limits = relaxed(Limits(message=123, body=456))
    for field in fields(limits):
        value = getattr(limits, field.name)
        assert value == UNLIMITED or not isinstance(value, Rate)
    assert (limits.connections, limits.lines, limits.advice, limits.advice_here) == (0, 0, 0, 0)
    assert (limits.message, limits.body) == (123, 456)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2a00:1450::1", "2a00:1450:0:0:ffff::2", True),
        ("2a00:1450::1", "2a00:1450:0:1::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:9.9.9.1", "::ffff:9.9.9.2", False),
        ("fe80::1%eth0", "fe80::2%eth0", False),
        ("fd00::1", "fd00::2", False),
        ("unknown", "", False),
    ],
)
def test_who_has_an_address_has_its_network(one: str, other: str, same: bool) -> None:
    """The next room need not share: only on the internet does somebody own so many addresses."""
    assert (asker_of((one, 1)) == asker_of((other, 2))) is same
    assert asker_of(None) == ""
