"""Reading plain data (decoded JSON) field by field, with an error that names what is wrong."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from piazzetta.rules.errors import FieldError, PositionError, quote
from piazzetta.rules.grid import Cell, Placed

C = TypeVar("C")
T = TypeVar("T")

LIMIT = 1_000_000
"""No number in a position may be further from 0."""


def integer(value: Any, name: str) -> int:
    """A whole number within the limit; true and 1.0 are none."""
    if type(value) is not int:
        raise FieldError(f"{name} must be a whole number, not {quote(value)}")
    if abs(value) > LIMIT:
        raise FieldError(f"{name} is beyond ±{LIMIT:,}")
    return value


def within(value: Any, choices: range, name: str) -> int:
    """A whole number out of a range."""
    if integer(value, name) not in choices:
        raise FieldError(f"{name} must be from {choices[0]} to {choices[-1]}, not {value}")
    return int(value)


def check_seat(seat: int | None, players: int) -> None:
    """Refuse what is neither a seat nor None, a spectator; -1 would else mean the last one."""
    if seat is not None and seat not in range(players):
        raise FieldError(f"there is no seat {seat} among {players} players")


def one_of(value: Any, choices: tuple[str, ...], name: str) -> str:
    """One of a few words."""
    if value not in choices or not isinstance(value, str):
        raise FieldError(f"{name} must be one of {', '.join(choices)}, not {quote(value)}")
    return value


def boolean(value: Any, name: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise FieldError(f"{name} must be true or false, not {quote(value)}")
    return value


def mapping(value: Any, name: str) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise FieldError(f"{name} must be an object, not {quote(value)}")
    return value


def sequence(value: Any, name: str) -> list[Any]:
    """A JSON list."""
    if not isinstance(value, list):
        raise FieldError(f"{name} must be a list, not {quote(value)}")
    return value


def required(data: Mapping[str, Any], name: str) -> Any:
    """The field's value."""
    if name not in data:
        raise FieldError(f"the field '{name}' is missing")
    return data[name]


def per_seat(value: Any, players: int, read: Callable[[Any, str], T], name: str) -> tuple[T, ...]:
    """A list with one entry for each seat."""
    entries = sequence(value, name)
    if len(entries) != players:
        raise PositionError(f"{name} must have {players} entries, one for each seat")
    return tuple(read(entry, f"{name}[{seat}]") for seat, entry in enumerate(entries))


def seats(value: Any, choices: range, name: str) -> tuple[int, ...]:
    """A list of seats."""
    return tuple(within(seat, choices, name) for seat in sequence(value, name))


@dataclass(frozen=True, slots=True)
class Piles(Generic[C]):
    """Reads lists of a game's cards, and counts of them where they are hidden."""

    cards: Mapping[str, C]
    most: int
    """No pile holds more."""

    def pile(self, value: Any, name: str) -> tuple[C, ...]:
        """A list of cards."""
        entries = sequence(value, name)
        if len(entries) > self.most:
            raise PositionError(f"{name} holds {len(entries)} cards; {self.most} is the most")
        return tuple(card(entry, self.cards, name) for entry in entries)

    def count(self, value: Any, name: str) -> int:
        """A number of cards."""
        return within(value, range(self.most + 1), name)

    def pile_or_count(self, value: Any, name: str) -> tuple[C, ...] | int:
        """Whichever it is."""
        return self.pile(value, name) if isinstance(value, list) else self.count(value, name)


def card(value: Any, cards: Mapping[str, C], name: str) -> C:
    """A card of the game, written in its notation."""
    if not isinstance(value, str):
        raise PositionError(f"{name} must hold cards as text, not {quote(value)}")
    if value not in cards:
        raise PositionError(f"{name}: there is no card {quote(value)}")
    return cards[value]


def placed(value: Any, cards: Mapping[str, C], most: int, name: str) -> tuple[Placed[C], ...]:
    """A list of [card, x, y], no two on one cell."""
    entries = sequence(value, name)
    if len(entries) > most:
        raise PositionError(f"{name} holds {len(entries)} cards; {most} is the most")
    found = tuple(_placed(entry, cards, name) for entry in entries)
    if len({lying.cell for lying in found}) < len(found):
        raise PositionError(f"{name} has two cards on one cell")
    return found


def _placed(entry: Any, cards: Mapping[str, C], name: str) -> Placed[C]:
    if not isinstance(entry, list) or len(entry) != 3:
        raise PositionError(f"{name} must hold [card, x, y], not {quote(entry)}")
    cell: Cell = (integer(entry[1], f"x in {name}"), integer(entry[2], f"y in {name}"))
    return Placed(card(entry[0], cards, name), cell)


def placed_to_json(lying: tuple[Placed[C], ...], texts: Mapping[C, str]) -> list[list[Any]]:
    """The list of [card, x, y] that `placed` reads."""
    return [[texts[card], x, y] for card, (x, y) in lying]


def pile_to_json(pile: tuple[C, ...], texts: Mapping[C, str]) -> list[str]:
    """The list of cards that `Piles.pile` reads."""
    return [texts[card] for card in pile]
