"""The rules page's file is as the rules play it, and its figures show what they are meant to."""

import json
from pathlib import Path
from typing import Any

import pytest

from piazzetta.server.teaching import clauses, examples, figures
from piazzetta.server.teaching.drawing import cards_of

ROOT = Path(__file__).parents[3]
WRITTEN = json.loads((ROOT / examples.WHERE).read_text(encoding="utf-8"))


def figure(name: str) -> dict[str, Any]:
    """The drawn figure of that name."""
    found = [
        figure
        for sections in WRITTEN.values()
        for section in sections
        for clause in section["clauses"]
        for figure in clause["figures"]
        if figure["name"] == name
    ]
    assert len(found) == 1
    drawn: dict[str, Any] = found[0]
    return drawn


def test_the_file_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert examples.main(["--check"]) == 0


def test_a_file_that_is_not_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = tmp_path / "examples.json"
    where.write_text("{}", encoding="utf-8")
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(examples, "WHERE", str(where))
    assert examples.main(["--check"]) == 1


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("five", [5]), ("two", [3, 3]), ("pair", [3, 3, 4]), ("fifteen", [2, 3, 3, 3, 4])],
)
def test_P_SCORE__the_booklets_figures_are_drawn(name: str, sizes: list[int]) -> None:
    drawn = figure(name)
    assert sorted(one["cards"] for one in drawn["brackets"]) == sizes
    assert drawn["points"] == sum(sizes)


def test_C_ZONES__the_booklets_twenty_points_are_drawn() -> None:
    square = figure("twenty")["square"]
    assert (square["values"], square["zone_points"], square["points"]) == (11, 9, 20)
    assert square["outside"] == [[3, 0]]


def test_every_figure_belongs_to_a_clause_of_the_rules() -> None:
    named = {
        clause.name
        for game in ("piazza", "carre")
        for section in clauses.sections(game, ROOT)
        for clause in section.clauses
    }
    shown = {one.clause for one in figures.TABLES} | {one.clause for one in figures.LAYOUTS}
    assert shown | figures.EFFECTS.keys() <= named


def test_a_try_that_shows_another_clause_is_refused() -> None:
    wrong = figures.TABLES[0]._replace(tries=("B6@0,2",))
    with pytest.raises(ValueError, match="P-DIFFER, not P-TOUCH"):
        examples._table(wrong)


def test_a_drawing_is_read_row_by_row() -> None:
    assert cards_of("B1 .\n.  R2") == [["B1", 0, 0], ["R2", 1, 1]]


def test_rulings_are_found_within_their_paragraph() -> None:
    text = "## A turn\n- **P-ONE** said\n  and\n  *ruling:* ours\n- **P-TWO** said\n"
    (section,) = clauses._sections(text)
    assert section == ("a-turn", (("P-ONE", True), ("P-TWO", False)))
