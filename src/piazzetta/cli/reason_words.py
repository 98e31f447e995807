"""The reasons of advice as English sentences: one catalogue, by the codes of the reasons.

A code has one text, or several of which the reason's numbers choose one.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from piazzetta.bots.reason import Reason
from piazzetta.cli.words import points, say

TEXTS = {
    "only_move": "the only legal move",
    # Piazza
    "makes_brackets": "makes brackets of {sizes}",
    "makes_brackets one": "makes a bracket of {sizes}",
    "opens_reply": "opens {points} for {seat}: {reply} (at most {before} before)",
    "leaves_reply": "leaves {seat} {points}: {reply}",
    "blocks_reply": "takes {points} away from {seat}, who can still make {left} at most",
    "keeps_card": "keeps {card} for later; with it, this card would make {points} more now",
    "fills_grid columns": "fills the grid: no more columns beyond {first} to {last}",
    "fills_grid rows": "fills the grid: no more rows beyond {first} to {last}",
    "finishes": "lays the last card, as number {place} to finish",
    "finishes first": "lays the last card, before everybody else",
    # C'est Carré!
    "grows_zone": "brings a zone of {motif} from {before} to {after}: {points} more",
    "joins_zones": "joins zones of {motif}, {sizes}, to {after}: {points} more",
    "breaks_zone": "breaks a zone of {motif} of {before} into {sizes}: {points} less",
    "breaks_zone end": "takes a card from a zone of {motif} of {before}: {points} less",
    "makes_nine": "makes nine of {motif}, which win the game when the round is scored",
    "breaks_nine": "breaks the winning nine of {motif}",
    "changes_values": "changes the values by {change:+d}",
    "completes_square": "completes the square: one more turn for {seats}",
    "completes_square last": "completes the square in the last turn of the round",
    "owes": "{count} more to play from the hand",
    "draws": "draws {count}",
    "draws drops": "draws {count} and must discard {drops}",
    "reshuffles": "the discard pile ({count}) is shuffled and drawn from",
    "takes_card": "takes {card}: at best {gain:+d} for the layout at once",
    "plays_hand": "laid, it plays {count} from the hand",
    "reveals_cards": "reveals two: the better adds {mean:+.1f} on average, at best {best:+d}",
    "skips_card": "does not take {card}: at best {gain:+d} for the layout at once",
    "leaves_card": "leaves {card} on the pile for {seat}: at best {gain:+d} at once",
    "reaches_target": "brings the total to {total}, if it stays like that",
    "ends_round": "ends the round; totals {totals}",
    "ends_round won": "ends the game; totals {totals}; won by {seats}",
}

VARIANTS: dict[str, Callable[[Any], str]] = {
    "makes_brackets": lambda reason: "one" if len(reason.sizes) == 1 else "",
    "fills_grid": lambda reason: str(reason.direction),
    "finishes": lambda reason: "first" if reason.place == 1 else "",
    "breaks_zone": lambda reason: "end" if len(reason.sizes) == 1 else "",
    "completes_square": lambda reason: "" if reason.seats else "last",
    "draws": lambda reason: "drops" if reason.drops else "",
    "ends_round": lambda reason: "won" if reason.seats else "",
}
"""Which of its texts a reason has, for codes with several."""


def sentence(reason: Reason, names: Sequence[str]) -> str:
    """The reason in words; the names are those of the seats."""
    values = {field.name: getattr(reason, field.name) for field in fields(reason)}
    told = {name: _told(name, value, names) for name, value in values.items()}
    return TEXTS[text_key(reason)].format(**told)


def text_key(reason: Reason) -> str:
    """Where the catalogue has the text."""
    variant = VARIANTS.get(reason.code, lambda _reason: "")(reason)
    return f"{reason.code} {variant}".rstrip()


def _told(name: str, value: Any, names: Sequence[str]) -> Any:
    """A field as it stands in a sentence."""
    match name:
        case "seat":
            return names[value]
        case "seats":
            return _listed([names[seat] for seat in value])
        case "sizes":
            return _listed([str(size) for size in value])
        case "totals":
            return say("list").join(map(str, value))
        case "points":
            return points(value)
        case "count":
            return "1 card" if value == 1 else f"{value} cards"
        case _:
            return value


def _listed(words: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *others, last = words or [""]
    return say("and").join([say("list").join(others), last]) if others else last
