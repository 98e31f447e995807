"""Whether a game's kernels are compiled already, and whose turn it is to compile them.

    a note beside the compiled code ──► nothing is to be done
    none ──► wait for one's turn ──► a note by now? ──► else compile, and leave one

Turns are taken by a lock on a file, which the system drops when its holder dies.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
from numba.core.registry import cpu_target

from piazzetta.kernels import jit

if sys.platform == "win32":

    def _taken(_path: Path) -> tuple[int, ...]:
        """Whoever needs kernels compiles them: a waste of work, no harm."""
        return ()
else:
    import fcntl

    def _taken(path: Path) -> tuple[int, ...]:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return ()
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        return (handle,)


def is_kept(game: str) -> bool:
    """Whether all compiled code of the game can be loaded."""
    return _note(game).exists()


def note(game: str) -> None:
    """All of it was compiled, or loaded."""
    with suppress(OSError):  # There may be no place to keep anything.
        _note(game).touch()


@contextmanager
def turn(game: str) -> Iterator[tuple[int, ...]]:
    """Wait until nobody else compiles the game's kernels; at once where that cannot be known.

    The turn is over when all who were given its handle have closed it, or ended.
    """
    handles = _taken(jit.cache_folder(game) / "lock")
    try:
        yield handles
    finally:
        for handle in handles:
            os.close(handle)


def _note(game: str) -> Path:
    """Its name tells all that numba looks at before it trusts what it has kept."""
    target: Any = cpu_target
    seen = (sys.version, numba.__version__, target.target_context.codegen().magic_tuple())
    files = [(str(path), path.stat().st_mtime_ns) for path in jit.sources(game)]
    digest = hashlib.sha256(repr((seen, files)).encode()).hexdigest()[:16]
    return jit.cache_folder(game) / f"complete-{digest}"
