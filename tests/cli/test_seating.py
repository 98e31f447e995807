"""Levels at the table: called by their names, and told apart from people."""

import pytest

from piazzetta.bots.levels import LEVELS, Level
from piazzetta.cli import seating
from piazzetta.cli.seating import Seat


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_level_is_called_by_its_title(level: Level) -> None:
    for text in (level.name, level.title, level.title.upper()):
        assert seating.from_flag(text) == Seat(level.title, level.name)
        assert seating.from_answer(text) == Seat(level.title, level.name)


def test_a_person_may_have_the_same_name() -> None:
    title = LEVELS[0].title
    assert seating.from_answer(f"human:{title}") == Seat(title)
    both = seating.with_names([Seat(title), seating.from_flag(title)])
    assert [seat.name for seat in both] == [title, f"{title} 2"]


def test_the_list_of_levels_fits_a_terminal() -> None:
    lines = seating.levels().splitlines()
    assert [line.split()[0] for line in lines] == [level.title for level in LEVELS]
    assert max(map(len, lines)) <= 80
    assert all(level.character in line for level, line in zip(LEVELS, lines, strict=True))


def test_nobody_of_that_name_is_told_who_there_is() -> None:
    with pytest.raises(ValueError, match="Nino, Gina, Beppe, Rosa, Elio, Donata, greedy"):
        seating.from_flag("nobody")
