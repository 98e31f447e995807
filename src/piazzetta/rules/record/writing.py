"""A record as canonical text: the same record is always the same text."""

import json
from typing import Any

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Given, Seed
from piazzetta.rules.errors import FieldError
from piazzetta.rules.game import AnyGame
from piazzetta.rules.record.replaying import Step, replay, result, steps
from piazzetta.rules.record.value import MOST_BYTES, Record


def format(record: Record) -> str:
    """The text of a record; a RulesError if its moves are not legal."""
    game = GAMES[record.game]
    played = list(steps(record))
    last = played[-1].state if played else replay(record)[0]
    header = [*_header(game, record, result(game, last)), *_tags(record)]
    text = "\n".join([*header, *([""] if played else []), *map(_move, played), ""])
    if len(text.encode()) > MOST_BYTES:
        raise FieldError(f"the record would be longer than {MOST_BYTES:,} bytes")
    return text


def _header(game: AnyGame, record: Record, result: str) -> list[str]:
    lines = [f"Game: {record.game}", f"Rules: {record.rules_version}"]
    lines += [f"Seat {seat}: {name}" for seat, name in enumerate(record.players)]
    options = game.options_to_json(record.options)
    lines += [f"Option {name}: {_option(value)}" for name, value in options.items()]
    lines += _chance(record.chance)
    lines += [f"Date: {record.date.isoformat()}"] if record.date else []
    return [*lines, f"Result: {result}"]


def _option(value: Any) -> str:
    """Words as they are, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def _chance(chance: Seed | Given) -> list[str]:
    if isinstance(chance, Seed):
        return [f"Seed: {chance.value:x}"]
    orders = chance.orders.items()
    return [f"Order {label}: {' '.join(cards)}".rstrip() for label, cards in orders]


def _tags(record: Record) -> list[str]:
    return [f"{name}: {text}".rstrip() for name, text in record.tags]


def _move(step: Step) -> str:
    note = f" | {step.note}" if step.note else ""
    return f"{step.number}. {step.seat}: {step.move}{note}"
