"""The rules as small numeric functions, compiled by numba: the same moves, in bulk and at speed.

Importing this package imports neither numba nor numpy. Ask `ready(game)` before using a kernel
where somebody is waiting; until it says yes, the pure rules serve.
"""

from piazzetta.kernels.warm import (
    available,
    must_compile,
    ready,
    trouble,
    wait_until_ready,
    warm_up_in_background,
)

__all__ = [
    "available",
    "must_compile",
    "ready",
    "trouble",
    "wait_until_ready",
    "warm_up_in_background",
]
