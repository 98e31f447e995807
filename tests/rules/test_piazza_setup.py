"""The clauses of docs/rules/piazza.md on material and set-up."""

from collections import Counter

import pytest

from piazzetta.rules import piazza
from piazzetta.rules.chance import Given, Seed
from piazzetta.rules.errors import FieldError
from piazzetta.rules.piazza import CARDS, PACK, State
from tests.rules.piazza_tables import (
    COLOURS,
    SEED,
    after,
    cells,
    moves,
    options_of,
    refusal,
    refused,
)

SQUARE = {(0, 0), (1, 0), (0, 1), (1, 1)}


def new(players: int, seed: int = 1, **options: object) -> State:
    """A new game."""
    return piazza.deal(piazza.options(players, options), Seed(seed))


def test_P_CARDS__six_symbols_each_twice_in_four_colours() -> None:
    assert len(PACK) == 48
    assert Counter(card.colour for card in PACK) == dict.fromkeys("RPBY", 12)
    assert Counter(card.symbol for card in PACK) == dict.fromkeys(range(1, 7), 8)
    assert set(Counter(PACK).values()) == {2}


def test_P_COLOURS__red_pink_blue_yellow_by_their_letters() -> None:
    assert list(CARDS)[::6] == ["R1", "P1", "B1", "Y1"]
    with pytest.raises(FieldError, match="R, P, B, Y, not 'G'"):
        piazza.options(4, {"colours": [["R"], ["G"], ["B"], ["Y"]]})


@pytest.mark.parametrize(("players", "each"), [(2, 24), (3, 16), (4, 12)])
def test_P_SETS__whole_colours_and_a_third_of_the_neutral_one(players: int, each: int) -> None:
    state = new(players, setup="choose", colours=COLOURS[players])
    for seat, hand in enumerate(state.hands):
        own = [card for card in hand if card.colour in COLOURS[players][seat]]
        assert Counter(own) == Counter(c for c in PACK if c.colour in COLOURS[players][seat])
        assert len(hand) == each
    assert Counter(card for hand in state.hands for card in hand) == Counter(PACK)


def test_P_SETS__neutral_cards_are_dealt_at_random() -> None:
    dealt = {new(3, seed, setup="choose", colours=COLOURS[3]).hands[0] for seed in range(20)}
    assert len(dealt) > 12
    assert {sum(card.colour == "Y" for card in hand) for hand in dealt} == {4}


def test_P_SETS__colours_are_drawn_unless_told() -> None:
    assert len({new(4, seed).colours for seed in range(30)}) > 10
    assert {new(4, seed, colours=COLOURS[4]).colours for seed in range(5)} == {
        (("R",), ("P",), ("B",), ("Y",))
    }


@pytest.mark.parametrize(
    ("players", "own"),
    [
        (2, [["R", "P"], ["B"]]),
        (2, [["R", "P"]]),
        (2, [["R", "P"], ["B", "R"]]),
        (3, [["R"], ["P"], ["B"], ["Y"]]),
        (3, [["R"], ["P"], ["P"]]),
        (4, [["R", "P"], ["B", "Y"]]),
        (4, [["R"], ["P"], ["B"], ["R"]]),
        (4, "RPBY"),
        (4, ["R", "P", "B", "Y"]),
        (4, [["R"], ["P"], ["B"], [4]]),
    ],
)
def test_P_SETS__other_sets_are_refused(players: int, own: object) -> None:
    with pytest.raises(FieldError, match="colour"):
        piazza.options(players, {"colours": own})


@pytest.mark.parametrize("players", [2, 4])
def test_P_START__four_cards_of_four_colours_and_symbols_in_a_square(players: int) -> None:
    for seed in range(20):
        state = new(players, seed)
        assert cells(state.board) == SQUARE
        assert {lying.card.colour for lying in state.board} == set("RPBY")
        assert len({lying.card.symbol for lying in state.board}) == 4
        assert state.scores == (0,) * players


def test_P_START__three_main_colours_and_no_neutral_card() -> None:
    for seed in range(20):
        state = new(3, seed, colours=COLOURS[3])
        assert {lying.card.colour for lying in state.board} == set("RPB")
        assert len({lying.card.symbol for lying in state.board}) == 3


def test_P_START__a_start_card_of_another_kind_is_refused() -> None:
    state = new(3, setup="choose", colours=COLOURS[3])
    neutral = next(card for card in state.hands[0] if card.colour == "Y")
    assert refusal(state, f"start {neutral}@0,0") == "P-START"
    state = after(state, "start R1@0,0")
    assert refusal(state, "start P1@0,1") == "P-START"
    two = after(new(2, setup="choose", colours=COLOURS[2]), "start R1@0,0")
    assert refusal(two, "start R2@0,1") == "P-START"
    assert after(two, "start P2@0,1").turn == 1


def test_P_START__nothing_else_is_played_before_and_no_start_card_after() -> None:
    state = new(2, setup="choose")
    assert refusal(state, "pass") == "P-START"
    assert refusal(state, "R1@0,0") == "P-START"
    late = refused(new(2), "start R1@0,0")
    assert str(late) == "start R1@0,0: the start cards are laid already (P-START)"
    assert late.clause == "P-START"


def test_P_START_3__the_corner_leaves_out_one_cell_of_the_square() -> None:
    assert {frozenset(cells(new(3, seed).board)) for seed in range(9)} == {
        frozenset(SQUARE - {(1, 1)})
    }


def test_P_START_3__the_row_lies_side_by_side() -> None:
    assert cells(new(3, start="row").board) == {(0, 0), (1, 0), (2, 0)}


@pytest.mark.parametrize(("players", "shape"), [(2, "row"), (4, "corner"), (3, "square")])
def test_P_START_3__the_shapes_are_for_three(players: int, shape: str) -> None:
    with pytest.raises(FieldError, match="start must be one of"):
        piazza.options(players, {"start": shape})


@pytest.mark.parametrize(
    ("players", "turns"), [(2, [0, 0, 1, 1]), (3, [0, 1, 2]), (4, [0, 1, 2, 3])]
)
def test_P_START_CHOICE__seats_lay_their_start_cards_in_order(
    players: int, turns: list[int]
) -> None:
    state, seen = new(players, setup="choose"), []
    while state.phase == "setup":
        seen.append(state.turn)
        state = piazza.play(state, piazza.start_moves(state)[-1].move, SEED)
    assert seen == turns


def test_P_START_CHOICE__any_free_cell_and_any_unused_symbol() -> None:
    state = new(4, setup="choose", colours=COLOURS[4])
    assert moves(state) == [f"start R{s}@{x},{y}" for s in range(1, 7) for x, y in sorted(SQUARE)]
    state = after(state, "start R4@1,0")
    assert moves(state) == [
        f"start P{symbol}@{x},{y}"
        for symbol in (1, 2, 3, 5, 6)
        for x, y in ((0, 0), (0, 1), (1, 1))
    ]
    assert refusal(state, "start P1@1,0") == "P-START-CHOICE"
    assert refusal(state, "start P1@2,0") == "P-START-CHOICE"
    assert refusal(state, "start B1@0,0") == "P-START-CHOICE"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("start P1@1,0", "not a free cell of the start shape (P-START-CHOICE)"),
        ("start P1@2,0", "not a free cell of the start shape (P-START-CHOICE)"),
        ("start B1@0,0", "B1 is not among the seat's cards (P-START-CHOICE)"),
        (
            "start P4@0,0",
            "each own colour is laid once, and all symbols of the start shape differ (P-START)",
        ),
        ("P1@0,0", "the start cards are not all laid yet (P-START)"),
        ("pass", "the start cards are not all laid yet (P-START)"),
    ],
)
def test_a_refused_start_card_is_told_why(move: str, reason: str) -> None:
    state = after(new(4, setup="choose", colours=COLOURS[4]), "start R4@1,0")
    assert str(refused(state, move)) == f"{move}: {reason}"


def test_P_START_CHOICE__the_quick_start_is_random_and_the_default() -> None:
    tables = {new(4, seed, colours=COLOURS[4]).board for seed in range(30)}
    assert len(tables) == 30
    for cell in SQUARE:
        colours = {lying.card.colour for board in tables for lying in board if lying.cell == cell}
        assert colours == set("RPBY")
    assert {lying.card.symbol for board in tables for lying in board} == set(range(1, 7))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_P_DEAL__the_top_three_of_the_shuffled_rest_are_the_hand(players: int) -> None:
    state = new(players, setup="choose", first=0)
    while len(state.board) < len(COLOURS[players][0]) * players - 1:
        state = piazza.play(state, piazza.start_moves(state)[0].move, SEED)
    last = piazza.start_moves(state)[0].move
    rest = piazza.play(state, last, Seed(1))
    piles = [sorted(hand + stock) for hand, stock in zip(rest.hands, rest.stocks, strict=True)]
    orders = {f"stock {seat}": tuple(map(str, pile)) for seat, pile in enumerate(piles)}
    dealt = piazza.play(state, last, Given(orders))
    assert dealt.phase == "play"
    for pile, hand, stock in zip(piles, dealt.hands, dealt.stocks, strict=True):
        assert (list(stock), list(hand)) == (pile[:-3], [pile[-1], pile[-2], pile[-3]])


def test_P_DEAL__each_stock_has_a_shuffle_of_its_own() -> None:
    deals = [new(4, seed, colours=COLOURS[4]) for seed in range(8)]
    orders = {tuple(c.symbol for c in stock) for deal in deals for stock in deal.stocks}
    assert len(orders) == 32


@pytest.mark.parametrize("players", [2, 3, 4])
def test_P_FIRST__drawn_unless_told_otherwise(players: int) -> None:
    assert {new(players, seed).turn for seed in range(40)} == set(range(players))
    for first in range(players):
        state = new(players, first=first)
        assert (state.first, state.turn) == (first, first)
        turns = []
        for _ in range(players):
            turns.append(state.turn)
            state = piazza.play(state, piazza.legal_moves(state)[0].move, SEED)
        assert turns == [(first + step) % players for step in range(players)]


@pytest.mark.parametrize("first", [-1, 3, "0", True, 1.0])
def test_P_FIRST__a_seat_that_is_not_there_is_refused(first: object) -> None:
    with pytest.raises(FieldError, match="first must be"):
        piazza.options(3, {"first": first})


def test_every_table_can_be_written_as_options() -> None:
    assert options_of({"players": 2, "setup": None}) == piazza.options(2, {})
    with pytest.raises(FieldError, match=r"^an option's name must be one of .*, not 'begin'$"):
        piazza.options(2, {"begin": 1})
    with pytest.raises(FieldError, match="players must be from 2 to 4"):
        piazza.options(5, {})
    with pytest.raises(FieldError, match="setup must be one of quick, choose"):
        piazza.options(2, {"setup": "slow"})


def test_options_are_written_as_they_are_read() -> None:
    written = piazza.GAME.options_to_json(piazza.options(2, {}))
    assert written == {"setup": "quick", "start": "square"}
    given = {"first": 0, "setup": "choose", "start": "row", "colours": COLOURS[3]}
    assert piazza.GAME.options_to_json(piazza.options(3, given)) == given
