"""What can be wrong with what the rules are given: one class for each kind of mistake."""

import reprlib


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

    def __init__(self, label: str, reason: str) -> None:
        """Name the shuffle, so that a record can point at the line that gives its order."""
        super().__init__(reason)
        self.label = label


class RecordError(RulesError):
    """A line of a game record cannot be read, or does not agree with the game it tells."""

    def __init__(self, line: int, reason: str) -> None:
        """Say which line, counted from 1, and what is wrong with it."""
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def quote(value: object) -> str:
    """The value as shown in an error message: never more than a few words of it."""
    text = _SHORT.repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


# A plain repr of a hostile value would take its time, or fail if the value is nested deeply.
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60
