"""A player's cards: where one may be laid, the complete square, and what they score."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from piazzetta.rules.carre.cards import Card
from piazzetta.rules.carre.state import Layout
from piazzetta.rules.grid import (
    Cell,
    Placed,
    connected_part,
    free_neighbours,
    spans_at_most,
    window,
)

SIDE = 3
MOST_CARDS = 11
"""The ninth card completes the square; as a −2 it brings two more."""

ZONE_POINTS = {1: 0, 2: 1, 3: 4, 4: 8, 5: 12, 6: 20, 7: 27, 8: 34, 9: 0}
"""C-ZONES; C-NINE: nine of a kind wins, and scores no zone points."""


def complete_square(cells: Collection[Cell]) -> frozenset[Cell] | None:
    """C-SQUARE: the nine cells of the complete 3×3 square, if there is one."""
    if len(cells) < SIDE * SIDE:
        return None
    for x, y in cells:
        square = frozenset((x + dx, y + dy) for dx in range(SIDE) for dy in range(SIDE))
        if square.issubset(cells):
            return square
    return None


def cells_of(layout: Layout) -> frozenset[Cell]:
    """The cells on which the cards lie."""
    return frozenset([cell for _, cell in layout])


def lay_cells(layout: Layout) -> tuple[Cell, ...]:
    """C-LAY, C-SQUARE: where one more card may be laid, in order."""
    return _cells_beside(cells_of(layout))


@lru_cache(maxsize=4096)  # There are hardly more ways in which cards can lie.
def _cells_beside(cells: frozenset[Cell]) -> tuple[Cell, ...]:
    if not cells:
        return ((0, 0),)
    free = sorted(free_neighbours(cells))
    if complete_square(cells):
        return tuple(free)
    columns, rows = window(SIDE, cells)
    return tuple(cell for cell in free if cell[0] in columns and cell[1] in rows)


def with_card(layout: Layout, placed: Placed[Card]) -> Layout:
    """C-LAY, C-SWAP: the layout after the card was laid, or has replaced the one that lay there."""
    return (*[lying for lying in layout if lying.cell != placed.cell], placed)


def fits_square(layout: Layout) -> bool:
    """C-SQUARE: whether cards can have come to lie like this."""
    cells = cells_of(layout)
    return not cells or spans_at_most(SIDE, cells) or complete_square(cells) is not None


@dataclass(frozen=True, slots=True)
class Score:
    """C-VALUES, C-ZONES, C-NINE: what a layout is worth at the end of a round."""

    values: int
    zones: tuple[int, ...]
    """The sizes of all zones, ascending."""
    zone_points: int
    points: int
    victory: bool
    """Nine of a kind."""


def score(layout: Layout) -> Score:
    """Values of all cards, and zones within the square (of all cards if it is not complete).

    Cards in hand score nothing, and the points may be negative (C-HAND).
    """
    return scored(layout, zones(layout))


def scored(layout: Layout, found: Collection[Collection[Cell]]) -> Score:
    """The same, where its zones are known."""
    values = sum([card.value for card, _ in layout])
    sizes = tuple(sorted(map(len, found)))
    zone_points = sum([ZONE_POINTS[size] for size in sizes])
    return Score(values, sizes, zone_points, values + zone_points, SIDE * SIDE in sizes)


def zones(layout: Layout) -> list[list[Cell]]:
    """C-ZONES: the cells of each zone."""
    motifs = by_motif(layout, complete_square(cells_of(layout)))
    return [zone for cells in motifs.values() for zone in zones_among(frozenset(cells))]


def by_motif(layout: Layout, square: Collection[Cell] | None) -> dict[str, list[Cell]]:
    """C-ZONES: the cells of each motif that count, which are those in the complete square, if there
    is one."""
    found: dict[str, list[Cell]] = {}
    for card, cell in layout:
        if square is None or cell in square:
            found.setdefault(card.motif, []).append(cell)
    return found


@lru_cache(maxsize=4096)
def zones_among(cells: frozenset[Cell]) -> tuple[list[Cell], ...]:
    """The zones of cards of one motif that lie there, in order; so are the cells of each."""
    left, found = set(cells), []
    while left:
        found.append(sorted(connected_part(next(iter(left)), left)))
        left.difference_update(found[-1])
    return tuple(sorted(found))
