"""C'est Carré!, clause by clause: how the piles run out, and in what order cards reach them."""

import pytest

from piazzetta.rules.chance import Given
from piazzetta.rules.errors import ChanceError
from tests.rules.carre_table import cards, legal, played, refused, reshuffled, table


def test_C_EMPTY_DRAW__the_last_card_is_drawn_without_a_shuffle() -> None:
    state = played(table(deck="A0 B0", discard="C0 D0"), "reveal")
    assert (state.revealed, state.deck, state.discard) == (cards("B0 A0"), (), cards("C0 D0"))
    assert state.reshuffles == 0


def test_C_EMPTY_DRAW__a_reveal_reshuffles_before_its_first_card() -> None:
    chance = reshuffled("D0 B0 C0")
    state = played(table(discard="B0 C0 D0"), "reveal", chance=chance)
    assert (state.revealed, state.deck, state.discard) == (cards("C0 B0"), cards("D0"), ())
    assert state.reshuffles == 1


def test_C_EMPTY_DRAW__and_in_the_middle_of_it() -> None:
    chance = reshuffled("D0 C0 B0")
    state = played(table(deck="A0", discard="B0 C0 D0"), "reveal", chance=chance)
    assert (state.revealed, state.deck, state.discard) == (cards("A0 B0"), cards("D0 C0"), ())


def test_C_EMPTY_DRAW__a_reveal_that_finds_a_single_card_plays_that_one() -> None:
    state = played(table(discard="B+1"), "reveal", chance=reshuffled("B+1"))
    assert (state.revealed, state.deck, state.discard) == (cards("B+1"), (), ())
    assert legal(state) == ["lay B+1@0,0"]
    state = played(state, "lay B+1@0,0")
    assert (state.hands[0], state.turn, legal(state)) == ((), 1, ["pass"])


@pytest.mark.parametrize(("value", "deck"), [(2, "B0"), (3, "B0 C0"), (3, "B0"), (1, "")])
def test_C_EMPTY_DRAW__in_the_middle_of_an_effect(value: int, deck: str) -> None:
    state = table(phase="play", revealed=f"A+{value}", deck=deck, discard="D0 E0 F0")
    state = played(state, f"lay A+{value}@0,0", chance=reshuffled("F0 D0 E0"))
    drawn = cards(deck)[::-1] + cards("E0 D0 F0")
    left = drawn[value:][::-1]
    assert state.hands[0] == drawn[:value]
    # All of the discard pile went, so the next turn begins with one turned up.
    assert (state.discard, state.deck) == (left[-1:], left[:-1])


def test_C_EMPTY_DRAW__an_effect_draws_as_many_as_there_are() -> None:
    state = table(phase="play", revealed="A+3", hands={0: "F0"}, deck="B0", discard="C0")
    state = played(state, "lay A+3@0,0", chance=reshuffled("C0"))
    assert (state.hands[0], state.deck, state.discard) == (cards("F0 B0 C0"), (), ())
    assert (state.phase, state.turn) == ("source", 1)


def test_C_EMPTY_DRAW__no_card_at_all_needs_no_shuffle() -> None:
    state = played(table(phase="play", revealed="A+3"), "lay A+3@0,0")
    assert (state.hands[0], state.reshuffles, state.turn) == ((), 0, 1)


def test_C_EMPTY_DRAW__other_moves_shuffle_nothing() -> None:
    state = table(discard="C+1 A0")
    assert played(state, "take", "lay A0@0,0").discard == cards("C+1")
    with pytest.raises(ChanceError, match="round 1 reshuffle 1"):
        played(state, "reveal")


def test_C_EMPTY_DRAW__each_reshuffle_of_a_round_has_its_own_name() -> None:
    chance = Given({"round 3 reshuffle 1": ("A0",), "round 3 reshuffle 2": ("A+1",)})
    state = table(layouts={0: "A+1@0,0"}, discard="A0", round=3)
    state = played(state, "reveal", "swap A0@0,0", chance=chance)
    assert (state.discard, state.turn, state.reshuffles) == (cards("A+1"), 1, 1)
    state = played(state, "reveal", chance=chance)
    assert (state.revealed, state.reshuffles) == (cards("A+1"), 2)


def test_C_EMPTY_DISCARD__a_card_is_turned_up_after_the_turn_that_left_none() -> None:
    state = played(table(deck="B0 C0", discard="A0"), "take")
    assert (state.discard, state.deck) == ((), cards("B0 C0"))
    state = played(state, "lay A0@0,0")
    assert (state.discard, state.deck, state.turn) == (cards("C0"), cards("B0"), 1)


def test_C_EMPTY_DISCARD__not_while_the_turn_lasts() -> None:
    state = table(deck="B0 C0", discard="A-2", hands={0: "D0 E0"})
    state = played(state, "take", "lay A-2@0,0", "lay D0@0,1")
    assert (state.discard, state.deck, state.phase) == ((), cards("B0 C0"), "lay")
    state = played(state, "swap E0@0,1")
    assert (state.discard, state.deck) == (cards("D0"), cards("B0 C0"))


def test_C_EMPTY_DISCARD__not_while_cards_are_dropped_either() -> None:
    hands = {0: "A-1 B-1 C-1 D-1 E-1"}
    state = table(deck="B0 C0 D0", discard="A+2", hands=hands)
    state = played(state, "take", "lay A+2@0,0")
    assert (state.discard, state.deck, state.phase) == ((), cards("B0"), "drop")
    state = played(state, "drop C0", "drop A-1")
    assert (state.discard, state.deck) == (cards("C0 A-1"), cards("B0"))


def test_C_EMPTY_DISCARD__one_that_is_not_empty_stays() -> None:
    state = played(table(deck="B0 C0", discard="D0 A0"), "take", "lay A0@0,0")
    assert (state.discard, state.deck) == (cards("D0"), cards("B0 C0"))


def test_C_EMPTY_DISCARD__the_last_card_of_all_is_turned_up() -> None:
    state = played(table(deck="B0", discard="A0"), "take", "lay A0@0,0")
    assert (state.discard, state.deck) == (cards("B0"), ())


def test_C_ORDER__the_unplayed_card_then_the_replaced_one() -> None:
    state = table(layouts={0: "A+1@0,0"}, deck="B0 A0", discard="D0")
    state = played(state, "reveal", "swap A0@0,0")
    assert state.discard == cards("D0 B0 A+1")


def test_C_ORDER__replaced_cards_in_turn() -> None:
    state = table(layouts={0: "A+1@0,0"}, hands={0: "A0 A+2"}, deck="B0 A-2", discard="D0")
    state = played(state, "reveal", "lay A-2@0,1", "swap A0@0,0", "swap A+2@0,1")
    assert state.discard == cards("D0 B0 A+1 A-2")


def test_C_ORDER__then_cards_from_the_hand() -> None:
    hands = {0: "A-1 B-1 C-1 D-1 E-1"}
    state = table(hands=hands, deck="F-1 F+1 B0 A+2", discard="D0")
    state = played(state, "reveal", "lay A+2@0,0", "drop E-1", "drop F+1")
    assert state.discard == cards("D0 B0 E-1 F+1")


def test_C_ORDER__a_reshuffle_takes_the_unplayed_card_along() -> None:
    state = table(deck="B0 A+2", discard="D0 E0")
    state = played(state, "reveal", "lay A+2@0,0", chance=reshuffled("D0 B0 E0"))
    assert state.hands[0] == cards("E0 B0")
    assert (state.discard, state.deck) == (cards("D0"), ())


def test_C_ORDER__even_if_it_is_all_there_is() -> None:
    state = table(phase="play", revealed="A+3 B0")
    state = played(state, "lay A+3@0,0", chance=reshuffled("B0"))
    assert (state.hands[0], state.discard, state.deck) == (cards("B0"), (), ())


def test_C_NOTHING__who_finds_no_card_passes() -> None:
    state = table(5, turn=3, hands={3: "A0 B0"}, layouts={3: "C0@0,0"})
    assert legal(state) == ["pass"]
    assert refused(state, "take") == "C-NOTHING"
    assert refused(state, "reveal") == "C-NOTHING"
    after = played(state, "pass")
    assert (after.turn, after.phase, after.hands, after.layouts) == (
        4,
        "source",
        state.hands,
        state.layouts,
    )


def test_C_NOTHING__at_five_players_the_piles_can_run_out() -> None:
    hands = {0: "A-1 B-1 C-1 D-1", 1: "A0"}
    state = table(5, hands=hands, layouts={1: "E+1@0,0"}, deck="E0", discard="F+1")
    state = played(state, "take", "lay F+1@0,0")
    assert (state.turn, legal(state), len(state.hands[0])) == (1, ["pass"], 5)
    state = played(state, "pass", "pass", "pass", "pass")
    assert (state.turn, legal(state)) == (0, ["pass"])


@pytest.mark.parametrize(("deck", "discard"), [("", "A0"), ("B0", "A0")])
def test_C_NOTHING__nobody_passes_while_there_is_one(deck: str, discard: str) -> None:
    state = table(deck=deck, discard=discard)
    assert legal(state) == ["take", "reveal"]
    assert refused(state, "pass") == "C-NOTHING"


def test_C_NOTHING__nobody_passes_in_the_middle_of_a_turn() -> None:
    assert refused(table(phase="play", revealed="A0"), "pass") == "C-NOTHING"
    owing = table(phase="lay", owed=1, layouts={0: "A-1@0,0"}, hands={0: "A0"})
    assert refused(owing, "pass") == "C-NOTHING"
    dropping = table(phase="drop", hands={0: "A0 B0 C0 D0 E0 F0"})
    assert refused(dropping, "pass") == "C-NOTHING"
