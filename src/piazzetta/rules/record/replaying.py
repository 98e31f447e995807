"""Playing a record again: its positions, the points of its moves and its result."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Chance
from piazzetta.rules.game import AnyGame
from piazzetta.rules.record.value import Record

UNFINISHED = "*"


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a record, played."""

    number: int
    """Counted from 1."""
    seat: int
    move: str
    note: str
    """Its points, as the game's `noted` tells them; empty when it made none."""
    state: Any
    """The state after it."""


def steps(record: Record) -> Iterator[Step]:
    """Every move, played; a RulesError at the first that is not legal."""
    game = GAMES[record.game]
    state = game.deal(record.options, record.chance)
    for number, text in enumerate(record.moves, 1):
        step = take(game, number, state, text, record.chance)
        state = step.state
        yield step


def take(game: AnyGame, number: int, state: Any, text: str, chance: Chance) -> Step:
    """The move that the text writes, played in this state."""
    move = game.parse_move(text)
    after, note = game.noted(state, move, chance)
    return Step(number, state.turn, str(move), note, after)


def replay(record: Record) -> list[Any]:
    """The state before the first move and after each."""
    start = GAMES[record.game].deal(record.options, record.chance)
    return [start, *(step.state for step in steps(record))]


def result(game: AnyGame, state: Any) -> str:
    """`seat 1 wins, 34 41 (P-END)`, `seats 0 2 share, 30 9 30 (P-STUCK)`, or `*`."""
    outcome = game.outcome(state)
    if outcome is None:
        return UNFINISHED
    seats, scores = numbers(outcome.winners), numbers(game.scores(state))
    who = f"seat {seats} wins" if len(outcome.winners) == 1 else f"seats {seats} share"
    return f"{who}, {scores} ({outcome.reason})"


def numbers(values: tuple[int, ...]) -> str:
    """The numbers, a space between each two."""
    return " ".join(map(str, values))
