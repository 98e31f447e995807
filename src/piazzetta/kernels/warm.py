"""Makes kernels ready without anybody waiting for them, and tells whether they are.

Compiling takes many seconds of work that would hold the GIL. So another process does it and leaves
the compiled code in the cache (see `jit.py`), one for all that need it at once (see `kept.py`); a
thread here then loads it from there. Where numba is not installed nothing ever becomes ready, and
the pure rules go on serving.
"""

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from threading import Event, Lock, Thread
from typing import Any

MODULES: dict[str, tuple[str, ...]] = {
    "piazza": (
        "piazza_playout",
        "piazza_state",
        "piazza_listing",
        "piazza_telling",
        "piazza_search",
        "piazza_endgame",
        "piazza_tree",
    ),
    "carre": ("carre_playout", "carre_search", "carre_future"),
}
"""The modules of each game's kernels that others call; each has a function `warm_up` that calls
everything it offers once, on as little as possible."""

_ready = {game: Event() for game in MODULES}
_started: set[str] = set()
_lock = Lock()


def ready(game: str) -> bool:
    """Whether the game's kernels are compiled and loaded in this process."""
    return _ready[game].is_set()


def must_compile(game: str) -> bool:
    """Whether making the game's kernels ready takes long: they were not compiled here before."""
    return available() and not ready(game) and not _kept().is_kept(game)


def wait_until_ready(game: str, timeout: float | None = None) -> bool:
    """Start if nobody has, and wait; for those who have nothing else to do."""
    if not available():
        return False
    warm_up_in_background(game)
    return _ready[game].wait(timeout)


def warm_up_in_background(game: str) -> None:
    """Begin, once in a process; returns at once."""
    with _lock:
        if game in _started or not available():
            return
        _started.add(game)
    Thread(target=_compile_apart, args=(game,), name=f"warm up {game}", daemon=True).start()


def available() -> bool:
    """Whether what kernels need is installed."""
    return all(find_spec(library) is not None for library in ("numba", "numpy"))


def warm_up(game: str) -> None:
    """Compile, or load from the cache, here and now."""
    for module in MODULES[game]:
        import_module(f"piazzetta.kernels.{module}").warm_up()
    _kept().note(game)
    _ready[game].set()


def _compile_apart(game: str) -> None:
    """If the other process fails, compiling here is still better than never."""
    kept = _kept()
    if not kept.is_kept(game):
        with kept.turn(game) as handles:
            if not kept.is_kept(game):
                _compile(game, handles)
    warm_up(game)


def _compile(game: str, handles: tuple[int, ...]) -> None:
    code = f"from piazzetta.kernels.warm import warm_up; warm_up({game!r})"
    command = [sys.executable, "-c", code]
    subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, check=False, pass_fds=handles
    )


def _kept() -> Any:
    """It imports numba, and so must not be imported before anybody needs kernels."""
    return import_module("piazzetta.kernels.kept")
