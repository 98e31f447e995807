"""Why a command was not carried out: a code for programs and translations, and a sentence."""

from typing import Any

from piazzetta.rules.errors import IllegalMoveError, RulesError
from piazzetta.server.protocol.codes import SENTENCES


class RefusedError(Exception):
    """Nothing has changed. The message never tells what the asking player may not know."""

    def __init__(self, code: str, **details: Any) -> None:
        """`code` is one of `protocol/codes.py`; `details` are the figures of its sentence."""
        self.code = code
        self.message = SENTENCES[code].format_map(details)
        self.details = details
        super().__init__(self.message)


def refused_move(error: RulesError, **details: Any) -> RefusedError:
    """Why a move was not made: it is none at all, or a clause of the rules forbids it."""
    reason = str(error)
    if isinstance(error, IllegalMoveError):
        return RefusedError("illegal_move", reason=reason, clause=error.clause, **details)
    return RefusedError("not_a_move", reason=reason, **details)
