"""`piazzetta replay FILE`: checks a game record and prints the game it tells."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

from piazzetta.cli.boards import Scene
from piazzetta.cli.commands import Commands
from piazzetta.cli.faces import FACES
from piazzetta.cli.ink import Ink, pad, width
from piazzetta.cli.screen import of_process
from piazzetta.rules import GAMES, record
from piazzetta.rules.game import LONGEST, AnyGame, Outcome
from piazzetta.rules.record import Record, RecordError, Step
from piazzetta.server.table import places
from piazzetta.server.table.places import Told

REASONS = {
    "P-END": "all cards are laid",
    "P-STUCK": "nobody could lay a card any more",
    "C-WIN": "50 points are reached",
    "C-NINE": "nine cards of one motif",
}
"""How a game can end, by the clause that ends it."""

HEAD = ("", "", "move", "points so far", "scored")


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "check a game record and print the game"
    parser = commands.add_parser("replay", help=text, description=text)
    parser.add_argument("file", metavar="FILE", help="the record; - reads standard input")
    parser.set_defaults(run=run)


class FileError(Exception):
    """A file that holds no good record; the text names it, the line and what is wrong."""


def run(arguments: argparse.Namespace) -> int:
    """Print the game and return 0, or say what is wrong with the record and return 1."""
    try:
        game = load(arguments.file)
    except FileError as error:
        return fail(str(error))
    screen = of_process(colour=True)
    screen.show(*lines(game, screen.ink))
    return 0


def load(name: str) -> Record:
    """The record in that file, checked; - is standard input."""
    try:
        return record.parse(record.decode(_read(name)))
    except RecordError as error:
        raise FileError(f"{name}:{error.line}: {error.reason}") from error
    except OSError as error:
        raise FileError(f"{name}: {error.strerror}") from error


def fail(message: str) -> int:
    """Say what is wrong; the result is the exit status."""
    print(message, file=sys.stderr)
    return 1


def _read(name: str) -> bytes:
    """The file's bytes; of one that is too long, enough to tell that it is."""
    if name == "-":
        return sys.stdin.buffer.read(record.MOST_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(record.MOST_BYTES + 1)


def lines(told: Record, ink: Ink) -> Iterator[str]:
    """The game for people: who played, every move with points and totals, and how it ended."""
    game = GAMES[told.game]
    played = list(record.steps(told))
    last = played[-1].state if played else record.replay(told)[0]
    yield f"{game.title}, {told.date.isoformat()}" if told.date else game.title
    yield from (f"  seat {seat}: {name}" for seat, name in enumerate(told.players))
    yield from (f"  {name}: {text}" for name, text in told.tags)
    yield ""
    yield from _table([HEAD, *(_cells(game, told.players, step) for step in played)])
    yield ""
    scene = Scene(game.view(last, None), told.players, ink, before=_before_last_turn(told))
    yield from FACES[game.name].table(scene)
    yield ""
    yield outcome(told, last)


def _before_last_turn(told: Record) -> Any:
    """What onlookers saw before the last player's last turn."""
    states = record.replay(told)
    turn = states[-2].turn if len(states) > 1 else None
    while len(states) > 1 and states[-2].turn == turn:
        states = states[:-1]
    return GAMES[told.game].view(states[-1], None)


def _cells(game: AnyGame, players: tuple[str, ...], step: Step) -> tuple[str, ...]:
    scores = " ".join(map(str, game.scores(step.state)))
    return f"{step.number}.", players[step.seat], step.move, scores, step.note


def _table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Columns wide enough for all rows."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [pad(cell, columns) for cell, columns in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()


def outcome(told: Record, state: Any) -> str:
    """Who won and why, in words; where players ended it themselves, as the record says."""
    game, players = GAMES[told.game], told.players
    scored = zip(players, game.scores(state), strict=True)
    points = f"Points: {', '.join(f'{name} {score}' for name, score in scored)}."
    said, ended = places.told_in(told), game.outcome(state)
    if said and (ended or said.agreed or said.gone):
        gone = [f"{players[seat]} resigned." for seat in said.gone]
        why = _by_rules(ended) if ended else _by_players(told, said)
        won = f"Won by {_names(players, said.ranking[0])}{why}."
        return " ".join([*gone, won, _ranking(players, said.ranking), points])
    if ended is None:
        return f"Not finished; next to move: {players[state.turn]}. {points}"
    return f"Won by {_names(players, ended.winners)}{_by_rules(ended)}. {points}"


def _by_rules(ended: Outcome) -> str:
    return f": {REASONS[ended.reason]} ({ended.reason})"


def _by_players(told: Record, said: Told) -> str:
    """Why it ended, if not because the others had resigned."""
    if not said.agreed:
        return ""
    # Moves that were taken back count on a server, and are in no record.
    longest = len(told.moves) >= LONGEST
    return f": no game has more than {LONGEST:,} moves" if longest else ": ended by agreement"


def _ranking(players: tuple[str, ...], ranking: places.Ranking) -> str:
    """Everybody's place; who shares one is named together."""
    above = accumulate(map(len, ranking[:-1]), initial=1)
    shared = (_names(players, seats) for seats in ranking)
    shown = (f"{place}. {names}" for place, names in zip(above, shared, strict=True))
    return f"Ranking: {', '.join(shown)}."


def _names(players: tuple[str, ...], seats: Iterable[int]) -> str:
    return " and ".join(players[seat] for seat in seats)
