"""Building the web app: only when something changed, with a plain word where it cannot be done."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = str(ROOT / "scripts" / "web.py")


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run it in the project's folder."""
    return subprocess.run(
        command, cwd=ROOT, env=environment or None, capture_output=True, text=True, check=False
    )


def test_what_is_built_is_not_built_again() -> None:
    assert run(sys.executable, SCRIPT, "build").returncode == 0
    again = run(sys.executable, SCRIPT, "build")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_without_node_it_says_what_is_missing(tmp_path: Path) -> None:
    # -S: no packages either, so that there is no Node in a wheel.
    bare = [sys.executable, "-S", SCRIPT]
    assert run(*bare, "node", PATH=str(tmp_path)).returncode == 1
    answer = run(*bare, "npm", "run", "checks", PATH=str(tmp_path))
    assert answer.returncode == 1
    assert answer.stderr.startswith("\nthe web app needs Node 20.19 or newer")


@pytest.mark.long
def test_a_wheel_contains_the_app(tmp_path: Path) -> None:
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    assert built.returncode == 0, built.stderr
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        start = "piazzetta/server/static"
        names = {name.removeprefix(start) for name in packed.namelist() if name.startswith(start)}
        index = packed.read(f"{start}/index.html").decode()
    asked = set(re.findall(r'(?:src|href)="(/[^"]+)"', index))
    assert asked
    assert asked | {"/sw.js", "/index.html.br"} <= names
    assert "/.stamp" not in names
