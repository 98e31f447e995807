"""What each part of a promise weighs in C'est Carré!, in points; see `carre_promise.py`.

`python -m bench.canny` fits the weights and writes their numbers into this file: rounds are played
out from many decisions, and the differences between moves are explained by differences of parts.
"""

from itertools import accumulate
from math import prod

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.carre_layout import N_MOTIFS
from piazzetta.kernels.carre_state import VALUES
from piazzetta.rules.carre.layout import SIDE

Weights = npt.NDArray[np.float64]

FULL = SIDE * SIDE
"""Cards of a complete square."""
STAGES = SIDE
"""A third of the square after another."""
SIZES = 7
"""Of the largest zone of a motif: none to six or more."""
USUAL_GAIN = 4
"""Points: a little more than a reveal gains on average, whatever is laid."""

SHAPES = {
    "LAID": (FULL,),
    "USED": (STAGES, N_MOTIFS + 1),
    "HELD": (STAGES, SIZES, VALUES),
    "DRAWN": (STAGES,),
    "OVERDRAWN": (STAGES,),
    "DENIED": (2,),
    "CLOSED": (2, FULL + 1),
    "REVEALING": (FULL,),
}

FITTED = """
LAID: -1.24 -2.57 -1.30 -0.41 -1.61 -1.21 -0.88 -0.51 -0.57
USED: -1.24 -0.79 -1.38 -2.11  0.00  0.00  0.00
USED:  0.00 -0.27  0.12 -0.24 -0.79 -1.37 -1.16
USED:  0.00 -0.06  0.27  0.09 -0.18 -0.39 -0.80
HELD: -0.56 -0.48 -0.39 -0.03  0.54  1.32
HELD: -0.27 -0.01  0.41  0.97  1.84  2.75
HELD:  0.25  0.59  1.14  1.88  2.95  3.63
HELD:  0.51  0.84  0.93  2.07  2.71  2.54
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD:  0.00  0.00  0.00  0.00  0.00  0.00
HELD: -0.15 -0.15 -0.13  0.25  0.71  1.31
HELD:  0.07  0.12  0.28  0.75  1.31  1.95
HELD:  0.40  0.59  0.90  1.60  2.15  3.25
HELD:  0.56  0.75  1.25  1.95  2.34  3.52
HELD:  0.77  1.12  1.51  2.24  3.10  2.88
HELD:  1.15  1.89  1.20  1.70  1.47  1.47
HELD:  0.16  0.49  0.00  0.00  0.00  0.00
HELD: -0.10 -0.04 -0.13  0.30  0.52  0.88
HELD:  0.05  0.28  0.18  0.45  0.79  1.00
HELD:  0.38  0.29  0.47  0.82  1.13  1.26
HELD:  0.40  0.45  0.42  0.88  1.14  1.58
HELD:  0.77  0.57  0.38  0.95  1.37  1.55
HELD:  1.51  1.67  0.88  1.56  1.37  0.82
HELD:  0.23  0.41 -0.02  0.31  0.15  0.00
DRAWN:  1.41  0.92  0.30
OVERDRAWN:  0.79  0.37 -0.09
DENIED: -0.64 -0.42
CLOSED:  0.00  0.00  0.00  0.54  1.16  1.14  1.12  0.90  0.50  0.22
CLOSED:  0.00  0.00  0.00  0.00  0.15  0.95  1.32  1.25  0.68  0.37
REVEALING:  2.76  4.48  4.43  4.37  4.38  4.59  4.22  4.39  4.22
"""
"""One line for each value of the last axis but one."""


def _beginnings() -> list[int]:
    """Where the weights of each part begin among all."""
    return [0, *accumulate(prod(shape) for shape in SHAPES.values())]


LAID, USED, HELD, DRAWN, OVERDRAWN, DENIED, CLOSED, REVEALING, N_WEIGHTS = _beginnings()
WEIGHTS = np.array(
    [float(word) for line in FITTED.split("\n") for word in line.partition(":")[2].split()]
)
