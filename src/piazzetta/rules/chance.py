"""Chance as data: every shuffle of a game follows from one seed, or from orders written down.

How a seed shuffles, so that any program can repeat it:

    block(i) = SHA-256( seed, 32 bytes big-endian | i, 8 bytes big-endian | label, UTF-8 )
    words    = the 32-bit big-endian words of block(0), block(1), …, in order
    below(n) = the next word w with w < 2^32 - (2^32 mod n), taken modulo n   (rejection sampling)
    shuffle  = for i from the last index down to 1: swap items i and below(i + 1)   (Fisher–Yates)

Each shuffle has a label of its own ("stock 1", "round 3", "round 3 reshuffle 1"), so one seed
serves a whole game and the order of one shuffle tells nothing about another.
"""

import hashlib
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from piazzetta.rules.errors import ChanceError, FieldError

T = TypeVar("T")

SEED_BITS = 256
_WORD = 1 << 32


class Chance(Protocol):
    """Where the order of shuffled cards comes from."""

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in the order that this label's shuffle gives them."""
        ...


@dataclass(frozen=True, slots=True)
class Seed:
    """Chance that follows from a number of up to 256 bits."""

    value: int

    def __post_init__(self) -> None:
        """Refuse a number that does not fit."""
        if not 0 <= self.value < 1 << SEED_BITS:
            raise FieldError(f"a seed is a number from 0 to 2^{SEED_BITS} - 1")

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """Fisher–Yates over the words of this seed and label."""
        order = list(items)
        words = _words(self.value, label)
        for i in range(len(order) - 1, 0, -1):
            j = _below(i + 1, words)
            order[i], order[j] = order[j], order[i]
        return tuple(order)


@dataclass(frozen=True, slots=True)
class Given:
    """Chance that somebody wrote down: the order of each shuffle, as text, by its label."""

    orders: Mapping[str, tuple[str, ...]]

    def __post_init__(self) -> None:
        """Keep a copy, so that nobody else can change it."""
        object.__setattr__(self, "orders", dict(self.orders))

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The written order, once it is seen to hold exactly these items."""
        if label not in self.orders:
            raise ChanceError(label, f"no order is given for the shuffle '{label}'")
        order = self.orders[label]
        if sorted(order) != sorted(map(str, items)):
            reason = f"the order given for '{label}' does not hold the cards it should"
            raise ChanceError(label, reason)
        by_text = {str(item): item for item in items}
        return tuple(by_text[text] for text in order)


def _words(seed: int, label: str) -> Iterator[int]:
    prefix, suffix = seed.to_bytes(SEED_BITS // 8, "big"), label.encode()
    counter = 0
    while True:
        block = hashlib.sha256(prefix + counter.to_bytes(8, "big") + suffix).digest()
        yield from struct.unpack(">8I", block)
        counter += 1


def _below(n: int, words: Iterator[int]) -> int:
    limit = _WORD - _WORD % n
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % n
