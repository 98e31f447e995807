"""From the rules' values of Piazza to the kernels' arrays, and back."""

from typing import NamedTuple

import numpy as np

from piazzetta.kernels import piazza_layout as at
from piazzetta.kernels.batch import RANDOM
from piazzetta.kernels.piazza import brackets_of, clear, deal, legal_moves, play
from piazzetta.kernels.piazza_board import lay_cards
from piazzetta.kernels.piazza_hidden import Hidden, Splits, Weights, determinize
from piazzetta.kernels.piazza_playout import playout, share
from piazzetta.kernels.piazza_policy import greedy_move, random_move
from piazzetta.kernels.rng import new_rng
from piazzetta.rules.grid import Placed
from piazzetta.rules.piazza.cards import Card
from piazzetta.rules.piazza.state import PASS, Hand, Lay, Move, Start, State
from piazzetta.rules.piazza.view import Unseen, View, possible_splits, unseen, view

PHASES = {"play": at.PLAY, "setup": at.SETUP}


class Arrays(NamedTuple):
    """A game as the kernels see it."""

    bits: at.Bits
    state: at.State

    def copy(self) -> "Arrays":
        """The same game once more."""
        return Arrays(self.bits.copy(), self.state.copy())


class Seen(NamedTuple):
    """A view: the game with gaps, and what `determinize` fills them from."""

    game: Arrays
    hidden: Hidden
    splits: Splits
    weights: Weights


def empty() -> Arrays:
    """A game in which nothing has happened; for `deal` to fill."""
    game = Arrays(np.empty(at.BITS, np.uint64), np.empty(at.STATE, np.int32))
    clear(*game)
    return game


def from_rules(position: State) -> Arrays:
    """The arrays of a state."""
    game = _public(position)
    start = 0
    for seat in range(position.players):
        hand, stock = position.hands[seat], position.stocks[seat]
        if position.phase == "setup":
            hand, stock = (), hand
        _set_seat(game.state, seat, start, hand, stock)
        start += len(stock)
    return game


def from_view(seen: View) -> Seen:
    """The arrays of a view, and of what it leaves open."""
    game = _public(seen)
    start = 0
    for seat, hand in enumerate(seen.hands):
        if isinstance(hand, int):
            size = hand + seen.stocks[seat]
            in_hand = 0 if seen.phase == "setup" else hand
            _set_counts(game.state, seat, start, in_hand, size - in_hand)
        else:
            stock = seen.own_stock
            if seen.phase == "setup":
                hand, stock = (), hand
            _set_seat(game.state, seat, start, hand, stock)
            size = len(stock)
        start += size
    left_open = unseen(seen)
    return Seen(game, _hidden(seen, left_open), *_splits(left_open))


def _public(position: State | View) -> Arrays:
    """What everybody knows."""
    game = empty()
    state = game.state
    state[at.PLAYERS] = position.players
    state[at.PHASE] = PHASES[position.phase]
    state[at.SHAPE] = at.SHAPE_NAMES.index(position.start)
    state[at.FIRST] = position.first
    state[at.TURN] = position.turn
    state[at.PASSES] = position.passes
    state[at.OVER] = position.over
    state[at.FINISHED] = len(position.finished)
    state[at.ORDER : at.ORDER + len(position.finished)] = position.finished
    state[at.SCORE : at.SCORE + position.players] = position.scores
    for seat, own in enumerate(position.colours or ()):
        for k, colour in enumerate(own):
            state[at.OWN + 2 * seat + k] = at.LETTERS.index(colour)
    _lay(game, position)
    return game


def _lay(game: Arrays, position: State | View) -> None:
    """Put the cards on the table."""
    left = top = 0
    if position.phase == "play" and position.board:
        left = min([x for _, (x, _) in position.board])
        top = min([y for _, (_, y) in position.board])
    game.state[at.ORIGIN_X], game.state[at.ORIGIN_Y] = left, top
    numbers, left, top = at.NUMBERS, left - at.ORIGIN, top - at.ORIGIN
    ones = [numbers[card] << 8 | x - left << 4 | y - top for card, (x, y) in position.board]
    lay_cards(*game, np.array(ones, np.int32))


def _set_seat(state: at.State, seat: int, start: int, hand: Hand, stock: Hand) -> None:
    _set_counts(state, seat, start, len(hand), len(stock))
    first = at.HAND + seat * at.HAND_SIZE
    state[first : first + len(hand)] = _numbers(hand)
    state[at.PILE + start : at.PILE + start + len(stock)] = _numbers(stock)


def _set_counts(state: at.State, seat: int, start: int, in_hand: int, in_stock: int) -> None:
    state[at.IN_HAND + seat] = in_hand
    state[at.IN_STOCK + seat] = in_stock
    state[at.STOCK + seat] = start


def _hidden(seen: View, left_open: Unseen) -> Hidden:
    hidden = np.zeros(at.HIDDEN, np.int32)
    cards: list[Card] = []
    for seat, hand in enumerate(seen.hands):
        pool = left_open.pools.get(seat, [])
        hidden[at.POOL + seat] = len(pool)
        hidden[at.SEEN + seat] = not isinstance(hand, int)
        cards += pool
    hidden[at.SHARED] = len(left_open.shared)
    cards += left_open.shared
    hidden[at.UNSEEN : at.UNSEEN + len(cards)] = _numbers(cards)
    return hidden


def _splits(left_open: Unseen) -> tuple[Splits, Weights]:
    possible = possible_splits(left_open)
    splits = np.zeros((len(possible), at.SEATS), np.int32)
    for k, split in enumerate(possible):
        for seat, count in split.counts.items():
            splits[k, seat] = count
    sums = np.cumsum([float(split.ways) for split in possible])
    weights = sums / sums[-1]
    return splits, weights


def to_rules(game: Arrays) -> State:
    """The state that the arrays hold."""
    state = game.state.tolist()
    players = state[at.PLAYERS]
    seats = range(players)
    phase = "setup" if state[at.PHASE] == at.SETUP else "play"
    piles = tuple(
        _cards(state, at.PILE + state[at.STOCK + k], state[at.IN_STOCK + k]) for k in seats
    )
    hands = tuple(_cards(state, at.HAND + k * at.HAND_SIZE, state[at.IN_HAND + k]) for k in seats)
    own = [state[at.OWN + 2 * seat : at.OWN + 2 * seat + 2] for seat in seats]
    colours = tuple(tuple(at.LETTERS[k] for k in pair if k >= 0) for pair in own)
    return State(
        phase=phase,
        colours=colours if any(colours) else None,
        start=at.SHAPE_NAMES[state[at.SHAPE]],
        first=state[at.FIRST],
        board=tuple(_placed(game, one) for one in state[at.BOARD : at.BOARD + state[at.LAID]]),
        hands=piles if phase == "setup" else hands,
        stocks=((),) * players if phase == "setup" else piles,
        scores=tuple(state[at.SCORE : at.SCORE + players]),
        turn=state[at.TURN],
        finished=tuple(state[at.ORDER : at.ORDER + state[at.FINISHED]]),
        passes=state[at.PASSES],
        over=bool(state[at.OVER]),
    )


def move_to_rules(game: Arrays, move: int) -> Move:
    """The rules' move for a kernel's."""
    if move == at.PASS:
        return PASS
    if move & at.START:
        return Start(_placed(game, move & at.ONE))
    ones = [one for one in (move & at.ONE, move >> at.SECOND) if one]
    return Lay(tuple(_placed(game, one) for one in ones))


def move_from_rules(game: Arrays, move: Move) -> int:
    """The kernel's move for the rules' one."""
    match move:
        case Start(placed):
            return at.START | _one(game, placed)
        case Lay(cards):
            ones = [_one(game, placed) for placed in cards]
            return sum(one << at.SECOND * k for k, one in enumerate(ones))
        case _:
            return at.PASS


def sizes(brackets: int) -> tuple[int, ...]:
    """The brackets that a kernel gives in four bits each, as the rules write them."""
    nibbles = (brackets >> shift & 15 for shift in range(0, 36, 4))
    return tuple(sorted(size for size in nibbles if size))


def _one(game: Arrays, placed: Placed[Card]) -> int:
    return at.NUMBERS[placed.card] << 8 | _cell(game.state, placed.cell)


def _cell(state: at.State, cell: tuple[int, int]) -> int:
    x = cell[0] - int(state[at.ORIGIN_X]) + at.ORIGIN
    y = cell[1] - int(state[at.ORIGIN_Y]) + at.ORIGIN
    return x << 4 | y


def _placed(game: Arrays, one: int) -> Placed[Card]:
    x = (one >> 4 & 15) - at.ORIGIN + int(game.state[at.ORIGIN_X])
    y = (one & 15) - at.ORIGIN + int(game.state[at.ORIGIN_Y])
    return Placed(at.KINDS[one >> 8], (x, y))


def _cards(state: list[int], start: int, n: int) -> Hand:
    return tuple(at.KINDS[kind] for kind in state[start : start + n])


def _numbers(cards: Hand | list[Card]) -> list[int]:
    return [at.NUMBERS[card] for card in cards]


def warm_up() -> None:
    """Compile what works on one game, or load it from the cache."""
    game, rng, scratch = empty(), new_rng(0), np.empty(at.CELLS, np.int32)
    deal(*game, 2, 0, rng)
    moves, brackets = np.empty(at.MOVES, np.int32), np.empty(at.MOVES, np.int64)
    legal_moves(*game, moves, brackets)
    brackets_of(game.bits, int(moves[0]))
    for move in (random_move(*game, rng), greedy_move(*game, scratch, rng)):
        play(*game.copy(), move, rng)
    seen = from_view(view(to_rules(game), 0))
    determinize(seen.hidden, seen.splits, seen.weights, seen.game.state, rng)
    playout(*game, scratch, RANDOM, rng)
    share(game.state, 0)
