"""Legal moves of Piazza, with the brackets each makes.

Their order is fixed, since kernels and counting tables rely on it: single cards by (card, x, y),
then pairs by the places of their two cards in that list.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, groupby
from typing import NamedTuple

from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Cell, Placed, neighbours, window
from piazzetta.rules.piazza.brackets import (
    Arms,
    Lines,
    Table,
    arms,
    lines_of,
    pair_brackets,
    single_brackets,
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
    if not table:
        return [Legal(PASS)]
    lines = lines_of(table)
    singles = _singles(table, lines, hand)
    moves: list[Legal[Move]] = [
        Legal(Lay((placed,)), single_brackets(found)) for placed, found in singles
    ]
    moves.extend(_pairs(lines, singles, hand))
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


def _singles(table: Table, lines: Lines, hand: Hand) -> list[Single]:
    """P-TOUCH, P-DIFFER, P-GRID: each card of the hand on each cell where it may lie."""
    marks = marks_beside(table)
    found: dict[tuple[str, Cell], Arms] = {}
    singles = []
    for card in sorted(set(hand)):
        colour, mark = card.colour, MARKS[card]
        for cell, beside in marks:
            if not beside & mark:
                key = (colour, cell)
                if key not in found:
                    found[key] = arms(lines, cell, colour)
                singles.append(Single(Placed(card, cell), found[key]))
    return singles


def marks_beside(table: Table) -> list[tuple[Cell, int]]:
    """Every free cell beside a card and within the grid, with the marks of all cards beside it."""
    columns, rows = window(GRID, table)
    marks: dict[Cell, int] = {}
    for cell, card in table.items():
        mark = MARKS[card]
        for near in neighbours(cell):
            if near not in table:
                marks[near] = marks.get(near, 0) | mark
    return sorted(
        [(cell, bits) for cell, bits in marks.items() if cell[0] in columns and cell[1] in rows]
    )


def _pairs(lines: Lines, singles: list[Single], hand: Hand) -> Iterator[Legal[Move]]:
    """P-PAIR: two of the single cards that form a bracket with each other."""
    twins = {card for card in hand if hand.count(card) > 1}
    for _, one_colour in groupby(singles, lambda single: single.placed.card.colour):
        for (one, one_arms), (two, two_arms) in combinations(one_colour, 2):
            (card, (x, y)), (other, (u, v)) = one, two
            if (x == u or y == v) and (card != other or card in twins):
                sizes = pair_brackets(lines, (x, y), one_arms, (u, v), two_arms)
                if sizes:
                    yield Legal(Lay((one, two)), sizes)
