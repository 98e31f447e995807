"""How kernels are compiled: one decorator for both games, and where compiled code is kept.

numba notices a change of the file a function stands in, but not of the functions it calls in other
files. So compiled code is kept in a folder named after the digest of all sources it can come from:
a game's kernels stand in files named after the game (`piazza.py`, `piazza_playout.py`) and call
each other and the shared ones, nothing else.
"""

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")

SHARED = ("batch.py", "bits.py", "jit.py", "rng.py")
"""What the kernels of every game rest on."""

KEPT = 8
"""How many older folders of compiled code stay: other checkouts may still use them."""


SHORT = 20
"""Kernels of so many lines or fewer become a part of those that call them. Longer ones would make
little faster, and much longer to compile."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile the function on its first call; it runs without the GIL, and on a GPU too.

    It can make no arrays: then nobody need count who holds one, which takes a fifth of the time.
    """
    short = _lines(function) <= SHORT
    return _cached(function, nogil=True, forceinline=short, _nrt=False)


def root_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a function that makes arrays, hands one back or copies a part of one."""
    return _cached(function, nogil=True, _nrt=True)


def brief_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """The same for what a server calls with every move: it keeps the GIL, since to hand it to
    another thread and back takes longer than the work."""
    return _cached(function, nogil=False, _nrt=True)


def _cached(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder(family(function.__module__)))
    try:
        return _compiled(function, **options, cache=True)
    except RuntimeError:  # nowhere to keep it: every process compiles for itself
        return _compiled(function, **options, cache=False)
    finally:
        config.CACHE_DIR = before


def _compiled(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    njit: Any = numba.njit  # whose types do not know all its options
    return cast("Callable[P, R]", njit(error_model="numpy", **options)(function))


def _lines(function: Callable[P, R]) -> int:
    """From the decorator to the last line that does something."""
    code = function.__code__
    return max(line for *_, line in code.co_lines() if line) - code.co_firstlineno + 1


def family(module: str) -> str:
    """The first word of a module's own name: the game, for a game's kernels."""
    return module.rpartition(".")[2].partition("_")[0]


@cache
def cache_folder(name: str) -> Path:
    """The folder of compiled code for exactly the sources of that family."""
    folder = _user_cache() / "piazzetta" / "kernels" / f"{name}-{_digest(name)}"
    if not folder.exists():
        _forget_old(folder.parent)
    return folder


def _user_cache() -> Path:
    """Where this user's programs keep what they can make again."""
    given = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    if given:
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def _digest(name: str) -> str:
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources(name))).hexdigest()[:16]


def sources(name: str) -> list[Path]:
    """All files that compiled code of that family can come from."""
    here = Path(__file__).parent
    return [*(here / shared for shared in SHARED), *sorted(here.glob(f"{name}*.py"))]


def _forget_old(parent: Path) -> None:
    """Remove all but the newest folders; one that another process just removed is no error."""
    with suppress(OSError):
        newest_first = sorted(parent.iterdir(), key=lambda path: -path.stat().st_mtime)
        for folder in newest_first[KEPT:]:
            shutil.rmtree(folder, ignore_errors=True)
