"""Playing Piazza as people do: what one sees, and what one thinks of.

    what a move scores   less the brackets that were overlooked     (`overlooks`)
    a second card        costs what it might score later            (`price`, `a_card`)
    the next player      may make good use of what I lay            (`wary`, `answers`)

Mistakes are those of people: a card of one's colour far along the row escapes the eye, two cards
that would meet from far apart do not come to mind, two cards now look better than one now and one
later, and what the next player will do is not thought of. Nothing is random for its own sake, and
what is overlooked is overlooked in every move of the turn that would use it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean

from piazzetta.bots.bot import best
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import STEPS, Cell, Placed
from piazzetta.rules.piazza import Card, Lay, Move, State, View, determinize, legal_moves
from piazzetta.rules.piazza.brackets import Arms, Lines, arms, lines_of
from piazzetta.rules.piazza.moves import table_of


@dataclass(frozen=True, slots=True)
class Mind:
    """How a player of Piazza sees and thinks."""

    overlooks: float = 0.0
    """The chance, for each cell between, that one does not notice a card further along."""
    price: float = 0.0
    """What a second card must bring."""
    a_card: float = 0.0
    """What it must bring besides, for each card one has left."""
    wary: float = 0.0
    """How much a point that the next player could make counts beside one's own."""
    weighed: int = 6
    """For how many of the moves that look best one thinks of the next player."""
    hands: int = 3
    """How many hands one imagines the next player to have."""

    def choose(self, view: View, legal: Sequence[Legal[Move]], rng: Random) -> Move:
        """The move that seems best, any of several."""
        moves, values = legal, self._values(view, legal, rng)
        if self.wary and view.phase == "play":
            moves, values = self._weigh(view, moves, values, rng)
        return best([entry.move for entry in moves], values, rng)

    def _values(self, view: View, moves: Sequence[Legal[Move]], rng: Random) -> list[float]:
        """The points of each move as far as they are seen, less the price of a second card."""
        price = self._price(cards_left(view, view.turn))
        looks = self.overlooks and view.phase == "play"
        glance = Glance(view, self.overlooks, rng) if looks else None
        return [
            entry.points
            - price * lays_two(entry.move)
            - (glance.overlooked(entry.move) if glance else 0)
            for entry in moves
        ]

    def _price(self, left: int) -> float:
        return self.price + self.a_card * left

    def _weigh(
        self, view: View, moves: Sequence[Legal[Move]], values: Sequence[float], rng: Random
    ) -> tuple[list[Legal[Move]], list[float]]:
        """The moves that look best, with what the next player can make of them."""
        order = sorted(range(len(moves)), key=lambda k: -values[k])[: self.weighed]
        worlds = [determinize(view, rng) for _ in range(self.hands)]
        likely = [moves[k] for k in order]
        fears = [fmean(self._answer(world, entry.move) for world in worlds) for entry in likely]
        return likely, [values[k] - self.wary * fear for k, fear in zip(order, fears, strict=True)]

    def _answer(self, world: State, move: Move) -> float:
        """The most that the next player can make, a second card's price taken off."""
        after = laid(world, move)
        price = self._price(len(after.hands[after.turn]) + len(after.stocks[after.turn]))
        return max(entry.points - price * lays_two(entry.move) for entry in legal_moves(after))


def lays_two(move: Move) -> bool:
    """Whether two cards are laid."""
    return isinstance(move, Lay) and len(move.cards) > 1


def cards_left(view: View, seat: int) -> int:
    """How many cards the seat has in hand and stock."""
    hand = view.hands[seat]
    return (hand if isinstance(hand, int) else len(hand)) + view.stocks[seat]


def laid(world: State, move: Move) -> State:
    """The table with the cards on it, as the next player finds it."""
    cards = move.cards if isinstance(move, Lay) else ()
    return replace(world, board=(*world.board, *cards), turn=(world.turn + 1) % world.players)


class Glance:
    """What one does not notice on the table in one turn."""

    def __init__(self, view: View, overlooks: float, rng: Random) -> None:
        """Look at the table; what escapes the eye follows from the generator."""
        self._lines: Lines = lines_of(table_of(view.board))
        self._overlooks = overlooks
        self._rng = rng
        self._missed: dict[tuple[str, Cell], tuple[int, ...]] = {}

    def overlooked(self, move: Move) -> int:
        """The points of those brackets of the move that are not noticed."""
        if not isinstance(move, Lay):
            return 0
        one, other = move.cards[0], move.cards[-1]
        if one == other:
            return sum(self._at(one))
        return self._but_towards(one, other) + self._but_towards(other, one)

    def _but_towards(self, placed: Placed[Card], other: Placed[Card]) -> int:
        """Without the bracket of the two: who lays both has seen it."""
        (x, y), (u, v) = placed.cell, other.cell
        way = STEPS.index(((u > x) - (u < x), (v > y) - (v < y)))
        return sum(points for k, points in enumerate(self._at(placed)) if k != way)

    def _at(self, placed: Placed[Card]) -> tuple[int, ...]:
        """In each direction, the size of the bracket if it is overlooked, else 0."""
        key = placed.card.colour, placed.cell
        if key not in self._missed:
            found: Arms = arms(self._lines, placed.cell, placed.card.colour)
            self._missed[key] = tuple(arm.size * self._misses(arm.distance) for arm in found)
        return self._missed[key]

    def _misses(self, distance: int) -> bool:
        seen = (1 - self._overlooks) ** max(0, distance - 1)
        return self._rng.random() >= seen
