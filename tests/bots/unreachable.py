"""Views of C'est Carré! that the rules accept, though no game comes to them: whoever completes the
square has no further turn in the round. The kernels have no room for them."""

from typing import Any

from piazzetta.rules import GAMES

Json = dict[str, Any]

SQUARE = [
    [card, place % 3, place // 3]
    for place, card in enumerate(["A-2", "A-1", "A0", "A+1", "A+2", "A+3", "B-2", "B-1", "B0"])
]
BEGUN = [["C0", 0, 0]]
SOURCE: Json = {
    "game": "carre",
    "players": 2,
    "round": 1,
    "first": 0,
    "turn": 0,
    "phase": "source",
    "layouts": [SQUARE, BEGUN],
    "hands": [["D+1", "D+2"], 3],
    "deck": 40,
    "discard": ["E+3"],
    "revealed": [],
    "owed": 0,
    "totals": [0, 0],
    "closing": False,
}
TURNED_UP: Json = SOURCE | {"phase": "play", "revealed": ["E-1", "F+3"]}
VIEWS = [
    view | {"layouts": layouts}
    for view in (SOURCE, TURNED_UP)
    for layouts in ([SQUARE, BEGUN], [BEGUN, SQUARE])
]
"""Of seat 0, which is on turn; it has the square, or the other has."""


def seen(data: Json) -> Any:
    """The view as the rules have it."""
    return GAMES["carre"].view_from_json(data)
