"""Who plays: random, greedy and thrifty policies for Piazza, without lists of moves.

Pairs of cells are found four lines at once, by laying the set of cells where one card may lie over
the shifted set of the other. Drawn for one line and distance 3 ("x" a cell where the card may lie,
"B" a card of its colour, which blocks what lies on either side of it):

    first card    . x . . x . . x . .
    second card   . . . . x . x . . x      shifted:  . x . x . . x . . .
    colour        . . B . . . . . . .      both, and nothing blocks: none but the pair 7 … 10
"""

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.bits import lowest, nth, popcount, without_lowest
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.piazza import can_pair, random_start, sorted_hand
from piazzetta.kernels.piazza_board import arms, colour_of, open_word, total, word
from piazzetta.kernels.piazza_layout import (
    ACROSS,
    COLOUR,
    DOWN,
    GRID,
    IN_HAND,
    IN_STOCK,
    OCCUPIED,
    PASS,
    PHASE,
    PLAYERS,
    SECOND,
    SETUP,
    TURN,
    WORDS,
    Bits,
    State,
    plain,
)
from piazzetta.kernels.rng import Rng, below

Arms = npt.NDArray[np.int32]
"""Scratch for `greedy`: the brackets of a card of one colour and their sum, by its cell."""

Hand = tuple[int, int, int]
Counts = tuple[int, int, int, int, int, int]
Best = tuple[int, int, int]
"""The most points so far, how many moves have them, and one of these."""

BASE_PRICE = 4
CARDS_A_POINT = 6
"""The price of a second card: found by playing thrifty policies against each other."""

NOTHING: Best = (plain(-1), plain(0), PASS)
EVERYWHERE = np.uint64(0xFFFFFFFFFFFFFFFF)
_LINES = np.uint64(0x0001000100010001)
_NONE = np.uint64(0)
_1 = np.uint64(1)


@kernel
def unblocked(free: np.uint64, coloured: np.uint64, distance: int) -> np.uint64:
    """From which cells nothing of the colour blocks the way to one so far on, on the same line.

    `free` is the answer for one less. What crosses to the next line is out at this distance and
    stays out.
    """
    same_line = _LINES * np.uint64(0xFFFF >> distance)
    return free & ~(coloured >> np.uint64(distance - 1)) & same_line


@kernel
def place_of(way: int, number: int, bit: int) -> int:
    """The cell of a bit in a word of lines."""
    along, across = bit & 15, number << 2 | bit >> 4
    return along << 4 | across if way == ACROSS else across << 4 | along


@kernel
def random_move(bits: Bits, state: State, rng: Rng) -> int:
    """A legal move, all equally likely."""
    if state[PHASE] == SETUP:
        return random_start(state, rng)
    hand = sorted_hand(state)
    counts = count_moves(bits, hand)
    return nth_move(bits, hand, counts, below(rng, counts[5])) if counts[5] else PASS


@kernel
def count_moves(bits: Bits, hand: Hand) -> Counts:
    """How many moves there are of each kind alone and of each pair of kinds, added up."""
    a, b, c = hand
    one = count_singles(bits, a)
    two = one + (count_singles(bits, b) if b != a else 0)
    three = two + (count_singles(bits, c) if c != b else 0)
    four = three + count_pairs(bits, a, b)
    five = four + (count_pairs(bits, a, c) if c != b else 0)
    six = five + (count_pairs(bits, b, c) if b != a else 0)
    return one, two, three, four, five, six


@kernel
def nth_move(bits: Bits, hand: Hand, counts: Counts, n: int) -> int:
    """One of these moves, by its number (which is not its place in the rules' order)."""
    a, b, c = hand
    one, two, three, four, five, _ = counts
    if n < three:
        kind, before = (a, 0) if n < one else (b, one) if n < two else (c, two)
        return nth_single(bits, kind, n - before)
    kind, other = a if n < five else b, b if n < four else c
    before = three if n < four else four if n < five else five
    return nth_pair(bits, kind, other, n - before)


@kernel
def count_singles(bits: Bits, kind: int) -> int:
    """On how many cells a card may lie alone."""
    if kind < 0:
        return 0
    count = 0
    for number in range(WORDS):
        count += popcount(open_word(bits, kind, ACROSS, number))
    return count


@kernel
def nth_single(bits: Bits, kind: int, n: int) -> int:
    """One of these moves, by its number."""
    for number in range(WORDS):
        word = open_word(bits, kind, ACROSS, number)
        count = popcount(word)
        if n < count:
            return kind << 8 | place_of(ACROSS, number, nth(word, n))
        n -= count
    return PASS


@kernel
def count_pairs(bits: Bits, kind: int, other: int) -> int:
    """In how many ways the two may lie together (P-PAIR); 0 if they are no pair."""
    if not can_pair(kind, other):
        return 0
    count = 0
    for way in (ACROSS, DOWN):
        for number in range(WORDS):
            count += _pairs_in_word(bits, kind, other, way, number)
    return count


@kernel
def _pairs_in_word(bits: Bits, kind: int, other: int, way: int, number: int) -> int:
    """Pairs on four lines: for each distance, where one card may lie and the other so far on."""
    here, there = open_word(bits, kind, way, number), open_word(bits, other, way, number)
    if not here or not there:
        return 0
    coloured = word(bits, COLOUR + colour_of(kind), way, number)
    free = EVERYWHERE
    count = 0
    for distance in range(2, GRID):
        free = unblocked(free, coloured, distance)
        count += popcount(here & there >> np.uint64(distance) & free)
        if kind != other:
            count += popcount(there & here >> np.uint64(distance) & free)
    return count


@kernel
def nth_pair(bits: Bits, kind: int, other: int, n: int) -> int:
    """One of these moves, by its number."""
    for way in (ACROSS, DOWN):
        for number in range(WORDS):
            count = _pairs_in_word(bits, kind, other, way, number)
            if n < count:
                return _nth_in_word(bits, kind, other, way, number, n)
            n -= count
    return PASS


@kernel
def _nth_in_word(bits: Bits, kind: int, other: int, way: int, number: int, n: int) -> int:
    here, there = open_word(bits, kind, way, number), open_word(bits, other, way, number)
    coloured = word(bits, COLOUR + colour_of(kind), way, number)
    free = EVERYWHERE
    for distance in range(2, GRID):
        free = unblocked(free, coloured, distance)
        found = here & there >> np.uint64(distance) & free
        count = popcount(found)
        if n < count:
            return _pair(kind, other, way, number, nth(found, n), distance)
        n -= count
        if kind != other:
            found = there & here >> np.uint64(distance) & free
            count = popcount(found)
            if n < count:
                return _pair(other, kind, way, number, nth(found, n), distance)
            n -= count
    return PASS


@kernel
def _pair(near: int, far: int, way: int, number: int, bit: int, distance: int) -> int:
    """The move that lays `near` on a bit and `far` so much further on, smaller one first."""
    one = near << 8 | place_of(way, number, bit)
    two = far << 8 | place_of(way, number, bit + distance)
    return min(one, two) | max(one, two) << SECOND


@kernel
def better(best: Best, points: int, move: int, rng: Rng) -> Best:
    """Take the move in, so that in the end each of the equals is equally likely."""
    most, ties, chosen = best
    if points < most:
        return best
    if points > most:
        return points, 1, move
    return most, ties + 1, move if below(rng, ties + 1) == 0 else chosen


@kernel
def greedy_move(bits: Bits, state: State, scratch: Arms, rng: Rng) -> int:
    """A legal move that scores most now, at random among equals."""
    return priced_move(bits, state, scratch, 0, rng)


@kernel
def thrifty_move(bits: Bits, state: State, scratch: Arms, rng: Rng) -> int:
    """The same, but a second card must bring its price: later in the game it may bring more."""
    seat = state[TURN]
    left = state[IN_HAND + seat] + state[IN_STOCK + seat]
    price = BASE_PRICE + int(state[PLAYERS] > 2) + left // CARDS_A_POINT
    return priced_move(bits, state, scratch, price, rng)


@kernel
def priced_move(bits: Bits, state: State, scratch: Arms, price: int, rng: Rng) -> int:
    """A legal move that scores most now, less the price of a second card."""
    if state[PHASE] == SETUP:
        return random_start(state, rng)
    a, b, c = sorted_hand(state)
    best = NOTHING
    while c >= 0:  # the cards of the last colour, then of the one before
        two = can_pair(b, c)
        three = two and can_pair(a, b)
        kinds = (a if three else -1, b if two else -1, c)
        best = _best_of_colour(bits, kinds, price, scratch, best, rng)
        a, b, c = -1, -1 if two else a, -1 if three else a if two else b
    return best[2]


@kernel
def _best_of_colour(
    bits: Bits, kinds: Hand, price: int, scratch: Arms, best: Best, rng: Rng
) -> Best:
    """Try up to three cards of one colour, alone and in pairs; -1 stands for none.

    Pairs mostly score more, so they come first, and single cards only if none scores more.
    """
    a, b, c = kinds
    most = _note_arms(bits, kinds, scratch)
    if most > best[0]:
        best = (most, NOTHING[1], PASS)
    for k in range(3):
        one, two = b if k == 2 else a, b if k == 0 else c
        again = b == c if k == 1 else a == b and k == 2
        if one >= 0 and not again:
            for way in (ACROSS, DOWN):
                for number in range(WORDS):
                    best = _best_pair(bits, one, two, price, way, number, scratch, best, rng)
    if most == best[0]:
        best = _best_alone(bits, a if a != b else -1, scratch, best, rng)
        best = _best_alone(bits, b if b != c else -1, scratch, best, rng)
        best = _best_alone(bits, c, scratch, best, rng)
    return best


@kernel
def _note_arms(bits: Bits, kinds: Hand, scratch: Arms) -> int:
    """Note the brackets of a card on each cell where one may lie, and their sum; the most."""
    a, b, c = kinds
    most = -1
    for number in range(WORDS):
        cells = open_word(bits, c, ACROSS, number)
        if b >= 0:
            cells |= open_word(bits, b, ACROSS, number)
        if a >= 0:
            cells |= open_word(bits, a, ACROSS, number)
        while cells:
            cell = place_of(ACROSS, number, lowest(cells))
            cells = without_lowest(cells)
            found = arms(bits, colour_of(c), cell)
            points = total(found)
            scratch[cell] = found | points << 16
            most = max(most, points)
    return most


@kernel
def _best_alone(bits: Bits, kind: int, scratch: Arms, best: Best, rng: Rng) -> Best:
    """Try a card alone; the points on each cell are in `scratch`."""
    if kind < 0:
        return best
    for number in range(WORDS):
        cells = open_word(bits, kind, ACROSS, number)
        while cells:
            cell = place_of(ACROSS, number, lowest(cells))
            cells = without_lowest(cells)
            best = better(best, scratch[cell] >> 16, kind << 8 | cell, rng)
    return best


@kernel
def _best_pair(
    bits: Bits,
    kind: int,
    other: int,
    price: int,
    way: int,
    number: int,
    scratch: Arms,
    best: Best,
    rng: Rng,
) -> Best:
    """Try two cards together on four lines; the brackets of each alone are in `scratch`."""
    here, there = open_word(bits, kind, way, number), open_word(bits, other, way, number)
    if not here or not there:
        return best
    occupied = word(bits, OCCUPIED, way, number)
    coloured = word(bits, COLOUR + colour_of(kind), way, number)
    free = EVERYWHERE
    for distance in range(2, GRID):
        free = unblocked(free, coloured, distance)
        straight = here & there >> np.uint64(distance) & free
        swapped = there & here >> np.uint64(distance) & free if kind != other else _NONE
        cells = straight | swapped
        while cells:
            bit = lowest(cells)
            cells = without_lowest(cells)
            points = _pair_points(scratch, occupied, way, number, bit, distance) - price
            if points >= best[0]:
                for near, far, may in ((kind, other, straight), (other, kind, swapped)):
                    if may >> np.uint64(bit) & _1:
                        move = _pair(near, far, way, number, bit, distance)
                        best = better(best, points, move, rng)
    return best


@kernel
def _pair_points(
    scratch: Arms, occupied: np.uint64, way: int, number: int, bit: int, distance: int
) -> int:
    """Each card's brackets but those towards the other, and the common one."""
    near, far = scratch[place_of(way, number, bit)], scratch[place_of(way, number, bit + distance)]
    towards_far, towards_near = near >> 4 * way & 15, far >> 4 * way + 8 & 15
    between = occupied >> np.uint64(bit) & ((_1 << np.uint64(distance)) - _1)
    points: int = (near >> 16) - towards_far + (far >> 16) - towards_near
    return points + 2 + popcount(between)
