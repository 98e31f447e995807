"""Random games of C'est Carré!, and its rules told a second time, slowly and differently."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from piazzetta.rules.carre import PACK, Card, Move, Options, State, deal, legal_moves, play
from piazzetta.rules.carre.state import Layout
from piazzetta.rules.chance import Seed
from piazzetta.rules.grid import Cell

MOST_DECISIONS = 500
WORTH = (None, 0, 1, 4, 8, 12, 20, 27, 34, 0)


@dataclass(frozen=True)
class Plan:
    """All that decides a random game."""

    players: int
    first: int | None
    seed: int
    missing: int
    """How many cards the first round's draw pile lacks: with few cards the piles run out."""
    ahead: int
    """What everybody has at the start: with much, the game is short."""
    keen_on: str
    """Words that moves begin with: such moves are preferred, so that games differ in kind."""

    def start(self) -> State:
        state = deal(Options(self.players, self.first), Seed(self.seed))
        totals = (self.ahead,) * self.players
        return replace(state, deck=state.deck[self.missing :], totals=totals)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Games of every player count and option, with all cards or with few."""
    players = draw(st.integers(2, 5))
    return Plan(
        players=players,
        first=draw(st.none() | st.integers(0, players - 1)),
        seed=draw(st.integers(0, 2**32)),
        missing=draw(st.sampled_from([0, 0, 30, 60, 77])),
        ahead=draw(st.sampled_from([40, 25, 0])),
        keen_on=draw(st.sampled_from(["", "lay", "swap", "take lay", "reveal swap", "reveal lay"])),
    )


class Step(NamedTuple):
    """One decision."""

    before: State
    move: Move
    after: State


def steps(plan: Plan) -> Iterator[Step]:
    """The game, to its end or until it has gone on for long enough."""
    chance, rng, state = Seed(plan.seed), Random(plan.seed), plan.start()
    for _ in range(MOST_DECISIONS):
        if state.over:
            return
        move = _choose(state, plan.keen_on, rng)
        after = play(state, move, chance)
        yield Step(state, move, after)
        state = after


def _choose(state: State, keen_on: str, rng: Random) -> Move:
    moves = [legal.move for legal in legal_moves(state)]
    liked = [move for move in moves if str(move).partition(" ")[0] in keen_on.split()]
    return rng.choice(liked if liked and rng.random() < 0.8 else moves)


def sampled(plan: Plan, count: int) -> list[State]:
    """A few positions of the game, its last one among them."""
    states = [step.after for step in steps(plan)]
    return [*Random(plan.seed).sample(states, min(count, len(states))), states[-1]]


def all_cards(state: State) -> Counter[Card]:
    """Every card, wherever it is."""
    piles = [*state.hands, state.deck, state.discard, state.revealed]
    lying = [card for laid in state.layouts for card, _ in laid]
    return Counter([*lying, *(card for pile in piles for card in pile)])


WHOLE = Counter(PACK)


def naive_points(layout: Layout) -> int:
    """C-VALUES and C-ZONES by merging groups until no two belong together."""
    lying = {cell: card for card, cell in layout}
    inside = naive_square(set(lying)) or set(lying)
    groups = [{cell} for cell in inside]
    while pair := next((p for p in combinations(groups, 2) if _one_zone(*p, lying)), None):
        groups = [group for group in groups if group not in pair] + [pair[0] | pair[1]]
    return sum(card.value for card in lying.values()) + sum(WORTH[len(g)] or 0 for g in groups)


def _one_zone(one: set[Cell], two: set[Cell], lying: dict[Cell, Card]) -> bool:
    return any(
        abs(x - u) + abs(y - v) == 1 and lying[x, y].motif == lying[u, v].motif
        for (x, y), (u, v) in product(one, two)
    )


def naive_square(cells: set[Cell]) -> set[Cell] | None:
    """The cells of a complete 3×3 square, found by trying every cell as its middle."""
    for x, y in cells:
        around = {(x + dx, y + dy) for dx, dy in product((-1, 0, 1), repeat=2)}
        if around <= cells:
            return around
    return None


def naive_moves(state: State) -> set[str]:
    """Every legal move's text, straight from the words of the rules."""
    hand, layout = state.hands[state.turn], state.layouts[state.turn]
    if state.over:
        return set()
    if state.phase == "source":
        return {"take", "reveal"} if state.deck or state.discard else {"pass"}
    if state.phase == "drop":
        return {f"drop {card}" for card in hand}
    choice = hand if state.phase == "lay" else state.revealed
    lays = {f"lay {card}@{x},{y}" for card in choice for x, y in _naive_cells(layout)}
    swaps = {
        f"swap {card}@{x},{y}"
        for card in choice
        for old, (x, y) in layout
        if card.motif == old.motif or card.value == old.value
    }
    return lays | swaps


def _naive_cells(layout: Layout) -> list[Cell]:
    cells = {cell for _, cell in layout}
    if not cells:
        return [(0, 0)]
    complete = naive_square(cells) is not None
    return [
        (x, y)
        for x, y in window(cells)
        if (x, y) not in cells
        and {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & cells
        and (complete or _in_some_square(cells | {(x, y)}))
    ]


def _in_some_square(cells: set[Cell]) -> bool:
    corners = [(x - dx, y - dy) for x, y in cells for dx, dy in product(range(3), repeat=2)]
    return any(all(0 <= x - u < 3 and 0 <= y - v < 3 for x, y in cells) for u, v in corners)


def window(cells: set[Cell]) -> list[Cell]:
    """All cells up to two away from these, and more."""
    xs = [x for x, _ in cells] or [0]
    ys = [y for _, y in cells] or [0]
    columns, rows = range(min(xs) - 2, max(xs) + 3), range(min(ys) - 2, max(ys) + 3)
    return list(product(columns, rows))
