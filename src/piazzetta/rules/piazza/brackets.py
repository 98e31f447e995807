"""P-BRACKET, P-SCORE: which brackets a card makes, and how many cards each of them has.

    A card laid on the cell X looks along four arms for the nearest card of its own colour.
    Here, for a blue card, the right arm finds B4 at distance 4; a card and empty cells lie
    between, so the bracket has 3 cards: both ends and Y2. The other arms find nothing.

        X  .  Y2 .  B4
        .  R1 .  .  .

Rows and columns are kept as the bits of whole numbers (bit 0 is the first cell in which a card
may lie beside the first one), which makes looking along them a few operations; see bench/results.md
for what it gains.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from piazzetta.rules.grid import Cell, Placed
from piazzetta.rules.piazza.cards import COLOURS, Card
from piazzetta.rules.piazza.state import GRID

Table = Mapping[Cell, Card]
Board = tuple[Placed[Card], ...]


class Arm(NamedTuple):
    """The nearest card of the colour in one direction: how far it is, how big the bracket."""

    distance: int
    size: int


NOTHING = Arm(0, 0)
Arms = tuple[Arm, Arm, Arm, Arm]
"""To the right, below, to the left, above: in the order of grid.STEPS."""


class Bits(NamedTuple):
    """Cards as bits: in each row from the left, in each column from the top."""

    rows: list[int]
    columns: list[int]


class Lines(NamedTuple):
    """The rows and columns of a table: of all cards, and of each colour's cards."""

    left: int
    top: int
    cards: Bits
    own: dict[str, Bits]
    table: Table


def lines_of(table: Table) -> Lines:
    """The rows and columns of a table on which something lies."""
    first_x, first_y = next(iter(table))
    left, top, size = first_x - GRID + 1, first_y - GRID + 1, 2 * GRID - 1
    cards = Bits([0] * size, [0] * size)
    own = {colour: Bits([0] * size, [0] * size) for colour in COLOURS}
    all_rows, all_columns = cards
    for (x, y), (colour, _) in table.items():
        column, row = x - left, y - top
        own_rows, own_columns = own[colour]
        bit = 1 << column
        all_rows[row] |= bit
        own_rows[row] |= bit
        bit = 1 << row
        all_columns[column] |= bit
        own_columns[column] |= bit
    return Lines(left, top, cards, own, table)


@lru_cache(maxsize=1024)
def lines_on(board: Board) -> Lines:
    """The same for cards as they lie; who judges a move, and then the next, asks twice."""
    return lines_of({cell: card for card, cell in board})


def reach(lines: Lines) -> tuple[range, range]:
    """P-GRID: the columns and the rows in which one more card may lie."""
    columns = [column for column, cards in enumerate(lines.cards.columns, lines.left) if cards]
    rows = [row for row, cards in enumerate(lines.cards.rows, lines.top) if cards]
    return (
        range(columns[-1] - GRID + 1, columns[0] + GRID),
        range(rows[-1] - GRID + 1, rows[0] + GRID),
    )


def arms(lines: Lines, cell: Cell, colour: str) -> Arms:
    """What a card of that colour on that cell finds in the four directions.

    Whose cards they are does not matter (P-OWNER-FREE), nor whether they are neutral (P-NEUTRAL).
    """
    left, top, (rows, columns), own, _ = lines
    own_rows, own_columns = own[colour]
    x, y = cell[0] - left, cell[1] - top
    return (
        _ahead(own_rows[y], rows[y], x),
        _ahead(own_columns[x], columns[x], y),
        _behind(own_rows[y], rows[y], x),
        _behind(own_columns[x], columns[x], y),
    )


def _ahead(own: int, cards: int, at: int) -> Arm:
    """The arm towards higher bits."""
    own >>= at + 1
    if not own:
        return NOTHING
    distance = (own & -own).bit_length()
    return Arm(distance, 2 + (cards >> at + 1 & (1 << distance - 1) - 1).bit_count())


def _behind(own: int, cards: int, at: int) -> Arm:
    """The arm towards lower bits."""
    own &= (1 << at) - 1
    if not own:
        return NOTHING
    end = own.bit_length()
    return Arm(at - end + 1, 2 + ((cards & (1 << at) - 1) >> end).bit_count())


def single_brackets(found: Arms) -> tuple[int, ...]:
    """The sizes of the brackets that one card laid alone makes, ascending.

    Each arm is a bracket of its own. So the card itself counts in each of them (P-MULTIPLE), and
    one laid between two of its colour makes two (P-SPLIT).
    """
    return tuple(sorted([size for _, size in found if size]))


def pair_brackets(
    lines: Lines, one: Cell, one_arms: Arms, two: Cell, two_arms: Arms
) -> tuple[int, ...] | None:
    """The same for two cards of one colour laid together; None if that is not allowed.

    They must form a bracket with each other (P-PAIR), so no card of their colour may lie between
    them. Side by side they would break P-DIFFER, further apart than the grid P-GRID. Each keeps
    the arms that do not point at the other; between them lies their common bracket.
    """
    direction, distance = _towards(one, two)
    if not 2 <= distance < GRID or 0 < one_arms[direction].distance < distance:
        return None
    kept = one_arms[:direction] + one_arms[direction + 1 :]
    back = direction ^ 2
    kept += two_arms[:back] + two_arms[back + 1 :]
    sizes = [size for _, size in kept if size]
    return tuple(sorted([2 + _cards_between(lines, one, two), *sizes]))


def _towards(one: Cell, two: Cell) -> tuple[int, int]:
    """The index in STEPS that leads from one cell to the other, and how far; 0 far if none."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    if dx and dy:
        return 0, 0
    if dx:
        return (0, dx) if dx > 0 else (2, -dx)
    return (1, dy) if dy > 0 else (3, -dy)


def _cards_between(lines: Lines, one: Cell, two: Cell) -> int:
    """How many cards lie between two cells of one row or column."""
    (ax, ay), (bx, by) = one, two
    if ay == by:
        cards, first, last = lines.cards.rows[ay - lines.top], ax - lines.left, bx - lines.left
    else:
        cards, first, last = lines.cards.columns[ax - lines.left], ay - lines.top, by - lines.top
    if first > last:
        first, last = last, first
    return (cards >> first + 1 & (1 << last - first - 1) - 1).bit_count()
