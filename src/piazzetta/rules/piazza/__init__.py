"""Piazza, for two to four players. docs/rules/piazza.md names the clauses used here."""

from piazzetta.rules.game import Game
from piazzetta.rules.piazza.cards import CARDS, PACK, Card
from piazzetta.rules.piazza.moves import legal_moves, start_moves
from piazzetta.rules.piazza.notation import arithmetic, legal_to_json, noted, parse_move
from piazzetta.rules.piazza.outcome import outcome
from piazzetta.rules.piazza.play import play
from piazzetta.rules.piazza.position import (
    open_to_json,
    own_to_json,
    state_from_json,
    state_to_json,
    view_from_json,
    view_to_json,
)
from piazzetta.rules.piazza.setup import deal, options, options_to_json
from piazzetta.rules.piazza.state import NAME, PASS, SEATS, Lay, Move, Options, Pass, Start, State
from piazzetta.rules.piazza.view import View, determinize, face_down, view

GAME: Game[Options, State, View, Move] = Game(
    name=NAME,
    title="Piazza",
    seats=SEATS,
    rules_version=1,
    options=options,
    options_to_json=options_to_json,
    deal=deal,
    start_moves=start_moves,
    legal_moves=legal_moves,
    play=play,
    view=view,
    determinize=determinize,
    outcome=outcome,
    scores=lambda position: position.scores,
    face_down=face_down,
    parse_move=parse_move,
    noted=noted,
    state_to_json=state_to_json,
    state_from_json=state_from_json,
    view_to_json=view_to_json,
    open_to_json=open_to_json,
    own_to_json=own_to_json,
    view_from_json=view_from_json,
    legal_to_json=legal_to_json,
)

__all__ = [
    "CARDS",
    "GAME",
    "PACK",
    "PASS",
    "Card",
    "Lay",
    "Move",
    "Options",
    "Pass",
    "Start",
    "State",
    "View",
    "arithmetic",
    "deal",
    "determinize",
    "legal_moves",
    "options",
    "outcome",
    "parse_move",
    "play",
    "start_moves",
    "state_from_json",
    "state_to_json",
    "view",
    "view_from_json",
    "view_to_json",
]
