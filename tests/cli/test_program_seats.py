"""Programs as players of `piazzetta play`."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from piazzetta.bots.outside import called
from piazzetta.cli import seating
from tests.bots.programs import GOOD, Programs
from tests.cli.command import piazzetta


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    """After the test, no process may be left."""
    made = Programs(tmp_path)
    yield made
    assert made.started()
    assert made.running() == []


def test_a_program_plays(programs: Programs) -> None:
    done = piazzetta("play", "--seat", programs.name(GOOD), "--seat", "random", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "The game is over" in done.stdout.decode()
    assert "gives no legal move" not in done.stdout.decode()
    assert len(programs.started()) == 1


def test_a_program_that_fails_is_replaced_move_by_move(programs: Programs) -> None:
    crashing = programs.name(GOOD + "    if request['id'] == 3: os._exit(1)\n")
    done = piazzetta("play", "--seat", crashing, "--seat", "random", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "gives no legal move, a random one takes its place: the program" in " ".join(
        done.stdout.decode().split()
    )
    assert "The game is over" in done.stdout.decode()


@pytest.mark.parametrize("read", [seating.from_flag, seating.from_answer])
def test_a_seat_is_called_by_the_name_of_its_program(read: Callable[[str], seating.Seat]) -> None:
    seat = read("cmd:/bin/sh -c 'exit 1'")
    assert (seat.name, seat.bot) == ("sh", "cmd:/bin/sh -c 'exit 1'")


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("python3 mybot.py", "mybot.py"),
        ("/usr/bin/python3.12 -u bots/my.py --seed 1.5", "my.py"),
        ("java -jar bot.jar", "bot.jar"),
        ("./engine weights.bin", "engine"),
        ("python3 -m mybot", "python3"),
    ],
)
def test_a_script_is_called_by_its_own_name(command: str, name: str) -> None:
    assert called(command.split()) == name


def test_a_program_that_is_not_there_is_refused() -> None:
    done = piazzetta("play", "--seat", "cmd:no-such-program", "--seat", "random")
    assert done.returncode == 2
    assert b"there is no program 'no-such-program'" in done.stderr
