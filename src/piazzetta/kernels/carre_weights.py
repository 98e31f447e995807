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
from piazzetta.kernels.jit import kernel
from piazzetta.rules.carre.layout import SIDE

Weights = npt.NDArray[np.float64]

FULL = SIDE * SIDE
"""Cards of a complete square."""
STAGES = SIDE
"""A third of the square after another."""
SIZES = 7
"""Of the largest zone of a motif: none to six or more."""
EFFECTS = 3
"""Cards that the one who takes a card may play from the hand: none, one or two."""
LEAST_GAIN, GAINS = -2, 12
"""Points that a card on the discard pile gains the next player at once."""

SHAPES = {
    "LAID": (FULL,),
    "USED": (STAGES, N_MOTIFS + 1),
    "HELD": (STAGES, SIZES, VALUES),
    "DRAWN": (STAGES,),
    "OVERDRAWN": (STAGES,),
    "DENIED": (2, EFFECTS, GAINS),
    "CLOSED": (2, FULL + 1),
    "REVEALING": (FULL,),
}

FITTED = """
LAID: -1.35 -2.59 -1.44 -0.53 -1.51 -1.17 -0.88 -0.56 -0.54
USED: -1.43 -1.08 -1.48 -2.24  0.00  0.00  0.00
USED:  0.00 -0.13  0.05 -0.29 -0.73 -1.21 -1.49
USED:  0.00 -1.26  0.39  0.23 -0.02 -0.26 -0.34
HELD: -0.25 -0.32 -0.13  0.16  0.72  1.55
HELD: -0.03  0.12  0.54  1.12  1.92  2.94
HELD:  0.27  0.71  1.22  1.99  2.95  3.78
HELD:  0.63  1.03  1.70  2.33  3.25  4.20
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.03 -0.06  0.05  0.30  0.76  1.31
HELD:  0.17  0.16  0.44  0.82  1.41  2.00
HELD:  0.55  0.74  1.03  1.64  2.36  2.98
HELD:  0.66  0.95  1.28  1.99  2.77  3.33
HELD:  0.96  1.23  1.72  2.43  3.04  3.39
HELD:  2.14  2.27  2.68  3.53  4.09  3.24
HELD:  0.37  0.49  0.46  0.32  0.00  0.49
HELD:  0.05  0.00  0.09  0.31  0.59  0.99
HELD:  0.13  0.13  0.29  0.50  0.87  1.22
HELD:  0.48  0.48  0.56  0.80  1.20  1.47
HELD:  0.67  0.70  0.68  1.09  1.40  1.66
HELD:  0.83  0.84  0.81  1.20  1.56  1.77
HELD:  1.88  1.98  1.44  2.18  2.75  1.88
HELD:  0.93  1.04  0.37  0.77  0.55  0.32
DRAWN:  1.54  0.94  0.25
OVERDRAWN:  0.70  0.37  0.08
DENIED: -0.08 -0.08  0.00 -0.04 -0.06 -0.46 -0.75 -1.42 -2.36 -3.34 -2.07 -4.02
DENIED: -0.08 -0.04 -0.09 -0.13 -0.60 -1.42 -1.64 -3.37 -3.23 -3.63 -4.70 -6.51
DENIED: -0.01 -0.35 -0.10 -0.92 -1.64 -1.34 -1.64 -3.02 -3.79 -4.30 -6.14 -7.64
DENIED: -0.21 -0.21  0.00 -0.04 -0.10 -0.05 -0.14 -0.97 -2.09 -2.53 -3.13 -4.35
DENIED: -0.21 -0.19 -0.25 -0.10 -1.04 -1.85 -1.66 -2.45 -3.11 -3.59 -3.64 -4.51
DENIED: -0.50 -0.92 -0.57 -1.75 -2.68 -2.53 -2.76 -3.28 -3.66 -4.28 -4.78 -5.31
CLOSED:  0.21  0.21  0.21  1.13  1.40  1.45  1.30  1.12  1.17  0.90
CLOSED:  0.21  0.21  0.21  0.21  0.90  0.97  1.24  1.17  0.42  0.86
REVEALING:  2.49  4.28  4.22  4.12  4.11  4.35  4.12  4.14  3.78
LAID: -1.71 -2.76 -1.72 -0.88 -1.83 -1.43 -0.97 -0.75 -0.69
USED: -1.71 -1.35 -1.65 -2.35  0.00  0.00  0.00
USED:  0.00 -0.38 -0.04 -0.34 -0.77 -1.31 -1.41
USED:  0.00 -1.17  0.38  0.13 -0.07 -0.24 -0.48
HELD: -0.16 -0.23 -0.12  0.21  0.67  1.40
HELD: -0.03  0.12  0.57  1.10  1.76  2.73
HELD:  0.28  0.63  1.19  1.91  2.74  3.67
HELD:  0.48  0.82  1.54  2.43  3.23  3.99
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.03 -0.02  0.15  0.31  0.68  1.16
HELD:  0.16  0.22  0.41  0.85  1.30  2.01
HELD:  0.56  0.71  1.08  1.53  2.25  3.05
HELD:  0.67  0.89  1.28  1.81  2.53  3.07
HELD:  0.86  1.18  1.47  2.28  2.79  3.60
HELD:  1.40  2.09  2.90  3.46  3.45  3.12
HELD:  0.44  0.61  0.00  0.36  0.08  0.32
HELD:  0.12  0.01  0.16  0.34  0.63  0.99
HELD:  0.12  0.18  0.35  0.53  0.80  1.13
HELD:  0.41  0.48  0.63  0.84  1.12  1.43
HELD:  0.66  0.62  0.65  1.03  1.18  1.36
HELD:  0.68  0.63  0.61  0.85  1.43  1.78
HELD:  1.38  1.59  1.51  2.03  2.18  1.81
HELD:  1.83  1.17  0.34  1.28  1.21  0.11
DRAWN:  1.37  0.76  0.23
OVERDRAWN:  0.55  0.24  0.09
DENIED:  0.00  0.00 -0.34 -0.31 -0.33 -0.43 -0.55 -0.94 -1.35 -1.88 -2.86 -2.71
DENIED:  0.00 -0.32 -0.36 -0.37 -0.62 -1.07 -1.00 -3.29 -2.87 -2.61 -4.11 -5.72
DENIED: -0.30 -0.47 -0.42 -0.86 -1.27 -1.07 -1.23 -3.35 -2.86 -4.49 -5.99 -7.40
DENIED:  0.00  0.00 -0.33 -0.28 -0.31 -0.28 -0.13 -0.65 -0.76 -1.98 -2.85 -3.66
DENIED:  0.00 -0.41 -0.33 -0.25 -0.90 -1.21 -1.70 -2.30 -2.67 -3.13 -3.31 -4.30
DENIED: -0.49 -0.73 -0.36 -1.50 -1.56 -1.80 -2.46 -3.34 -3.42 -4.07 -4.55 -5.10
CLOSED:  0.00  0.00  0.00  0.60  1.44  1.64  1.35  1.08  0.85  0.78
CLOSED:  0.00  0.00  0.00  0.00  0.25  0.88  1.88  0.91  0.58  0.48
REVEALING:  2.29  3.92  4.06  3.98  3.97  4.20  3.99  3.94  3.63
"""
"""One line for each value of the last axis but one; first those for two players."""


def _beginnings() -> list[int]:
    """Where the weights of each part begin among all."""
    return [0, *accumulate(prod(shape) for shape in SHAPES.values())]


LAID, USED, HELD, DRAWN, OVERDRAWN, DENIED, CLOSED, REVEALING, N_WEIGHTS = _beginnings()
WEIGHTS = np.array(
    [float(word) for line in FITTED.split("\n") for word in line.partition(":")[2].split()]
).reshape(-1, N_WEIGHTS)
"""Those for two players, those for more."""


@kernel
def weights_for(game: Row) -> Weights:
    """With two players what one gains the other loses; with more only a part of it counts."""
    weights: Weights = WEIGHTS[0 if game[PLAYERS] == 2 else 1]
    return weights
