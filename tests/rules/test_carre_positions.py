"""Positions and views of C'est Carré! that cannot be, and the error each of them gives."""

from collections.abc import Callable
from typing import Any

import pytest

from piazzetta.rules.carre import (
    score,
    score_layout_from_json,
    state_from_json,
    state_to_json,
    view,
    view_from_json,
    view_to_json,
)
from piazzetta.rules.errors import FieldError, PositionError
from tests.rules.carre_table import PLAIN, layout, position, square

Json = dict[str, Any]

GOOD = position(
    3,
    layouts={0: "A+1@0,0 A-1@1,0", 2: "B+1@0,0"},
    hands={0: "B0", 1: "C+1 C+2", 2: "D0 D+3"},
    deck="D-1 D-2",
    discard="E+3 F0",
    totals=[12, -7, 0],
    turn=1,
    over=False,
    winners=[],
)


def seen_by(seat: int | None, data: Json = GOOD) -> Json:
    return view_to_json(view(state_from_json(data), seat))


READERS: dict[str, tuple[Callable[[Json], Any], Json]] = {
    "position": (state_from_json, GOOD),
    "view": (view_from_json, seen_by(1)),
    "spectator": (view_from_json, seen_by(None)),
}


@pytest.fixture(params=READERS)
def reader(request: pytest.FixtureRequest) -> tuple[Callable[[Json], Any], Json]:
    """What reads positions, and a good one for it: positions and views alike."""
    return READERS[str(request.param)]


def test_a_good_position_is_read_and_written() -> None:
    assert state_to_json(state_from_json(GOOD)) == GOOD
    assert view_to_json(view_from_json(seen_by(1))) == seen_by(1)
    assert view_to_json(view_from_json(seen_by(None))) == seen_by(None)
    assert [view_from_json(seen_by(seat)).seat for seat in (0, 2, None)] == [0, 2, None]


def test_a_view_shows_counts_in_place_of_what_is_hidden() -> None:
    assert seen_by(1) == {**GOOD, "hands": [1, ["C+1", "C+2"], 2], "deck": 2}
    assert seen_by(None) == {**GOOD, "hands": [1, 2, 2], "deck": 2}


def test_over_and_winners_may_be_left_out() -> None:
    short = {name: value for name, value in GOOD.items() if name not in ("over", "winners")}
    assert state_from_json(short) == state_from_json(GOOD)


def test_winners_are_told_from_the_totals() -> None:
    finished = {**GOOD, "over": True, "winners": [1], "totals": [50, 20, 50]}
    assert state_to_json(state_from_json(finished))["winners"] == [0, 2]
    assert seen_by(None, finished)["winners"] == [0, 2]


REQUIRED = [
    *["players", "round", "first", "turn", "phase", "layouts", "hands", "deck", "discard"],
    *["revealed", "owed", "totals", "closing"],
]


@pytest.mark.parametrize("name", REQUIRED)
def test_a_missing_field(name: str, reader: tuple[Callable[[Json], Any], Json]) -> None:
    read, good = reader
    with pytest.raises(FieldError, match=f"the field '{name}' is missing"):
        read({key: value for key, value in good.items() if key != name})


NO_LIST: list[Any] = [None, {}, "A0", 3]
NO_INTEGER: list[Any] = ["0", None, 0.0, False]

WRONG: dict[str, list[Any]] = {
    "players": [*NO_INTEGER, 1, 6, 0, -3, [3]],
    "round": [*NO_INTEGER, 1_000_001],
    "first": [*NO_INTEGER, -1, 3],
    "turn": [*NO_INTEGER, -1, 3],
    "phase": ["", "Source", "setup", None, 1, ["source"]],
    "layouts": [
        *NO_LIST,
        *([bad, [], []] for bad in NO_LIST),
        *([[["A0", bad, 0]], [], []] for bad in [*NO_INTEGER, 1_000_001]),
        *([[["A0", 0, bad]], [], []] for bad in [*NO_INTEGER, -1_000_001, 10**400]),
    ],
    "hands": NO_LIST,
    "discard": NO_LIST,
    "revealed": NO_LIST,
    "owed": [*NO_INTEGER, -1_000_001],
    "totals": [*NO_LIST, *([0, 0, bad] for bad in [*NO_INTEGER, 1_000_001, -1_000_001])],
    "closing": [None, 0, 1, "false", []],
    "over": [None, 0, "true"],
    "winners": [*NO_LIST, *([bad] for bad in [*NO_INTEGER, 3, -1])],
}

WRONG_IN_POSITIONS = {"deck": NO_LIST, "hands": [[bad, [], []] for bad in NO_LIST]}

NO_COUNT: list[Any] = [*NO_INTEGER, {}, -1, 79]
WRONG_IN_VIEWS = {
    "deck": [*NO_COUNT, ["D-1"]],
    "hands": [[1, ["C+1"], bad] for bad in NO_COUNT],
}


def each(wrong: dict[str, list[Any]]) -> list[tuple[str, Any]]:
    """The names with one value each."""
    return [(name, value) for name, values in wrong.items() for value in values]


@pytest.mark.parametrize(("name", "value"), each(WRONG))
def test_a_field_of_the_wrong_type_or_range(
    name: str, value: Any, reader: tuple[Callable[[Json], Any], Json]
) -> None:
    read, good = reader
    with pytest.raises(FieldError, match=rf"^([xy] in )?{name}\b"):
        read({**good, name: value})


@pytest.mark.parametrize(("name", "value"), each(WRONG_IN_POSITIONS))
def test_a_pile_of_a_position_is_a_list(name: str, value: Any) -> None:
    with pytest.raises(FieldError, match=rf"^([xy] in )?{name}\b"):
        state_from_json({**GOOD, name: value})


@pytest.mark.parametrize(("name", "value"), each(WRONG_IN_VIEWS))
def test_a_hidden_pile_of_a_view_is_a_count(name: str, value: Any) -> None:
    with pytest.raises(FieldError, match=rf"^([xy] in )?{name}\b"):
        view_from_json({**seen_by(1), name: value})


def test_a_view_may_hide_all_cards_but_one() -> None:
    data = {**position(discard="F0"), "hands": [0, 0], "deck": 77}
    assert view_from_json(data).deck == 77


def test_a_view_names_the_hand_in_which_something_is_wrong() -> None:
    with pytest.raises(PositionError, match=r"^hands\[1\]: there is no card 'G0'$"):
        view_from_json({**seen_by(1), "hands": [1, ["G0"], 2]})


def test_a_view_shows_one_hand_at_the_most() -> None:
    with pytest.raises(PositionError, match=r"^a view shows one hand at the most$"):
        view_from_json({**seen_by(1), "hands": [["B0"], ["C+1"], 2]})


REVEALED = r"^one or two cards are revealed in phase play, else none \(C-SOURCE\)$"
OWED = r"^owed is 1 or 2 in phase lay, within the hand, else 0 \(C-NEGATIVE\)$"
DROPPING = r"^phase drop needs a hand of more than five \(C-POSITIVE\)$"
TURNED_UP = r"^the discard pile is empty, the draw pile is not \(C-EMPTY-DISCARD\)$"

ELEVEN = square("A+1 B-1 A+2 B-2 A-1 B+1 A-2 B+2 A0", "B-1@3,0 B-1@4,0")
SIX = "A0 A-1 B-1 C-1 D-1 E-1"


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ("^the first round is round 1$", {"round": 0}),
        ("^the first round is round 1$", {"round": -1}),
        ("layouts must have 3", {"layouts": [[], []]}),
        ("layouts must have 3", {"layouts": [[], [], [], []]}),
        ("hands must have 3", {"hands": [[], []]}),
        ("totals must have 3", {"totals": [0, 0]}),
        ("totals must have 3", {"totals": [0, 0, 0, 0]}),
        ("no card 'G0'", {"discard": ["G0"]}),
        ("no card 'A-3'", {"discard": ["A-3"]}),
        (r"no card 'A\+0'", {"discard": ["A+0"]}),
        ("no card 'R1'", {"discard": ["R1"]}),
        ("cards as text", {"discard": [0]}),
        ("cards as text", {"discard": [None]}),
        ("cards as text", {"discard": [["A0"]]}),
        ("no card", {"revealed": ["a0"], "phase": "play"}),
        (r"\[card, x, y\]", {"layouts": [["A0"], [], []]}),
        (r"\[card, x, y\]", {"layouts": [[["A0", 0]], [], []]}),
        (r"\[card, x, y\]", {"layouts": [[["A0", 0, 0, 0]], [], []]}),
        (r"\[card, x, y\]", {"layouts": [[{"card": "A0"}], [], []]}),
        ("no card", {"layouts": [[["G0", 0, 0]], [], []]}),
        ("two cards on one cell", {"layouts": [[["A0", 0, 0], ["B+1", 0, 0]], [], []]}),
        ("discard holds 79", {"discard": ["A-1"] * 79}),
        ("5 times; there are 4 .C-CARDS", {"discard": ["F-1"] * 5}),
        ("2 times; there are 1 .C-CARDS", {"discard": ["F0", "F0"]}),
        ("E0 occurs 2", {"discard": ["E0"], "layouts": [[["E0", 0, 0]], [], []]}),
        ("E0 occurs 2", {"layouts": [[["E0", 0, 0]], [["E0", 0, 0]], []]}),
        ("E0 occurs 2", {"discard": ["E0"], "phase": "play", "revealed": ["E0"]}),
        ("E0 occurs 2", {"phase": "play", "revealed": ["E0", "E0"]}),
        (REVEALED, {"phase": "play"}),
        (REVEALED, {"phase": "play", "revealed": ["A0", "B+1", "C0"]}),
        (REVEALED, {"revealed": ["A0"]}),
        (REVEALED, {"phase": "lay", "owed": 1, "revealed": ["A0"]}),
        (OWED, {"owed": 1}),
        (OWED, {"owed": -1}),
        (OWED, {"phase": "play", "revealed": ["A0"], "owed": 1}),
        (OWED, {"phase": "lay"}),
        (OWED, {"phase": "lay", "owed": -1}),
        (OWED, {"phase": "lay", "owed": 3}),
        (DROPPING, {"phase": "drop"}),
        (TURNED_UP, {"discard": []}),
        (TURNED_UP, {"discard": [], "over": True}),
    ],
)
def test_a_position_that_cannot_be(
    words: str, changes: Json, reader: tuple[Callable[[Json], Any], Json]
) -> None:
    read, good = reader
    with pytest.raises(PositionError, match=words):
        read({**good, **changes})


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ("deck holds 79", {"deck": ["A-1"] * 79}),
        (r"hands\[0\] holds 79", {"hands": [["A-1"] * 79, [], []]}),
        ("E0 occurs 2", {"deck": ["E0"], "hands": [["E0"], [], []]}),
        ("E0 occurs 2", {"deck": ["E0"], "discard": ["E0"]}),
        ("E0 occurs 2", {"hands": [["E0"], ["E0"], []]}),
        ("cards as text", {"deck": [3]}),
        ("cards as text", {"hands": [[3], [], []]}),
        ("seat 0 holds 6", {"hands": [SIX.split(), [], []]}),
        ("seat 1 holds 6", {"hands": [[], SIX.split(), []]}),
        ("seat 0 holds 6", {"hands": [SIX.split(), SIX.replace("A0", "B0").split(), []]}),
    ],
)
def test_hands_and_draw_pile_that_cannot_be(words: str, changes: Json) -> None:
    with pytest.raises(PositionError, match=words):
        state_from_json({**GOOD, **changes})


def test_a_view_counts_the_shown_hand_too() -> None:
    with pytest.raises(PositionError, match="E0 occurs 2"):
        view_from_json({**seen_by(1), "discard": ["E0"], "hands": [1, ["E0"], 2]})


NINE = "A0 B0 C0 D0 E0 F0 A+3 B+3 C+3"


def dropping(size: int) -> Json:
    """Seat 0 has that many cards and must drop some."""
    hand = NINE.split()[:size]
    return {**position(discard="F+1"), "phase": "drop", "hands": [hand, []]}


@pytest.mark.parametrize("size", [6, 7, 8])
def test_who_must_drop_holds_six_to_eight(size: int) -> None:
    assert len(state_from_json(dropping(size)).hands[0]) == size


@pytest.mark.parametrize("size", [0, 4, 5, 9])
def test_who_must_drop_holds_no_other_number(size: int) -> None:
    with pytest.raises(PositionError, match="C-POSITIVE"):
        state_from_json(dropping(size))


def test_nobody_else_holds_more_than_five_meanwhile() -> None:
    with pytest.raises(PositionError, match="seat 1 holds 6 cards"):
        state_from_json({**dropping(6), "hands": [SIX.split(), NINE.split()[1:7]]})


def owing(owed: int, hand: list[str]) -> Json:
    """Seat 0 owes that many cards."""
    hands = [hand, ["C0", "D0"]]
    return {**position(discard="F0"), "phase": "lay", "owed": owed, "hands": hands}


@pytest.mark.parametrize(("owed", "hand"), [(1, ["A0"]), (1, ["A0", "B0"]), (2, ["A0", "B0"])])
def test_one_or_two_cards_are_owed(owed: int, hand: list[str]) -> None:
    assert state_from_json(owing(owed, hand)).owed == owed


@pytest.mark.parametrize(("owed", "hand"), [(2, ["A0"]), (1, []), (3, ["A0", "B0", "E0"])])
def test_no_more_is_owed_than_the_hand_holds(owed: int, hand: list[str]) -> None:
    with pytest.raises(PositionError, match="C-NEGATIVE"):
        state_from_json(owing(owed, hand))


@pytest.mark.parametrize("phase", ["play", "lay", "drop"])
def test_the_discard_pile_may_be_empty_within_a_turn(phase: str) -> None:
    hand = "A0 B0 C0 D0 E0" + (" F0" if phase == "drop" else "")
    data = position(
        phase=phase,
        hands={0: hand},
        deck="F+1",
        revealed="F+2" if phase == "play" else "",
        owed=2 if phase == "lay" else 0,
    )
    assert state_from_json(data).discard == ()


def test_it_may_be_empty_with_the_draw_pile() -> None:
    assert state_from_json(position()).players == 2


LAYOUTS = {
    "not connected": ["A0@0,0 B0@1,1", "A0@0,0 B0@2,0", "A0@0,0 B0@1,0 C0@5,5"],
    "C-SQUARE": [
        "A0@0,0 B0@1,0 C0@2,0 D0@3,0",
        "A0@0,0 B0@0,1 C0@0,2 D0@0,3",
        PLAIN.replace("A0@2,2", "C0@3,1"),
        # Ten and eleven cards without a square among them.
        "A+1@0,0 B+1@1,0 C+1@2,0 D+1@3,0 A+2@0,1 B+2@1,1 C+2@2,1 D+2@3,1 E+1@4,0 E+2@4,1",
        ELEVEN.replace("A-1@1,1", "C0@5,0"),
    ],
    "holds 12 cards; 11 is the most": [f"{ELEVEN} C0@5,0"],
    "two cards on one cell": ["A0@0,0 B0@0,0"],
}


@pytest.mark.parametrize(
    ("words", "laid"), [(words, laid) for words, all_ in LAYOUTS.items() for laid in all_]
)
def test_a_layout_that_cannot_be(words: str, laid: str) -> None:
    data = [[str(card), *cell] for card, cell in layout(laid)]
    with pytest.raises(PositionError, match=words):
        score_layout_from_json(data)
    with pytest.raises(PositionError, match=words):
        state_from_json({**position(discard="F0"), "layouts": [data, []]})


@pytest.mark.parametrize(
    "laid", ["", "A0@7,-9", PLAIN, ELEVEN, "A0@0,0 B0@1,0 C0@1,1 D0@2,2 E0@2,1"]
)
def test_a_layout_that_can_be(laid: str) -> None:
    data = [[str(card), *cell] for card, cell in layout(laid)]
    assert score_layout_from_json(data) == layout(laid)
    assert score(score_layout_from_json(data)).values == sum(card.value for card, _ in layout(laid))


@pytest.mark.parametrize("bad", [None, {}, "A0", 3])
def test_a_layout_is_a_list(bad: Any) -> None:
    with pytest.raises(FieldError, match="layout must be a list"):
        score_layout_from_json(bad)


def test_a_layout_holds_no_card_more_often_than_it_exists() -> None:
    with pytest.raises(PositionError, match="A0 occurs 2 times"):
        score_layout_from_json([["A0", 0, 0], ["A0", 1, 0]])


def test_positions_need_not_be_reachable_nor_hold_all_cards() -> None:
    odd = position(closing=True, totals=[-999_999, 1_000_000], layouts={1: "A0@500,500"}, round=77)
    assert state_to_json(state_from_json(odd)) == {**odd, "over": False, "winners": []}
