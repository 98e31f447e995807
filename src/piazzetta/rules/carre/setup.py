"""C-DEAL, C-FIRST: the options of a table, and the deal of a round."""

from collections.abc import Mapping
from typing import Any

from piazzetta.rules.carre.cards import PACK
from piazzetta.rules.carre.state import HAND_SIZE, SEATS, Options, State
from piazzetta.rules.chance import Chance
from piazzetta.rules.fields import one_of, within


def options(players: int, data: Mapping[str, Any]) -> Options:
    """Options from plain data; what is left out, or null, has its default."""
    within(players, SEATS, "players")
    for name in data:
        one_of(name, ("first",), "an option's name")
    first = data.get("first")
    return Options(players, None if first is None else within(first, range(players), "first"))


def options_to_json(chosen: Options) -> dict[str, Any]:
    """The plain data that `options` reads; what is left to chance is left out."""
    return {} if chosen.first is None else {"first": chosen.first}


def deal(chosen: Options, chance: Chance) -> State:
    """The first position of the first round."""
    first = chosen.first
    if first is None:
        first = chance.shuffle("first", range(chosen.players))[0]
    return deal_round(1, first, (0,) * chosen.players, chance)


def deal_round(number: int, first: int, totals: tuple[int, ...], chance: Chance) -> State:
    """C-DEAL: all cards shuffled, five to each seat in turn, one face up, the rest to draw from."""
    players = len(totals)
    top_first = chance.shuffle(f"round {number}", PACK)[::-1]
    dealt = players * HAND_SIZE
    return State(
        round=number,
        first=first,
        turn=first,
        phase="source",
        layouts=((),) * players,
        hands=tuple(top_first[i : i + HAND_SIZE] for i in range(0, dealt, HAND_SIZE)),
        deck=top_first[:dealt:-1],
        discard=(top_first[dealt],),
        revealed=(),
        owed=0,
        totals=totals,
        closing=False,
        over=False,
    )
