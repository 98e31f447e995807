"""The command line as a whole: what it says about itself, and how it ends when things go wrong."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import piazzetta as package
from piazzetta.cli.main import COMMANDS
from tests.cli.command import COMMAND, HANGS_AFTER, piazzetta

DOCUMENTS = Path(__file__).parents[2]
REQUEST = b'{"op": "new", "game": "carre", "players": 2}\n'


def test_it_tells_its_version() -> None:
    done = piazzetta("--version")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().strip() == f"piazzetta {package.__version__}"


def test_the_package_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "piazzetta"]
    version = subprocess.run([*command, "--version"], capture_output=True, check=True)
    assert version.stdout == piazzetta("--version").stdout
    unknown = subprocess.run([*command, "juggle"], capture_output=True, check=False)
    assert (unknown.returncode, unknown.stderr) == (2, piazzetta("juggle").stderr)


@pytest.mark.parametrize("name", ["referee", "bot", "arena", "simulate"])
def test_help_names_a_page_that_exists(name: str) -> None:
    pages = re.findall(r"docs/\w+\.md", piazzetta(name, "--help").stdout.decode())
    assert len(pages) == 1
    assert f"piazzetta {name}" in (DOCUMENTS / pages[0]).read_text(encoding="utf-8")


def test_help_names_every_command() -> None:
    done = piazzetta("--help")
    assert (done.returncode, done.stderr) == (0, b"")
    assert [name for name in COMMANDS if name not in done.stdout.decode()] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    done = piazzetta(name, "--help")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().startswith(f"usage: piazzetta {name}")


@pytest.mark.parametrize("arguments", [[], ["juggle"], ["--juggle"], ["referee", "--juggle"]])
def test_what_it_does_not_know_ends_with_usage(arguments: list[str]) -> None:
    done = piazzetta(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"usage: piazzetta")
    assert b"Traceback" not in done.stderr


def test_an_interrupt_ends_it_without_a_traceback() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([COMMAND, "referee"], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(REQUEST)
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=HANGS_AFTER)
    assert (process.returncode, stderr.strip()) == (130, b"stopped")


INTERRUPTED = """
import os, signal, sys

class Early:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Early())
"""
"""Python runs it before anything of ours: Ctrl-C is pressed while that module is looked for."""


@pytest.mark.parametrize("module", ["argparse", "piazzetta.cli.referee", "piazzetta.rules"])
def test_an_early_interrupt_does_so_too(tmp_path: Path, module: str) -> None:
    early = INTERRUPTED.format(module=module)
    (tmp_path / "sitecustomize.py").write_text(early, encoding="utf-8")
    done = subprocess.run(
        [COMMAND, "referee"],
        capture_output=True,
        timeout=HANGS_AFTER,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, b"", b"stopped")


@pytest.mark.parametrize("arguments", ["referee", "--help"])
def test_nobody_reads_what_it_writes(arguments: str) -> None:
    """`true` ends without reading; the status of `piazzetta` goes to file descriptor 3."""
    script = f'(sleep 0.1; printf "%s" "$1") | ("$0" {arguments}; echo $? >&3) | true'
    command = ["sh", "-c", f"({script}) 3>&2", COMMAND, REQUEST.decode() * 50]
    done = subprocess.run(command, capture_output=True, timeout=HANGS_AFTER, check=False)
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.stderr.strip() in (b"0", b"1")


def test_the_disk_is_full(tmp_path: Path) -> None:
    script = 'ulimit -f 0 && exec "$0" referee > "$1"'
    command = ["sh", "-c", script, COMMAND, str(tmp_path / "answers")]
    done = subprocess.run(
        command, input=REQUEST, capture_output=True, timeout=HANGS_AFTER, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith(b"piazzetta: ")
    assert b"Traceback" not in done.stderr
