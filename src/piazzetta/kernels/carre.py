"""The rules of C'est Carré! on a game's row of words (see `carre_state.py`): moves and effects.

`apply` and `legal_moves` do what `play` and `legal_moves` do in `rules/carre`, for legal moves.
"""

from piazzetta.kernels.carre_layout import (
    clear_layout,
    has_nine,
    how_many,
    index_of,
    is_complete,
    kind_on,
    lay_cells,
    nth_bit,
    points_of,
    put,
    swap_cells,
)
from piazzetta.kernels.carre_piles import (
    DRAWN,
    TURNED_UP,
    discard,
    draw,
    fill_deck,
    next_lap,
    pop,
    pop_deck,
)
from piazzetta.kernels.carre_state import (
    ALL,
    APART,
    BLOCK_WORDS,
    CELL_BITS,
    CLOSING,
    DECK,
    DISCARD,
    FIRST,
    HAND,
    IS_VIEW,
    KIND_BITS,
    LAPS,
    LOWEST,
    N_DECK,
    N_DISCARD,
    N_HAND,
    N_POOL,
    N_REVEALED,
    OP_DROP,
    OP_LAY,
    OP_PASS,
    OP_REVEAL,
    OP_SWAP,
    OP_TAKE,
    OVER,
    OWED,
    PHASE,
    PHASE_DROP,
    PHASE_LAY,
    PHASE_PLAY,
    PHASE_SOURCE,
    PLAYERS,
    RESHUFFLES,
    REVEALED_CARDS,
    ROUND,
    SEAT_BLOCKS,
    TOTAL,
    TURN,
    VALUES,
    Row,
)
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.rng import Rng, below, shuffle
from piazzetta.rules.carre.state import HAND_SIZE, REVEALED, TARGET

NINE_WINS = 1_000_000
"""More than any total."""


@kernel
def block_of(seat: int) -> int:
    """Where the words of a seat begin."""
    return SEAT_BLOCKS + seat * BLOCK_WORDS


@kernel
def coded(op: int, kind: int, index: int) -> int:
    """A move as a number."""
    return (op << KIND_BITS | kind) << CELL_BITS | index


@kernel
def deal(game: Row, players: int, first: int, rng: Rng) -> None:
    """The first position of the first round."""
    game[PLAYERS] = players
    game[OVER] = 0
    game[IS_VIEW] = 0
    game[N_POOL] = 0
    for seat in range(players):
        game[block_of(seat) + TOTAL] = 0
    deal_round(game, 1, first, rng)


@kernel
def deal_round(game: Row, number: int, first: int, rng: Rng) -> None:
    """C-DEAL: all cards shuffled, five to each seat in turn, one face up."""
    game[ROUND] = number
    game[FIRST] = game[TURN] = first
    game[PHASE] = PHASE_SOURCE
    game[APART] = game[LAPS] = 0
    game[OWED] = game[CLOSING] = game[RESHUFFLES] = game[N_REVEALED] = game[N_DISCARD] = 0
    fill_deck(game)
    shuffle(game, DECK, game[N_DECK], rng)
    for seat in range(game[PLAYERS]):
        clear_layout(game, block_of(seat))
        game[block_of(seat) + N_HAND] = 0
        for _ in range(HAND_SIZE):
            add_to_hand(game, seat, pop_deck(game))
    discard(game, pop_deck(game))


@kernel
def add_to_hand(game: Row, seat: int, kind: int) -> None:
    """The hand stays in order."""
    at = block_of(seat)
    place = at + HAND + game[at + N_HAND]
    while place > at + HAND and game[place - 1] > kind:
        game[place] = game[place - 1]
        place -= 1
    game[place] = kind
    game[at + N_HAND] += 1


@kernel
def remove_from_hand(game: Row, seat: int, kind: int) -> None:
    """One card of that kind, which is there, leaves the hand."""
    at = block_of(seat)
    game[at + N_HAND] -= 1
    place = at + HAND
    while game[place] != kind:
        place += 1
    for i in range(place, at + HAND + game[at + N_HAND]):
        game[i] = game[i + 1]


@kernel
def apply(game: Row, move: int, rng: Rng) -> None:
    """Make a legal move."""
    op = move >> (KIND_BITS + CELL_BITS)
    kind = (move >> CELL_BITS) & ((1 << KIND_BITS) - 1)
    if op == OP_TAKE:
        take(game)
    elif op == OP_REVEAL:
        reveal(game, rng)
    elif op == OP_PASS:
        end_turn(game, rng)
    elif op == OP_DROP:
        drop(game, kind, rng)
    else:
        bit = 1 << (move & ((1 << CELL_BITS) - 1))
        if game[PHASE] == PHASE_LAY:
            play_owed(game, kind, bit, rng)
        else:
            play_first(game, kind, bit, rng)


@kernel
def take(game: Row) -> None:
    """C-SOURCE: the top card of the discard pile."""
    game[N_DISCARD] -= 1
    game[REVEALED_CARDS] = game[DISCARD + game[N_DISCARD]]
    game[N_REVEALED] = 1
    game[PHASE] = PHASE_PLAY


@kernel
def reveal(game: Row, rng: Rng) -> None:
    """C-SOURCE: two cards of the draw pile, or as many as there are."""
    for k in range(REVEALED):
        kind = draw(game, k, rng)
        if kind >= 0:
            game[REVEALED_CARDS + game[N_REVEALED]] = kind
            game[N_REVEALED] += 1
    game[PHASE] = PHASE_PLAY


@kernel
def play_first(game: Row, kind: int, bit: int, rng: Rng) -> None:
    """C-LAY or C-SWAP with a revealed card; C-ORDER: the other one is discarded first."""
    if game[N_REVEALED] == 2:
        other = 1 if game[REVEALED_CARDS] == kind else 0
        discard(game, game[REVEALED_CARDS + other])
    game[N_REVEALED] = 0
    swapped = put_down(game, kind, bit)
    value = kind % VALUES + LOWEST
    hand = game[block_of(game[TURN]) + N_HAND]
    if not swapped and value < 0 and hand > 0:
        game[PHASE] = PHASE_LAY
        game[OWED] = min(-value, hand)
    else:
        if not swapped and value > 0:
            draw_to_hand(game, value, rng)
        end_or_drop(game, rng)


@kernel
def put_down(game: Row, kind: int, bit: int) -> bool:
    """The card lies on the cell; whether it replaced one, which goes to the discard pile."""
    at = block_of(game[TURN])
    swapped = bool(game[at + ALL] & bit != 0)
    if swapped:
        discard(game, kind_on(game, at, bit))
    put(game, at, kind, bit)
    return swapped


@kernel
def draw_to_hand(game: Row, count: int, rng: Rng) -> None:
    """C-POSITIVE: so many cards, or as many as there are."""
    for k in range(count):
        kind = draw(game, DRAWN + k, rng)
        if kind >= 0:
            add_to_hand(game, game[TURN], kind)


@kernel
def play_owed(game: Row, kind: int, bit: int, rng: Rng) -> None:
    """C-NEGATIVE, C-ONE-EFFECT: a card from the hand has no effect."""
    remove_from_hand(game, game[TURN], kind)
    put_down(game, kind, bit)
    game[OWED] -= 1
    if game[OWED] == 0:
        end_turn(game, rng)


@kernel
def drop(game: Row, kind: int, rng: Rng) -> None:
    """C-POSITIVE: a card from the hand goes to the discard pile."""
    remove_from_hand(game, game[TURN], kind)
    discard(game, kind)
    end_or_drop(game, rng)


@kernel
def end_or_drop(game: Row, rng: Rng) -> None:
    """C-POSITIVE: the turn ends with five cards in hand at the most."""
    if game[block_of(game[TURN]) + N_HAND] > HAND_SIZE:
        game[PHASE] = PHASE_DROP
    else:
        end_turn(game, rng)


@kernel
def end_turn(game: Row, rng: Rng) -> None:
    """C-EMPTY-DISCARD, C-CLOSE: clockwise to the next seat, or to the end of the round."""
    game[PHASE] = PHASE_SOURCE
    if game[N_DISCARD] == 0 and game[N_DECK] > 0:
        discard(game, pop(game, TURNED_UP))
    if is_complete(game, block_of(game[TURN])):
        game[CLOSING] = 1
    next_seat = (game[TURN] + 1) % game[PLAYERS]
    if game[CLOSING] and next_seat == game[FIRST]:
        end_round(game, rng)
    else:
        next_lap(game, next_seat)
        game[TURN] = next_seat


@kernel
def end_round(game: Row, rng: Rng) -> None:
    """C-VALUES, C-ZONES, C-NINE, C-WIN: score, then the game is over or a new round is dealt."""
    for seat in range(game[PLAYERS]):
        at = block_of(seat)
        game[at + TOTAL] += points_of(game, at)
        if game[at + TOTAL] >= TARGET or has_nine(game, at):
            game[OVER] = 1
    if not game[OVER]:
        deal_round(game, game[ROUND] + 1, (game[FIRST] + 1) % game[PLAYERS], rng)


@kernel
def winners(game: Row) -> int:
    """C-WIN, C-NINE: a bit for every seat with the most points; nine of a kind comes first."""
    best = 0
    seats = 0
    for seat in range(game[PLAYERS]):
        at = block_of(seat)
        key = game[at + TOTAL]
        if game[OVER] and has_nine(game, at):
            key += NINE_WINS
        if seats == 0 or key > best:
            best = key
            seats = 1 << seat
        elif key == best:
            seats |= 1 << seat
    return seats


@kernel
def playable_at(game: Row) -> int:
    """Where the cards begin that may be played now: those revealed, later those in hand."""
    if game[PHASE] == PHASE_PLAY:
        return REVEALED_CARDS
    return block_of(game[TURN]) + HAND


@kernel
def playable_size(game: Row) -> int:
    """How many they are."""
    if game[PHASE] == PHASE_PLAY:
        return int(game[N_REVEALED])
    return int(game[block_of(game[TURN]) + N_HAND])


@kernel
def playable_kinds(game: Row) -> int:
    """A bit for each kind that may be played now."""
    at = playable_at(game)
    kinds = 0
    for i in range(playable_size(game)):
        kinds |= 1 << game[at + i]
    return kinds


@kernel
def legal_moves(game: Row, moves: Row) -> int:
    """Write every legal move, in the order of the rules; how many they are."""
    if game[OVER]:
        return 0
    if game[PHASE] == PHASE_SOURCE:
        return source_moves(game, moves)
    kinds = playable_kinds(game)
    cells = lay_cells(game, block_of(game[TURN]))
    count = 0
    while kinds:
        kind = index_of(kinds & -kinds)
        kinds &= kinds - 1
        if game[PHASE] == PHASE_DROP:
            moves[count] = coded(OP_DROP, kind, 0)
            count += 1
        else:
            count = write_cells(moves, count, coded(OP_LAY, kind, 0), cells)
            swaps = swap_cells(game, block_of(game[TURN]), kind)
            count = write_cells(moves, count, coded(OP_SWAP, kind, 0), swaps)
    return count


@kernel
def source_moves(game: Row, moves: Row) -> int:
    """C-SOURCE, C-NOTHING: take before reveal, and pass only if neither can be."""
    moves[0] = coded(OP_TAKE, 0, 0)
    moves[1] = coded(OP_REVEAL, 0, 0)
    if game[N_DISCARD] > 0:
        return 2
    moves[0] = coded(OP_REVEAL if game[N_DECK] > 0 else OP_PASS, 0, 0)
    return 1


@kernel
def write_cells(moves: Row, count: int, move: int, cells: int) -> int:
    """The move on each of the cells; how many moves there are then."""
    while cells:
        moves[count] = move | index_of(cells & -cells)
        cells &= cells - 1
        count += 1
    return count


@kernel
def random_move(game: Row, rng: Rng) -> int:
    """Any legal move of a game that is not over, each as likely as the others."""
    if game[PHASE] == PHASE_SOURCE:
        return random_source(game, rng)
    kinds = playable_kinds(game)
    if game[PHASE] == PHASE_DROP:
        chosen = nth_bit(kinds, below(rng, how_many(kinds)))
        return coded(OP_DROP, index_of(chosen), 0)
    return random_placing(game, kinds, rng)


@kernel
def random_source(game: Row, rng: Rng) -> int:
    """Take or reveal, if there is a choice."""
    if game[N_DISCARD] > 0:
        return coded(OP_TAKE if below(rng, 2) == 0 else OP_REVEAL, 0, 0)
    return coded(OP_REVEAL if game[N_DECK] > 0 else OP_PASS, 0, 0)


@kernel
def random_placing(game: Row, kinds: int, rng: Rng) -> int:
    """Count the places of all cards, then find the one with a random number."""
    at = block_of(game[TURN])
    cells = lay_cells(game, at)
    n_cells = how_many(cells)
    total = 0
    left = kinds
    while left:
        total += n_cells + how_many(swap_cells(game, at, index_of(left & -left)))
        left &= left - 1
    n = below(rng, total)
    while True:
        kind = index_of(kinds & -kinds)
        kinds &= kinds - 1
        swaps = swap_cells(game, at, kind)
        if n < n_cells:
            return coded(OP_LAY, kind, index_of(nth_bit(cells, n)))
        n -= n_cells
        if n < how_many(swaps):
            return coded(OP_SWAP, kind, index_of(nth_bit(swaps, n)))
        n -= how_many(swaps)


@kernel
def hide(game: Row, seat: int) -> None:
    """C-SECRET: turn a game that holds all cards into the view of a seat (-1: of a spectator)."""
    size = game[N_DECK]
    for other in range(game[PLAYERS]):
        at = block_of(other)
        if other != seat:
            for i in range(game[at + N_HAND]):
                game[DECK + size] = game[at + HAND + i]
                size += 1
    game[N_POOL] = size
    game[IS_VIEW] = 1


@kernel
def determinize(game: Row, seat: int, rng: Rng) -> None:
    """Turn the view of a seat into a game, drawn uniformly from all that the view allows."""
    size = game[N_POOL]
    shuffle(game, DECK, size, rng)
    for other in range(game[PLAYERS]):
        at = block_of(other)
        if other != seat:
            count = game[at + N_HAND]
            game[at + N_HAND] = 0
            for _ in range(count):
                size -= 1
                add_to_hand(game, other, game[DECK + size])
    game[N_POOL] = 0
    game[IS_VIEW] = 0
