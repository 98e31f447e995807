"""The examples of the rules page: which small positions are shown for which clause.

What is drawn on them (legal cells, brackets, zones, points, the clause that forbids a try) is not
written here: `examples` asks the rules.
"""

from typing import Any, NamedTuple

from piazzetta.server.teaching.drawing import square, table


class Table(NamedTuple):
    """A table of Piazza, and what is shown on it."""

    clause: str
    name: str
    position: dict[str, Any]
    move: str = ""
    """A move that is made on it."""
    card: str = ""
    """A card of which all legal cells are shown."""
    tries: tuple[str, ...] = ()
    """Moves that the clause forbids."""
    limits: bool = False
    """Whether to show where cards may still lie."""


class Layout(NamedTuple):
    """A player's cards of C'est Carré!, and what is shown of them."""

    clause: str
    name: str
    position: dict[str, Any]
    shown: tuple[str, ...] = ()
    """Which legal moves are shown: `lay`, `swap`."""
    tries: tuple[str, ...] = ()
    """Moves that the clause forbids."""
    worth: bool = False
    """Whether zones and points are shown."""


START = """
R1 P2
B3 Y4
"""
WIDE = """
R1 Y2 R3 P2 R5 Y6 P1 Y3
.  B4 .  B5 .  .  .  .
"""
EMPTY_CELL = """
B1 R2 .  P3
.  Y3 P4 R1
"""
ONE_OF_FIVE = """
B1 R2 P3 Y4
"""
TWO_OF_THREE = """
B1 R2 .
.  P5 Y3
.  .  B4
"""
PAIR = """
B1 R2 .  .  .
.  P6 Y3 .  .
.  .  P4 Y1 .
.  .  .  R5 B6
"""
FIVE_AT_ONCE = """
B1 R2 .  R4 B3
Y5 P6 Y3 P5 .
P1 .  P4 Y1 .
B4 .  .  R5 B6
"""
SPLIT = """
B1 R2 .  P3 B4
.  Y4 R6 Y1 .
"""

TABLES = (
    Table("P-TOUCH", "touch", table(START, ["B6"]), card="B6", tries=("B6@2,2", "B6@-1,-1")),
    Table("P-DIFFER", "differ", table(START, ["B6", "B4"]), tries=("B6@0,2", "B4@2,1")),
    Table("P-GRID", "grid", table(WIDE, ["B6"]), tries=("B6@8,0", "B6@-1,0"), limits=True),
    Table("P-BRACKET", "bracket", table(EMPTY_CELL, ["B5"]), move="B5@4,0"),
    Table("P-PAIR", "pair", table(PAIR, ["B5", "B2"]), move="B2@2,3 B5@2,0"),
    Table("P-SCORE", "five", table(ONE_OF_FIVE, ["B5"]), move="B5@4,0"),
    Table("P-MULTIPLE", "two", table(TWO_OF_THREE, ["B6"]), move="B6@2,0"),
    Table("P-MULTIPLE", "fifteen", table(FIVE_AT_ONCE, ["B5", "B2"]), move="B2@2,3 B5@2,0"),
    Table("P-SPLIT", "split", table(SPLIT, ["B5"]), move="B5@2,0"),
)

CORNER = """
A+1 A-1
C+2 .
"""
ROW = """
A+1 B-1 C+2
D0  .   .
"""
SCORED = """
A+3 B+1 B-1 E+2
C+3 D+1 B+2 .
C0  D-2 D+2 .
"""
FULL = """
A+3 B+1 B-1
C+3 D+1 B+2
C0  D-2 D+2
"""
GROWING = """
D+1 D-1 .
D+2 E+2 E-1
"""
NINE = """
F+1 F-1 F+2
F-2 F0  F-1
F+1 F+3 F-1
"""

LAYOUTS = (
    Layout("C-LAY", "lay", square(CORNER, "D0"), shown=("lay",)),
    Layout("C-SWAP", "swap", square(CORNER, "A+2"), shown=("swap",)),
    Layout("C-SQUARE", "reach", square(ROW, "E-1"), shown=("lay",), tries=("lay E-1@3,0",)),
    Layout("C-SQUARE", "outside", square(FULL, owed="E+2"), shown=("lay",)),
    Layout("C-VALUES", "values", square(GROWING), worth=True),
    Layout("C-ZONES", "twenty", square(SCORED), worth=True),
    Layout("C-NINE", "nine", square(NINE), worth=True),
)

EFFECTS = {
    "C-NEGATIVE": ("B-1", "B-2"),
    "C-ZERO": ("B0",),
    "C-POSITIVE": ("B+1", "B+2", "B+3"),
}
"""Cards whose effect is shown, by clause."""
EFFECTS_ON = square(CORNER)
"""Where they are laid."""
