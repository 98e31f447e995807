"""Reading a record: every line is checked, and an error says which line is wrong and why.

The text may be written by hand, so more is read than is ever written: blank lines anywhere, more
spaces, header lines in any order, moves without points, no result, Windows line ends.

    text ──► lines ──► header (fields by name, tags) ──► deal ─┐
                   └─► entries (number, seat, move, points) ───┴─► play each ──► Record
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from piazzetta.rules.chance import SEED_BITS, Given, Seed
from piazzetta.rules.errors import ChanceError, FieldError, RecordError, RulesError, quote
from piazzetta.rules.game import AnyGame
from piazzetta.rules.record.replaying import result, take
from piazzetta.rules.record.value import (
    FAMILIES,
    MOST_BYTES,
    SINGLE,
    Record,
    check_count,
    check_orders,
    check_tag,
    check_text,
    check_version,
    known_game,
)

LONGEST_OPTION = 200

_NUMBERED = re.compile(r"[0-9]+\.")
_ENTRY = re.compile(r"([0-9]{1,9})\.\s*([0-9]{1,3})\s*:([^|]*)(\|.*)?")
_HEX = re.compile(rf"[0-9a-fA-F]{{1,{SEED_BITS // 4}}}")


class Field(NamedTuple):
    """A header line: its number and what stands behind the colon."""

    line: int
    text: str


class Entry(NamedTuple):
    """A move's line, not yet played."""

    line: int
    number: int
    seat: int
    move: str
    note: str


@dataclass(slots=True)
class Header:
    """The header lines by their names, in the order of the file."""

    fields: dict[str, Field] = field(default_factory=dict)
    tags: list[tuple[str, str]] = field(default_factory=list)
    end: int = 1
    """The last line of the header: where something is said to be missing."""

    def family(self, name: str) -> dict[str, Field]:
        """The header lines `NAME KEY: text` by their keys."""
        parts = [(key.partition(" "), value) for key, value in self.fields.items()]
        return {key: value for (first, _, key), value in parts if first == name}

    def required(self, name: str) -> Field:
        """The header line of that name."""
        if name not in self.fields:
            raise RecordError(self.end, f"the header line '{name}' is missing")
        return self.fields[name]


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, of a size that a record can have."""
    if len(data) > MOST_BYTES:
        raise RecordError(1, f"this is no record: it is longer than {MOST_BYTES:,} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "this is no UTF-8 text") from None


def parse(text: str) -> Record:
    """The record that the text holds; a RecordError if any of it is wrong."""
    header, entries = _split(text)
    game = _game(header)
    players = _players(game, header)
    options = _options(game, len(players), header)
    chance = _chance(header)
    return Record(
        game=game.name,
        rules_version=game.rules_version,
        options=options,
        chance=chance,
        players=players,
        moves=_moves(game, options, chance, header, entries),
        date=_date(header),
        tags=tuple(header.tags),
    )


@contextmanager
def _at(line: int) -> Iterator[None]:
    """Whatever the rules refuse in here is wrong with this line."""
    try:
        yield
    except RulesError as error:
        raise RecordError(line, str(error)) from error


def _split(text: str) -> tuple[Header, list[Entry]]:
    if len(text) > MOST_BYTES:
        raise RecordError(1, f"this is no record: it is longer than {MOST_BYTES:,} characters")
    header, entries = Header(), list[Entry]()
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = raw.strip()
        if _NUMBERED.match(line):
            entries.append(_entry(number, line, len(entries) + 1))
        elif line:
            if entries:
                raise RecordError(number, f"a move is expected here, not {quote(line)}")
            _add(header, number, line)
    return header, entries


def _entry(line: int, text: str, expected: int) -> Entry:
    match = _ENTRY.fullmatch(text)
    if not match:
        raise RecordError(line, f"a move is written '{expected}. SEAT: MOVE', not {quote(text)}")
    number, seat, move, note = match.groups(default="")
    if int(number) != expected:
        raise RecordError(line, f"this should be move {expected}, not {number}")
    with _at(line):
        check_count(expected)
    return Entry(line, int(number), int(seat), _single_spaced(move), _single_spaced(note[1:]))


def _single_spaced(text: str) -> str:
    return " ".join(text.split())


def _add(header: Header, line: int, text: str) -> None:
    name, colon, value = (part.strip() for part in text.partition(":"))
    if not colon:
        reason = f"this is neither a header line 'Name: text' nor a move: {quote(text)}"
        raise RecordError(line, reason)
    header.end = line
    first, *rest = name.split() or [""]
    if first not in FAMILIES and name not in SINGLE:
        with _at(line):
            check_tag(name, value)
        header.tags.append((name, value))
        return
    name = " ".join([first, *rest])
    if first in FAMILIES and not rest:
        raise RecordError(line, f"'{name}' says which one: '{name} 0', '{name} first'")
    if name in header.fields:
        raise RecordError(line, f"{quote(name)} was given in line {header.fields[name].line}")
    header.fields[name] = Field(line, value)


def _game(header: Header) -> AnyGame:
    name, version = header.required("Game"), header.required("Rules")
    with _at(name.line):
        game = known_game(name.text)
    with _at(version.line):
        if not re.fullmatch("[0-9]{1,9}", version.text):
            raise FieldError(f"the version of the rules is a number, not {quote(version.text)}")
        check_version(game, int(version.text))
    return game


def _players(game: AnyGame, header: Header) -> tuple[str, ...]:
    seats = header.family("Seat")
    with _at(header.end):
        game.options(len(seats), {})
    expected = {str(seat) for seat in range(len(seats))}
    for number, (line, _) in seats.items():
        if number not in expected:
            raise RecordError(line, f"{len(seats)} seats are numbered from 0, not {quote(number)}")
    names = [seats[str(seat)] for seat in range(len(seats))]
    for seat, (line, name) in enumerate(names):
        with _at(line):
            check_text(name, f"the name of seat {seat}")
    return tuple(name.text for name in names)


def _options(game: AnyGame, players: int, header: Header) -> Any:
    given = header.family("Option")
    for name, (line, text) in given.items():
        with _at(line):
            game.options(players, {name: _option(text)})
    return game.options(players, {name: _option(value.text) for name, value in given.items()})


def _option(text: str) -> Any:
    """JSON, or a word as it is; what is longer than any option is not worth a look inside."""
    try:
        return json.loads(text) if len(text) <= LONGEST_OPTION else text
    except ValueError:
        return text


def _chance(header: Header) -> Seed | Given:
    seed, orders = header.fields.get("Seed"), header.family("Order")
    if seed is None:
        given = Given({label: tuple(order.text.split()) for label, order in orders.items()})
        for label, (line, _) in orders.items():
            with _at(line):
                check_orders(Given({label: given.orders[label]}))
        return given
    if orders:
        line = next(iter(orders.values())).line
        raise RecordError(line, f"the seed in line {seed.line} gives all orders already")
    if not _HEX.fullmatch(seed.text):
        reason = f"a seed is 1 to {SEED_BITS // 4} hexadecimal digits, not {quote(seed.text)}"
        raise RecordError(seed.line, reason)
    return Seed(int(seed.text, 16))


def _date(header: Header) -> date | None:
    if "Date" not in header.fields:
        return None
    line, text = header.fields["Date"]
    try:
        return date.fromisoformat(text)
    except ValueError:
        reason = f"a date is written year-month-day, 2025-12-31, not {quote(text)}"
        raise RecordError(line, reason) from None


def _moves(
    game: AnyGame, options: Any, chance: Seed | Given, header: Header, entries: list[Entry]
) -> tuple[str, ...]:
    """Play the entries from the deal on; each must be legal and agree with what it says."""
    with _at_shuffle(header.end, header):
        state = game.deal(options, chance)
    moves = []
    for entry in entries:
        if entry.seat != state.turn and not state.over:
            reason = f"it is the turn of seat {state.turn}, not of seat {entry.seat}"
            raise RecordError(entry.line, reason)
        with _at_shuffle(entry.line, header):
            step = take(game, entry.number, state, entry.move, chance)
        if entry.note and entry.note != step.note:
            reason = f"the points of {step.move} are {quote(step.note)}, not {quote(entry.note)}"
            raise RecordError(entry.line, reason)
        state = step.state
        moves.append(step.move)
    _check_result(result(game, state), header)
    return tuple(moves)


@contextmanager
def _at_shuffle(line: int, header: Header) -> Iterator[None]:
    """As `_at`; but an order that does not fit is wrong where it is given."""
    try:
        with _at(line):
            yield
    except RecordError as error:
        cause = error.__cause__
        if isinstance(cause, ChanceError) and cause.label in header.family("Order"):
            raise RecordError(header.family("Order")[cause.label].line, str(cause)) from cause
        raise


def _check_result(true: str, header: Header) -> None:
    written = header.fields.get("Result")
    if written and _single_spaced(written.text) != true:
        reason = f"the result is {quote(true)}, not {quote(written.text)}"
        raise RecordError(written.line, reason)
