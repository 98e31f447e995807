"""A record as a frozen value: all that is needed to play the same game again.

Every record can be written, and what is written reads back as the same record: whatever the
text could not hold is refused here, when the record is made.
"""

import datetime
import re
from dataclasses import dataclass
from typing import Any

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Given, Seed
from piazzetta.rules.errors import FieldError, quote
from piazzetta.rules.fields import one_of
from piazzetta.rules.game import AnyGame

Tags = tuple[tuple[str, str], ...]

MOST_MOVES = 100_000
MOST_BYTES = 8 * 1024 * 1024
"""Far beyond any game; more is refused at once, before it takes memory and minutes."""

SINGLE = ("Game", "Rules", "Seed", "Date", "Result")
"""Header lines with a meaning of their own."""
FAMILIES = ("Seat", "Option", "Order")
"""Header lines of which there are several: `Seat 0`, `Option first`, `Order stock 1`."""

_UNWRITABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line and paragraph breaks, what turns the direction of text, and halves of
characters."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or not."""

    game: str
    rules_version: int
    options: Any
    """The game's own options, as its `options` function gives them."""
    chance: Seed | Given
    players: tuple[str, ...]
    """The names, seat by seat."""
    moves: tuple[str, ...] = ()
    """In the game's notation."""
    date: datetime.date | None = None
    tags: Tags = ()
    """Header lines that mean nothing to the rules, in their order; a name may come twice."""

    def __post_init__(self) -> None:
        """Refuse what could not be written and read again. Whether moves are legal shows later."""
        game = known_game(self.game)
        check_version(game, self.rules_version)
        for seat, name in enumerate(self.players):
            check_text(name, f"the name of seat {seat}")
        _check_options(game, len(self.players), self.options)
        if isinstance(self.chance, Given):
            check_orders(self.chance)
        for name, text in self.tags:
            check_tag(name, text)
        _check_date(self.date)
        _check_moves(game, self.moves)


def known_game(name: str) -> AnyGame:
    """The game of that name."""
    return GAMES[one_of(name, tuple(GAMES), "the game")]


def check_version(game: AnyGame, version: int) -> None:
    """A record plays out as it was played only under its own version of the rules."""
    if version != game.rules_version:
        known = f"known is version {game.rules_version}"
        raise FieldError(f"version {version} of the rules of {game.title} is not known; {known}")


def check_text(text: str, what: str) -> None:
    """Any text that fits on a line and shows where it begins and ends."""
    if not text:
        raise FieldError(f"{what} is empty")
    if text != text.strip():
        raise FieldError(f"{what} begins or ends with a space: {quote(text)}")
    found = _UNWRITABLE.search(text)
    if found:
        raise FieldError(f"{what} holds a character that text on a line has not: {found[0]!a}")


def check_tag(name: str, text: str) -> None:
    """A tag's name must not look like a move, nor like a header line with a meaning."""
    check_text(name, "a tag's name")
    if text:
        check_text(text, f"the tag {quote(name)}")
    if ":" in name or name[0] in "0123456789":
        raise FieldError(f"a tag's name has no colon and begins with no figure: {quote(name)}")
    if name in SINGLE or name.split()[0] in FAMILIES:
        raise FieldError(f"{quote(name)} is no name for a tag; the record itself uses it")


def check_orders(chance: Given) -> None:
    """Labels and cards must come back as they were written."""
    for label, cards in chance.orders.items():
        check_text(label, "a shuffle's label")
        if ":" in label or label != " ".join(label.split()):
            raise FieldError(f"a shuffle's label has no colon, no double spaces: {quote(label)}")
        for card in cards:
            check_text(card, f"the order of '{label}'")
            if card.split() != [card]:
                raise FieldError(f"the order of '{label}' holds a card with spaces: {quote(card)}")


def _check_options(game: AnyGame, players: int, options: Any) -> None:
    if game.options(players, game.options_to_json(options)) != options:
        raise FieldError(f"these are not the options of {players} players: {quote(options)}")


def _check_date(value: datetime.date | None) -> None:
    if isinstance(value, datetime.datetime):
        raise FieldError("a record has a date without a time; a tag may hold the time")


def _check_moves(game: AnyGame, moves: tuple[str, ...]) -> None:
    check_count(len(moves))
    for text in moves:
        written = str(game.parse_move(text))
        if written != text:
            raise FieldError(f"a record writes {quote(text)} as {quote(written)}")


def check_count(moves: int) -> None:
    """No more moves than can be replayed in a moment."""
    if moves > MOST_MOVES:
        raise FieldError(f"a record has at most {MOST_MOVES:,} moves")
