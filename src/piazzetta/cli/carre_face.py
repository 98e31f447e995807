"""C'est Carré! in the terminal."""

from collections.abc import Sequence
from dataclasses import replace

from piazzetta.bots.greedy_carre import layout_after
from piazzetta.bots.reasons_carre import turns_left
from piazzetta.cli.boards import GAP, TILE, Scene, beside, box, fits, flow, free, grid, prose, tile
from piazzetta.cli.face import Face, Step, Worth
from piazzetta.cli.ink import (
    BOLD,
    ON_BLUE,
    ON_CYAN,
    ON_GREEN,
    ON_PINK,
    ON_RED,
    ON_YELLOW,
    Ink,
    cut,
)
from piazzetta.cli.words import points, say
from piazzetta.rules.carre import (
    Card,
    Drop,
    Lay,
    Move,
    Reveal,
    Swap,
    Take,
    View,
    score,
)
from piazzetta.rules.carre.layout import SIDE, ZONE_POINTS
from piazzetta.rules.carre.state import HAND_SIZE, TARGET, Hand, Layout
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Cell

STYLES = {
    "A": ON_RED,
    "B": ON_GREEN,
    "C": ON_YELLOW,
    "D": ON_BLUE,
    "E": ON_PINK,
    "F": ON_CYAN,
}
PANEL = 2 + SIDE * TILE
"""Columns of a player's panel, coordinates included, until the layout outgrows its square."""


def _table(scene: Scene) -> list[str]:
    return [*_panels(scene), *_piles(scene)]


def _panels(scene: Scene) -> list[str]:
    """All layouts, and a blank line; where they lack room for one row, with less and less else.

    What goes first are the others' coordinates: nothing has to be typed about their cells. Two rows
    have to be low, so that the list of moves stays on the screen with them.
    """
    seats = range(scene.view.players)
    full = [_panel(scene, seat) for seat in seats]
    bare = [_panel(scene, seat, bare=seat != scene.view.seat) for seat in seats]
    for panels in (full, bare):
        for gap in (GAP, 1):
            if fits(panels, gap):
                return [*beside(panels, gap), ""]
    return beside([_low(scene, seat, panel) for seat, panel in zip(seats, bare, strict=True)])


def _panel(scene: Scene, seat: int, bare: bool = False) -> list[str]:
    view, layout = scene.view, scene.view.layouts[seat]
    hand = "" if view.over else say("carre_hand", hand=_hand_size(view, seat))
    return [
        _name(scene, seat),
        say("carre_total", total=view.totals[seat], target=TARGET) + hand,
        _now(layout),
        *_layout(scene, seat, bare),
    ]


def _low(scene: Scene, seat: int, panel: Sequence[str]) -> list[str]:
    """The panel with two lines above the layout in place of three."""
    view, layout = scene.view, scene.view.layouts[seat]
    hand = "" if view.over else say("carre_low_hand", hand=_hand_size(view, seat))
    total = say("carre_total", total=view.totals[seat], target=TARGET)
    now = say("carre_low_now", points=score(layout).points) if layout else ""
    return [_name(scene, seat) + hand, total + now, *panel[3:]]


def _name(scene: Scene, seat: int) -> str:
    turn = seat == scene.view.turn and not scene.view.over
    name = cut(scene.names[seat], PANEL - 2)
    return f"{'>' if turn else ' '} {scene.ink.paint(name, BOLD if turn else '')}"


def _hand_size(view: View, seat: int) -> int:
    hand = view.hands[seat]
    return hand if isinstance(hand, int) else len(hand)


def _now(layout: Layout) -> str:
    if not layout:
        return say("carre_empty")
    worth = score(layout)
    if worth.victory:
        return say("carre_nine")
    return say("carre_now", values=worth.values, zones=worth.zone_points, points=worth.points)


def _layout(scene: Scene, seat: int, bare: bool) -> list[str]:
    layout, ink = scene.view.layouts[seat], scene.ink
    old = _seen_layout(scene, seat)
    tiles = {
        cell: tile(str(card), ink, STYLES[card.motif], new=(card, cell) not in old)
        for card, cell in layout
    }
    if seat == scene.view.seat:
        may = {legal.move.placed.cell for legal in scene.legal if isinstance(legal.move, Lay)}
        tiles = {**{cell: free(ink, open_to_viewer=True) for cell in may}, **tiles}
    cells = [cell for _, cell in layout] or [(0, 0)]
    return grid({**{cell: free(ink) for cell in box(cells)}, **tiles}, bare)


def _seen_layout(scene: Scene, seat: int) -> Layout:
    """What the viewer saw last; in a new round everything is new, so nothing is marked."""
    before, view = scene.before, scene.view
    same_round = before is not None and before.round == view.round
    layout: Layout = before.layouts[seat] if same_round else view.layouts[seat]
    return layout


def _piles(scene: Scene) -> list[str]:
    view, ink = scene.view, scene.ink
    values = {"round": view.round, "first": scene.names[view.first], "deck": view.deck}
    if view.discard:
        label = say("carre_piles", **values, discard=len(view.discard))
        lines = flow(label, _tiles(view.discard[-1:], ink))
    else:
        lines = [say("carre_no_discard", **values)]
    if view.closing and not view.over:
        left = [scene.names[seat] for seat in turns_left(view)]
        closing = prose(say("carre_closing", names=say("list").join(left)))
        lines += [ink.paint(line, BOLD) for line in closing]
    return lines


def _hand(scene: Scene) -> list[str]:
    view, ink = scene.view, scene.ink
    lines = flow(say("carre_revealed"), _tiles(view.revealed, ink)) if view.revealed else []
    lines += flow(say("hand"), _tiles(tuple(sorted(view.hands[view.seat])), ink))
    if view.phase == "drop":
        lines.append(say("carre_too_many", count=HAND_SIZE))
    return [*lines, say("carre_owed", count=view.owed)] if view.owed else lines


def _tiles(cards: Hand, ink: Ink) -> list[str]:
    return [tile(str(card), ink, STYLES[card.motif]) for card in cards]


def _look(view: View, ink: Ink) -> list[str]:
    return flow(say("carre_discard"), _tiles(view.discard[::-1], ink))


def _worth(view: View, legal: Legal[Move]) -> Worth:
    match legal.move:
        case Take():
            return Worth(0, str(view.discard[-1]))
        case Lay() | Swap():
            worth = score(layout_after(view.layouts[view.turn], legal.move))
            text = say("carre_nine_after" if worth.victory else "carre_after", points=worth.points)
            return Worth(worth.points, text)
        case _:
            return Worth(0, "")


def _tell(step: Step) -> str:
    before, after = step.before, step.after
    match step.move:
        case Take():
            return say("carre_take", card=before.discard[-1])
        case Reveal():
            return say("carre_reveal", cards=say("and").join(map(str, after.revealed)))
        case Lay(placed):
            what = say("carre_lay", card=placed.card, cell=_text(placed.cell))
            return what + _effect(step)
        case Swap(placed):
            old = _lying(before.layouts[before.turn], placed.cell)
            return say("carre_swap", card=placed.card, old=old, cell=_text(placed.cell))
        case Drop(card):
            return say("carre_drop", card=card)
        case _:
            return say("carre_pass")


def _effect(step: Step) -> str:
    """What laying the card brought, as far as it can be seen; nothing once the round is over."""
    before, after, seat = step.before, step.after, step.before.turn
    if _ends_round(step) or before.phase != "play":
        return ""
    if after.owed:
        return say("carre_owes", count=after.owed)
    drawn = after.hands[seat] - before.hands[seat]
    return say("carre_draws", count=drawn) if drawn else ""


def _lying(layout: Layout, cell: Cell) -> Card:
    return next(card for card, at in layout if at == cell)


def _text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _ends_round(step: Step) -> bool:
    return bool(step.before.round != step.after.round or step.after.over)


def _interlude(step: Step, names: tuple[str, ...], ink: Ink) -> list[str]:
    """At the end of a round: all layouts as they were scored, since the next deal clears them."""
    if not _ends_round(step):
        return []
    before, seat = step.before, step.before.turn
    final = layout_after(before.layouts[seat], step.move)
    layouts = (*before.layouts[:seat], final, *before.layouts[seat + 1 :])
    scored = replace(step.before, layouts=layouts, totals=step.after.totals, over=True)
    head = ["", ink.paint(say("carre_round", round=before.round), BOLD)]
    scores = _round_scores(scored, names)
    if step.after.over:
        # The last table of the game shows the same layouts.
        return [*head, *scores]
    return [*head, *_panels(Scene(scored, names, ink)), *scores, ""]


def _round_scores(scored: View, names: tuple[str, ...]) -> list[str]:
    lines = []
    for name, layout, total in zip(names, scored.layouts, scored.totals, strict=True):
        worth = score(layout)
        zones = "+".join(str(ZONE_POINTS[size]) for size in worth.zones if size > 1) or "0"
        values = {"values": worth.values, "zones": zones, "points": points(worth.points)}
        lines.append(say("carre_score", name=name, **values, total=total))
    return lines


def _help() -> str:
    zones = ", ".join(f"{size}: {worth}" for size, worth in ZONE_POINTS.items() if worth)
    return say("help_carre", hand=HAND_SIZE, zones=zones, target=TARGET)


FACE = Face(
    table=_table,
    hand=_hand,
    look=_look,
    worth=_worth,
    tell=_tell,
    ends_turn=lambda step: bool(step.after.phase == "source"),
    interlude=_interlude,
    questions=lambda _players: (),
    help=_help,
    tie_break=say("nine_first"),
)
