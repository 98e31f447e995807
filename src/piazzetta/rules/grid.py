"""Cells, and cards lying on them: what both games' tables are made of."""

import re
from collections.abc import Collection, Iterable
from typing import Generic, NamedTuple, TypeVar

Cell = tuple[int, int]
"""x grows to the right, y grows downwards."""

C = TypeVar("C")

STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Right, down, left, up: the step opposite to STEPS[k] is STEPS[k ^ 2]."""

CELL_TEXT = r"(-?[0-9]{1,7}),(-?[0-9]{1,7})"


class Placed(NamedTuple, Generic[C]):
    """A card and the cell it lies on; written `B3@2,-1`."""

    card: C
    cell: Cell

    def __str__(self) -> str:
        """The notation of moves and records."""
        x, y = self.cell
        return f"{self.card}@{x},{y}"


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share a side with it."""
    x, y = cell
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)


def free_neighbours(cells: Collection[Cell]) -> set[Cell]:
    """Every free cell that shares a side with one of these."""
    return {near for cell in cells for near in neighbours(cell)}.difference(cells)


def bounds(cells: Iterable[Cell]) -> tuple[range, range]:
    """The columns and the rows from the first to the last of the cells, of which there are some."""
    listed = list(cells)
    xs, ys = {x for x, _ in listed}, {y for _, y in listed}
    return range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)


def spans_at_most(size: int, cells: Iterable[Cell]) -> bool:
    """Whether the cells fit in a square of that many columns and rows."""
    columns, rows = bounds(cells)
    return len(columns) <= size and len(rows) <= size


def window(size: int, cells: Iterable[Cell]) -> tuple[range, range]:
    """The columns and the rows in which one more cell may be, so that all fit in such a square."""
    columns, rows = bounds(cells)
    return (
        range(columns[-1] - size + 1, columns[0] + size),
        range(rows[-1] - size + 1, rows[0] + size),
    )


def is_connected(cells: Collection[Cell]) -> bool:
    """Whether one can walk from any of the cells to any other, side by side."""
    return not cells or len(connected_part(next(iter(cells)), cells)) == len(cells)


def connected_part(start: Cell, cells: Collection[Cell]) -> set[Cell]:
    """Those of the cells that one can walk to from the start, side by side."""
    reached, edge = {start}, [start]
    while edge:
        fresh = [cell for cell in neighbours(edge.pop()) if cell in cells and cell not in reached]
        reached.update(fresh)
        edge.extend(fresh)
    return reached


def parse_cell(x: str, y: str) -> Cell | None:
    """The cell those two figures name; None if they are not written as we write them."""
    return (int(x), int(y)) if _PLAIN.fullmatch(x) and _PLAIN.fullmatch(y) else None


_PLAIN = re.compile(r"0|-?[1-9][0-9]*")
