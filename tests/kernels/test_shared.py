"""What both games' kernels stand on: chance, bits, compiling, warming up."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from threading import Event
from typing import Any

import numba
import numpy as np
import pytest

from piazzetta.kernels import bits, check, jit, warm
from piazzetta.kernels.batch import POLICIES
from piazzetta.kernels.rng import below, new_rng, next_u32, shuffle

WORDS = [0, 1, 2, 0x8000_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0x0123_4567_89AB_CDEF]


@pytest.mark.parametrize("word", WORDS)
def test_bits_are_counted(word: int) -> None:
    assert bits.popcount(np.uint64(word)) == word.bit_count()


@pytest.mark.parametrize("word", WORDS[1:])
def test_bits_are_found(word: int) -> None:
    places = [place for place in range(64) if word >> place & 1]
    assert bits.lowest(np.uint64(word)) == places[0]
    assert [bits.nth(np.uint64(word), n) for n in range(len(places))] == places


def reference(word: int) -> Iterator[int]:
    """xorshift64*, in plain Python."""
    mask = (1 << 64) - 1
    while True:
        word ^= word >> 12
        word ^= word << 25 & mask
        word ^= word >> 27
        yield (word * 0x2545F4914F6CDD1D & mask) >> 32


def test_chance_is_xorshift() -> None:
    rng = new_rng(5)
    expected = reference(int(rng[0]))
    assert [int(next_u32(rng)) for _ in range(100)] == [next(expected) for _ in range(100)]


def test_a_draw_below_is_uniform() -> None:
    rng = new_rng(1)
    counts = Counter(int(below(rng, 6)) for _ in range(6000))
    assert counts.keys() == set(range(6))
    assert all(abs(count - 1000) < 150 for count in counts.values())


def test_a_shuffle_gives_every_order_equally_often() -> None:
    rng = new_rng(2)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        cards = np.arange(5)
        shuffle(cards, 1, 3, rng)
        assert cards[0] == 0
        assert cards[4] == 4
        orders[tuple(cards.tolist())] += 1
    assert len(orders) == 6
    assert all(abs(count - 1000) < 150 for count in orders.values())


def test_streams_of_a_seed_are_far_apart() -> None:
    words = {int(next_u32(new_rng(1, stream))) for stream in range(2000)}
    assert len(words) > 1990


def test_a_function_that_cannot_be_kept_is_compiled_all_the_same() -> None:
    scope: dict[str, Callable[[int], int]] = {}
    exec("def double(n): return 2 * n", {"__name__": "nowhere"}, scope)
    assert jit.kernel(scope["double"])(21) == 42


@pytest.mark.parametrize(("compiled", "allowed"), [(jit.kernel, False), (jit.root_kernel, True)])
def test_only_root_kernels_make_arrays(compiled: Any, allowed: bool) -> None:
    scope: dict[str, Any] = {"np": np}
    exec("def room(n): return np.zeros(n).size", {"__name__": "nowhere", "np": np}, scope)
    room = compiled(scope["room"])
    if allowed:
        assert room(3) == 3
    else:
        with pytest.raises(numba.errors.NumbaError, match=r"NRT required|Only accept returning"):
            room(3)


def test_a_familys_folder_changes_with_its_sources_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*jit.SHARED, "piazza.py", "piazza_policy.py", "carre.py"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(jit, "__file__", str(tmp_path / "jit.py"))

    def folder() -> str:
        jit.cache_folder.cache_clear()
        return jit.cache_folder("piazza").name

    first = folder()
    (tmp_path / "carre.py").write_text("changed")
    assert folder() == first
    for name in ("piazza_policy.py", "rng.py"):
        (tmp_path / name).write_text("changed")
        assert folder() != first
        (tmp_path / name).write_text("")
    jit.cache_folder.cache_clear()


def test_old_folders_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kept = tmp_path / "piazzetta" / "kernels"
    for age in range(jit.KEPT + 3):
        (kept / f"old-{age}").mkdir(parents=True)
        os.utime(kept / f"old-{age}", (1000 - age, 1000 - age))
    jit.cache_folder.cache_clear()
    jit.cache_folder("piazza")
    jit.cache_folder.cache_clear()
    assert {path.name for path in kept.iterdir()} == {f"old-{age}" for age in range(jit.KEPT)}


def test_rules_and_commands_import_no_numba() -> None:
    """Whatever is loaded to tell of all commands."""
    code = """
import contextlib, sys, piazzetta.kernels, piazzetta.rules, piazzetta.cli.main
with contextlib.suppress(SystemExit):
    piazzetta.cli.main.main(["--help"])
print(sorted({"numba", "numpy"} & sys.modules.keys()))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", warm.MODULES)
def test_games_can_be_played_in_batches(game: str, policy: str) -> None:
    playouts = import_module(f"piazzetta.kernels.{game}_playout").playouts
    whole = playouts(2, policy, 20, seed=7, threads=2)
    part = playouts(2, policy, 8, seed=7, threads=1, skipped=12)
    for all_games, last_games in zip(whole, part, strict=True):
        assert np.array_equal(all_games[12:], last_games)


@pytest.mark.parametrize("game", warm.MODULES)
def test_kernels_become_ready_in_the_background(game: str) -> None:
    assert warm.wait_until_ready(game, timeout=600)
    assert warm.ready(game)


def test_without_numba_nothing_becomes_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_spec(_name: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr(warm, "find_spec", find_spec)
    monkeypatch.setattr(warm, "_ready", {"piazza": Event()})
    monkeypatch.setattr(warm, "_started", set())
    warm.warm_up_in_background("piazza")
    assert not warm.wait_until_ready("piazza")
    assert not warm.ready("piazza")


def test_shares_of_a_check_are_the_same_however_many_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "SHARE", 40)
    shares = list(check.check_shares("piazza", 100, seed=3, jobs=1))
    assert [positions for positions, _ in shares] == [40, 40, 20]
    assert list(check.check_shares("piazza", 100, seed=3, jobs=2)) == shares
