"""Kernels and rules side by side: one chance for both, and a difference that is loud."""

import json
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from piazzetta.kernels.rng import Rng, shuffle
from piazzetta.rules.game import Json

T = TypeVar("T")


class KernelChance:
    """Chance for the rules, in the very order that a kernel with this generator shuffles."""

    def __init__(self, rng: Rng) -> None:
        """The generator is copied: the kernel goes on with its own."""
        self.rng = rng.copy()

    def shuffle(self, _label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The kernels shuffle in the order of play, so that labels are not needed."""
        order = np.arange(len(items))
        shuffle(order, 0, len(items), self.rng)
        return tuple(items[k] for k in order.tolist())


def same(what: str, position: Callable[[], Json], rules: object, kernel: object) -> None:
    """Stop at the first difference, with the position it is at."""
    if rules != kernel:
        raise AssertionError(
            f"kernels and rules differ: {what}\nrules:   {rules}\nkernels: {kernel}\n"
            f"at {json.dumps(position())}"
        )
