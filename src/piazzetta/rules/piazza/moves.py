"""Legal moves of Piazza, with the brackets each makes.

Their order is fixed, since kernels and counting tables rely on it: single cards by (card, x, y),
then pairs by the places of their two cards in that list.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Cell, Placed, bounds, neighbours
from piazzetta.rules.piazza.brackets import (
    Arms,
    Table,
    arms,
    pair_brackets,
    single_brackets,
    towards,
)
from piazzetta.rules.piazza.cards import MARKS, Card
from piazzetta.rules.piazza.state import GRID, PASS, SHAPES, Hand, Lay, Move, Start, State


class Single(NamedTuple):
    """A card that may be laid alone, and what it finds around it."""

    placed: Placed[Card]
    arms: Arms


def legal_moves(state: State) -> list[Legal[Move]]:
    """Every legal move once; none when the game is over."""
    if state.over:
        return []
    if state.phase == "setup":
        return start_moves(state)
    table, hand = table_of(state.board), state.hands[state.turn]
    singles = _singles(table, hand)
    moves: list[Legal[Move]] = [
        Legal(Lay((placed,)), single_brackets(found)) for placed, found in singles
    ]
    moves.extend(_pairs(table, singles, hand))
    return moves or [Legal(PASS)]


def start_moves(state: State) -> list[Legal[Move]]:
    """P-START-CHOICE: the start cards that the seat in turn may lay; none once all are laid."""
    if state.phase != "setup":
        return []
    table = table_of(state.board)
    cells = sorted(cell for cell in SHAPES[state.start] if cell not in table)
    cards = sorted(card for card in set(state.hands[state.turn]) if may_start(state, card))
    return [Legal(Start(Placed(card, cell))) for card in cards for cell in cells]


def may_start(state: State, card: Card) -> bool:
    """P-START: one card of each own colour, never a neutral one, and all symbols differ."""
    neutral = state.colours and card.colour not in state.colours[state.turn]
    laid = [lying.card for lying in state.board]
    return not neutral and not any(
        card.colour == other.colour or card.symbol == other.symbol for other in laid
    )


def table_of(board: Iterable[Placed[Card]]) -> dict[Cell, Card]:
    """The cards on the table by their cells."""
    return {cell: card for card, cell in board}


def window(cells: Iterable[Cell]) -> tuple[range, range]:
    """P-GRID: the columns and the rows in which one more card may lie."""
    columns, rows = bounds(cells)
    return (
        range(columns[-1] - GRID + 1, columns[0] + GRID),
        range(rows[-1] - GRID + 1, rows[0] + GRID),
    )


def _singles(table: Table, hand: Hand) -> list[Single]:
    """P-TOUCH, P-DIFFER, P-GRID: each card of the hand on each cell where it may lie."""
    marks = _marks_beside(table)
    found: dict[tuple[str, Cell], Arms] = {}
    singles = []
    for card in sorted(set(hand)):
        colour, mark = card.colour, MARKS[card]
        for cell, marks_beside in marks:
            if not marks_beside & mark:
                key = (colour, cell)
                if key not in found:
                    found[key] = arms(table, cell, colour)
                singles.append(Single(Placed(card, cell), found[key]))
    return singles


def _marks_beside(table: Table) -> list[tuple[Cell, int]]:
    """Every free cell beside a card and within the grid, with the marks of all cards beside it."""
    if not table:
        return []
    columns, rows = window(table)
    marks: dict[Cell, int] = {}
    for cell, card in table.items():
        mark = MARKS[card]
        for near in neighbours(cell):
            if near not in table:
                marks[near] = marks.get(near, 0) | mark
    return sorted(
        (cell, bits) for cell, bits in marks.items() if cell[0] in columns and cell[1] in rows
    )


def _pairs(table: Table, singles: list[Single], hand: Hand) -> Iterator[Legal[Move]]:
    """P-PAIR: two of the single cards that form a bracket with each other."""
    on_line: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    for i, ((card, (x, y)), _) in enumerate(singles):
        on_line[card.colour, "column", x].append(i)
        on_line[card.colour, "row", y].append(i)
    for i, ((card, (x, y)), _) in enumerate(singles):
        mates = on_line[card.colour, "column", x] + on_line[card.colour, "row", y]
        for j in sorted(mates):
            if j > i and (singles[j].placed.card != card or hand.count(card) > 1):
                sizes = pair_sizes(table, singles[i], singles[j])
                if sizes:
                    yield Legal(Lay((singles[i].placed, singles[j].placed)), sizes)


def pair_sizes(table: Table, one: Single, two: Single) -> tuple[int, ...] | None:
    """The brackets of two single cards laid together; None if that is not allowed.

    Each may lie there alone. Together they must not be neighbours (P-DIFFER: their colour is the
    same) nor stretch the table beyond the grid (P-GRID).
    """
    _, distance = towards(one.placed.cell, two.placed.cell)
    if not 2 <= distance < GRID:
        return None
    return pair_brackets(table, one.placed.cell, one.arms, two.placed.cell, two.arms)
