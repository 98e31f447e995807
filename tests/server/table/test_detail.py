"""What clients are told of positions and moves agrees with the rules, over whole random games.

Brackets and squares are found once more in the naive ways of tests/rules.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from piazzetta.rules import GAMES, carre, piazza
from piazzetta.rules.carre.layout import cells_of, score
from piazzetta.rules.carre.state import Layout
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import RulesError
from piazzetta.rules.grid import Cell, Placed, spans_at_most
from piazzetta.rules.piazza.moves import table_of
from piazzetta.rules.piazza.notation import arithmetic
from piazzetta.rules.piazza.state import SHAPES
from piazzetta.rules.record.replaying import Step, take
from piazzetta.server.protocol.detail import (
    Area,
    CarreDetail,
    MoveConsidered,
    PiazzaDetail,
    Span,
    SquareShown,
)
from piazzetta.server.table.detail import NOTHING, considered, detail, made
from piazzetta.server.table.detail.carre import square
from tests.rules.carre_games import naive_points, naive_square
from tests.rules.piazza_oracle import all_brackets

PIAZZA, CARRE = GAMES["piazza"], GAMES["carre"]
TABLES = [(game.name, players) for game in GAMES.values() for players in game.seats]


class Moment(NamedTuple):
    """A move of a game, and the states around it."""

    before: Any
    step: Step


@cache
def moments(game_name: str, players: int, **options: Any) -> list[Moment]:
    """A whole game of random moves; in C'est Carré! cards are rather laid than swapped."""
    game, chance, rng = GAMES[game_name], Seed(players), Random(players)
    state = game.deal(game.options(players, options), chance)
    found: list[Moment] = []
    while not state.over:
        moves = [str(legal.move) for legal in game.legal_moves(state)]
        lays = [move for move in moves if move.startswith("lay")]
        text = rng.choice(lays if lays and rng.random() < 0.7 else moves)
        found.append(Moment(state, take(game, len(found) + 1, state, text, chance)))
        state = found[-1].step.state
    return found


def states(game: str, players: int) -> list[Any]:
    """All positions of it."""
    played = moments(game, players)
    return [played[0].before, *(step.state for _, step in played)]


def is_in(cell: Cell, area: Area) -> bool:
    return area.left <= cell[0] <= area.right and area.top <= cell[1] <= area.bottom


def near(cells: set[Cell], steps: int) -> Iterator[Cell]:
    """All cells that are so near to these, and these."""
    for x in range(min(x for x, _ in cells) - steps, max(x for x, _ in cells) + steps + 1):
        for y in range(min(y for _, y in cells) - steps, max(y for _, y in cells) + steps + 1):
            yield x, y


# Both games.


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whoever_sees_the_position_could_work_it_out(name: str, players: int) -> None:
    game = GAMES[name]
    for state in states(name, players):
        told = detail(game, state)
        assert all(detail(game, game.view(state, seat)) == told for seat in (None, 0, players - 1))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_moves_that_are_considered(name: str, players: int) -> None:
    game, rng = GAMES[name], Random(1)
    strange = ["pass", "take", "?", *(step.move for _, step in moments(name, players))]
    found: Counter[bool] = Counter()
    for before, _ in moments(name, players):
        legal = game.legal_moves(before)
        asked = [str(one.move) for one in rng.sample(legal, min(3, len(legal)))]
        asked += rng.sample(strange, 3)
        for told, text in zip(considered(game, before, asked), asked, strict=True):
            assert told.move == text
            assert told.legal == (text in {str(one.move) for one in legal})
            check_considered(game.name, before, told)
            found[told.legal] += 1
    assert min(found.values()) > 50, found


def check_considered(name: str, before: Any, told: MoveConsidered) -> None:
    """The answer says what playing the move does."""
    game, chance = GAMES[name], Seed(9)
    try:
        step = take(game, 1, before, told.move, chance)
    except RulesError as error:
        wrong = getattr(error, "clause", ""), str(error)
        assert (told.clause, told.message) == wrong
        assert told == MoveConsidered(told.move, False, *wrong, 0, [], None, "", 0)
        return
    assert (told.clause, told.message) == ("", "")
    assert tuple(told.brackets) == made(game, before, step).brackets
    if name == "piazza":
        gained = sum(step.state.scores) - sum(before.scores)
        assert (told.points, told.square, told.effect) == (gained, None, "")
    else:
        check_carre_considered(before, step, told)


def check_carre_considered(before: Any, step: Step, told: MoveConsidered) -> None:
    after, seat = step.state, before.turn
    assert (told.points, told.brackets) == (0, [])
    assert (told.square is not None) == step.move.startswith(("lay", "swap"))
    if before.round != after.round:
        return
    if told.square:
        assert told.square == square(after.layouts[seat])
    gained = len(after.hands[seat]) - len(before.hands[seat])
    expected = ("draw", gained) if gained > 0 else ("", 0)
    if after.phase == "lay" and before.phase == "play":
        expected = ("play", after.owed)
    assert (told.effect, told.effect_cards) == expected


def test_one_that_is_asked_about_twice_is_answered_twice() -> None:
    before = moments("carre", 2)[0].before
    told = considered(CARRE, before, ["take", "pass", "take"])
    assert [one.move for one in told] == ["take", "pass", "take"]
    assert [one.legal for one in told] == [True, False, True]


# Piazza.


@pytest.mark.parametrize(
    ("players", "start"), [(2, "square"), (3, "corner"), (3, "row"), (4, "square")]
)
@pytest.mark.parametrize("setup", ["quick", "choose"])
def test_brackets_of_whole_games(players: int, start: str, setup: str) -> None:
    points = [0] * players
    for before, step in moments("piazza", players, start=start, setup=setup):
        spans, scoring = made(PIAZZA, before, step)
        assert scoring is None
        points[step.seat] += sum(span.cards for span in spans)
        assert arithmetic(tuple(sorted(span.cards for span in spans))) == step.note
        assert list(spans) == sorted(spans, key=reading)
        assert all(span.from_ < span.to for span in spans)
        if before.phase == "play":
            old, new = (all_brackets(table_of(one.board)) for one in (before, step.state))
            expected = {ends: size for ends, size in new.items() if ends not in old}
            assert {frozenset((span.from_, span.to)): span.cards for span in spans} == expected
        last = step.state
    assert tuple(points) == last.scores
    assert sum(points) > 0


def reading(span: Span) -> tuple[bool, int, int]:
    (x, y), (_, last) = span.from_, span.to
    return (False, y, x) if y == last else (True, x, y)


def cards(text: str) -> tuple[Placed[piazza.Card], ...]:
    """Cards on their cells."""
    placed = [piazza.parse_move(one) for one in text.split()]
    return tuple(one.cards[0] for one in placed if isinstance(one, piazza.Lay))


def test_rows_are_read_before_columns_and_each_as_one_reads() -> None:
    board = "B1@2,0 R2@2,1 Y3@1,2 B1@0,2 P4@3,2 B2@4,2 R3@2,3 B3@2,4"
    before = replace(
        moments("piazza", 2)[0].before,
        board=cards(board),
        hands=(cards("B6@0,0")[0][:1], ()),
        turn=0,
    )
    (told,) = considered(PIAZZA, before, ["B6@2,2"])
    ends = [(span.from_, span.to) for span in told.brackets]
    rows = [((0, 2), (2, 2)), ((2, 2), (4, 2))]
    assert ends == [*rows, ((2, 0), (2, 2)), ((2, 2), (2, 4))]
    assert (told.points, {span.cards for span in told.brackets}) == (12, {3})


@pytest.mark.parametrize("players", PIAZZA.seats)
def test_where_cards_may_lie_and_which_are_to_come(players: int) -> None:
    for state in states("piazza", players)[::5]:
        told = detail(PIAZZA, state)
        assert isinstance(told, PiazzaDetail)
        taken = set(table_of(state.board))
        for cell in near(taken, 9):
            assert is_in(cell, told.limits) == spans_at_most(8, taken | {cell})
        laid = Counter(str(card) for card, _ in state.board)
        assert laid + Counter(told.unlaid) == Counter(map(str, piazza.PACK))
        assert all(told.unlaid.values())


def test_before_the_start_cards_lie_there() -> None:
    first = moments("piazza", 3, start="row", setup="choose")
    told = detail(PIAZZA, first[0].before)
    assert isinstance(told, PiazzaDetail)
    assert first[0].before.board == ()
    assert all(is_in(cell, told.limits) for cell in SHAPES["row"])
    started = detail(PIAZZA, first[2].step.state)
    assert isinstance(started, PiazzaDetail)
    assert told.limits == started.limits == Area(-5, -7, 7, 7)
    assert sum(told.unlaid.values()) == 48


# C'est Carré!.


@pytest.mark.parametrize("players", CARRE.seats)
def test_squares_of_whole_games(players: int) -> None:
    complete = 0
    for state in states("carre", players):
        told = detail(CARRE, state)
        assert isinstance(told, CarreDetail)
        for layout, shown in zip(state.layouts, told.squares, strict=True):
            check_square(layout, shown)
            complete += shown.complete
    assert complete


def check_square(layout: Layout, shown: SquareShown) -> None:
    worth, cells = score(layout), set(cells_of(layout))
    whole = naive_square(cells)
    assert shown.points == worth.points == naive_points(layout) == shown.values + shown.zone_points
    assert (shown.values, shown.nine) == (worth.values, worth.victory)
    assert shown.complete == (whole is not None)
    counted = whole or cells
    assert set(shown.outside) == cells - counted
    zoned = [cell for zone in shown.zones for cell in zone.cells]
    assert sorted(zoned) == sorted(counted)
    lying = {cell: card for card, cell in layout}
    assert all({lying[cell].motif for cell in zone.cells} == {zone.motif} for zone in shown.zones)
    assert sorted(len(zone.cells) for zone in shown.zones) == list(worth.zones)
    assert sum(zone.points for zone in shown.zones) == shown.zone_points
    for cell in near(cells or {(0, 0)}, 4):
        expected = cell in whole if whole else spans_at_most(3, {*(cells or {(0, 0)}), cell})
        assert is_in(cell, shown.reach) == expected


@pytest.mark.parametrize("players", CARRE.seats)
def test_the_last_lap_of_each_round(players: int) -> None:
    """Whoever ended a turn with the first complete square, and how many turns came after it."""
    closer: int | None = None
    announced: list[tuple[int, int]] = []
    rounds = 0
    for before, step in moments("carre", players):
        told = detail(CARRE, before)
        assert isinstance(told, CarreDetail)
        assert told.closed_by == closer
        assert (told.turns_left is None) == (closer is None)
        if told.turns_left is not None:
            announced.append((before.turn, told.turns_left))
        scoring = made(CARRE, before, step).scoring
        if scoring:
            seats = list(dict.fromkeys(announced))
            assert [left for _, left in seats] == list(range(len(seats), 0, -1))
            assert scoring.closed_by == (before.turn if closer is None else closer)
            closer, announced, rounds = None, [], rounds + 1
        elif step.state.closing and not before.closing:
            closer = before.turn
    end = detail(CARRE, step.state)
    assert isinstance(end, CarreDetail)
    assert (end.closed_by, end.turns_left) == (scoring.closed_by if scoring else None, 0)
    assert rounds > 1


@pytest.mark.parametrize("players", CARRE.seats)
def test_rounds_are_scored(players: int) -> None:
    ends = [(before, step) for before, step in moments("carre", players) if step.note]
    totals = [0] * players
    for number, (before, step) in enumerate(ends, 1):
        scoring = made(CARRE, before, step).scoring
        assert scoring
        assert scoring.round == number
        layouts = [layout_of(one) for one in scoring.layouts]
        assert [score(layout).points for layout in layouts] == scoring.points
        assert scoring.squares == [square(layout) for layout in layouts]
        totals = [total + points for total, points in zip(totals, scoring.points, strict=True)]
        assert scoring.totals == totals == list(step.state.totals)
        assert scoring.squares[scoring.closed_by].complete
        for seat, layout in enumerate(layouts):
            assert seat == before.turn or layout == before.layouts[seat]
    assert layouts == list(step.state.layouts)
    others = [made(CARRE, before, step) for before, step in moments("carre", players)]
    assert sum(one != NOTHING for one in others) == len(ends)


def layout_of(shown: list[tuple[str, int, int]]) -> Layout:
    return tuple(Placed(carre.CARDS[card], (x, y)) for card, x, y in shown)


def test_a_round_ends_with_every_kind_of_move() -> None:
    """The cards of the last move count, whether it lays one, swaps one or moves none."""
    played = [step for players in CARRE.seats for _, step in moments("carre", players)]
    kinds = {step.move.partition(" ")[0] for step in played if step.note}
    assert {"lay", "swap", "drop"} <= kinds


def test_closing_by_hand_without_a_square() -> None:
    """Nobody's square can be named: the seat that ended the round is."""
    before = next(one for one, step in moments("carre", 2) if step.move.startswith("swap"))
    by_hand = replace(before, first=1 - before.turn, closing=True)
    told = detail(CARRE, by_hand)
    assert isinstance(told, CarreDetail)
    assert (told.closed_by, told.turns_left) == (None, 1)
    swap = next(one.move for one in CARRE.legal_moves(by_hand) if isinstance(one.move, carre.Swap))
    scoring = made(CARRE, by_hand, take(CARRE, 1, by_hand, str(swap), Seed(1))).scoring
    assert scoring
    assert scoring.closed_by == before.turn
