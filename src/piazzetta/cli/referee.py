"""`piazzetta referee`: the rules engine for other programs, one JSON object a line.

docs/referee.md describes the protocol. Nothing is kept between lines, and no line can stop it.
"""

from piazzetta.cli.commands import Commands
from piazzetta.cli.jsonlines import Json
from piazzetta.cli.operations import game_of, serve, text_of
from piazzetta.rules import carre, fields
from piazzetta.rules.chance import SEED_BITS, Seed
from piazzetta.rules.errors import FieldError
from piazzetta.rules.game import AnyGame

PAGE = "docs/referee.md describes the questions and the answers."


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "answer questions about the rules, one JSON object a line"
    parser = commands.add_parser("referee", help=text, description=text, epilog=PAGE)
    parser.set_defaults(run=lambda _: serve(OPERATIONS))


def _new(request: Json) -> Json:
    game = game_of(request)
    players = fields.integer(fields.required(request, "players"), "players")
    options = fields.mapping(request.get("options", {}), "options")
    if None in options.values():
        raise FieldError("an option is null; leave it out to have its default")
    state = game.deal(game.options(players, options), _seed(request))
    return {"position": game.state_to_json(state)}


def _legal(request: Json) -> Json:
    game, position = _position(request)
    moves = game.legal_moves(game.state_from_json(position))
    return {"moves": [game.legal_to_json(legal) for legal in moves]}


def _apply(request: Json) -> Json:
    game, position = _position(request)
    text = text_of(fields.required(request, "move"), "move")
    seed = _seed(request)
    state = game.state_from_json(position)
    return {"position": game.state_to_json(game.play(state, game.parse_move(text), seed))}


def _score(request: Json) -> Json:
    result = carre.score(carre.score_layout_from_json(fields.required(request, "layout")))
    return {
        "values": result.values,
        "zones": list(result.zones),
        "zone_points": result.zone_points,
        "points": result.points,
        "victory": result.victory,
    }


def _view(request: Json) -> Json:
    game, position = _position(request)
    seat = fields.required(request, "seat")
    state = game.state_from_json(position)
    if seat is not None:
        fields.within(seat, range(state.players), "seat")
    return {"view": game.view_to_json(game.view(state, seat))}


OPERATIONS = {"new": _new, "legal": _legal, "apply": _apply, "score": _score, "view": _view}


def _position(request: Json) -> tuple[AnyGame, Json]:
    position = fields.mapping(fields.required(request, "position"), "position")
    return game_of(position), position


def _seed(request: Json) -> Seed:
    """Any whole number; a negative one counts back from the greatest seed."""
    return Seed(fields.integer(request.get("seed", 0), "seed") % (1 << SEED_BITS))
