"""C'est Carré!, clause by clause: cards, deal, and what happens in a turn."""

from collections import Counter

import pytest

from piazzetta.rules.carre import CARDS, PACK, State, deal, options
from piazzetta.rules.carre.setup import deal_round, options_to_json
from piazzetta.rules.chance import Given, Seed
from piazzetta.rules.errors import FieldError
from tests.rules.carre_table import (
    PLAIN,
    cards,
    layout,
    legal,
    played,
    refused,
    square,
    table,
)

PACK_TEXT = tuple(map(str, PACK))

EIGHT = "A+1@0,0 B-1@1,0 A+2@2,0 B-2@0,1 A-1@1,1 B+1@2,1 A-2@0,2 B+2@1,2"
"""All of a square but the cell 2,2."""


def test_C_CARDS__six_motifs_of_thirteen() -> None:
    assert len(PACK) == 78
    assert Counter(card.motif for card in PACK) == dict.fromkeys("ABCDEF", 13)
    of_a_motif = {-2: 2, -1: 4, 0: 1, 1: 3, 2: 2, 3: 1}
    for motif in "ABCDEF":
        assert Counter(card.value for card in PACK if card.motif == motif) == of_a_motif


def test_C_CARDS__are_written_motif_and_signed_value() -> None:
    assert list(CARDS)[:6] == ["A-2", "A-1", "A0", "A+1", "A+2", "A+3"]
    assert {str(card): card for card in PACK} == CARDS


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_C_SEATS__two_to_five_play(players: int) -> None:
    assert deal(options(players, {}), Seed(1)).players == players


@pytest.mark.parametrize("players", [0, 1, 6, -2])
def test_C_SEATS__fewer_or_more_do_not(players: int) -> None:
    with pytest.raises(FieldError, match=f"^players must be from 2 to 5, not {players}$"):
        options(players, {})


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_C_DEAL__five_each_one_face_up_the_rest_face_down(players: int) -> None:
    state = deal(options(players, {"first": 1}), Seed(7))
    assert [len(hand) for hand in state.hands] == [5] * players
    assert len(state.discard) == 1
    assert len(state.deck) == 78 - 5 * players - 1
    everything = [card for pile in (*state.hands, state.deck, state.discard) for card in pile]
    assert Counter(everything) == Counter(PACK)


def test_C_DEAL__a_round_begins_with_nothing_laid_owed_or_revealed() -> None:
    state = deal(options(3, {"first": 2}), Seed(7))
    assert state == State(
        round=1,
        first=2,
        turn=2,
        phase="source",
        layouts=((), (), ()),
        hands=state.hands,
        deck=state.deck,
        discard=state.discard,
        revealed=(),
        owed=0,
        totals=(0, 0, 0),
        closing=False,
        over=False,
        reshuffles=0,
    )


def test_C_DEAL__the_shuffled_pack_is_dealt_from_its_top() -> None:
    state = deal_round(4, 0, (3, 5), Given({"round 4": PACK_TEXT}))
    assert state.hands == (PACK[:-6:-1], PACK[-6:-11:-1])
    assert state.discard == (PACK[-11],)
    assert state.deck == PACK[:-11]
    assert (state.round, state.totals) == (4, (3, 5))


def test_C_DEAL__every_round_is_shuffled_anew() -> None:
    rounds = [deal_round(number, 0, (0, 0), Seed(5)) for number in (1, 2, 3)]
    assert len({state.deck for state in rounds}) == 3
    assert deal_round(2, 0, (0, 0), Seed(5)) == rounds[1]


def test_C_FIRST__the_table_may_say_who_begins() -> None:
    for first in range(4):
        state = deal(options(4, {"first": first}), Seed(3))
        assert (state.first, state.turn) == (first, first)


def test_C_FIRST__otherwise_chance_does() -> None:
    begins = Counter(deal(options(4, {}), Seed(seed)).first for seed in range(200))
    assert sorted(begins) == [0, 1, 2, 3]
    assert min(begins.values()) > 25
    assert deal(options(4, {}), Given({"first": tuple("3012"), "round 1": PACK_TEXT})).first == 3


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"first": 4}, "first must be from 0 to 3, not 4"),
        ({"first": -1}, "first must be from 0 to 3, not -1"),
        ({"first": "0"}, "first must be a whole number, not '0'"),
        ({"start": 0}, "an option's name must be one of first, not 'start'"),
    ],
)
def test_C_FIRST__an_option_that_is_none_is_refused(data: dict[str, object], told: str) -> None:
    with pytest.raises(FieldError, match=f"^{told}$"):
        options(4, data)


@pytest.mark.parametrize("data", [{}, {"first": 0}, {"first": 2}])
def test_C_FIRST__options_can_be_written_down(data: dict[str, object]) -> None:
    assert options(3, {"first": None}) == options(3, {})
    assert options_to_json(options(3, data)) == data
    assert options(3, options_to_json(options(3, data))) == options(3, data)


def test_C_SOURCE__take_the_top_of_the_discard_pile() -> None:
    state = played(table(deck="B0 C0", discard="D0 E0 F0"), "take")
    assert (state.phase, state.turn) == ("play", 0)
    assert (state.revealed, state.discard, state.deck) == (
        cards("F0"),
        cards("D0 E0"),
        cards("B0 C0"),
    )


def test_C_SOURCE__or_reveal_the_top_two_of_the_draw_pile() -> None:
    state = played(table(deck="A0 B0 C0", discard="D0"), "reveal")
    assert (state.phase, state.turn) == ("play", 0)
    assert (state.revealed, state.discard, state.deck) == (cards("C0 B0"), cards("D0"), cards("A0"))


@pytest.mark.parametrize(("chosen", "other"), [("B0", "C0"), ("C0", "B0")])
def test_C_SOURCE__one_is_played_and_the_other_discarded(chosen: str, other: str) -> None:
    state = played(table(deck="A0 B0 C0", discard="D0"), "reveal", f"lay {chosen}@0,0")
    assert state.layouts[0] == layout(f"{chosen}@0,0")
    assert state.discard == cards(f"D0 {other}")
    assert (state.phase, state.revealed, state.turn) == ("source", (), 1)


def test_C_SOURCE__of_two_equal_cards_one_is_played() -> None:
    state = table(phase="play", revealed="B-1 B-1", deck="A0", discard="D0")
    assert legal(state) == ["lay B-1@0,0"]
    state = played(state, "lay B-1@0,0")
    assert (state.layouts[0], state.discard) == (layout("B-1@0,0"), cards("D0 B-1"))


def test_C_SOURCE__a_turn_begins_with_take_or_reveal() -> None:
    state = table(hands={0: "A0"}, deck="B0", discard="D0")
    assert legal(state) == ["take", "reveal"]
    assert refused(state, "lay A0@0,0") == "C-SOURCE"
    assert refused(state, "swap A0@0,0") == "C-SOURCE"


def test_C_SOURCE__only_revealed_cards_are_played_then() -> None:
    state = table(phase="play", hands={0: "A0"}, revealed="B0 C0", deck="E0", discard="D0")
    assert legal(state) == ["lay B0@0,0", "lay C0@0,0"]
    assert refused(state, "lay A0@0,0") == "C-SOURCE"
    assert refused(state, "lay D0@0,0") == "C-SOURCE"


@pytest.mark.parametrize("move", ["take", "reveal"])
@pytest.mark.parametrize("phase", ["play", "lay", "drop"])
def test_C_SOURCE__nobody_takes_twice(phase: str, move: str) -> None:
    assert refused(in_phase(phase), move) == "C-SOURCE"


def in_phase(phase: str) -> State:
    """A turn in the middle."""
    hand = "A-1 A0 B-1 B0 C0" + (" C-1" if phase == "drop" else "")
    return table(
        phase=phase,
        layouts={0: "A+1@0,0"},
        hands={0: hand},
        revealed="D0" if phase == "play" else "",
        owed=1 if phase == "lay" else 0,
        deck="E0",
        discard="F0",
    )


def test_C_LAY__the_first_card_of_a_round_lies_on_0_0() -> None:
    state = table(phase="play", revealed="A0", layouts={1: "B0@0,0 B+1@0,1"}, discard="D0")
    assert legal(state) == ["lay A0@0,0"]
    for cell in ("0,1", "1,0", "-1,0", "5,5"):
        assert refused(state, f"lay A0@{cell}") == "C-LAY"


def test_C_LAY__a_card_lies_beside_another_on_an_empty_cell() -> None:
    state = table(phase="play", revealed="A0", layouts={0: "B-1@0,0 B+1@0,1"}, discard="D0")
    free = ["-1,0", "-1,1", "0,-1", "0,2", "1,0", "1,1"]
    assert legal(state) == [f"lay A0@{cell}" for cell in free]
    for cell in ("0,0", "0,1", "1,-1", "-1,2", "0,3", "2,0", "1000000,0"):
        assert refused(state, f"lay A0@{cell}") == "C-LAY"


def test_C_LAY__only_ones_own_cards_count() -> None:
    layouts = {0: "B-1@0,0", 1: "C-1@0,0 C+1@1,0 A+1@2,0"}
    state = table(phase="play", revealed="A0", layouts=layouts, discard="D0")
    assert refused(state, "lay A0@3,0") == "C-LAY"
    after = played(state, "lay A0@1,0")
    assert after.layouts == (layout("B-1@0,0 A0@1,0"), state.layouts[1])


def test_C_SWAP__by_the_same_motif_or_the_same_value() -> None:
    laid = "A+1@0,0 B0@1,0 B+1@1,1 C+2@0,1"
    state = table(phase="play", revealed="A0", layouts={0: laid}, discard="D0")
    assert [move for move in legal(state) if "swap" in move] == ["swap A0@0,0", "swap A0@1,0"]
    assert refused(state, "swap A0@1,1") == "C-SWAP"
    assert refused(state, "swap A0@0,1") == "C-SWAP"


def test_C_SWAP__a_card_may_replace_one_like_itself() -> None:
    state = table(phase="play", revealed="A-1", layouts={0: "A-1@0,0"}, discard="D0")
    after = played(state, "swap A-1@0,0")
    assert (after.layouts[0], after.discard) == (layout("A-1@0,0"), cards("D0 A-1"))


def test_C_SWAP__nothing_to_replace() -> None:
    layouts = {0: "A+1@0,0", 1: "A-1@0,0 A-2@1,0"}
    state = table(phase="play", revealed="A0", layouts=layouts, discard="D0")
    assert refused(state, "swap A0@1,0") == "C-SWAP"
    empty = table(phase="play", revealed="A0", discard="D0")
    assert refused(empty, "swap A0@0,0") == "C-SWAP"


@pytest.mark.parametrize("value", ["-2", "-1", "0", "+1", "+2", "+3"])
def test_C_SWAP__has_no_effect_and_discards_what_it_replaced(value: str) -> None:
    state = table(
        phase="play",
        layouts={0: "A-1@0,0 B-1@1,0"},
        hands={0: "C0 C+1 C+2 C+3 C-1"},
        revealed=f"A{value}",
        deck="E0 E+1 E+2",
        discard="D0",
    )
    after = played(state, f"swap A{value}@0,0")
    assert (after.phase, after.turn, after.owed) == ("source", 1, 0)
    assert set(after.layouts[0]) == set(layout(f"A{value}@0,0 B-1@1,0"))
    assert after.discard == cards("D0 A-1")
    assert (after.hands, after.deck) == (state.hands, state.deck)


def test_C_SQUARE__all_cards_fit_in_three_by_three() -> None:
    state = table(phase="play", revealed="C0", layouts={0: "A+1@0,0 B+1@1,0 A+2@2,0"}, discard="D0")
    cells = ["0,-1", "0,1", "1,-1", "1,1", "2,-1", "2,1"]
    assert legal(state) == [f"lay C0@{cell}" for cell in cells]
    assert refused(state, "lay C0@3,0") == "C-SQUARE"
    assert refused(state, "lay C0@-1,0") == "C-SQUARE"
    tall = table(phase="play", revealed="C0", layouts={0: "A+1@0,0 B+1@0,1 A+2@0,2"}, discard="D0")
    assert refused(tall, "lay C0@0,3") == "C-SQUARE"
    assert refused(tall, "lay C0@0,-1") == "C-SQUARE"


def test_C_SQUARE__eight_cards_leave_one_cell() -> None:
    state = table(phase="play", revealed="C0", layouts={0: EIGHT}, discard="D0")
    assert legal(state) == ["lay C0@2,2"]


def test_C_SQUARE__once_complete_owed_cards_lie_beside_any_card() -> None:
    state = table(
        phase="play", revealed="C-2", layouts={0: EIGHT}, hands={0: "D0 D+3 E-1"}, discard="F0"
    )
    state = played(state, "lay C-2@2,2")
    assert (state.phase, state.owed, state.turn) == ("lay", 2, 0)
    around = ["-1,0", "-1,1", "-1,2", "0,-1", "0,3", "1,-1", "1,3", "2,-1", "2,3"]
    around += ["3,0", "3,1", "3,2"]
    assert [move for move in legal(state) if "lay D+3" in move] == [
        f"lay D+3@{cell}" for cell in around
    ]
    state = played(state, "lay D+3@3,1")
    assert "lay D0@4,1" in legal(state)
    state = played(state, "lay D0@4,1")
    assert len(state.layouts[0]) == 11
    assert (state.phase, state.turn, state.closing) == ("source", 1, True)


def test_C_SQUARE__owed_cards_may_be_swapped_into_the_complete_square() -> None:
    state = table(phase="lay", owed=1, layouts={0: PLAIN}, hands={0: "B-1 E0"}, discard="F0")
    swaps = [move for move in legal(state) if "swap B-1" in move]
    assert swaps == [f"swap B-1@{cell}" for cell in ("0,1", "1,0", "1,1", "1,2", "2,1")]
    state = played(state, "swap B-1@1,1")
    assert (state.discard[-1:], state.turn) == (cards("A-1"), 1)


def test_C_SQUARE__owed_cards_keep_to_it_while_it_is_not_complete() -> None:
    seven = EIGHT.replace(" B+2@1,2", "")
    state = table(phase="lay", owed=2, layouts={0: seven}, hands={0: "C0 D0"}, discard="F0")
    assert [move for move in legal(state) if "lay" in move] == [
        f"lay {card}@{cell}" for card in ("C0", "D0") for cell in ("1,2", "2,2")
    ]
    assert refused(state, "lay C0@3,1") == "C-SQUARE"
    state = played(state, "lay C0@1,2")
    assert legal(state) == ["lay D0@2,2", "swap D0@1,2"]


@pytest.mark.parametrize(
    ("value", "hand", "owed"),
    [
        ("-1", "B0", 1),
        ("-1", "B0 C0", 1),
        ("-2", "B0", 1),
        ("-2", "B0 C0", 2),
        ("-2", "B0 C0 D0", 2),
    ],
)
def test_C_NEGATIVE__as_many_cards_are_owed_or_all_there_are(
    value: str, hand: str, owed: int
) -> None:
    state = table(phase="play", revealed=f"A{value}", hands={0: hand}, deck="E0", discard="F0")
    state = played(state, f"lay A{value}@0,0")
    assert (state.phase, state.owed, state.turn) == ("lay", owed, 0)
    assert state.hands[0] == cards(hand)


@pytest.mark.parametrize("value", ["-1", "-2"])
def test_C_NEGATIVE__who_has_no_cards_owes_none(value: str) -> None:
    state = table(phase="play", revealed=f"A{value}", hands={1: "B0"}, deck="E0", discard="F0")
    state = played(state, f"lay A{value}@0,0")
    assert (state.phase, state.owed, state.turn) == ("source", 0, 1)


@pytest.mark.parametrize("first", ["lay A0@0,1", "swap A0@0,0"])
@pytest.mark.parametrize("second", ["lay A+3@1,0", "swap A+3@0,0"])
def test_C_NEGATIVE__each_of_two_is_laid_or_swapped_in(first: str, second: str) -> None:
    state = table(phase="play", revealed="A-2", hands={0: "A0 A+3 C+1"}, deck="E0", discard="F0")
    state = played(state, "lay A-2@0,0", first)
    assert (state.phase, state.owed, state.turn) == ("lay", 1, 0)
    state = played(state, second)
    assert (state.phase, state.owed, state.turn) == ("source", 0, 1)
    assert state.hands[0] == cards("C+1")
    assert len(state.layouts[0]) == 1 + first.startswith("lay") + second.startswith("lay")


def test_C_NEGATIVE__both_swapped_in() -> None:
    state = table(phase="play", revealed="A-2", hands={0: "A0 A+3"}, deck="E0", discard="F0")
    state = played(state, "lay A-2@0,0", "swap A0@0,0", "swap A+3@0,0")
    assert state.layouts[0] == layout("A+3@0,0")
    assert state.discard == cards("F0 A-2 A0")
    assert (state.hands[0], state.turn) == ((), 1)


def test_C_NEGATIVE__owed_cards_come_from_the_hand() -> None:
    state = in_phase("lay")
    assert refused(state, "lay F0@1,0") == "C-NEGATIVE"
    assert refused(state, "swap A+2@0,0") == "C-NEGATIVE"
    assert refused(state, "drop A0") == "C-POSITIVE"


def test_C_ZERO__has_no_effect() -> None:
    hands = {0: "A-1 B-1 C-1 D-1 E-1"}
    state = table(phase="play", revealed="A0", hands=hands, deck="B0 C0", discard="D0")
    after = played(state, "lay A0@0,0")
    assert (after.phase, after.turn, after.owed) == ("source", 1, 0)
    assert (after.hands, after.deck, after.discard) == (state.hands, state.deck, state.discard)


@pytest.mark.parametrize("value", [1, 2, 3])
def test_C_POSITIVE__draws_that_many(value: int) -> None:
    state = table(
        phase="play", revealed=f"A+{value}", hands={0: "B0"}, deck="C0 D0 E0 F0", discard="B+1"
    )
    after = played(state, f"lay A+{value}@0,0")
    assert (after.phase, after.turn) == ("source", 1)
    assert after.hands[0] == cards("B0 " + "F0 E0 D0"[: 3 * value])
    assert after.deck == cards("C0 D0 E0 F0")[:-value]


@pytest.mark.parametrize(("hand", "over"), [("B0 B-1 B+1 B+2 B+3", 3), ("B0 B-1 B+1", 1)])
def test_C_POSITIVE__then_discards_down_to_five(hand: str, over: int) -> None:
    state = table(phase="play", revealed="A+3", hands={0: hand}, deck="C0 D0 E0 F0", discard="A-1")
    state = played(state, "lay A+3@0,0")
    for left in range(over, 0, -1):
        assert (state.phase, state.turn, len(state.hands[0])) == ("drop", 0, 5 + left)
        state = played(state, legal(state)[-1])
    assert (state.phase, state.turn, len(state.hands[0])) == ("source", 1, 5)
    assert state.discard == cards("A-1 F0 E0 D0"[: 4 + 3 * over].strip())


def test_C_POSITIVE__a_hand_of_five_is_not_too_many() -> None:
    state = table(
        phase="play", revealed="A+1", hands={0: "B0 C0 D0 E0"}, deck="F0 A0", discard="A-1"
    )
    after = played(state, "lay A+1@0,0")
    assert (after.phase, after.turn, len(after.hands[0])) == ("source", 1, 5)


def test_C_POSITIVE__any_card_in_hand_may_go_once_each_kind() -> None:
    hand = "B-1 A+1 B-1 C0 A-2 F+3"
    state = table(phase="drop", hands={0: hand}, deck="F0", discard="A-1")
    assert legal(state) == ["drop A-2", "drop A+1", "drop B-1", "drop C0", "drop F+3"]
    after = played(state, "drop B-1")
    assert after.hands[0] == cards("A+1 B-1 C0 A-2 F+3")
    assert refused(state, "drop A-1") == "C-POSITIVE"
    assert refused(state, "lay C0@0,0") == "C-POSITIVE"
    assert refused(state, "swap C0@0,0") == "C-POSITIVE"


@pytest.mark.parametrize("phase", ["play", "lay"])
def test_C_POSITIVE__no_card_is_discarded_at_other_times(phase: str) -> None:
    assert refused(in_phase(phase), "drop A0") == "C-POSITIVE"
    assert refused(table(hands={0: "A0"}, discard="B0"), "drop A0") == "C-POSITIVE"


def test_C_ONE_EFFECT__cards_from_the_hand_have_none() -> None:
    state = table(phase="play", revealed="A-2", hands={0: "A+3 B-2 C0"}, deck="E0 D0", discard="F0")
    state = played(state, "lay A-2@0,0", "lay A+3@1,0", "lay B-2@0,1")
    assert (state.phase, state.turn, state.owed) == ("source", 1, 0)
    assert (state.hands[0], state.deck) == (cards("C0"), cards("E0 D0"))


def test_C_ONE_EFFECT__nor_has_the_one_that_completes_the_square() -> None:
    state = table(phase="lay", owed=1, layouts={0: EIGHT}, hands={0: "C-2 D0"}, discard="F0")
    state = played(state, "lay C-2@2,2")
    assert (state.phase, state.turn, state.hands[0]) == ("source", 1, cards("D0"))


def test_C_ONE_EFFECT__completing_with_the_first_card_has_its_effect() -> None:
    state = table(phase="play", revealed="C+2", layouts={0: EIGHT}, deck="D0 E0", discard="F0")
    state = played(state, "lay C+2@2,2")
    assert state.hands[0] == cards("E0 D0")
    assert state.layouts[0] == layout(square("A+1 B-1 A+2 B-2 A-1 B+1 A-2 B+2 C+2"))
