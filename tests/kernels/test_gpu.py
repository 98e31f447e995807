"""The GPU's side of the kernels, in numba's simulator where there is no GPU."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from piazzetta.kernels import gpu

ROOT = Path(__file__).parent.parent.parent


def gpu_check(*arguments: str, simulate: bool) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "bench/gpu_check.py", *arguments]
    simulator = {"NUMBA_ENABLE_CUDASIM": "1" if simulate else "0"}
    env = os.environ | simulator
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_games_on_the_gpu_are_the_games_on_the_cpu() -> None:
    done = gpu_check("--games", "8", "--compare", "8", simulate=True)
    assert done.returncode == 0, done.stderr
    assert "piazza 4 players greedy: 8 games equal" in done.stdout


def test_where_no_gpu_can_be_used_that_is_said() -> None:
    done = gpu_check("--games", "8", "--compare", "8", simulate=False)
    assert done.returncode == (0 if gpu.available() else 2)


def test_a_broken_driver_counts_as_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def is_available(self) -> bool:
            raise OSError("no driver")

    monkeypatch.setattr(gpu, "cuda", Broken())
    assert not gpu.available()
    monkeypatch.setattr(gpu, "cuda", None)
    assert not gpu.available()
