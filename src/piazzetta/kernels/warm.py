"""Makes kernels ready without anybody waiting for them, and tells whether they are.

Compiling takes many seconds of work that would hold the GIL. So another process does it and leaves
the compiled code in the cache (see `jit.py`), one for all that need it at once (see `kept.py`); a
thread here then loads it from there. Where numba is not installed, or cannot be loaded, nothing
ever becomes ready, and the pure rules go on serving.
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

INSTALL = "python -m pip install"

_ready = {game: Event() for game in MODULES}
_settled = {game: Event() for game in MODULES}
"""Whether nobody need wait any longer: the game's kernels are ready, or never will be."""
_failures: dict[str, str] = {}
"""Why they never will be, by game."""
_started: set[str] = set()
_lock = Lock()


def ready(game: str) -> bool:
    """Whether the game's kernels are compiled and loaded in this process."""
    return _ready[game].is_set()


def must_compile(game: str) -> bool:
    """Whether making the game's kernels ready takes long: they were not compiled here before."""
    return not ready(game) and not trouble(game) and not _kept().is_kept(game)


def wait_until_ready(game: str, timeout: float | None = None) -> bool:
    """Start if nobody has, and wait unless that is in vain; for who has nothing else to do."""
    if not available():
        return False
    warm_up_in_background(game)
    _settled[game].wait(timeout)
    return ready(game)


def warm_up_in_background(game: str) -> None:
    """Begin, once in a process; returns at once."""
    with _lock:
        if game in _started or not available():
            return
        _started.add(game)
    Thread(target=_settle, args=(game,), name=f"warm up {game}", daemon=True).start()


def available() -> bool:
    """Whether what kernels need is installed."""
    return all(find_spec(library) is not None for library in ("numba", "numpy"))


def trouble(game: str) -> str:
    """Why the game's kernels cannot be used, and what to do; empty if nothing is known of any.

    To find out, numba is loaded.
    """
    if not available():
        return f"numba is not installed: {INSTALL} numba"
    failure = _failures.get(game) or _failure_of_loading()
    if not failure:
        return ""
    return f"numba cannot be used ({failure}); this may help: {INSTALL} --upgrade numba numpy"


def _failure_of_loading() -> str:
    try:
        _kept()
    except Exception as error:
        return _in_short(error)
    return ""


def _in_short(error: Exception) -> str:
    """What is wrong, in one line; what numba says may go on for a page."""
    return f"{type(error).__name__}: {error}".partition("\n")[0].rstrip(": ")


def warm_up(game: str) -> None:
    """Compile, or load from the cache, here and now."""
    for module in MODULES[game]:
        import_module(f"piazzetta.kernels.{module}").warm_up()
    _kept().note(game)
    _ready[game].set()


def _settle(game: str) -> None:
    """Make the kernels ready, or note why that cannot be."""
    try:
        _compile_apart(game)
    except Exception as error:  # whatever numba, and what it rests on, may raise
        _failures[game] = _in_short(error)
    finally:
        _settled[game].set()


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
