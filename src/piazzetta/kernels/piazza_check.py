"""Proves the kernels of Piazza equal to the rules, position by position."""

from dataclasses import replace
from functools import partial
from random import Random

import numpy as np

from piazzetta.kernels import piazza as kernels
from piazzetta.kernels import piazza_layout as at
from piazzetta.kernels import piazza_policy as policy
from piazzetta.kernels.piazza_hidden import determinize
from piazzetta.kernels.piazza_playout import share
from piazzetta.kernels.piazza_state import (
    Arrays,
    from_rules,
    from_view,
    move_from_rules,
    move_to_rules,
    sizes,
    to_rules,
)
from piazzetta.kernels.rng import Rng, new_rng
from piazzetta.kernels.twin import KernelChance, same
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Placed
from piazzetta.rules.piazza import (
    Move,
    Options,
    State,
    View,
    deal,
    legal_moves,
    outcome,
    play,
    state_to_json,
    view,
)
from piazzetta.rules.piazza.state import SHAPES_FOR


def check_game(players: int, seed: int, most: int) -> int:
    """Play a game in both worlds; how many positions were found equal."""
    random, rng = Random(seed), new_rng(seed)
    state = random_deal(players, random, rng)
    keen = random.random()
    game = from_rules(state)
    positions = 0
    while positions < most:
        legal = check_position(state, game, random.choice((None, *range(players))), rng)
        positions += 1
        if not legal:
            check_winners(state, game)
            break
        state = check_move(state, _choice(legal, keen, random), game, rng)
        if random.random() < 0.05:  # arrays made from a later state must serve as well
            game = from_rules(state)
    return positions


def random_deal(players: int, random: Random, rng: Rng) -> State:
    """The first position for any options; the table may lie elsewhere, colours be untold."""
    chosen = Options(
        players=players,
        first=random.choice((None, *range(players))),
        setup=random.choice(("quick", "choose")),
        start=random.choice(SHAPES_FOR[players]),
    )
    state = deal(chosen, KernelChance(rng))
    if random.random() < 0.25:
        state = replace(state, colours=None)
    if chosen.setup == "quick":
        dx, dy = random.randrange(-50, 50), random.randrange(-50, 50)
        moved = (Placed(card, (x + dx, y + dy)) for card, (x, y) in state.board)
        state = replace(state, board=tuple(moved))
    return state


def _choice(legal: list[Legal[Move]], keen: float, random: Random) -> Move:
    """Any move, or, as often as the game is keen, one of those that score most."""
    most = max(move.points for move in legal)
    best = [move for move in legal if move.points == most]
    return random.choice(best if random.random() < keen else legal).move


def check_move(state: State, move: Move, game: Arrays, rng: Rng) -> State:
    """Make the move in both worlds; the state after it."""
    after = play(state, move, KernelChance(rng))
    kernels.play(*game, move_from_rules(game, move), rng)
    _same(f"after {move}", state, after, to_rules(game))
    return after


def check_position(state: State, game: Arrays, seat: int | None, rng: Rng) -> list[Legal[Move]]:
    """The legal moves, once moves, brackets, choices and what a seat may know are found equal."""
    legal = legal_moves(state)
    _same("legal moves", state, legal, kernel_moves(game))
    if legal:
        _check_choices(state, legal, game, rng)
    seen = view(state, seat)
    _same(f"the view of {seat}", state, settled(seen), settled(view(drawn(seen, rng), seat)))
    return legal


def kernel_moves(game: Arrays) -> list[Legal[Move]]:
    """The legal moves that the kernels find."""
    moves, brackets = np.empty(at.MOVES, np.int32), np.empty(at.MOVES, np.int64)
    n = kernels.legal_moves(*game, moves, brackets)
    found = zip(moves[:n].tolist(), brackets[:n].tolist(), strict=True)
    return [Legal(move_to_rules(game, move), sizes(made)) for move, made in found]


def drawn(seen: View, rng: Rng) -> State:
    """A state that the kernels draw from a view."""
    game, hidden, splits, weights = from_view(seen)
    determinize(hidden, splits, weights, game.state, rng)
    return to_rules(game)


def settled(seen: View) -> View:
    """The view with its hand sorted: its order means nothing."""
    hands = (hand if isinstance(hand, int) else tuple(sorted(hand)) for hand in seen.hands)
    return replace(seen, hands=tuple(hands))


def _check_choices(state: State, legal: list[Legal[Move]], game: Arrays, rng: Rng) -> None:
    """The policies choose among all legal moves, and the greedy one among the best."""
    scratch = np.empty(at.CELLS, np.int32)
    chosen = move_to_rules(game, policy.greedy_move(*game, scratch, rng))
    most = max(move.points for move in legal)
    best = [move.move for move in legal if move.points == most]
    _same("greedy", state, True, chosen in best)
    if state.phase == "setup":
        picked = move_to_rules(game, policy.random_move(*game, rng))
        _same("random", state, True, picked in [move.move for move in legal])
        return
    hand = kernels.sorted_hand(game.state)
    counts = policy.count_moves(game.bits, hand)
    numbered = [policy.nth_move(game.bits, hand, counts, n) for n in range(counts[5])]
    lays = [move_from_rules(game, move.move) for move in legal]
    _same("numbered moves", state, sorted(lays), sorted(numbered or [at.PASS]))


def check_winners(state: State, game: Arrays) -> None:
    """P-WIN, for a finished game."""
    ended = outcome(state)
    winners = ended.winners if ended else ()
    parts = [1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]
    _same("winners", state, parts, [share(game.state, seat) for seat in range(state.players)])


def _same(what: str, state: State, rules: object, kernel: object) -> None:
    same(what, partial(state_to_json, state), rules, kernel)
