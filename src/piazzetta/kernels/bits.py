"""Counting bits. The compiler knows these formulas and makes one instruction of each."""

from collections.abc import Callable

import numpy as np
from numba.extending import overload

from piazzetta.kernels.jit import kernel

_ODD = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_1 = np.uint64(1)
_2 = np.uint64(2)
_4 = np.uint64(4)
_56 = np.uint64(56)


@kernel
def signed(word: np.uint64) -> int:
    """The word as an ordinary integer."""
    return np.int64(word)  # type: ignore[return-value]  # an integer to whoever calls it


def popcount(word: np.uint64) -> int:
    """How many bits are set. A GPU's compiler does not know the formula: see `gpu.py`."""
    return int(word).bit_count()


def _popcount_on_cpu(word: np.uint64) -> Callable[[np.uint64], int]:  # noqa: ARG001 - numba asks by type
    def count(word: np.uint64) -> int:
        word = word - ((word >> _1) & _ODD)
        word = (word & _PAIRS) + ((word >> _2) & _PAIRS)
        word = (word + (word >> _4)) & _NIBBLES
        return signed((word * _BYTES) >> _56)

    return count


overload(popcount, target="cpu")(_popcount_on_cpu)


@kernel
def lowest(word: np.uint64) -> int:
    """The place of the lowest bit that is set; 64 if none is."""
    return popcount(~word & (word - _1))


@kernel
def without_lowest(word: np.uint64) -> np.uint64:
    """The word without its lowest bit."""
    return word & (word - _1)


@kernel
def nth(word: np.uint64, n: int) -> int:
    """The place of the bit that has n set bits below it."""
    for _ in range(n):
        word = without_lowest(word)
    return lowest(word)
