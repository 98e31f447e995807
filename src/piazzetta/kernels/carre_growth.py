"""How the zones of C'est Carré! can grow: the largest that one more card of a motif can make."""

import numpy as np

from piazzetta.kernels.carre_layout import (
    ABOVE,
    HOME_BIT,
    LEFT,
    NINE,
    how_many,
    pattern_at,
)
from piazzetta.kernels.carre_state import BOARD_SIDE
from piazzetta.kernels.carre_weights import FULL, ROOMS, SIZES
from piazzetta.kernels.jit import kernel
from piazzetta.rules.carre.cards import MOTIFS, Card
from piazzetta.rules.carre.layout import SIDE, zones
from piazzetta.rules.grid import Placed


def _growth_by_pattern() -> tuple[list[int], list[int], list[int]]:
    """For every pattern, where one more card makes the largest zone, the next largest …, and how
    large they are."""
    starts: list[int] = []
    cells: list[int] = []
    sizes: list[int] = []
    for pattern in range(NINE + 1):
        starts.append(len(cells))
        cells_by_size: dict[int, int] = {}
        for cell in (1 << i for i in range(FULL) if not pattern >> i & 1):
            size = _zone_with(pattern, cell)
            cells_by_size[size] = cells_by_size.get(size, 0) | cell
        sizes += sorted(cells_by_size, reverse=True)
        cells += [cells_by_size[size] for size in sizes[starts[-1] :]]
    return starts, cells, sizes


def _zone_with(pattern: int, cell: int) -> int:
    """How large the zone is that one more card of the motif makes on the cell of the home."""
    places = [divmod(i, SIDE) for i in range(FULL) if (pattern | cell) >> i & 1]
    found = zones(tuple(Placed(Card(MOTIFS[0], 0), place) for place in places))
    return next(len(zone) for zone in found if divmod(cell.bit_length() - 1, SIDE) in zone)


GROWTH_START, GROWTH_CELLS, GROWTH_SIZE = (
    np.array(column, np.int64) for column in _growth_by_pattern()
)


Rooms = tuple[int, int, int]
"""Free cells as patterns: of the home, of the square one to the left, of the square one above; in
the latter two only what is not in the home."""


@kernel
def rooms_in(cells: int) -> Rooms:
    """Where free cells lie."""
    left, above = 0, 0
    if cells & LEFT:
        left = pattern_at(cells & LEFT, HOME_BIT - BOARD_SIDE)
    if cells & ABOVE:
        above = pattern_at(cells & ABOVE, HOME_BIT - 1)
    return pattern_at(cells, HOME_BIT), left, above


@kernel
def growth(board: int, rooms: Rooms) -> tuple[int, int]:
    """The largest zone that one more card of a motif makes on one of these free cells, and on how
    many of them it does."""
    if board == 0:
        return 1, 1
    here, left, above = rooms
    size, places = growth_in(pattern_at(board, HOME_BIT), here, 1, 0)
    if left:
        size, places = growth_in(pattern_at(board, HOME_BIT - BOARD_SIDE), left, size, places)
    if above:
        size, places = growth_in(pattern_at(board, HOME_BIT - 1), above, size, places)
    return min(size, SIZES), min(places, ROOMS)


@kernel
def growth_in(pattern: int, among: int, size: int, places: int) -> tuple[int, int]:
    """The same on cells of this square, if that is no smaller than what was found elsewhere."""
    if among == 0:
        return size, places
    entry = GROWTH_START[pattern]
    while GROWTH_CELLS[entry] & among == 0:
        entry += 1
    found, more = GROWTH_SIZE[entry], how_many(GROWTH_CELLS[entry] & among)
    if found > size:
        return found, more
    return size, places + more if found == size else places
