"""Reasons for moves of Piazza: what they make, what they leave to others and take from them.

What another seat could do next is judged by the table after the move and the cards that seat may
still hold by the view. So it is what can be feared, exactly; not what will happen.

    B4  R1  X          a blue card on X would make a bracket of 3 with B4: to be feared as long as
    .   Y2  .          a seat may hold a blue card of another symbol than 1
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import ClassVar, NamedTuple

from piazzetta.bots.reason import Reason
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Cell, Placed, bounds
from piazzetta.rules.piazza import Card, Lay, Move, View
from piazzetta.rules.piazza.brackets import (
    Arms,
    Lines,
    Table,
    arms,
    lines_of,
    pair_brackets,
    single_brackets,
)
from piazzetta.rules.piazza.cards import MARKS
from piazzetta.rules.piazza.moves import marks_beside, table_of
from piazzetta.rules.piazza.state import GRID
from piazzetta.rules.piazza.view import possible_splits, unseen


@dataclass(frozen=True, slots=True)
class MakesBrackets(Reason):
    """P-SCORE: the move makes brackets of these sizes."""

    code: ClassVar[str] = "makes_brackets"
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpensReply(Reason):
    """After the move the seat could score more than before it."""

    code: ClassVar[str] = "opens_reply"
    seat: int
    points: int
    """The most it could score."""
    before: int
    """The most it could have scored before the move."""
    reply: Lay
    """How."""


@dataclass(frozen=True, slots=True)
class LeavesReply(Reason):
    """The seat that moves next could score this, and the move has not made it more."""

    code: ClassVar[str] = "leaves_reply"
    seat: int
    points: int
    reply: Lay


@dataclass(frozen=True, slots=True)
class BlocksReply(Reason):
    """After the move the seat can score less than it could have before it."""

    code: ClassVar[str] = "blocks_reply"
    seat: int
    points: int
    """How much less."""
    left: int
    """The most it could still score."""


@dataclass(frozen=True, slots=True)
class KeepsCard(Reason):
    """One card is laid where two could have been."""

    code: ClassVar[str] = "keeps_card"
    card: Card
    """The other card of the best such pair."""
    points: int
    """How much more the pair would score now."""


@dataclass(frozen=True, slots=True)
class FillsGrid(Reason):
    """P-GRID: the table cannot grow any further in this direction."""

    code: ClassVar[str] = "fills_grid"
    direction: str
    """`columns` or `rows`."""
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Finishes(Reason):
    """P-END: the seat lays its last card; of equal points the earlier place wins."""

    code: ClassVar[str] = "finishes"
    place: int


REASONS = (MakesBrackets, OpensReply, LeavesReply, BlocksReply, KeepsCard, FillsGrid, Finishes)


class Group(NamedTuple):
    """Cards of which a seat may have some in hand."""

    cards: Counter[Card]
    most: int
    """How many of them at once."""


class Reply(NamedTuple):
    """The best that a seat could do."""

    points: int
    move: Lay | None


class Spot(NamedTuple):
    """A cell on which one of these cards, all of one colour, may be laid."""

    cell: Cell
    arms: Arms
    cards: tuple[Card, ...]


def explain(
    view: View, legal: Sequence[Legal[Move]], _rng: Random
) -> Callable[[Legal[Move]], tuple[Reason, ...]]:
    """What tells the reasons for each of the legal moves of a view."""
    if not any(isinstance(entry.move, Lay) for entry in legal):
        return lambda _entry: ()
    table, held = table_of(view.board), may_hold(view)
    before = best_replies(table, held)
    partners = best_partners(legal)

    def reasons(entry: Legal[Move]) -> tuple[Reason, ...]:
        move = entry.move
        assert isinstance(move, Lay)
        after = table | table_of(move.cards)
        return (
            *made(entry),
            *kept(entry, partners),
            *replies(view, before, best_replies(after, held)),
            *filled(table, after),
            *finished(view, move),
        )

    return reasons


def points_now(_view: View, entry: Legal[Move]) -> int:
    """What the move scores at once."""
    return entry.points


def made(entry: Legal[Move]) -> Iterator[Reason]:
    """The brackets of the move, if there are any."""
    if entry.brackets:
        yield MakesBrackets(entry.brackets)


def best_partners(legal: Sequence[Legal[Move]]) -> dict[Placed[Card], tuple[int, Card]]:
    """For each card laid in a pair, the points of the best such pair and the other card."""
    found: dict[Placed[Card], tuple[int, Card]] = {}
    pairs = [entry for entry in legal if isinstance(entry.move, Lay) and len(entry.move.cards) > 1]
    for move, brackets in sorted(pairs, key=lambda pair: pair.points):
        assert isinstance(move, Lay)
        one, two = move.cards
        found[one] = sum(brackets), two.card
        found[two] = sum(brackets), one.card
    return found


def kept(entry: Legal[Move], partners: dict[Placed[Card], tuple[int, Card]]) -> Iterator[Reason]:
    """The card that could have been laid together with the only one of this move."""
    assert isinstance(entry.move, Lay)
    first, *others = entry.move.cards
    if not others and first in partners:
        points, card = partners[first]
        yield KeepsCard(card, points - entry.points)


def filled(before: Table, after: Table) -> Iterator[Reason]:
    """The directions in which the table has now its greatest size."""
    both = zip(("columns", "rows"), bounds(before), bounds(after), strict=True)
    for direction, old, new in both:
        if len(old) < len(new) == GRID:
            yield FillsGrid(direction, new[0], new[-1])


def finished(view: View, move: Lay) -> Iterator[Reason]:
    """That no card is left to the seat, if that is so."""
    hand = view.hands[view.turn]
    assert not isinstance(hand, int)
    if len(hand) + view.stocks[view.turn] == len(move.cards):
        yield Finishes(len(view.finished) + 1)


def replies(view: View, before: dict[int, Reply], after: dict[int, Reply]) -> Iterator[Reason]:
    """What the move gives to the other seats and takes from them, the next seat first."""
    order = sorted(after, key=lambda seat: (seat - view.turn) % view.players)
    for seat in order:
        old, (points, move) = before[seat].points, after[seat]
        if points < old:
            yield BlocksReply(seat, old - points, points)
        if points > old and move:
            yield OpensReply(seat, points, old, move)
        elif points and move and seat == order[0]:
            yield LeavesReply(seat, points, move)


def may_hold(view: View) -> dict[int, list[Group]]:
    """P-SECRET: for each other seat that still holds cards, which may be in its hand.

    Cards of one colour are all in one group: those of its own colours, or the shared ones.
    """
    hidden = unseen(view)
    splits = [split.counts for split in possible_splits(hidden)]
    found = {}
    for seat, size in hidden.sizes.items():
        hand = view.hands[seat]
        assert isinstance(hand, int)
        shared = max(counts[seat] for counts in splits)
        own = max(size - counts[seat] for counts in splits)
        groups = [(hidden.pools[seat], own), (hidden.shared, shared)]
        if hand:
            found[seat] = [Group(Counter(cards), min(hand, most)) for cards, most in groups if most]
    return found


def best_replies(table: Table, held: dict[int, list[Group]]) -> dict[int, Reply]:
    """For each seat the most that it could score on this table."""
    lines, marks = lines_of(table), marks_beside(table)
    found = {}
    for seat, groups in held.items():
        best = Reply(0, None)
        for group in groups:
            for colour in dict.fromkeys(card.colour for card in group.cards):
                spots = spots_for(lines, marks, group, colour)
                best = max(best, *_singles(spots), *_pairs(lines, group, spots), key=_points)
        found[seat] = best
    return found


def _points(reply: Reply) -> int:
    return reply.points


def spots_for(lines: Lines, marks: list[tuple[Cell, int]], group: Group, colour: str) -> list[Spot]:
    """Where the group's cards of this colour may be laid."""
    cards = [card for card in group.cards if card.colour == colour]
    found = []
    for cell, beside in marks:
        fitting = tuple(card for card in cards if not beside & MARKS[card])
        if fitting:
            found.append(Spot(cell, arms(lines, cell, colour), fitting))
    return found


def _singles(spots: list[Spot]) -> Iterator[Reply]:
    for cell, found, cards in spots:
        yield Reply(sum(single_brackets(found)), Lay((Placed(cards[0], cell),)))


def _pairs(lines: Lines, group: Group, spots: list[Spot]) -> Iterator[Reply]:
    if group.most < 2:
        return
    for one, two in combinations(spots, 2):
        if one.cell[0] == two.cell[0] or one.cell[1] == two.cell[1]:
            sizes = pair_brackets(lines, one.cell, one.arms, two.cell, two.arms)
            cards = _two_cards(group, one, two) if sizes else None
            if sizes and cards:
                yield Reply(sum(sizes), Lay(tuple(sorted(cards))))


def _two_cards(group: Group, one: Spot, two: Spot) -> tuple[Placed[Card], Placed[Card]] | None:
    """A card for each of the two spots, if the seat may hold two such cards."""
    for card in one.cards:
        for other in two.cards:
            if card != other or group.cards[card] > 1:
                return Placed(card, one.cell), Placed(other, two.cell)
    return None
