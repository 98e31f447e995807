"""The rules of Piazza a second time, written from docs/rules/piazza.md as naively as can be.

Nothing here is shared with the rules engine but the values. What the engine finds by looking around
one card, this finds by rebuilding the table and listing every bracket that lies on it.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

from piazzetta.rules.grid import Cell, Placed
from piazzetta.rules.piazza import Card, Lay

Table = dict[Cell, Card]
Ends = frozenset[Cell]


def all_brackets(table: Table) -> dict[Ends, int]:
    """P-BRACKET: every bracket on the table by its two ends, with the number of its cards."""
    found: dict[Ends, int] = {}
    for axis in (0, 1):
        for line in {cell[axis] for cell in table}:
            row = sorted(cell for cell in table if cell[axis] == line)
            for i, j in combinations(range(len(row)), 2):
                colours = [table[cell].colour for cell in row[i : j + 1]]
                if colours[0] == colours[-1] and colours.count(colours[0]) == 2:
                    found[frozenset((row[i], row[j]))] = len(colours)
    return found


def new_brackets(table: Table, laid: Table) -> list[int]:
    """P-SCORE: the sizes of the brackets that were not there before, ascending."""
    before, now = all_brackets(table), all_brackets(table | laid)
    return sorted(size for ends, size in now.items() if ends not in before)


def may_lay(table: Table, hand: tuple[Card, ...], move: tuple[Placed[Card], ...]) -> bool:
    """Whether the cards may be laid: clause by clause, with all of them on the table."""
    laid = {placed.cell: placed.card for placed in move}
    together = table | laid
    return (
        _held(hand, move)
        and len(together) == len(table) + len(move)
        and any(_touch(table, order) for order in permutations(laid))
        and all(_differs(together, cell) for cell in laid)
        and _spans_eight(together)
        and (len(move) == 1 or frozenset(laid) in all_brackets(together))
    )


def _held(hand: tuple[Card, ...], move: tuple[Placed[Card], ...]) -> bool:
    return Counter(placed.card for placed in move) <= Counter(hand)


def _touch(table: Table, order: tuple[Cell, ...]) -> bool:
    """P-TOUCH: one after the other, each beside a card that already lies there."""
    lying = set(table)
    for cell in order:
        if not lying.intersection(_beside(cell)):
            return False
        lying.add(cell)
    return True


def _beside(cell: Cell) -> set[Cell]:
    x, y = cell
    return {(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)}


def _differs(table: Table, cell: Cell) -> bool:
    """P-DIFFER."""
    colour, symbol = table[cell]
    beside = [table[near] for near in _beside(cell) if near in table]
    return all(other.colour != colour and other.symbol != symbol for other in beside)


def _spans_eight(table: Table) -> bool:
    """P-GRID: some 8×8 cells hold all the cards."""
    left, top = min(x for x, _ in table), min(y for _, y in table)
    return all(left <= x < left + 8 and top <= y < top + 8 for x, y in table)


def conceivable(table: Table, singles: set[Card], pairs: set[Card]) -> Iterator[Lay]:
    """Every move with these cards in a window that reaches two cells beyond the table.

    `singles` are laid alone on every cell, `pairs` two by two on every two cells, also the same
    card twice and two cards on one cell.
    """
    cells = _window(table)
    yield from (Lay((Placed(card, cell),)) for card in singles for cell in cells)
    everywhere = sorted(Placed(card, cell) for card in pairs for cell in cells)
    yield from (Lay(pair) for pair in combinations(everywhere, 2))


def _window(table: Table) -> list[Cell]:
    xs, ys = {x for x, _ in table}, {y for _, y in table}
    return [
        (x, y) for x in range(min(xs) - 2, max(xs) + 3) for y in range(min(ys) - 2, max(ys) + 3)
    ]
