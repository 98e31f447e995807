"""What a match came to, as the one object that `piazzetta arena --json` prints."""

from collections.abc import Sequence
from fractions import Fraction
from statistics import fmean
from typing import Any

from piazzetta.arena.match import Match
from piazzetta.arena.play import Result
from piazzetta.arena.statistics import interval

Json = dict[str, Any]


def report(match: Match, results: Sequence[Result]) -> Json:
    """The whole of it. The results are those of whole deals, deal by deal, and at least one."""
    return {
        "game": match.game,
        "players": match.players,
        "games": len(results),
        "capped": sum(result.capped for result in results),
        "bots": [_entry(match, entry, results) for entry in range(match.players)],
        "seats": [_rate(_shares(results, [seat] * len(results))) for seat in range(match.players)],
    }


def _entry(match: Match, entry: int, results: Sequence[Result]) -> Json:
    """One bot, wherever it sat."""
    players = match.players
    seats = [result.slot.seat_of(entry, players) for result in results]
    seated = list(zip(results, seats, strict=True))
    shares = _shares(results, seats)
    deals = [shares[i : i + players] for i in range(0, len(shares), players)]
    decisions = sum(result.decisions[seat] for result, seat in seated)
    seconds = sum(result.seconds[seat] for result, seat in seated)
    return {
        "name": match.entries[entry],
        "wins": _number(sum(shares, Fraction())),
        "games": len(results),
        "win_rate": _rate(shares),
        "ci95": list(interval([_rate(deal) for deal in deals], players)),
        "points": fmean(result.scores[seat] for result, seat in seated),
        "ms_per_move": round(1000 * seconds / max(1, decisions), 3),
        "faults": sum(result.faults[seat] for result, seat in seated),
    }


def _shares(results: Sequence[Result], seats: Sequence[int]) -> list[Fraction]:
    return [result.share(seat) for result, seat in zip(results, seats, strict=True)]


def _rate(shares: Sequence[Fraction]) -> float:
    return float(sum(shares, Fraction()) / len(shares))


def _number(value: Fraction) -> int | float:
    """Whole numbers are written without a point."""
    return int(value) if value.denominator == 1 else float(value)
