"""C'est Carré!, for two to five players. docs/rules/carre.md names the clauses used here."""

from piazzetta.rules.carre.cards import CARDS, PACK, Card
from piazzetta.rules.carre.layout import Score, score
from piazzetta.rules.carre.moves import legal_moves, start_moves
from piazzetta.rules.carre.notation import legal_to_json, noted, parse_move
from piazzetta.rules.carre.outcome import outcome
from piazzetta.rules.carre.play import play
from piazzetta.rules.carre.position import (
    open_to_json,
    own_to_json,
    score_layout_from_json,
    state_from_json,
    state_to_json,
    view_from_json,
    view_to_json,
)
from piazzetta.rules.carre.setup import deal, options, options_to_json
from piazzetta.rules.carre.state import (
    NAME,
    PASS,
    REVEAL,
    SEATS,
    TAKE,
    Drop,
    Lay,
    Move,
    Options,
    Pass,
    Reveal,
    State,
    Swap,
    Take,
)
from piazzetta.rules.carre.view import View, determinize, face_down, view
from piazzetta.rules.game import Game

GAME: Game[Options, State, View, Move] = Game(
    name=NAME,
    title="C'est Carré!",
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
    scores=lambda position: position.totals,
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
    "REVEAL",
    "TAKE",
    "Card",
    "Drop",
    "Lay",
    "Move",
    "Options",
    "Pass",
    "Reveal",
    "Score",
    "State",
    "Swap",
    "Take",
    "View",
    "deal",
    "determinize",
    "legal_moves",
    "options",
    "outcome",
    "parse_move",
    "play",
    "score",
    "score_layout_from_json",
    "start_moves",
    "state_from_json",
    "state_to_json",
    "view",
    "view_from_json",
    "view_to_json",
]
