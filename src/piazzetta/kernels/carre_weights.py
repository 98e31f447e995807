"""What each part of a promise weighs in C'est Carré!, in points; see `carre_promise.py`.

`python -m bench.canny` fits the weights and writes their numbers into this file: rounds are played
out from many decisions, and the differences between moves are explained by differences of parts.
"""

from itertools import accumulate
from math import prod

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.carre_layout import N_MOTIFS
from piazzetta.kernels.carre_state import PLAYERS, VALUES, Row
from piazzetta.kernels.jit import root_kernel
from piazzetta.rules.carre.layout import SIDE

Weights = npt.NDArray[np.float64]

FULL = SIDE * SIDE
"""Cards of a complete square."""
STAGES = SIDE
"""A third of the square after another."""
SIZES = 7
"""Of the zone that one more card of a motif can make: one to seven or more."""
ROOMS = 3
"""Cells on which it makes that zone: one to three or more."""
EFFECTS = 3
"""Cards that the one who takes a card may play from the hand: none, one or two."""
LEAST_GAIN, GAINS = -2, 12
"""Points that a card on the discard pile gains the next player at once."""

SHAPES = {
    "LAID": (FULL,),
    "USED": (STAGES, N_MOTIFS + 1),
    "HELD": (STAGES, SIZES, VALUES),
    "AGAIN": (STAGES, SIZES),
    "GROWS": (STAGES, SIZES, ROOMS),
    "VALUED": (STAGES, VALUES),
    "DRAWN": (STAGES,),
    "OVERDRAWN": (STAGES,),
    "DENIED": (2, EFFECTS, GAINS),
    "CLOSED": (2, FULL + 1),
    "REVEALING": (FULL,),
}

FITTED = """
LAID: -1.17 -2.02 -1.17 -0.72 -1.30 -1.01 -0.95 -0.44 -0.53
USED: -1.35 -1.47 -1.43 -1.54  0.00  0.00  0.00
USED:  0.00 -0.32 -0.18 -0.41 -0.77 -1.09 -1.01
USED:  0.00 -1.66  0.32  0.19  0.06 -0.07 -0.18
HELD: -0.54 -0.47 -0.35 -0.05  0.45  1.26
HELD: -0.40 -0.12  0.21  0.74  1.47  2.52
HELD:  0.01  0.52  1.05  1.63  2.42  3.43
HELD:  0.71  1.31  1.76  2.78  3.39  4.40
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.01  0.00  0.01  0.29  0.65  1.14
HELD:  0.04  0.17  0.36  0.71  1.19  1.91
HELD:  0.37  0.65  0.96  1.51  2.16  2.96
HELD:  0.88  1.24  1.66  2.25  3.06  3.86
HELD:  1.59  1.99  2.48  3.19  3.57  4.57
HELD:  2.53  2.73  3.36  4.40  4.35  4.23
HELD:  0.51  1.09  0.57  0.49  0.40  0.49
HELD:  0.08  0.09  0.12  0.33  0.59  0.98
HELD:  0.09  0.15  0.23  0.46  0.84  1.24
HELD:  0.42  0.42  0.58  0.85  1.18  1.70
HELD:  0.56  0.77  0.75  1.21  1.61  2.24
HELD:  0.96  1.17  0.99  1.63  1.96  2.23
HELD:  1.95  2.17  1.27  2.14  2.40  2.05
HELD:  1.27  1.82  0.82  1.21  1.16  1.33
AGAIN:  0.25  0.44  0.41  0.15  0.00  0.00  0.00
AGAIN:  0.08  0.11 -0.01 -0.28 -0.12 -0.73  0.14
AGAIN:  0.02 -0.03 -0.17 -0.24 -0.08 -1.08  0.26
GROWS:  0.00  0.00  0.00
GROWS:  0.00 -0.06 -0.08
GROWS:  1.25  0.00  0.44
GROWS:  0.00  0.00  0.27
GROWS:  0.00  0.00  0.00
GROWS:  0.00  0.00  0.00
GROWS:  0.00  0.00  0.00
GROWS:  0.00  0.15  0.28
GROWS:  0.01 -0.15 -0.30
GROWS:  0.36  0.20  0.05
GROWS:  0.70 -0.01 -0.29
GROWS:  0.71 -0.31 -0.53
GROWS:  1.65  0.55  0.40
GROWS:  0.00 -0.44 -0.72
GROWS:  0.15  0.10  0.00
GROWS: -0.01 -0.20  0.00
GROWS:  0.20  0.20  0.00
GROWS:  0.24  0.01  0.00
GROWS:  0.04 -0.19  0.00
GROWS:  0.64  0.50  0.00
GROWS:  0.26 -0.32  0.00
VALUED:  0.03  0.20  0.10 -0.02 -0.18 -0.18
VALUED:  0.01  0.11  0.02 -0.07 -0.12 -0.13
VALUED: -0.07 -0.04 -0.11 -0.10 -0.11 -0.10
DRAWN:  1.44  1.01  0.30
OVERDRAWN:  0.80  0.41  0.11
DENIED: -0.18 -0.18 -0.04 -0.11 -0.16 -0.52 -0.80 -1.47 -2.48 -3.45 -1.93 -4.26
DENIED: -0.18  0.00 -0.07 -0.08 -0.59 -1.33 -1.46 -3.47 -2.14 -3.62 -3.70 -5.33
DENIED: -0.04 -0.36 -0.22 -0.97 -1.64 -1.02 -1.47 -2.44 -3.60 -3.21 -4.49 -7.74
DENIED: -0.09 -0.09 -0.05 -0.10 -0.15  0.00 -0.12 -0.61 -1.85 -2.47 -2.77 -3.56
DENIED: -0.09 -0.07 -0.04 -0.09 -1.11 -1.96 -2.17 -2.33 -3.08 -3.46 -3.88 -4.39
DENIED: -0.46 -0.81 -0.60 -1.64 -2.31 -2.34 -2.48 -3.11 -3.58 -4.25 -4.57 -5.19
CLOSED:  0.09  0.09  0.09  0.87  1.04  1.22  1.11  1.02  0.87  0.78
CLOSED:  0.09  0.09  0.09  0.09  0.84  1.07  1.25  0.98  0.37  0.66
REVEALING:  2.48  4.48  4.46  4.31  4.38  4.53  4.26  4.25  3.76
LAID: -1.49 -2.21 -1.53 -1.11 -1.54 -1.32 -1.25 -0.70 -0.78
USED: -1.49 -1.53 -1.55 -1.77  0.00  0.00  0.00
USED:  0.00 -0.41 -0.25 -0.40 -0.68 -0.94 -1.45
USED:  0.00 -1.21  0.09  0.10 -0.03 -0.17 -0.27
HELD: -0.45 -0.42 -0.30 -0.06  0.42  1.13
HELD: -0.30 -0.13  0.29  0.71  1.46  2.39
HELD:  0.15  0.45  0.98  1.65  2.44  3.32
HELD:  0.80  1.28  1.79  2.35  3.10  3.77
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD: -0.07 -0.04 -0.01  0.23  0.56  1.01
HELD:  0.09  0.13  0.29  0.66  1.14  1.76
HELD:  0.43  0.67  0.99  1.45  2.13  2.80
HELD:  0.80  1.06  1.38  2.00  2.67  3.32
HELD:  1.17  1.61  2.13  2.58  3.19  3.67
HELD:  1.54  2.52  2.95  3.80  3.54  3.59
HELD:  0.60  0.38  0.66  0.48  0.13  0.32
HELD:  0.06  0.04  0.11  0.28  0.49  0.73
HELD:  0.11  0.12  0.20  0.42  0.70  1.08
HELD:  0.39  0.39  0.53  0.83  1.23  1.66
HELD:  0.52  0.62  0.80  1.05  1.30  1.63
HELD:  0.91  0.96  1.04  1.24  1.61  1.67
HELD:  1.16  1.52  1.71  2.08  3.02  1.97
HELD:  1.48  1.32  0.56  1.22  1.09  0.14
AGAIN:  0.25  0.42  0.25  0.10  0.00  0.00  0.00
AGAIN:  0.11  0.13 -0.19 -0.18  0.22 -0.57  0.00
AGAIN:  0.01 -0.02 -0.22 -0.26  0.20 -0.60 -0.12
GROWS:  0.00  0.00  0.00
GROWS:  0.00  0.02 -0.00
GROWS:  1.15  0.00  0.44
GROWS:  0.00  0.00  0.15
GROWS:  0.00  0.00  0.00
GROWS:  0.00  0.00  0.00
GROWS:  0.00  0.00  0.00
GROWS:  0.00  0.11  0.20
GROWS: -0.03 -0.17 -0.28
GROWS:  0.25  0.13 -0.01
GROWS:  0.55 -0.01 -0.25
GROWS:  0.42 -0.30 -0.50
GROWS:  1.35  0.32  0.09
GROWS:  0.00 -0.26 -0.26
GROWS:  0.13  0.06  0.00
GROWS: -0.01 -0.14  0.00
GROWS:  0.13  0.11  0.00
GROWS:  0.16 -0.00  0.00
GROWS:  0.07 -0.14  0.00
GROWS:  0.47  0.28  0.00
GROWS:  0.24 -0.26  0.00
VALUED:  0.20  0.25  0.14 -0.05 -0.13 -0.19
VALUED:  0.09  0.12 -0.02 -0.03 -0.09 -0.04
VALUED: -0.08 -0.04 -0.07 -0.06 -0.07 -0.03
DRAWN:  1.44  0.84  0.21
OVERDRAWN:  0.65  0.27  0.05
DENIED:  0.00  0.00 -0.16 -0.21 -0.21 -0.35 -0.49 -0.75 -1.32 -1.95 -2.30 -3.12
DENIED:  0.00 -0.12 -0.17 -0.19 -0.41 -0.80 -0.91 -3.29 -2.89 -2.90 -3.62 -5.72
DENIED: -0.08 -0.28 -0.16 -0.75 -1.09 -0.87 -1.14 -3.14 -2.10 -4.28 -5.40 -7.40
DENIED:  0.00  0.00 -0.43 -0.50 -0.39 -0.42 -0.51 -0.76 -0.94 -1.59 -2.63 -3.31
DENIED:  0.00 -0.32 -0.45 -0.47 -0.80 -1.45 -1.60 -2.30 -3.04 -3.00 -3.27 -4.30
DENIED: -0.58 -0.81 -0.70 -1.34 -1.59 -1.86 -2.01 -3.34 -3.23 -4.10 -4.47 -5.10
CLOSED:  0.00  0.00  0.00  0.81  1.20  1.51  1.23  0.87  0.78  0.50
CLOSED:  0.00  0.00  0.00  0.00  0.32  1.16  1.60  1.24  0.54  0.15
REVEALING:  2.51  4.14  4.37  4.25  4.24  4.44  4.14  4.14  3.86
"""
"""One line for each value of the last axis but one; first those for two players."""


def _beginnings() -> list[int]:
    """Where the weights of each part begin among all."""
    return [0, *accumulate(prod(shape) for shape in SHAPES.values())]


(
    LAID,
    USED,
    HELD,
    AGAIN,
    GROWS,
    VALUED,
    DRAWN,
    OVERDRAWN,
    DENIED,
    CLOSED,
    REVEALING,
    N_WEIGHTS,
) = _beginnings()
WEIGHTS = np.array(
    [float(word) for line in FITTED.split("\n") for word in line.partition(":")[2].split()]
).reshape(-1, N_WEIGHTS)
"""Those for two players, those for more."""


@root_kernel
def weights_for(game: Row) -> Weights:
    """With two players what one gains the other loses; with more only a part of it counts."""
    weights: Weights = WEIGHTS[0 if game[PLAYERS] == 2 else 1]
    return weights
