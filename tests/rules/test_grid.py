"""Cells and the cards on them."""

from itertools import product

import pytest

from piazzetta.rules.grid import (
    STEPS,
    Cell,
    Placed,
    bounds,
    connected_part,
    free_neighbours,
    is_connected,
    neighbours,
    parse_cell,
    spans_at_most,
    window,
)


def test_x_grows_to_the_right_and_y_downwards() -> None:
    assert neighbours((3, -2)) == ((4, -2), (3, -1), (2, -2), (3, -3))
    assert neighbours((0, 0)) == STEPS


def test_opposite_steps_cancel() -> None:
    for k, (x, y) in enumerate(STEPS):
        assert STEPS[k ^ 2] == (-x, -y)


def test_free_neighbours_surround_the_cells() -> None:
    assert free_neighbours([]) == set()
    assert free_neighbours([(0, 0), (1, 0)]) == {
        (-1, 0), (2, 0), (0, 1), (1, 1), (0, -1), (1, -1),
    }  # fmt: skip


def test_bounds_reach_from_the_first_cell_to_the_last() -> None:
    assert bounds([(2, -1)]) == (range(2, 3), range(-1, 0))
    assert bounds([(2, -1), (-3, 4)]) == (range(-3, 3), range(-1, 5))


@pytest.mark.parametrize("far", [(7, 0), (0, 7), (-7, 0), (0, -7), (7, -7)])
def test_eight_cells_span_eight(far: Cell) -> None:
    assert spans_at_most(8, [(0, 0), far])
    assert not spans_at_most(7, [(0, 0), far])


def test_connected_means_side_by_side() -> None:
    assert is_connected([])
    assert is_connected([(5, 5)])
    assert is_connected([*product(range(3), range(4))])
    assert is_connected([(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)])
    assert not is_connected([(0, 0), (1, 1)])
    assert not is_connected([(0, 0), (2, 0)])


def test_a_connected_part_leaves_out_what_is_apart() -> None:
    assert connected_part((0, 0), [(0, 0), (1, 0), (3, 0), (1, 1)]) == {(0, 0), (1, 0), (1, 1)}


def test_a_window_holds_exactly_the_cells_that_still_fit() -> None:
    cells = [(0, 0), (1, 0), (1, 2)]
    columns, rows = window(3, cells)
    for x, y in product(range(-4, 5), range(-4, 5)):
        assert (x in columns and y in rows) == spans_at_most(3, [*cells, (x, y)])


def test_a_placed_card_is_written_with_its_cell() -> None:
    assert str(Placed("B3", (2, -1))) == "B3@2,-1"


@pytest.mark.parametrize(
    ("x", "y", "cell"),
    [("0", "0", (0, 0)), ("12", "-7", (12, -7)), ("-1", "10", (-1, 10))],
)
def test_a_cell_is_read(x: str, y: str, cell: Cell) -> None:
    assert parse_cell(x, y) == cell


@pytest.mark.parametrize("odd", ["-0", "00", "01", "-01", "+1", "", "-", " 1", "1\n", "1.0", "٣"])
def test_a_cell_is_written_in_one_way_only(odd: str) -> None:
    assert parse_cell(odd, "1") is None
    assert parse_cell("1", odd) is None
