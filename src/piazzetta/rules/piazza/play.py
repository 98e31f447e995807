"""A turn of Piazza: lay, score, draw, and whose turn comes next."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from piazzetta.rules.chance import Chance
from piazzetta.rules.grid import Placed
from piazzetta.rules.piazza.cards import Card
from piazzetta.rules.piazza.refusals import brackets_made
from piazzetta.rules.piazza.state import (
    HAND_SIZE,
    SHAPES,
    Hand,
    Lay,
    Move,
    Pass,
    Start,
    State,
)

T = TypeVar("T")


def play(state: State, move: Move, chance: Chance) -> State:
    """The state after a legal move; an IllegalMoveError names the clause another one breaks."""
    return play_scored(state, move, chance)[0]


def play_scored(state: State, move: Move, chance: Chance) -> tuple[State, tuple[int, ...]]:
    """The same, and the sizes of the brackets that the move made, ascending."""
    brackets = brackets_made(state, move)
    return after_legal(state, move, sum(brackets), chance), brackets


def after_legal(state: State, move: Move, points: int, chance: Chance) -> State:
    """The state after a move that is known to be legal, and to score so much."""
    match move:
        case Start(placed):
            return _lay_start(state, placed, chance)
        case Pass():
            return _pass(state)
        case Lay(cards):
            return _lay(state, cards, points)


def _lay_start(state: State, placed: Placed[Card], chance: Chance) -> State:
    """P-START-CHOICE: seat after seat lays its start cards; the last one deals."""
    hand = _without(state.hands[state.turn], (placed.card,))
    state = replace(
        state,
        board=(*state.board, placed),
        hands=_with(state.hands, state.turn, hand),
        finished=state.finished if hand else (*state.finished, state.turn),
        turn=start_turn(state.players, len(state.board) + 1),
    )
    return _deal_hands(state, chance) if len(state.board) == len(SHAPES[state.start]) else state


def start_turn(players: int, laid: int) -> int:
    """The seat that lays a start card when so many lie there: with two players, each lays two."""
    return laid // 2 if players == 2 else laid


def _deal_hands(state: State, chance: Chance) -> State:
    """P-DEAL: each seat shuffles the rest of its cards and takes the top three."""
    piles = [chance.shuffle(f"stock {seat}", sorted(hand)) for seat, hand in enumerate(state.hands)]
    hands = tuple(pile[::-1][:HAND_SIZE] for pile in piles)
    turn, over = _next_turn((state.first - 1) % state.players, hands, 0)
    return replace(
        state,
        phase="play",
        hands=hands,
        stocks=tuple(pile[:-HAND_SIZE] for pile in piles),
        passes=0,
        turn=turn,
        over=over,
    )


def _pass(state: State) -> State:
    """P-STUCK for the seat in turn."""
    passes = state.passes + 1
    turn, over = _next_turn(state.turn, state.hands, passes)
    return replace(state, passes=passes, turn=turn, over=over)


def _lay(state: State, cards: tuple[Placed[Card], ...], points: int) -> State:
    """P-SCORE, P-DRAW, P-END for the seat in turn."""
    seat = state.turn
    stock = state.stocks[seat]
    hand = _without(state.hands[seat], (placed.card for placed in cards))
    drawn = stock[::-1][: HAND_SIZE - len(hand)]
    hand += drawn
    hands = _with(state.hands, seat, hand)
    turn, over = _next_turn(seat, hands, 0)
    return replace(
        state,
        board=state.board + cards,
        hands=hands,
        stocks=_with(state.stocks, seat, stock[: len(stock) - len(drawn)]),
        scores=_with(state.scores, seat, state.scores[seat] + points),
        finished=state.finished if hand else (*state.finished, seat),
        passes=0,
        turn=turn,
        over=over,
    )


def _next_turn(turn: int, hands: tuple[Hand, ...], passes: int) -> tuple[int, bool]:
    """Clockwise the next seat that holds cards, and whether the game is over: P-END and P-STUCK
    say when there is none."""
    holders = [seat for seat, hand in enumerate(hands) if hand]
    if passes >= len(holders):
        return turn, True
    later = [seat for seat in holders if seat > turn]
    return (later or holders)[0], False


def _with(entries: tuple[T, ...], seat: int, entry: T) -> tuple[T, ...]:
    return (*entries[:seat], entry, *entries[seat + 1 :])


def _without(hand: Hand, cards: Iterable[Card]) -> Hand:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)
