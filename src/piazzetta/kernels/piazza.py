"""The rules of Piazza as kernels: legal moves, playing one, dealing. `piazza_layout.py` says how a
game lies in the arrays `bits` and `state`. Only legal moves may be played; nothing is checked.
"""

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.bits import lowest, nth, popcount, without_lowest
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.piazza_board import (
    arms,
    colour_of,
    lay_card,
    line,
    open_line,
    pair_brackets,
    reach,
    symbol_of,
    total,
)
from piazzetta.kernels.piazza_layout import (
    ACROSS,
    BITS,
    BOARD,
    CARDS,
    COLOUR,
    DOWN,
    FACES,
    FINISHED,
    FIRST,
    HAND,
    HAND_SIZE,
    IN_HAND,
    IN_STOCK,
    LAID,
    MIN_X,
    MIN_Y,
    ONE,
    ORDER,
    OVER,
    OWN,
    PASS,
    PASSES,
    PHASE,
    PILE,
    PLAY,
    PLAYERS,
    SCORE,
    SEATS,
    SECOND,
    SETUP,
    SHAPE,
    SHAPE_CELLS,
    SHAPE_SIZES,
    START,
    STATE,
    STOCK,
    SUITS,
    TURN,
    Bits,
    State,
)
from piazzetta.kernels.rng import Rng, below, shuffle

Moves = npt.NDArray[np.int32]
Brackets = npt.NDArray[np.int64]


@kernel
def sorted_hand(state: State) -> tuple[int, int, int]:
    """The kinds in the hand of the seat in turn, ascending; -1 in front for each card missing."""
    seat = state[TURN]
    hand, n = HAND + seat * HAND_SIZE, state[IN_HAND + seat]
    a: int = state[hand] if n > 0 else -1
    b: int = state[hand + 1] if n > 1 else -1
    c: int = state[hand + 2] if n > 2 else -1
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    return min(a, b), max(a, b), c


@kernel
def can_pair(first: int, second: int) -> bool:
    """P-ONE-COLOUR: whether two cards of the hand, or what stands for none, are of one colour."""
    return first >= 0 and colour_of(first) == colour_of(second)


@kernel
def legal_moves(bits: Bits, state: State, moves: Moves, brackets: Brackets) -> int:
    """List every legal move and the brackets it makes, in the order of the rules; how many.

    The sizes of a move's brackets stand in four bits each, in no order, with zeros between.
    """
    if state[OVER]:
        return 0
    if state[PHASE] == SETUP:
        return _start_moves(state, moves, brackets)
    a, b, c = sorted_hand(state)
    n = 0
    for kind in _distinct(a, b, c):
        n = _list_singles(bits, kind, moves, brackets, n)
    singles = n
    for k in range(singles):
        n = _list_partners(bits, (a, b, c), moves[k], moves, brackets, n)
    if n == 0:
        moves[0] = PASS
        brackets[0] = 0
        return 1
    return n


@kernel
def _distinct(a: int, b: int, c: int) -> tuple[int, int, int]:
    """The same kinds with -1 for what was named before."""
    return a, b if b != a else -1, c if c != b else -1


@kernel
def _list_singles(bits: Bits, kind: int, moves: Moves, brackets: Brackets, n: int) -> int:
    if kind < 0:
        return n
    for x in range(1, 16):
        found = np.uint64(open_line(bits, kind, DOWN, x))
        while found:
            cell = x << 4 | lowest(found)
            moves[n] = kind << 8 | cell
            brackets[n] = arms(bits, colour_of(kind), cell)
            found = without_lowest(found)
            n += 1
    return n


@kernel
def _list_partners(
    bits: Bits, hand: tuple[int, int, int], one: int, moves: Moves, brackets: Brackets, n: int
) -> int:
    """P-PAIR: the pairs whose first card is this one: partners of its kind, then of later ones."""
    kind, cell = one >> 8, one & 255
    a, b, c = hand
    twice = (a == kind and b == kind) or (b == kind and c == kind)
    if twice:
        n = _list_pairs(bits, one, kind, cell, moves, brackets, n)
    for other in _distinct(a, b, c):
        if other > kind and can_pair(kind, other):
            n = _list_pairs(bits, one, other, 0, moves, brackets, n)
    return n


@kernel
def _list_pairs(
    bits: Bits, one: int, kind: int, after: int, moves: Moves, brackets: Brackets, n: int
) -> int:
    """Partners of one kind, by (x, y), on cells beyond `after`: left, in the column, right."""
    cell = one & 255
    x, y = cell >> 4, cell & 15
    colour = COLOUR + colour_of(kind)
    row = reach(line(bits, colour, ACROSS, y), x) & open_line(bits, kind, ACROSS, y)
    column = reach(line(bits, colour, DOWN, x), y) & open_line(bits, kind, DOWN, x)
    left, right = row & ((1 << x) - 1), row >> x << x
    for part in range(3):
        found = np.uint64(left if part == 0 else column if part == 1 else right)
        while found:
            place = lowest(found)
            found = without_lowest(found)
            two = x << 4 | place if part == 1 else place << 4 | y
            if two > after:
                moves[n] = one | (kind << 8 | two) << SECOND
                brackets[n] = pair_brackets(bits, colour_of(kind), cell, two)
                n += 1
    return n


@kernel
def start_kinds(state: State) -> np.uint64:
    """P-START: the kinds that the seat in turn may lay as a start card, as a set."""
    seat = state[TURN]
    kinds = np.uint64(0)
    for k in range(state[IN_STOCK + seat]):
        kind = state[PILE + state[STOCK + seat] + k]
        own, other = state[OWN + 2 * seat], state[OWN + 2 * seat + 1]
        if own < 0 or colour_of(kind) == own or colour_of(kind) == other:
            kinds |= np.uint64(1) << np.uint64(kind)
    for k in range(state[LAID]):
        kinds &= ~_alike(state[BOARD + k] >> 8)
    return kinds


@kernel
def _alike(kind: int) -> np.uint64:
    """The kinds that have its colour or its symbol."""
    kinds = ((1 << FACES) - 1) << colour_of(kind) * FACES
    for colour in range(SUITS):
        kinds |= 1 << colour * FACES + symbol_of(kind)
    return np.uint64(kinds)


@kernel
def start_cells(state: State) -> np.uint64:
    """The free cells of the start shape: a set of places in SHAPE_CELLS."""
    shape = state[SHAPE]
    cells = np.uint64((1 << SHAPE_SIZES[shape]) - 1)
    for k in range(SHAPE_SIZES[shape]):
        for laid in range(state[LAID]):
            if state[BOARD + laid] & 255 == SHAPE_CELLS[shape * 4 + k]:
                cells &= ~(np.uint64(1) << np.uint64(k))
    return cells


@kernel
def _start_moves(state: State, moves: Moves, brackets: Brackets) -> int:
    kinds, cells = start_kinds(state), start_cells(state)
    n = 0
    while kinds:
        rest = cells
        while rest:
            moves[n] = start_move(state, lowest(kinds), lowest(rest))
            brackets[n] = 0
            rest = without_lowest(rest)
            n += 1
        kinds = without_lowest(kinds)
    return n


@kernel
def start_move(state: State, kind: int, place: int) -> int:
    """The move that lays this kind on that cell of the start shape."""
    cell: int = SHAPE_CELLS[state[SHAPE] * 4 + place]
    return START | kind << 8 | cell


@kernel
def random_start(state: State, rng: Rng) -> int:
    """A start move, all equally likely."""
    kinds, cells = start_kinds(state), start_cells(state)
    kind = nth(kinds, below(rng, popcount(kinds)))
    return start_move(state, kind, nth(cells, below(rng, popcount(cells))))


@kernel
def brackets_of(bits: Bits, move: int) -> int:
    """The brackets a move makes, in four bits each."""
    if move == PASS or move & START:
        return 0
    one, two = move & ONE, move >> SECOND
    if two == 0:
        return arms(bits, colour_of(one >> 8), one & 255)
    return pair_brackets(bits, colour_of(one >> 8), one & 255, two & 255)


@kernel
def play(bits: Bits, state: State, move: int, rng: Rng) -> int:
    """Play a legal move and return its points; chance is asked when the last start card deals."""
    if move == PASS:
        state[PASSES] += 1
        _next_turn(state)
        return 0
    if move & START:
        _play_start(bits, state, move & ONE, rng)
        return 0
    points = total(brackets_of(bits, move))
    lay(bits, state, move, points)
    return points


@kernel
def lay(bits: Bits, state: State, move: int, points: int) -> None:
    """P-SCORE, P-DRAW, P-END for a move whose points are known."""
    seat = state[TURN]
    one, two = move & ONE, move >> SECOND
    _lay_from_hand(bits, state, one)
    if two:
        _lay_from_hand(bits, state, two)
    state[SCORE + seat] += points
    state[PASSES] = 0
    _draw(state, seat)
    if state[IN_HAND + seat] == 0:
        _finish(state, seat)
    _next_turn(state)


@kernel
def _lay_from_hand(bits: Bits, state: State, one: int) -> None:
    """The later cards of the hand move up."""
    kind = one >> 8
    seat = state[TURN]
    hand, n = HAND + seat * HAND_SIZE, state[IN_HAND + seat]
    k = hand
    while state[k] != kind:
        k += 1
    while k < hand + n - 1:
        state[k] = state[k + 1]
        k += 1
    state[IN_HAND + seat] = n - 1
    lay_card(bits, state, kind, one & 255)


@kernel
def _draw(state: State, seat: int) -> None:
    """P-DRAW: from the top of the stock, which is its end."""
    while state[IN_HAND + seat] < HAND_SIZE and state[IN_STOCK + seat] > 0:
        state[IN_STOCK + seat] -= 1
        top = state[PILE + state[STOCK + seat] + state[IN_STOCK + seat]]
        state[HAND + seat * HAND_SIZE + state[IN_HAND + seat]] = top
        state[IN_HAND + seat] += 1


@kernel
def _finish(state: State, seat: int) -> None:
    state[ORDER + state[FINISHED]] = seat
    state[FINISHED] += 1


@kernel
def _next_turn(state: State) -> None:
    """Clockwise to the next seat that holds cards; P-END and P-STUCK say when there is none."""
    players = state[PLAYERS]
    holders = 0
    for seat in range(players):
        holders += state[IN_HAND + seat] > 0
    if state[PASSES] >= holders:
        state[OVER] = 1
        return
    seat = state[TURN]
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        if state[IN_HAND + seat] > 0:
            state[TURN] = seat
            return


@kernel
def _play_start(bits: Bits, state: State, one: int, rng: Rng) -> None:
    """P-START-CHOICE: seat after seat lays its start cards; the last one deals."""
    seat = state[TURN]
    first, n = PILE + state[STOCK + seat], state[IN_STOCK + seat]
    k = first
    while state[k] != one >> 8:
        k += 1
    while k < first + n - 1:
        state[k] = state[k + 1]
        k += 1
    state[IN_STOCK + seat] = n - 1
    lay_card(bits, state, one >> 8, one & 255)
    laid = state[LAID]
    state[TURN] = laid // 2 if state[PLAYERS] == 2 else laid
    if laid == SHAPE_SIZES[state[SHAPE]]:
        _deal_hands(state, rng)


@kernel
def _deal_hands(state: State, rng: Rng) -> None:
    """P-DEAL: each seat shuffles the rest of its cards and takes the top three."""
    state[PHASE] = PLAY
    for seat in range(state[PLAYERS]):
        shuffle(state, PILE + state[STOCK + seat], state[IN_STOCK + seat], rng)
        _draw(state, seat)
        if state[IN_HAND + seat] == 0:
            _finish(state, seat)
    state[TURN] = state[FIRST] - 1
    _next_turn(state)


@kernel
def clear(bits: Bits, state: State) -> None:
    """No table, no seats, no cards."""
    for k in range(BITS):
        bits[k] = 0
    for k in range(STATE):
        state[k] = 0
    state[MIN_X] = state[MIN_Y] = 16
    for k in range(2 * SEATS):
        state[OWN + k] = -1


@kernel
def deal(bits: Bits, state: State, players: int, shape: int, rng: Rng) -> None:
    """P-SETS, and the quick start: a new game, start cards laid at random, seat 0 first."""
    clear(bits, state)
    state[PLAYERS] = players
    state[SHAPE] = shape
    state[PHASE] = SETUP
    _deal_sets(state, rng)
    while state[PHASE] == SETUP:
        play(bits, state, random_start(state, rng), rng)


@kernel
def _deal_sets(state: State, rng: Rng) -> None:
    """The colours are drawn in the list of cards on the table, which is still empty."""
    players = state[PLAYERS]
    for k in range(SUITS):
        state[BOARD + k] = k
    shuffle(state, BOARD, SUITS, rng)
    each = 2 if players == 2 else 1
    size = CARDS // players
    for seat in range(players):
        state[STOCK + seat] = seat * size
        for k in range(each):
            colour = state[BOARD + seat * each + k]
            state[OWN + 2 * seat + k] = colour
            _add_colour(state, seat, colour)
    if players == 3:
        _deal_neutral(state, state[BOARD + SUITS - 1], rng)


@kernel
def _add_colour(state: State, seat: int, colour: int) -> None:
    end = PILE + state[STOCK + seat] + state[IN_STOCK + seat]
    for k in range(CARDS // SUITS):
        state[end + k] = colour * FACES + k // 2
    state[IN_STOCK + seat] += CARDS // SUITS


@kernel
def _deal_neutral(state: State, colour: int, rng: Rng) -> None:
    """P-SETS: with three players the fourth colour is dealt out at random, four cards to each."""
    cards = CARDS // SUITS
    for k in range(cards):
        state[BOARD + k] = colour * FACES + k // 2
    shuffle(state, BOARD, cards, rng)
    for k in range(cards):
        seat = k * 3 // cards
        state[PILE + state[STOCK + seat] + state[IN_STOCK + seat]] = state[BOARD + k]
        state[IN_STOCK + seat] += 1
