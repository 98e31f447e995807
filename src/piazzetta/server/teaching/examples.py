"""The rules page's clauses and examples: writes web/src/learn/examples.json, played by the rules.

python -m piazzetta.server.teaching.examples [--check]
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from piazzetta.rules import GAMES, carre, piazza
from piazzetta.rules.carre.layout import ZONE_POINTS
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame
from piazzetta.server.protocol import written
from piazzetta.server.protocol.detail import MoveConsidered
from piazzetta.server.table.detail import considered, detail
from piazzetta.server.teaching import clauses
from piazzetta.server.teaching.drawing import Placed
from piazzetta.server.teaching.figures import (
    EFFECTS,
    EFFECTS_ON,
    LAYOUTS,
    TABLES,
    Layout,
    Table,
)

WHERE = "web/src/learn/examples.json"
START_SEED = 1

Shown = dict[str, Any]


def source() -> str:
    """The whole file."""
    pages = {name: _sections(name) for name in GAMES}
    return json.dumps(pages, ensure_ascii=False, indent=1) + "\n"


def _sections(game: str) -> list[Shown]:
    drawn = _figures(game)
    return [
        {"name": section.name, "clauses": [_clause(one, drawn) for one in section.clauses]}
        for section in clauses.sections(game)
    ]


def _clause(clause: clauses.Clause, drawn: list[tuple[str, Shown]]) -> Shown:
    figures = [figure for name, figure in drawn if name == clause.name]
    return {"name": clause.name, "ruling": clause.ruling, "figures": figures}


def _figures(game: str) -> list[tuple[str, Shown]]:
    """Every figure with its clause."""
    return list(_piazza() if game == "piazza" else _carre())


def _piazza() -> Iterator[tuple[str, Shown]]:
    yield "P-CARDS", _pack("piazza", piazza.PACK)
    yield "P-START", _start("start", 4, {})
    yield "P-START-3", _start("corner", 3, {"start": "corner"})
    yield "P-START-3", _start("row", 3, {"start": "row"})
    yield from ((one.clause, _table(one)) for one in TABLES)


def _carre() -> Iterator[tuple[str, Shown]]:
    yield "C-CARDS", _pack("carre", carre.PACK)
    yield from ((one.clause, _layout(one)) for one in LAYOUTS)
    yield from ((clause, _effects(clause)) for clause in EFFECTS)
    yield "C-ZONES", _zone_points()


def _pack(game: str, pack: Sequence[Any]) -> Shown:
    """Every kind of card, and how many there are of it."""
    counted = Counter(str(card) for card in pack)
    return {"kind": "pack", "name": f"pack-{game}", "cards": [list(one) for one in counted.items()]}


def _start(name: str, players: int, options: Shown) -> Shown:
    game = GAMES["piazza"]
    dealt = game.state_to_json(game.deal(game.options(players, options), Seed(START_SEED)))
    return _drawn_table(name, dealt["board"])


def _drawn_table(name: str, board: list[Any], **more: Any) -> Shown:
    nothing: Shown = {
        "laid": [],
        "brackets": [],
        "points": 0,
        "legal": [],
        "refused": [],
        "limits": None,
    }
    return {"kind": "table", "name": name, "board": sorted(board, key=_place), **nothing, **more}


def _table(figure: Table) -> Shown:
    game = GAMES["piazza"]
    state = game.state_from_json(figure.position)
    more: Shown = {"refused": _refused(game, state, figure.tries, figure.clause)}
    if figure.move:
        (made,) = considered(game, state, [figure.move])
        brackets = msgspec.to_builtins(made.brackets)
        more |= {"laid": _laid(figure.move), "brackets": brackets, "points": made.points}
    if figure.card:
        more["legal"] = _legal_cells(game, state, f"{figure.card}@")
    if figure.limits:
        more["limits"] = msgspec.to_builtins(detail(game, state))["limits"]
    return _drawn_table(figure.name, figure.position["board"], **more)


def _layout(figure: Layout) -> Shown:
    game = GAMES["carre"]
    state = game.state_from_json(figure.position)
    worth = msgspec.to_builtins(detail(game, state))["squares"][0]
    legal = {
        verb: [cell[:2] for cell in _legal_cells(game, state, f"{verb} ")]
        for verb in ("lay", "swap")
        if verb in figure.shown
    }
    return {
        "kind": "layout",
        "name": figure.name,
        "layout": sorted(figure.position["layouts"][0], key=_place),
        "card": (figure.position["revealed"] or figure.position["hands"][0])[0],
        "square": worth,
        "worth": figure.worth,
        "lay": legal.get("lay", []),
        "swap": legal.get("swap", []),
        "refused": _refused(game, state, figure.tries, figure.clause),
    }


def _effects(clause: str) -> Shown:
    """What laying each of the clause's cards makes one do."""
    return {
        "kind": "effects",
        "name": f"effects-{clause.lower()}",
        "effects": [_effect(card) for card in EFFECTS[clause]],
    }


def _effect(card: str) -> Shown:
    game = GAMES["carre"]
    state = game.state_from_json({**EFFECTS_ON, "revealed": [card]})
    (made,) = considered(game, state, [f"lay {card}@1,1"])
    return {"card": card, "effect": made.effect, "cards": made.effect_cards}


def _zone_points() -> Shown:
    scoring = [[size, points] for size, points in ZONE_POINTS.items() if points or size == 1]
    return {"kind": "zones", "name": "zones", "points": scoring}


def _legal_cells(game: AnyGame, state: Any, start: str) -> list[list[int]]:
    """Where a single card may go by the legal moves that begin like this, with their points."""
    found = [(_laid(str(one.move)), one) for one in game.legal_moves(state)]
    singles = [(cards[0], one) for cards, one in found if len(cards) == 1]
    return sorted(
        [x, y, one.points] for (_, x, y), one in singles if str(one.move).startswith(start)
    )


def _refused(game: AnyGame, state: Any, tries: tuple[str, ...], clause: str) -> list[Shown]:
    judged = considered(game, state, list(tries))
    return [_refusal(made, clause) for made in judged]


def _refusal(made: MoveConsidered, clause: str) -> Shown:
    if made.clause != clause:
        raise ValueError(f"{made.move} shows {made.clause or 'nothing'}, not {clause}")
    card, x, y = _laid(made.move)[0]
    return {"card": card, "cell": [x, y]}


def _laid(move: str) -> list[Placed]:
    """The cards of a move's text, with their cells."""
    placed = [part.split("@") for part in move.split() if "@" in part]
    return [[card, *(int(number) for number in cell.split(","))] for card, cell in placed]


def _place(placed: Placed) -> tuple[int, int]:
    _, x, y = placed
    return y, x


def main(arguments: list[str] | None = None) -> int:
    """Write the file, or check it."""
    return written.main(WHERE, source(), arguments)


if __name__ == "__main__":
    sys.exit(main())
