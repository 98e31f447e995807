"""The GPU's side of the kernels, in numba's simulator where there is no GPU."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from piazzetta.kernels import gpu

ROOT = Path(__file__).parent.parent.parent


def bench(simulate: bool) -> subprocess.CompletedProcess[str]:
    few = ("--games", "8", "--compare", "8", "--without-pgx")
    command = [sys.executable, "-m", "bench.gpu", *few]
    env = os.environ | {"NUMBA_ENABLE_CUDASIM": "1" if simulate else "0"}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_games_on_the_gpu_are_the_games_on_the_cpu() -> None:
    done = bench(simulate=True)
    assert done.returncode == 0, done.stderr
    assert "8 games of each on the GPU and on the CPU: all equal" in done.stdout
    assert done.stderr.count("8 games equal") == done.stdout.count(" players, ") == 8


def test_where_no_gpu_can_be_used_that_is_said() -> None:
    done = bench(simulate=False)
    assert done.returncode == (0 if gpu.available() else 2)


def test_a_broken_driver_counts_as_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def is_available(self) -> bool:
            raise OSError("no driver")

    monkeypatch.setattr(gpu, "cuda", Broken())
    assert not gpu.available()
    monkeypatch.setattr(gpu, "cuda", None)
    assert not gpu.available()
