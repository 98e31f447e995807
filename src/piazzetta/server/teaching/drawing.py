"""Small positions as they are drawn in this package: rows of cards, with dots for empty cells.

B1 R2 .  P3
.  Y3 P4 R1
"""

from typing import Any

Placed = list[Any]
"""A card with its x and y, as positions have it."""

HANDS = ("B6", "R6", "P6", "Y6")
"""What the seats hold that have nothing to do: whoever holds nothing would be finished."""


def cards_of(drawing: str) -> list[Placed]:
    """The cards of a drawing; its first card's row and column are 0 where the drawing begins."""
    rows = [row.split() for row in drawing.strip().splitlines()]
    return [[card, x, y] for y, row in enumerate(rows) for x, card in enumerate(row) if card != "."]


def table(drawing: str, hand: list[str]) -> dict[str, Any]:
    """A position of Piazza for four, in which seat 0 holds the hand."""
    return {
        "game": "piazza",
        "players": len(HANDS),
        "board": cards_of(drawing),
        "hands": [hand, *([card] for card in HANDS[1:])],
        "stocks": [[] for _ in HANDS],
        "scores": [0 for _ in HANDS],
        "turn": 0,
        "finished": [],
        "passes": 0,
    }


def square(drawing: str, card: str | None = None, owed: str | None = None) -> dict[str, Any]:
    """A position of C'est Carré! for two: seat 0 may play one card, or owes one from its hand."""
    return {
        "game": "carre",
        "players": 2,
        "round": 1,
        "first": 0,
        "turn": 0,
        "phase": "lay" if owed else "play",
        "layouts": [cards_of(drawing), []],
        "hands": [[owed] if owed else ["C-1", "C-1"], ["C+1"]],
        "deck": ["E-1", "E-1", "E-1"],
        "discard": ["E+1"],
        "revealed": [card or "E0"] if not owed else [],
        "owed": 1 if owed else 0,
        "totals": [0, 0],
        "closing": False,
    }
