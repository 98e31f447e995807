"""One game: what is counted, who wins, and when it is stopped."""

import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from piazzetta.arena import play
from piazzetta.arena.match import Match, Slot
from piazzetta.arena.play import play_game
from piazzetta.bots import make_bot
from piazzetta.bots.bot import Bot, BotFaultError, Choice, Decision
from piazzetta.rules import GAMES
from piazzetta.rules.game import AnyGame, Position

MATCH = Match("piazza", ("random", "random"), deals=1, time_ms=70)


def bots(count: int = 2) -> Sequence[Bot]:
    return [make_bot("random", seed) for seed in range(count)]


class Faulty:
    """Never has a move, and takes its time to say so."""

    def choose(self, decision: Decision) -> Choice:
        assert decision.seconds == 0.07
        time.sleep(0.002)
        raise BotFaultError("nothing")

    def close(self) -> None:
        pass


class Ponderer:
    """Notes when it may think in the others' time."""

    def __init__(self) -> None:
        self.pondered: list[tuple[int, int]] = []

    def choose(self, decision: Decision) -> Choice:
        return Choice(decision.moves[0].move)

    def ponder(self, game: AnyGame, seat: int, view: Position) -> None:
        assert game.name == "piazza"
        self.pondered.append((seat, view.turn))

    def close(self) -> None:
        pass


def replayed(match: Match, slot: Slot, moves: Sequence[str]) -> Any:
    game = GAMES[match.game]
    state = game.deal(match.options(), match.chance(slot.deal))
    for move in moves:
        state = game.play(state, game.parse_move(move), match.chance(slot.deal))
    return state


@pytest.mark.parametrize(("game", "players"), [("piazza", 3), ("carre", 2)])
def test_the_result_is_that_of_the_moves(game: str, players: int) -> None:
    match = Match(game, ("random",) * players, deals=2)
    slot = Slot(1, 1)
    played = play_game(match, slot, bots(players))
    last = replayed(match, slot, played.moves)
    outcome = match.rules.outcome(last)
    assert outcome
    assert played.result.winners == outcome.winners
    assert played.result.scores == match.rules.scores(last)
    assert sum(played.result.decisions) == len(played.moves)
    assert played.result.faults == (0,) * players
    assert not played.result.capped


def test_faults_are_counted_and_replaced_by_legal_moves() -> None:
    played = play_game(MATCH, Slot(0, 0), [Faulty(), bots()[0]])
    result = played.result
    assert result.faults == (result.decisions[0], 0)
    assert result.faults[0] > 5
    assert result.seconds[0] >= 0.002 * result.faults[0]
    assert replayed(MATCH, Slot(0, 0), played.moves).over
    assert play_game(MATCH, Slot(0, 0), [Faulty(), bots()[0]]).moves == played.moves


@pytest.mark.parametrize("limit", [4, 5])
def test_a_long_game_is_stopped_and_the_highest_total_wins(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "MOST_DECISIONS", limit)
    played = play_game(MATCH, Slot(0, 0), bots())
    scores = played.result.scores
    assert len(played.moves) == limit
    assert played.result.capped
    assert played.result.winners == tuple(s for s in (0, 1) if scores[s] == max(scores))


def test_equal_totals_of_a_stopped_game_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_DECISIONS", 0)
    result = play_game(Match("carre", ("random",) * 3, deals=1), Slot(0, 0), bots(3)).result
    assert [result.share(seat) for seat in range(3)] == [Fraction(1, 3)] * 3


def test_a_game_of_just_so_many_decisions_is_not_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_game(MATCH, Slot(0, 0), bots())
    monkeypatch.setattr(play, "MOST_DECISIONS", len(whole.moves))
    assert not play_game(MATCH, Slot(0, 0), bots()).result.capped


@pytest.mark.parametrize("ponder", [False, True])
def test_bots_think_in_the_time_of_others_only_when_told_to(ponder: bool) -> None:
    match = Match("piazza", ("random", "random"), deals=1, ponder=ponder)
    ponderer = Ponderer()
    played = play_game(match, Slot(0, 0), [ponderer, bots()[0]])
    others = played.result.decisions[1]
    assert ponderer.pondered == ([(0, 1)] * others if ponder else [])


def test_the_limit_is_that_of_the_protocol() -> None:
    assert play.MOST_DECISIONS == 5000
