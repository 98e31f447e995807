"""Proves the kernels of C'est Carré! equal to the rules, position by position."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import numpy as np

from piazzetta.kernels import carre as kernels
from piazzetta.kernels.carre_greedy import greedy_move, new_scratch
from piazzetta.kernels.carre_layout import has_nine, points_of
from piazzetta.kernels.carre_state import (
    BLOCK_WORDS,
    DECK,
    DISCARD,
    GAME_WORDS,
    HAND,
    IS_VIEW,
    MOST_MOVES,
    N_DECK,
    N_DISCARD,
    N_HAND,
    N_POOL,
    N_REVEALED,
    PLAYERS,
    REVEALED_CARDS,
    Row,
    block,
    decode_move,
    encode_move,
    from_state,
    from_view,
)
from piazzetta.kernels.rng import Rng, new_rng
from piazzetta.kernels.twin import KernelChance, same
from piazzetta.rules.carre import (
    PACK,
    Move,
    Options,
    State,
    deal,
    legal_moves,
    outcome,
    play,
    score,
    state_to_json,
    view,
)
from piazzetta.rules.carre.state import REVEALED


def check_game(players: int, seed: int, most: int) -> int:
    """Play a game in both worlds, more or less greedily; how many positions were found equal."""
    rng, random = new_rng(seed), Random(seed)
    keen, scratch = random.random(), new_scratch()
    state = deal(Options(players, first=seed % players), KernelChance(rng))
    game = np.zeros(GAME_WORDS, np.int64)
    kernels.deal(game, players, seed % players, rng)
    _same("the deal", state, settled(from_state(state)), settled(game))
    positions = 0
    while positions < most:
        moves = check_position(state, game, random.choice((None, *range(players))))
        positions += 1
        if not moves:
            break
        move = random.choice(moves)
        if random.random() < keen:
            move = decode_move(game, greedy_move(game, scratch, rng))
        state = check_move(state, move, game, rng)
    return positions


def check_move(state: State, move: Move, game: Row, rng: Rng) -> State:
    """Make the move in both worlds; the state after it."""
    after = play(state, move, KernelChance(rng))
    kernels.apply(game, encode_move(game, move), rng)
    _same(f"after {move}", state, settled(from_state(after)), settled(game))
    return after


def check_position(state: State, game: Row, seat: int | None) -> list[Move]:
    """The legal moves of a position, once moves, points and the seat's view are found equal."""
    moves = [legal.move for legal in legal_moves(state)]
    _same(
        "legal moves",
        state,
        [encode_move(game, move) for move in moves],
        kernel_moves(game),
    )
    _same("points", state, *_points(state, game))
    _same("winners", state, *_winners(state, game))
    hidden = game.copy()
    kernels.hide(hidden, -1 if seat is None else seat)
    seen = from_view(view(state, seat))
    _same(f"the view of {seat}", state, settled(seen, seat), settled(hidden, seat))
    return moves


def settled(row: Row, seat: int | None = None) -> list[int]:
    """The words of a game, or of the view of a seat, as far as they mean anything."""
    result = row.copy()
    pool = result[DECK : DECK + row[N_POOL]]
    pool.sort()
    for at, size, room in _piles(row):
        result[at + size : at + room] = 0
    if row[IS_VIEW]:
        for other in set(range(int(row[PLAYERS]))) - {seat}:
            result[block(other) + HAND : block(other + 1)] = 0
    return list(result)


def _piles(row: Row) -> Iterator[tuple[int, int, int]]:
    """Where each pile begins, how many cards it holds, and for how many it has room."""
    yield DECK, row[N_POOL if row[IS_VIEW] else N_DECK], len(PACK)
    yield DISCARD, row[N_DISCARD], len(PACK)
    yield REVEALED_CARDS, row[N_REVEALED], REVEALED
    for seat in range(int(row[PLAYERS])):
        at = block(seat)
        yield at + HAND, row[at + N_HAND], BLOCK_WORDS - HAND


def kernel_moves(game: Row) -> list[int]:
    """The legal moves that the kernels find."""
    codes = np.zeros(MOST_MOVES, np.int64)
    return list(codes[: kernels.legal_moves(game, codes)])


def _points(state: State, game: Row) -> tuple[Any, Any]:
    results = [score(layout) for layout in state.layouts]
    rules = [(result.points, result.victory) for result in results]
    blocks = [block(seat) for seat in range(state.players)]
    return rules, [(points_of(game, at), has_nine(game, at)) for at in blocks]


def _winners(state: State, game: Row) -> tuple[Any, Any]:
    """While the game runs, the kernels name those who lead."""
    ended = outcome(state)
    bits = kernels.winners(game)
    best = max(state.totals)
    leaders = tuple(seat for seat, total in enumerate(state.totals) if total == best)
    rules = ended.winners if ended else leaders
    return rules, tuple(seat for seat in range(state.players) if bits >> seat & 1)


def _same(what: str, state: State, rules: object, kernel: object) -> None:
    same(what, partial(state_to_json, state), rules, kernel)
