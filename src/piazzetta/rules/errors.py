"""What can be wrong with what the rules are given: one class for each kind of mistake."""


class RulesError(ValueError):
    """Anything the rules refuse. Nothing has changed when it is raised."""


class NotAMoveError(RulesError):
    """The text is no move of this game at all."""


class IllegalMoveError(RulesError):
    """It is a move, but a clause of the rules forbids it here."""

    def __init__(self, clause: str, move: object, reason: str) -> None:
        """Quote the move and name the clause it breaks."""
        super().__init__(f"{move}: {reason} ({clause})")
        self.clause = clause


class FieldError(RulesError):
    """A field is missing, of the wrong type or out of its range."""


class PositionError(RulesError):
    """A position that cannot be."""


class ChanceError(RulesError):
    """A shuffle is asked for whose order is not known, or a given order does not fit its cards."""


def quote(value: object) -> str:
    """The value as shown in an error message: never more than a few words of it."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
