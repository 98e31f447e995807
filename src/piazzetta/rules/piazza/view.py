"""P-SECRET: what a seat may know, and full states drawn from all that it allows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from random import Random
from typing import NamedTuple

from piazzetta.rules.errors import PositionError
from piazzetta.rules.fields import check_seat
from piazzetta.rules.grid import Placed
from piazzetta.rules.piazza.cards import PACK, Card
from piazzetta.rules.piazza.setup import neutral_colour
from piazzetta.rules.piazza.state import Colours, Hand, State


@dataclass(frozen=True, slots=True)
class View:
    """A state without what the seat may not know; a seat of None is a spectator."""

    seat: int | None
    phase: str
    colours: Colours | None
    start: str
    first: int
    board: tuple[Placed[Card], ...]
    hands: tuple[Hand | int, ...]
    """The seat's own hand; of every other hand only how many cards it holds."""
    stocks: tuple[int, ...]
    own_stock: Hand
    """The seat's own stock, sorted: its order is not told. Empty for a spectator."""
    scores: tuple[int, ...]
    turn: int
    finished: tuple[int, ...]
    passes: int
    over: bool

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)


def view(state: State, seat: int | None) -> View:
    """The state as that seat may know it."""
    check_seat(seat, state.players)
    return View(
        seat=seat,
        phase=state.phase,
        colours=state.colours,
        start=state.start,
        first=state.first,
        board=state.board,
        hands=tuple(hand if i == seat else len(hand) for i, hand in enumerate(state.hands)),
        stocks=tuple(len(stock) for stock in state.stocks),
        own_stock=() if seat is None else tuple(sorted(state.stocks[seat])),
        scores=state.scores,
        turn=state.turn,
        finished=state.finished,
        passes=state.passes,
        over=state.over,
    )


def face_down(position: State | View) -> tuple[int, ...]:
    """The cards in each seat's stock; all are 0 until the deal."""
    if isinstance(position, View):
        return position.stocks
    return tuple(map(len, position.stocks))


def determinize(seen: View, rng: Random) -> State:
    """A full state drawn uniformly from all that the view allows."""
    hidden = _hidden_cards(seen, rng)
    hands: list[Hand] = []
    stocks: list[Hand] = []
    for seat, hand in enumerate(seen.hands):
        if isinstance(hand, int):
            hands.append(hidden[seat][:hand])
            stocks.append(hidden[seat][hand:])
        else:
            hands.append(hand)
            stocks.append(_shuffled(seen.own_stock, rng))
    return State(
        phase=seen.phase,
        colours=seen.colours,
        start=seen.start,
        first=seen.first,
        board=seen.board,
        hands=tuple(hands),
        stocks=tuple(stocks),
        scores=seen.scores,
        turn=seen.turn,
        finished=seen.finished,
        passes=seen.passes,
        over=seen.over,
    )


class Unseen(NamedTuple):
    """What a view leaves open: which cards the other seats hold."""

    sizes: dict[int, int]
    """How many cards each other seat has, in hand and stock together."""
    pools: dict[int, list[Card]]
    """The cards of the seat's own colours: they lie with that seat alone."""
    shared: list[Card]
    """Neutral cards, which may lie with any; all cards where nobody said who owns what."""


def unseen(seen: View) -> Unseen:
    """The cards that the view does not show, by who may hold them."""
    cards = _unseen(seen)
    sizes = {
        seat: hand + seen.stocks[seat]
        for seat, hand in enumerate(seen.hands)
        if isinstance(hand, int)
    }
    if seen.colours is None:
        return Unseen(sizes, {seat: [] for seat in sizes}, cards)
    own, neutral = seen.colours, neutral_colour(seen.colours)
    pools = {seat: [card for card in cards if card.colour in own[seat]] for seat in sizes}
    return Unseen(sizes, pools, [card for card in cards if card.colour == neutral])


def _hidden_cards(seen: View, rng: Random) -> dict[int, Hand]:
    """For each other seat, its hand and stock together, shuffled."""
    hidden = unseen(seen)
    splits = possible_splits(hidden)
    split = rng.choices(splits, [split.ways for split in splits])[0]
    shared = _shuffled(hidden.shared, rng)
    cards_of = {}
    for seat, count in split.counts.items():
        cards = rng.sample(hidden.pools[seat], hidden.sizes[seat] - count)
        cards_of[seat] = _shuffled([*cards, *shared[:count]], rng)
        shared = shared[count:]
    return cards_of


def _unseen(seen: View) -> list[Card]:
    """The cards of the pack that the view does not show."""
    shown = Counter(placed.card for placed in seen.board)
    shown.update(seen.own_stock)
    for hand in seen.hands:
        if not isinstance(hand, int):
            shown.update(hand)
    return list((Counter(PACK) - shown).elements())


class Split(NamedTuple):
    """How many of the shared cards each other seat holds, and in how many ways that can be."""

    counts: dict[int, int]
    ways: int


def possible_splits(hidden: Unseen) -> list[Split]:
    """Every split the view allows; when it accounts for all 48 cards, only one."""
    sizes, shared = hidden.sizes, len(hidden.shared)
    pools = {seat: len(pool) for seat, pool in hidden.pools.items()}
    ranges = [
        range(max(0, sizes[seat] - pools[seat]), min(sizes[seat], shared) + 1) for seat in sizes
    ]
    splits = [split for split in product(*ranges) if sum(split) <= shared]
    if not splits:
        raise PositionError("no distribution of the unseen cards agrees with this view")
    return [_split(dict(zip(sizes, split, strict=True)), hidden) for split in splits]


def _split(counts: dict[int, int], hidden: Unseen) -> Split:
    from_pools = prod(
        comb(len(hidden.pools[seat]), hidden.sizes[seat] - count) for seat, count in counts.items()
    )
    return Split(counts, from_pools * _ways(tuple(counts.values()), len(hidden.shared)))


def _ways(split: tuple[int, ...], shared: int) -> int:
    """In how many ways the shared cards can be dealt in these numbers."""
    ways = 1
    for count in split:
        ways *= comb(shared, count)
        shared -= count
    return ways


def _shuffled(cards: Sequence[Card], rng: Random) -> Hand:
    return tuple(rng.sample(cards, len(cards)))
