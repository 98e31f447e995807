"""The same kernels on a GPU, one game a thread, where there is one and numba can use it."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from piazzetta.kernels.batch import Playouts, results
from piazzetta.kernels.bits import popcount

if not hasattr(np, "row_stack"):  # dropped by numpy 2.5; some releases of numba-cuda ask for it
    np.row_stack = np.vstack  # type: ignore[attr-defined, unused-ignore]

cuda: Any
try:
    from numba import cuda
except ImportError:  # numba serves the CPU alone
    cuda = None

THREADS = 128
BLOCKS = 4096
"""Threads in a block, and at most so many blocks: beyond that a thread plays several games."""


def _popcount_on_gpu(word: np.uint64) -> Callable[[np.uint64], int]:  # noqa: ARG001 - asked by type
    def count(word: np.uint64) -> int:
        return np.int64(cuda.popc(word))  # type: ignore[return-value]  # an integer to all others

    return count


def _teach_popcount() -> None:
    """Let the GPU count bits by its own instruction."""
    extending = import_module("numba.cuda.extending")
    if not hasattr(extending, "overload"):  # the GPU support that comes with numba, not numba-cuda
        extending = import_module("numba.extending")
    extending.overload(popcount, target="cuda")(_popcount_on_gpu)


if cuda is not None:
    _teach_popcount()


def available() -> bool:
    """Whether there is a GPU that numba can use; a broken driver counts as none."""
    try:
        return cuda is not None and bool(cuda.is_available())
    except Exception:
        return False


def launch(games_kernel: Any, players: int, games: int, *arguments: Any) -> tuple[Any, Any, Any]:
    """Let the GPU play; when it is done, the columns of `Playouts`, still in its memory."""
    points, shares, moves = results(players, games)
    found = tuple(
        cuda.device_array(column.shape, column.dtype) for column in (points, shares, moves)
    )
    blocks = min(BLOCKS, (games + THREADS - 1) // THREADS)
    games_kernel[blocks, THREADS](games, *arguments, *found)
    cuda.synchronize()
    return found


def fetched(found: tuple[Any, Any, Any]) -> Playouts:
    """What the GPU found, in ordinary memory."""
    return Playouts(*(column.copy_to_host() for column in found))
