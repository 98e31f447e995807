"""Game records: a game as a value and as plain text. docs/records.md describes the text."""

from piazzetta.rules.errors import RecordError
from piazzetta.rules.record.reading import decode, parse
from piazzetta.rules.record.replaying import Step, replay, result, steps
from piazzetta.rules.record.value import MOST_BYTES, MOST_MOVES, Record
from piazzetta.rules.record.writing import format

__all__ = [
    "MOST_BYTES",
    "MOST_MOVES",
    "Record",
    "RecordError",
    "Step",
    "decode",
    "format",
    "parse",
    "replay",
    "result",
    "steps",
]
