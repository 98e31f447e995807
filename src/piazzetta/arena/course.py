"""The course of a match: which games are finished, and whether the result is clear already."""

from collections.abc import Iterator
from statistics import fmean

from piazzetta.arena.match import Match, Slot
from piazzetta.arena.play import Result
from piazzetta.arena.statistics import Gambler


class Course:
    """Games come in in any order; what they say does not depend on it."""

    def __init__(self, match: Match, risk: float | None = None) -> None:
        """With a risk, the match ends as soon as the first entry is clearly above or below an even
        share; the risk is the chance that this happens though it wins exactly that."""
        self.match = match
        self._risk = risk
        self._results: dict[Slot, Result] = {}
        self._gambler = Gambler(1 / match.players)
        self._seen = 0
        self._clear = False

    def __len__(self) -> int:
        """How many games are finished."""
        return len(self._results)

    def is_over(self) -> bool:
        """Whether no more games are needed."""
        return self._clear or len(self) == self.match.games

    def is_clear(self) -> bool:
        """Whether the sequential test has ended the match."""
        return self._clear

    def missing(self) -> list[Slot]:
        """The games still to be played."""
        return [slot for slot in self.match.slots() if slot not in self._results]

    def add(self, result: Result) -> None:
        """Take in a finished game, and look at the deals that are complete up to the first gap."""
        self._results[result.slot] = result
        while self._risk and not self._clear and self._is_complete(self._seen):
            self._gambler.see(self._first_share(self._seen))
            self._seen += 1
            self._clear = self._gambler.is_sure(self._risk)

    def results(self) -> list[Result]:
        """The games that count, in order: whole deals, up to where the result was clear."""
        deals = range(self._seen if self._clear else self.match.deals)
        return [game for deal in deals if self._is_complete(deal) for game in self._games(deal)]

    def _is_complete(self, deal: int) -> bool:
        return all(slot in self._results for slot in self._slots(deal))

    def _slots(self, deal: int) -> Iterator[Slot]:
        return (Slot(deal, rotation) for rotation in range(self.match.players))

    def _games(self, deal: int) -> Iterator[Result]:
        return (self._results[slot] for slot in self._slots(deal))

    def _first_share(self, deal: int) -> float:
        return fmean(
            float(game.share(game.slot.seat_of(0, self.match.players)))
            for game in self._games(deal)
        )
