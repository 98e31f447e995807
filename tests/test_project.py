"""Holds the files around the code: locks, links, changelog, and nothing of anybody's machine."""

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

import piazzetta

ROOT = Path(__file__).parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

# Absolute paths below the places where people and build machines keep their work.
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:home|Users|root|work|workspace|builds|opt|mnt)/\w")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@cache
def project_files() -> list[Path]:
    """List the files that git tracks or would add; the command works in any clone."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "-co", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    paths = (ROOT / os.fsdecode(name) for name in listing.split(b"\0") if name)
    return [path for path in paths if path.is_file()]


def text_of(path: Path) -> str:
    """Read a file; what is no UTF-8 (a picture) still shows the ASCII in it."""
    return path.read_text(encoding="utf-8", errors="replace")


def relative_links(document: Path) -> Iterator[str]:
    """List the links of a document that lead to other files, without their fragments."""
    for link in LINK.findall(FENCE.sub("", text_of(document))):
        target = link.partition("#")[0]
        if target and ":" not in target:
            yield target


def headings(document: Path) -> list[str]:
    return re.findall(r"^## (.+)$", text_of(document), re.MULTILINE)


def lock_entries(lock: Path) -> list[str]:
    """Split a lock file into its requirements, each with its hashes."""
    lines = (line for line in text_of(lock).splitlines() if not line.lstrip().startswith("#"))
    return re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines()


def direct_dependencies(group: str) -> set[str]:
    """Name what a group of pyproject.toml asks for, included groups too."""
    names: set[str] = set()
    for entry in PYPROJECT["dependency-groups"][group]:
        if isinstance(entry, dict):
            names |= direct_dependencies(entry["include-group"])
        else:
            names.add(re.split(r"[^\w.-]", entry)[0])
    return names


def test_no_file_names_a_machine_path() -> None:
    named = [
        f"{path.relative_to(ROOT)}: {line.strip()[:80]}"
        for path in project_files()
        for line in text_of(path).splitlines()
        if MACHINE_PATH.search(line) or f"{ROOT}/" in line
    ]
    assert named == []


def test_a_machine_path_is_seen() -> None:
    for place in ("home", "Users", "root", "opt"):
        assert MACHINE_PATH.search(f"see /{place}/me/file")
    for harmless in ("#!/usr/bin/env bash", "example.org/home/page", "../attic/x", "~/opt/x"):
        assert not MACHINE_PATH.search(harmless)


def test_every_group_has_a_lock() -> None:
    assert {lock.stem for lock in LOCKS} == set(PYPROJECT["dependency-groups"])


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_has_no_address(lock: Path) -> None:
    text = text_of(lock)
    for address in ("http://", "https://", "file:", "--index-url", "--extra-index-url"):
        assert address not in text
    assert "--find-links" not in text


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_pins_and_hashes_everything(lock: Path) -> None:
    entries = lock_entries(lock)
    assert [entry for entry in entries if "==" not in entry or "--hash=" not in entry] == []
    assert direct_dependencies(lock.stem) <= {entry.partition("==")[0] for entry in entries}


def test_the_locks_agree() -> None:
    """The groups share one environment, so that they must ask for the same versions."""
    versions: dict[str, set[tuple[str, ...]]] = {}
    for lock in LOCKS:
        pins = sorted(entry.partition(" --hash")[0].strip() for entry in lock_entries(lock))
        for name, of_name in groupby(pins, key=lambda pin: pin.partition("==")[0]):
            versions.setdefault(name, set()).add(tuple(of_name))
    assert {name: pins for name, pins in versions.items() if len(pins) > 1} == {}


def test_the_core_has_no_dependencies() -> None:
    assert PYPROJECT["project"]["dependencies"] == []


def test_what_the_web_app_is_built_of_comes_with_its_licence() -> None:
    packages = json.loads(text_of(ROOT / "web" / "package.json"))["devDependencies"]
    shipped = {name.split("/")[-1] for name in packages if name.startswith("@fontsource")}
    licences = (ROOT / "web" / "public" / "licences").glob("*.txt")
    assert {one.stem for one in licences} == {*shipped, "svelte"}


def test_the_changelog_opens_with_unreleased_or_this_version() -> None:
    first = headings(ROOT / "CHANGELOG.md")[0]
    assert first == "[Unreleased]" or first.startswith(f"[{piazzetta.__version__}]")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_relative_link_leads_somewhere(document: Path) -> None:
    broken = [link for link in relative_links(document) if not (document.parent / link).exists()]
    assert broken == []


@pytest.mark.parametrize(
    "script", [".ci/run", "scripts/lock", "scripts/mutation", "scripts/services", "scripts/setup"]
)
def test_a_script_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    assert "set -euo pipefail" in text_of(ROOT / script)
