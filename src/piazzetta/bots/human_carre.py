"""Playing C'est Carré! as people do: what one sees, and what one thinks of.

    what a card brings   its value, and zones as far as they count for one   (`zones`)
    a swap               is overlooked now and then                          (`overlooks`)
    a negative card      is a loss, unless one thinks of the cards it owes   (`plans`)
    the discard pile     is good enough from some gain on                    (`asks`)
    too many in hand     the one of least value goes

Mistakes are those of people: a card of one's own that could be replaced is not thought of, values
count for more than zones, and a −1 looks bad although it lets a good card out of the hand. Nothing
is random for its own sake, and a card that is overlooked is so for the whole decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from piazzetta.bots import greedy_carre
from piazzetta.bots.bot import best
from piazzetta.bots.greedy_carre import layout_after
from piazzetta.rules.carre import Card, Drop, Lay, Move, Reveal, Swap, Take, View, score
from piazzetta.rules.carre.layout import lay_cells
from piazzetta.rules.carre.state import Layout
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Cell, Placed


@dataclass(frozen=True, slots=True)
class Mind:
    """How a player of C'est Carré! sees and thinks."""

    overlooks: float = 0.0
    """The chance, for each own card, that one does not think of replacing it."""
    zones: float = 1.0
    """How much a zone's point counts beside a value's."""
    asks: float = 0.0
    """What the top of the discard pile must bring to be taken."""
    plans: bool = False
    """Whether one thinks to the end of the turn, as `greedy` does, and not card by card; zones then
    count in full."""

    def choose(self, view: View, legal: Sequence[Legal[Move]], rng: Random) -> Move:
        """The move that seems best, any of several."""
        overlooked = self._overlooked(view, rng)
        seen = [entry for entry in legal if not is_swap_on(entry.move, overlooked)] or legal
        if self.plans and view.phase != "drop":
            values = self._planned(view, seen, rng)
        else:
            values = [self._value(view, entry.move, overlooked) for entry in seen]
        return best([entry.move for entry in seen], values, rng)

    def _planned(self, view: View, seen: Sequence[Legal[Move]], rng: Random) -> list[float]:
        """What each move brings by the end of the turn."""
        now = score(view.layouts[view.turn]).points
        known = [entry for entry in seen if not isinstance(entry.move, Reveal)]
        gains = iter(greedy_carre.values(view, known, rng))
        return [
            self.asks if isinstance(entry.move, Reveal) else next(gains) - now for entry in seen
        ]

    def _overlooked(self, view: View, rng: Random) -> set[Cell]:
        """The own cards that one does not think of replacing now."""
        if not self.overlooks:
            return set()
        cells = sorted(cell for _, cell in view.layouts[view.turn])
        return {cell for cell in cells if rng.random() < self.overlooks}

    def _value(self, view: View, move: Move, overlooked: set[Cell]) -> float:
        """What the move brings, one card at a time."""
        layout = view.layouts[view.turn]
        match move:
            case Take():
                return self._best_gain(layout, view.discard[-1], overlooked)
            case Reveal():
                return self.asks
            case Lay() | Swap():
                return self._gain(layout, move)
            case Drop():
                return -move.card.value
            case _:
                return 0

    def _best_gain(self, layout: Layout, card: Card, overlooked: set[Cell]) -> float:
        """The most that the card can bring by itself."""
        lays: list[Move] = [Lay(Placed(card, cell)) for cell in lay_cells(layout)]
        swaps: list[Move] = [
            Swap(Placed(card, cell))
            for own, cell in layout
            if cell not in overlooked and (own.motif == card.motif or own.value == card.value)
        ]
        return max(self._gain(layout, move) for move in (*lays, *swaps))

    def _gain(self, layout: Layout, move: Move) -> float:
        return self._worth(layout_after(layout, move)) - self._worth(layout)

    def _worth(self, layout: Layout) -> float:
        found = score(layout)
        return found.values + self.zones * found.zone_points


def is_swap_on(move: Move, cells: set[Cell]) -> bool:
    """Whether it replaces a card on one of these cells."""
    return isinstance(move, Swap) and move.placed.cell in cells
