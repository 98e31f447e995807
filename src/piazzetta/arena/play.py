"""One game of a match: bots see views, the rules referee, and what happened is counted."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from piazzetta.arena.match import Match, Slot
from piazzetta.bots.bot import Bot, Decision, Ponders, choose_or_draw
from piazzetta.rules.game import LONGEST, AnyGame, rank

MOST_DECISIONS = LONGEST
"""A game that needs more is stopped."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a game came to; all lists are by seat."""

    slot: Slot
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    """How long the bots took for all their decisions."""
    faults: tuple[int, ...]
    capped: bool

    def share(self, seat: int) -> Fraction:
        """What the seat won: 1, or an equal part of it."""
        return Fraction(seat in self.winners, len(self.winners))


@dataclass(frozen=True, slots=True)
class Played:
    """A game, and how it went."""

    result: Result
    moves: tuple[str, ...]


class _Counts:
    """What a seat has done so far."""

    def __init__(self) -> None:
        self.decisions = self.faults = 0
        self.seconds = 0.0


def play_game(match: Match, slot: Slot, bots: Sequence[Bot]) -> Played:
    """Play it to its end, or until it has too many decisions."""
    game, chance = match.rules, match.chance(slot.deal)
    luck = Random(match.seed_of("instead", *slot))
    counts = [_Counts() for _ in bots]
    moves: list[str] = []
    state = game.deal(match.options(), chance)
    while not state.over and len(moves) < MOST_DECISIONS:
        if match.ponder:
            _let_ponder(game, state, bots)
        move = _choose(match, state, bots[state.turn], counts[state.turn], luck)
        moves.append(str(move))
        state = game.play(state, move, chance)
    result = Result(
        slot=slot,
        scores=tuple(game.scores(state)),
        winners=_winners(game, state),
        decisions=tuple(count.decisions for count in counts),
        seconds=tuple(count.seconds for count in counts),
        faults=tuple(count.faults for count in counts),
        capped=not state.over,
    )
    return Played(result, tuple(moves))


def _choose(match: Match, state: Any, bot: Bot, counts: _Counts, luck: Random) -> Any:
    """The bot's move; where it has none, a random legal one, and a fault."""
    game, seat = match.rules, state.turn
    legal = game.legal_moves(state)
    decision = Decision(game, seat, game.view(state, seat), legal, match.time_ms / 1000)
    counts.decisions += 1
    start = time.perf_counter()
    choice, fault = choose_or_draw(bot, decision, luck)
    counts.seconds += time.perf_counter() - start
    counts.faults += bool(fault)
    return choice.move


def _let_ponder(game: AnyGame, state: Any, bots: Sequence[Bot]) -> None:
    for seat, bot in enumerate(bots):
        if seat != state.turn and isinstance(bot, Ponders):
            bot.ponder(game, seat, game.view(state, seat))


def _winners(game: AnyGame, state: Any) -> tuple[int, ...]:
    """Who won; in a game that was stopped, who has most points."""
    outcome = game.outcome(state)
    if outcome:
        return outcome.winners
    return rank({seat: -score for seat, score in enumerate(game.scores(state))})[0]
