"""Why a move is good or bad, as data: a code that stays the same, and its numbers, cards and seats.

No words of any language are in here; whoever shows a reason has sentences for its code.
docs/advice.md says what each one means.
"""

from dataclasses import dataclass, fields
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Reason:
    """Something true about a move; each kind of reason is a class of its own."""

    code: ClassVar[str]

    def to_json(self) -> dict[str, Any]:
        """The code and all fields as plain data; cards and moves in their notation."""
        named = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return {"code": self.code, **named}


@dataclass(frozen=True, slots=True)
class OnlyMove(Reason):
    """No other move is legal."""

    code: ClassVar[str] = "only_move"


def _plain(value: Any) -> Any:
    # Cards and moves are tuples, too, but have a text of their own.
    if type(value) is tuple:
        return [_plain(entry) for entry in value]
    return value if isinstance(value, int | float | str) else str(value)
