"""Chance inside kernels: a xorshift64* generator whose state is one uint64 in an array.

The array is passed in, so that a thread, on the CPU or on a GPU, has its own generator and a
game numbered `stream` of a run seeded `seed` is the same game everywhere.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.jit import kernel

Rng = npt.NDArray[np.uint64]
"""One uint64, never 0."""

_WEYL = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_STAR = np.uint64(0x2545F4914F6CDD1D)
ONE = np.uint64(1)
_S12 = np.uint64(12)
_S25 = np.uint64(25)
_S27 = np.uint64(27)
_S30 = np.uint64(30)
_S31 = np.uint64(31)
_S32 = np.uint64(32)


def new_rng(seed: int, stream: int = 0) -> Rng:
    """A generator for use from Python."""
    rng = np.empty(1, np.uint64)
    seed_rng(rng, np.uint64(seed), np.uint64(stream))
    return rng


@kernel
def mixed(word: np.uint64) -> np.uint64:
    """The finisher of splitmix64: nearby numbers come out far apart."""
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@kernel
def seed_rng(rng: Rng, seed: np.uint64, stream: np.uint64) -> None:
    """Start the generator of one stream of a seed."""
    word = mixed(mixed(np.uint64(seed) + _WEYL) + np.uint64(stream) * _WEYL)
    rng[0] = word | ONE


@kernel
def next_u32(rng: Rng) -> np.uint32:
    """The next 32 random bits."""
    word = rng[0]
    word ^= word >> _S12
    word ^= word << _S25
    word ^= word >> _S27
    rng[0] = word
    return np.uint32((word * _STAR) >> _S32)


@kernel
def below(rng: Rng, n: int) -> int:
    """A random number from 0 to n - 1; for n below 2^16 no number is favoured by over 2^-16."""
    scaled = (np.uint64(next_u32(rng)) * np.uint64(n)) >> _S32
    return np.int64(scaled)  # type: ignore[return-value]  # an integer to whoever calls it


@kernel
def shuffle(cards: npt.NDArray[Any], start: int, n: int, rng: Rng) -> None:
    """Put the n entries from `start` on in random order."""
    for k in range(n - 1, 0, -1):
        other = start + below(rng, k + 1)
        card = cards[start + k]
        cards[start + k] = cards[other]
        cards[other] = card
