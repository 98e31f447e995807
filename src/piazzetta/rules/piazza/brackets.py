"""P-BRACKET, P-SCORE: which brackets a card makes, and how many cards each of them has.

A card laid on the cell X looks along four arms for the nearest card of its own colour.
Here, for a blue card, the right arm finds B4 at distance 4; a card and an empty cell lie
between, so the bracket has 3 cards: both ends and Y2. The down arm finds nothing.

    X  .  Y2 .  B4
    .  R1 .  .  .
"""

from collections.abc import Mapping
from typing import NamedTuple

from piazzetta.rules.grid import STEPS, Cell
from piazzetta.rules.piazza.cards import Card
from piazzetta.rules.piazza.state import GRID

Table = Mapping[Cell, Card]


class Arm(NamedTuple):
    """The nearest card of the colour in one direction: how far it is, how big the bracket."""

    distance: int
    size: int


NOTHING = Arm(0, 0)
Arms = tuple[Arm, ...]


def arms(table: Table, cell: Cell, colour: str) -> Arms:
    """What a card of that colour on that cell finds to the right, below, to the left, above.

    Whose cards they are does not matter (P-OWNER-FREE), nor whether they are neutral (P-NEUTRAL).
    """
    return tuple(_arm(table, cell, colour, step) for step in STEPS)


def _arm(table: Table, cell: Cell, colour: str, step: Cell) -> Arm:
    (x, y), (dx, dy) = cell, step
    size = 1
    for distance in range(1, GRID):
        x, y = x + dx, y + dy
        card = table.get((x, y))
        if card is not None:
            size += 1
            if card.colour == colour:
                return Arm(distance, size)
    return NOTHING


def single_brackets(found: Arms) -> tuple[int, ...]:
    """The sizes of the brackets that one card laid alone makes, ascending.

    Each arm is a bracket of its own. So the card itself counts in each of them (P-MULTIPLE), and
    one laid between two of its colour makes two (P-SPLIT).
    """
    return tuple(sorted(arm.size for arm in found if arm.size))


def pair_brackets(
    table: Table, one: Cell, one_arms: Arms, two: Cell, two_arms: Arms
) -> tuple[int, ...] | None:
    """The same for two cards of one colour laid together; None if they form no bracket (P-PAIR).

    Each keeps the arms that do not point at the other; between them lies their common bracket,
    unless a card of their colour does.
    """
    direction, distance = towards(one, two)
    if not distance or 0 < one_arms[direction].distance < distance:
        return None
    sizes = [2 + _cards_between(table, one, STEPS[direction], distance)]
    sizes += [arm.size for k, arm in enumerate(one_arms) if arm.size and k != direction]
    sizes += [arm.size for k, arm in enumerate(two_arms) if arm.size and k != direction ^ 2]
    return tuple(sorted(sizes))


def towards(one: Cell, two: Cell) -> tuple[int, int]:
    """The index in STEPS that leads from one cell to the other, and how far; 0 far if none."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    if dx and dy:
        return 0, 0
    if dx:
        return (0, dx) if dx > 0 else (2, -dx)
    return (1, dy) if dy > 0 else (3, -dy)


def _cards_between(table: Table, cell: Cell, step: Cell, distance: int) -> int:
    (x, y), (dx, dy) = cell, step
    return sum((x + dx * k, y + dy * k) in table for k in range(1, distance))
