"""Holds the import lines of docs/architecture.md: which folder may import which.

ALLOWED is the one truth that the checks use; the table in the document must say the same.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "piazzetta"
DOCUMENT = ROOT / "docs" / "architecture.md"
MAX_LINES = 500

ANYTHING = frozenset({"anything"})
TOP = "piazzetta"

# Folder -> what its modules may import besides the standard library and themselves.
# A library joins its line in the change that first needs it.
ALLOWED: Mapping[str, frozenset[str]] = {
    TOP: frozenset({"rules"}),
    "rules": frozenset(),
    "kernels": frozenset({"rules", "numpy", "numba"}),
    "bots": frozenset({"rules", "kernels", "numpy"}),
    "arena": frozenset({"rules", "bots"}),
    "envs": frozenset({"rules", "kernels"}),
    "server": frozenset(
        {
            "rules",
            "kernels",
            "bots",
            TOP,
            "alembic",
            "cryptography",
            "itsdangerous",
            "msgspec",
            "numpy",
            "openskill",
            "prometheus_client",
            "redis",
            "segno",
            "sqlalchemy",
            "starlette",
            "uvicorn",
            "uvloop",
            "websockets",
        }
    ),
    "cli": ANYTHING,
}


class Import(NamedTuple):
    """One absolute dotted name that a module imports, and where."""

    name: str
    line: int


def folder_of(module: str) -> str:
    """Name the line that a dotted module of ours falls under."""
    parts = module.split(".")
    if parts[1:] == ["__main__"]:  # `python -m piazzetta` is the command line
        return "cli"
    return parts[1] if len(parts) > 1 and parts[1] in ALLOWED else TOP


def module_name(path: Path, source: Path) -> str:
    """Give the dotted name of a file below the package folder `source`."""
    parts = (TOP, *path.relative_to(source).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def absolute(node: ast.ImportFrom, package: str) -> str:
    """Resolve the module part of a `from … import`, dots included."""
    if not node.level:
        return node.module or ""
    parents = package.split(".")
    base = parents[: len(parents) - node.level + 1]
    return ".".join([*base, node.module] if node.module else base)


def imports_of(tree: ast.AST, package: str) -> Iterator[Import]:
    """List every import of a module, also those in functions and under TYPE_CHECKING."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(node, package)
            # `from piazzetta import cli` names a folder only in its last part.
            names = [f"{base}.{alias.name}" if base == TOP else base for alias in node.names]
            yield from (Import(name, node.lineno) for name in names)


def target_of(name: str) -> str:
    """Name what an import leads to: one of our folders, or a library."""
    first = name.partition(".")[0]
    return folder_of(name) if first == TOP else first


def may_import(folder: str, target: str) -> bool:
    """Tell whether the line of `folder` lets it import `target`."""
    allowed = ALLOWED[folder]
    free = target == folder or target in sys.stdlib_module_names
    return free or allowed == ANYTHING or target in allowed


def violations(source: Path) -> list[str]:
    """List every import below `source` that its folder's line forbids."""
    found = []
    for path in sorted(source.rglob("*.py")):
        module = module_name(path, source)
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        folder = folder_of(module)
        for name, line in imports_of(ast.parse(path.read_bytes()), package):
            if not may_import(folder, target_of(name)):
                where = path.relative_to(source).as_posix()
                found.append(f"{where}:{line}: {folder} may not import {name}")
    return found


def unknown_folders(source: Path) -> list[str]:
    """List the folders with modules in them that have no line."""
    folders = {path.relative_to(source).parts[0] for path in source.glob("*/**/*.py")}
    return sorted(folders - ALLOWED.keys())


def documented(text: str) -> dict[str, frozenset[str]]:
    """Read the lines from the table rows "| `folder/` | what it is | what it imports |"."""
    rows = re.findall(r"^\| `(\w+)/` \|[^|]*\|([^|]*)\|$", text, re.MULTILINE)
    return {folder: imports_in(cell.strip()) for folder, cell in rows}


def imports_in(cell: str) -> frozenset[str]:
    """Read the last cell of a row; what it imports stands in backticks."""
    return ANYTHING if cell == "anything" else frozenset(re.findall(r"`(\w+)`", cell))


def test_every_folder_keeps_to_its_line() -> None:
    assert violations(SOURCE) == []


def test_every_folder_has_a_line() -> None:
    assert unknown_folders(SOURCE) == []


def test_the_document_says_the_same() -> None:
    assert documented(DOCUMENT.read_text(encoding="utf-8")) == ALLOWED


def test_nobody_may_import_the_command_line() -> None:
    assert [folder for folder in ALLOWED if may_import(folder, "cli")] == ["cli"]


def test_modules_are_short() -> None:
    lengths = {
        path.relative_to(SOURCE).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in SOURCE.rglob("*.py")
    }
    assert {name: lines for name, lines in lengths.items() if lines >= MAX_LINES} == {}


# The checker itself: each forbidden import below must be seen, each allowed one let through.


def write(source: Path, where: str, code: str) -> None:
    path = source / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code, encoding="utf-8")


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("rules/a.py", "import numpy"),
        ("rules/a.py", "import os, numpy.linalg"),
        ("rules/a.py", "import piazzetta"),
        ("rules/a.py", "from piazzetta import __version__"),
        ("rules/a.py", "from piazzetta import bots"),
        ("rules/a.py", "from piazzetta.bots.greedy import choose"),
        ("rules/a.py", "from .. import bots"),
        ("rules/__init__.py", "from ..bots import choose"),
        ("rules/piazza/a.py", "from ...kernels import fast"),
        ("rules/piazza/__init__.py", "from ... import kernels"),
        ("rules/a.py", "def f() -> None:\n    import piazzetta.server.app"),
        ("rules/a.py", "if TYPE_CHECKING:\n    from piazzetta.bots import Bot"),
        ("rules/a.py", "try:\n    import numba\nexcept ImportError:\n    pass"),
        ("kernels/a.py", "import piazzetta.bots"),
        ("bots/a.py", "import numba"),
        ("arena/a.py", "import piazzetta.kernels"),
        ("server/a.py", "from piazzetta.cli.main import main"),
        ("__init__.py", "from .cli import main"),
        ("extra.py", "from . import server"),
    ],
)
def test_a_forbidden_import_is_seen(tmp_path: Path, where: str, code: str) -> None:
    write(tmp_path, where, code)
    assert len(violations(tmp_path)) == 1
    assert violations(tmp_path)[0].startswith(f"{where}:")


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("rules/a.py", "import json\nfrom collections.abc import Mapping"),
        ("rules/piazza/a.py", "from ..errors import IllegalMove\nfrom . import cards"),
        ("rules/__init__.py", "from .errors import IllegalMove"),
        ("rules/piazza/__init__.py", "from piazzetta.rules import errors"),
        ("kernels/a.py", "import numba, numpy as np\nfrom piazzetta.rules import piazza"),
        ("bots/a.py", "import numpy as np\nfrom piazzetta import kernels, rules"),
        ("__init__.py", "from .rules import games"),
        ("__main__.py", "from piazzetta.cli.main import main"),
        ("cli/main.py", "import rich\nfrom piazzetta import __version__, arena, server"),
    ],
)
def test_an_allowed_import_is_let_through(tmp_path: Path, where: str, code: str) -> None:
    write(tmp_path, where, code)
    assert violations(tmp_path) == []


def test_a_folder_without_a_line_is_seen(tmp_path: Path) -> None:
    write(tmp_path, "rules/a.py", "")
    write(tmp_path, "helpers/deep/a.py", "")
    assert unknown_folders(tmp_path) == ["helpers"]


def test_a_changed_document_is_seen() -> None:
    row = "| `kernels/` | fast | `rules`, `numpy` |\n| `cli/` | commands | anything |"
    expected = {"kernels": frozenset({"rules", "numpy"}), "cli": ANYTHING}
    assert documented(row) == expected
