"""The legal moves of the seat in turn, and what they bring, for people to choose from."""

from piazzetta.rules.game import AnyGame, Legal
from piazzetta.server.protocol.shared import LegalShown
from piazzetta.server.table.value import Table


def legal(table: Table) -> list[LegalShown]:
    """In the order of the rules."""
    game = table.game
    return [_shown(game, one) for one in game.legal_moves(table.state)]


def _shown(game: AnyGame, one: Legal[object]) -> LegalShown:
    return LegalShown(**game.legal_to_json(one))
