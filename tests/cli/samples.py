"""Valid positions and requests, to be asked as they are or with one thing changed."""

from copy import deepcopy
from typing import Any

from tests.cli.command import Json

PIAZZA: Json = {
    "game": "piazza",
    "players": 2,
    "phase": "play",
    "colours": [["R", "P"], ["B", "Y"]],
    "start": "square",
    "board": [["R1", 0, 0], ["P2", 1, 0], ["B3", 0, 1], ["Y4", 1, 1]],
    "first": 0,
    "hands": [["R2", "P2", "R5"], ["B1", "Y1", "Y2"]],
    "stocks": [["R1"], []],
    "scores": [0, 0],
    "turn": 0,
    "finished": [],
    "passes": 0,
    "over": False,
    "winners": [],
}
SETUP: Json = {
    **PIAZZA,
    "phase": "setup",
    "board": [["R1", 0, 0]],
    "hands": [["R2", "P2", "P3", "R5"], ["B1", "Y1", "Y2", "B6", "Y5"]],
    "stocks": [[], []],
}
CARRE: Json = {
    "game": "carre",
    "players": 2,
    "round": 1,
    "first": 0,
    "turn": 1,
    "phase": "source",
    "layouts": [[["A+1", 0, 0], ["A-1", 1, 0]], []],
    "hands": [["B0"], ["C+1", "C+2"]],
    "deck": ["D-1", "D-2"],
    "discard": ["E+3"],
    "revealed": [],
    "owed": 0,
    "totals": [12, 7],
    "closing": False,
    "over": False,
    "winners": [],
}
PLAYING: Json = {**CARRE, "turn": 0, "phase": "play", "revealed": ["C+3", "F-1"]}
LAYING: Json = {**CARRE, "turn": 0, "phase": "lay", "owed": 1}
DROPPING: Json = {
    **CARRE,
    "turn": 0,
    "phase": "drop",
    "hands": [["B0", "B+1", "B+1", "B-1", "B-2", "C0"], []],
}
SQUARE = [["A+1", x, y] if x < 1 else ["B-1", x, y] for x in range(2) for y in range(3)]
SQUARE += [["C-1", 2, 0], ["C-1", 2, 1], ["C-1", 2, 2]]

POSITIONS = {
    "piazza play": PIAZZA,
    "piazza setup": SETUP,
    "carre source": CARRE,
    "carre play": PLAYING,
    "carre lay": LAYING,
    "carre drop": DROPPING,
}
MOVES = {
    "piazza play": "R5@2,0",
    "piazza setup": "start P3@1,1",
    "carre source": "reveal",
    "carre play": "lay C+3@0,1",
    "carre lay": "lay B0@1,1",
    "carre drop": "drop C0",
}
OPTIONS: Json = {"first": 1, "setup": "choose", "start": "row", "colours": [["Y"], ["B"], ["R"]]}

REQUESTS: dict[str, Json] = {
    "new piazza": {"op": "new", "game": "piazza", "players": 3, "seed": 7, "options": OPTIONS},
    "new carre": {"op": "new", "game": "carre", "players": 5, "seed": 7, "options": {"first": 4}},
    "score": {"op": "score", "layout": [["A+1", 0, 0], ["A-1", 1, 0], ["B0", 1, 1]]},
}
for _name, _position in POSITIONS.items():
    REQUESTS[f"legal {_name}"] = {"op": "legal", "position": _position}
    REQUESTS[f"apply {_name}"] = {
        "op": "apply",
        "position": _position,
        "move": MOVES[_name],
        "seed": 5,
    }
    REQUESTS[f"view {_name}"] = {"op": "view", "position": _position, "seat": 1}


def legal(position: Json, **changes: Any) -> Json:
    """A request for the legal moves of the position with some of its fields changed."""
    return {"op": "legal", "position": deepcopy(position) | changes}


def without(data: Json, *names: str) -> Json:
    """The object without these fields."""
    return {name: value for name, value in data.items() if name not in names}
