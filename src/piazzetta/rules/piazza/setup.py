"""P-SETS, P-START, P-FIRST: from the options of a table to the first position."""

from collections.abc import Mapping
from typing import Any

from piazzetta.rules.chance import Chance
from piazzetta.rules.errors import FieldError, RulesError
from piazzetta.rules.fields import one_of, sequence, within
from piazzetta.rules.grid import Placed
from piazzetta.rules.piazza.cards import COLOURS, KINDS, PACK
from piazzetta.rules.piazza.moves import may_start
from piazzetta.rules.piazza.play import play
from piazzetta.rules.piazza.state import (
    COLOURS_EACH,
    SEATS,
    SHAPES,
    SHAPES_FOR,
    Colours,
    Hand,
    Options,
    Start,
    State,
)

NAMES = ("first", "setup", "start", "colours")


def options(players: int, data: Mapping[str, Any]) -> Options:
    """Options from plain data; what is left out, or null, has its default."""
    within(players, SEATS, "players")
    for name in data:
        one_of(name, NAMES, "an option's name")
    given = {name: value for name, value in data.items() if value is not None}
    return Options(
        players=players,
        first=within(given["first"], range(players), "first") if "first" in given else None,
        setup=one_of(given.get("setup", "quick"), ("quick", "choose"), "setup"),
        start=one_of(given.get("start", SHAPES_FOR[players][0]), SHAPES_FOR[players], "start"),
        colours=colours(given["colours"], players) if "colours" in given else None,
    )


def options_to_json(chosen: Options) -> dict[str, Any]:
    """The plain data that `options` reads; what is left to chance is left out."""
    data = {"first": chosen.first, "setup": chosen.setup, "start": chosen.start}
    own = chosen.colours and [list(seat) for seat in chosen.colours]
    return {name: value for name, value in {**data, "colours": own}.items() if value is not None}


def colours(value: Any, players: int, wrong: type[RulesError] = FieldError) -> Colours:
    """P-SETS: each seat's own colours; `wrong` is raised if their number is."""
    seats = [sequence(entry, "colours") for entry in sequence(value, "colours")]
    named = [one_of(colour, tuple(COLOURS), "a colour") for seat in seats for colour in seat]
    sizes = [len(seat) for seat in seats]
    if sizes != [COLOURS_EACH[players]] * players or len(set(named)) < len(named):
        each = COLOURS_EACH[players]
        raise wrong(f"colours must give {players} seats {each} each, all different")
    return tuple(tuple(seat) for seat in seats)


def deal(chosen: Options, chance: Chance) -> State:
    """The first position: all start cards still to lay, or (quick) laid at random."""
    own = chosen.colours or _draw_colours(chosen.players, chance)
    first = chosen.first
    if first is None:
        first = chance.shuffle("first", range(chosen.players))[0]
    state = State(
        phase="setup",
        colours=own,
        start=chosen.start,
        first=first,
        board=(),
        hands=_sets(own, chance),
        stocks=((),) * chosen.players,
        scores=(0,) * chosen.players,
        turn=0,
        finished=(),
        passes=0,
        over=False,
    )
    return _quick_start(state, own, chance) if chosen.setup == "quick" else state


def neutral_colour(own: Colours) -> str:
    """The colour nobody owns; empty with two or four players."""
    owned = {colour for seat in own for colour in seat}
    return "".join(colour for colour in COLOURS if colour not in owned)


def _draw_colours(players: int, chance: Chance) -> Colours:
    order = chance.shuffle("colours", COLOURS)
    each = COLOURS_EACH[players]
    return tuple(order[seat * each : (seat + 1) * each] for seat in range(players))


def _sets(own: Colours, chance: Chance) -> tuple[Hand, ...]:
    """P-SETS: each seat's whole colours, and a third of the neutral one."""
    sets = [[card for card in PACK if card.colour in seat] for seat in own]
    nobodys = neutral_colour(own)
    neutral = [card for card in PACK if card.colour == nobodys]
    for i, card in enumerate(chance.shuffle("neutral", neutral) if neutral else ()):
        sets[i * len(own) // len(neutral)].append(card)
    return tuple(tuple(sorted(cards)) for cards in sets)


def _quick_start(state: State, own: Colours, chance: Chance) -> State:
    """P-START-CHOICE, at random: each seat lays a card of each own colour on the next cell."""
    cells = {f"{x},{y}": (x, y) for x, y in SHAPES[state.start]}
    order = chance.shuffle("start cells", tuple(cells))
    kinds = chance.shuffle("start cards", KINDS)
    needed = [colour for seat in own for colour in seat]
    for colour, text in zip(needed, order, strict=True):
        card = next(kind for kind in kinds if kind.colour == colour and may_start(state, kind))
        state = play(state, Start(Placed(card, cells[text])), chance)
    return state
