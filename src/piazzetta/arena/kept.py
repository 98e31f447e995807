"""Kept results: a folder with a record of every game and a list of what they came to.

    results.jsonl      the settings of the match, then one line for each finished game
    deal-0-0.txt       the record of deal 0, rotation 0
    deal-0-1.txt       …

A game's record is written before its line: whatever the list names is there. A line that was cut
off when the machine stopped is not counted, and its game is played again.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from piazzetta.arena.match import Match, Slot
from piazzetta.arena.play import MOST_DECISIONS, Played, Result
from piazzetta.rules import record
from piazzetta.rules.record import Record

LIST = "results.jsonl"

Json = dict[str, Any]


class KeptError(ValueError):
    """The folder holds something else than the beginning of this match."""


def is_begun(folder: Path) -> bool:
    """Whether there is a list."""
    return (folder / LIST).exists()


def check_new(folder: Path) -> None:
    """A KeptError if there is a list already."""
    if is_begun(folder):
        raise KeptError(
            f"{folder} holds a match already; --resume continues it, another folder begins anew"
        )


def begin(folder: Path, match: Match) -> None:
    """Make the folder and its list; there must not be one yet."""
    check_new(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / LIST).open("x", encoding="utf-8") as file:
            file.write(json.dumps(match.settings()) + "\n")
    except OSError as error:
        raise KeptError(f"{folder / LIST} cannot be made: {error.strerror}") from error


def resume(folder: Path, match: Match) -> list[Result]:
    """The games of this match that are finished; the list, if there is one, is ready for more."""
    if not is_begun(folder):
        return []
    path = folder / LIST
    whole, _, cut_off = path.read_bytes().rpartition(b"\n")
    settings, *lines = whole.split(b"\n")
    _check_settings(folder, settings, match)
    if cut_off:
        os.truncate(path, len(whole) + 1)
    try:
        finished = [_read(line) for line in lines]
    except (ValueError, KeyError, TypeError) as error:
        raise KeptError(f"{path} is damaged: {error!r}") from error
    wanted = set(match.slots())
    return [result for result in finished if result.slot in wanted]


def write_record(folder: Path, match: Match, played: Played) -> None:
    """Write a game down, whole or not at all."""
    deal, rotation = played.result.slot
    path = folder / f"deal-{deal}-{rotation}.txt"
    unfinished = path.with_suffix(".part")
    unfinished.write_text(record.format(_record(match, played)), encoding="utf-8")
    unfinished.replace(path)


def _record(match: Match, played: Played) -> Record:
    game, slot = match.rules, played.result.slot
    entries = [slot.entry_at(seat, match.players) for seat in range(match.players)]
    capped = [("Capped", f"after {MOST_DECISIONS} decisions")] if played.result.capped else []
    return Record(
        game=game.name,
        rules_version=game.rules_version,
        options=match.options(),
        chance=match.chance(slot.deal),
        players=tuple(_on_a_line(match.entries[entry]) for entry in entries),
        moves=played.moves,
        tags=(
            ("Match", f"seed {match.seed}, deal {slot.deal}, rotation {slot.rotation}"),
            ("Time", f"{match.time_ms} ms a move"),
            *capped,
        ),
    )


def _on_a_line(name: str) -> str:
    """The name of a bot; a command may hold what a record's line cannot."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def add(folder: Path, result: Result) -> None:
    """Note a finished game; its record must have been written."""
    with (folder / LIST).open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(result)) + "\n")


def _check_settings(folder: Path, line: bytes, match: Match) -> None:
    try:
        kept = json.loads(line)
        differing = list(_differences(kept, match.settings()))
    except (ValueError, AttributeError):
        raise KeptError(f"{folder / LIST} is no list of results") from None
    if differing:
        raise KeptError(f"{folder} holds another match: {', '.join(differing)}")


def _differences(kept: Json, wanted: Json) -> Iterator[str]:
    for name, value in wanted.items():
        if kept.get(name) != value:
            yield f"{name} was {json.dumps(kept.get(name))}, now {json.dumps(value)}"


def _read(line: bytes) -> Result:
    data = json.loads(line)
    return Result(**{field.name: _frozen(field.name, data[field.name]) for field in fields(Result)})


def _frozen(name: str, value: Any) -> Any:
    if name == "slot":
        return Slot(*value)
    return tuple(value) if isinstance(value, list) else value
