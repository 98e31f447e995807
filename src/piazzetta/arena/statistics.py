"""How sure a win rate is: an interval for it, and a test that may be looked at after every deal.

The games of one deal are not independent (who gets the good cards in one rotation gives them away
in the next), but deals are. So both work on the mean of each deal, never on single games.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, variance

Interval = tuple[float, float]

Z95 = NormalDist().inv_cdf(0.975)

STAKES = 20
"""How many bets the sequential test spreads its capital over, on each side."""


def interval(means: Sequence[float], rotations: int) -> Interval:
    """The 95 % interval of a win rate, from what the deals came to, each a mean of its rotations.

    Wilson's interval for as many independent games as these deals are worth.
    """
    rate = fmean(means)
    return wilson(rate, effective_games(means, rotations))


def effective_games(means: Sequence[float], rotations: int) -> float:
    """How many independent games would tell as much as these deals.

    A deal whose rotations all go the same way is worth one game, a deal of independent ones
    `rotations` games, and one whose luck cancels out still more. Where all games went alike there
    is nothing to tell by, and they are taken as independent. One imagined deal that went all one
    way is counted in, so that a few deals that happen to agree do not pass for certainty.
    """
    deals, rate = len(means), fmean(means)
    if deals == 1:
        return 1.0
    alike = variance(means) / (rate * (1 - rate)) if 0 < rate < 1 else 1 / rotations
    return deals**2 / ((deals - 1) * alike + 1)


def wilson(rate: float, games: float) -> Interval:
    """Wilson's 95 % score interval; it stays within 0 and 1."""
    spread = Z95**2 / games
    centre = (rate + spread / 2) / (1 + spread)
    half = Z95 * math.sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    # The outer ones are exact only up to rounding when nothing or everything was won.
    return min(rate, max(0.0, centre - half)), max(rate, min(1.0, centre + half))


class Gambler:
    """How strongly the deals so far speak against an expected mean: a sequential test.

    The gambler begins with a capital of 1, spreads it over bets of several sizes on more and on
    less than expected, and is paid fairly if the mean is as expected. Then the chance that the
    capital ever reaches 1 / risk is at most `risk` (Ville's inequality), however often one looks.
    """

    def __init__(self, expected: float) -> None:
        """Place the bets; the largest could lose nearly all of its part at once."""
        sides = (1 / expected, -1 / (1 - expected))
        self._expected = expected
        self._stakes = [side * (i + 0.5) / STAKES for side in sides for i in range(STAKES)]
        self._logs = [0.0] * len(self._stakes)

    def see(self, mean: float) -> None:
        """Win or lose by what one deal came to."""
        surprise = mean - self._expected
        for i, stake in enumerate(self._stakes):
            self._logs[i] += math.log1p(stake * surprise)

    def is_sure(self, risk: float) -> bool:
        """Whether the capital has grown beyond what that risk allows."""
        highest = max(self._logs)
        total = highest + math.log(fmean(math.exp(log - highest) for log in self._logs))
        return total >= -math.log(risk)
