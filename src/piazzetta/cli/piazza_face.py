"""Piazza in the terminal."""

from piazzetta.cli.boards import Scene, beside, box, flow, free, grid, tile
from piazzetta.cli.face import Face, Question, Step, Worth
from piazzetta.cli.ink import BOLD, ON_BLUE, ON_PINK, ON_RED, ON_YELLOW, Ink, cut, pad
from piazzetta.cli.words import points, say
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Cell, Placed, spans_at_most
from piazzetta.rules.piazza import Card, Lay, Move, Start, View, arithmetic
from piazzetta.rules.piazza.cards import COLOURS
from piazzetta.rules.piazza.setup import neutral_colour
from piazzetta.rules.piazza.state import GRID, HAND_SIZE, SHAPES, SHAPES_FOR, Hand

STYLES = {"R": ON_RED, "P": ON_PINK, "B": ON_BLUE, "Y": ON_YELLOW}
NAME_COLUMNS = 12


def _table(scene: Scene) -> list[str]:
    return beside([_board(scene), ["", *_scores(scene), "", *_legend(scene)]])


def _board(scene: Scene) -> list[str]:
    view, ink = scene.view, scene.ink
    new = _new(scene)
    may = {placed.cell for legal in scene.legal for placed in _placed(legal.move)}
    tiles = {cell: free(ink, cell in may) for cell in _cells(view)}
    for lying in view.board:
        tiles[lying.cell] = tile(str(lying.card), ink, STYLES[lying.card.colour], new=lying in new)
    return grid(tiles)


def _new(scene: Scene) -> set[Placed[Card]]:
    """What was laid since the viewer's last look."""
    return set(scene.view.board) - set(scene.before.board) if scene.before else set()


def _cells(view: View) -> list[Cell]:
    """The cells where a card lies or could ever lie next."""
    if view.phase == "setup":
        return list(SHAPES[view.start])
    cells = [lying.cell for lying in view.board]
    return [cell for cell in box(cells, margin=1) if spans_at_most(GRID, (cell, *cells))]


def _placed(move: Move) -> tuple[Placed[Card], ...]:
    match move:
        case Lay(cards):
            return cards
        case Start(card):
            return (card,)
        case _:
            return ()


def _scores(scene: Scene) -> list[str]:
    view = scene.view
    rows = [_score_row(scene, seat) for seat in range(view.players)]
    neutral = neutral_colour(view.colours) if view.colours else ""
    note = [say("piazza_neutral", colour=_letter(neutral, scene.ink))] if neutral else []
    return [say("piazza_columns"), *rows, *note]


def _score_row(scene: Scene, seat: int) -> str:
    view, ink = scene.view, scene.ink
    turn = seat == view.turn and not view.over
    name = pad(cut(scene.names[seat], NAME_COLUMNS), NAME_COLUMNS)
    hand = view.hands[seat]
    numbers = say(
        "piazza_row",
        points=view.scores[seat],
        hand=hand if isinstance(hand, int) else len(hand),
        stock=view.stocks[seat],
    )
    own = view.colours[seat] if view.colours else ()
    letters = "".join(_letter(colour, ink) for colour in own)
    return f"{'>' if turn else ' '} {ink.paint(name, BOLD if turn else '')}{numbers} {letters}"


def _letter(colour: str, ink: Ink) -> str:
    return ink.paint(f" {colour} ", STYLES[colour])


def _legend(scene: Scene) -> list[str]:
    letters = {colour: _letter(colour, scene.ink) for colour in COLOURS}
    marks = [say("piazza_new")] if _new(scene) else []
    marks += [say("piazza_open")] if scene.legal else []
    return [say("piazza_colours", **letters), "   ".join(marks)]


def _hand(scene: Scene) -> list[str]:
    view = scene.view
    lines = flow(say("hand"), _tiles(view.hands[view.seat], scene.ink))
    return [say("piazza_setup"), *lines] if view.phase == "setup" else lines


def _tiles(cards: Hand, ink: Ink) -> list[str]:
    return [tile(str(card), ink, STYLES[card.colour]) for card in sorted(cards)]


def _look(view: View, ink: Ink) -> list[str]:
    if not view.own_stock:
        return [say("piazza_no_stock")]
    return flow(say("piazza_stock"), _tiles(view.own_stock, ink))


def _worth(_view: View, legal: Legal[Move]) -> Worth:
    if not legal.brackets:
        return Worth(0, "0" if isinstance(legal.move, Lay) else "")
    return Worth(legal.points, arithmetic(legal.brackets))


def _tell(step: Step) -> str:
    match step.move:
        case Lay(cards):
            what = say("and").join(_lay(placed) for placed in cards)
            scored = _points_told(step)
            return say("piazza_move", what=what, points=scored)
        case Start(placed):
            return say("piazza_start", card=placed.card, cell=_text(placed.cell))
        case _:
            return say("piazza_pass")


def _points_told(step: Step) -> str:
    """`3 + 4 = 7 points`, or that there are none."""
    gained = step.after.scores[step.before.turn] - step.before.scores[step.before.turn]
    if not gained:
        return say("piazza_nothing")
    parts, equals, _ = step.note.rpartition("= ")
    return parts + equals + points(gained)


def _lay(placed: Placed[Card]) -> str:
    return say("piazza_lay", card=placed.card, cell=_text(placed.cell))


def _text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _questions(players: int) -> tuple[Question, ...]:
    setup = Question("setup", say("ask_setup"), ("quick", "choose"))
    shapes = SHAPES_FOR[players]
    start = Question("start", say("ask_start"), shapes)
    return (setup, start) if len(shapes) > 1 else (setup,)


FACE = Face(
    table=_table,
    hand=_hand,
    look=_look,
    worth=_worth,
    tell=_tell,
    ends_turn=lambda _step: True,
    interlude=lambda _step, _names, _ink: [],
    questions=_questions,
    help=lambda: say("help_piazza", grid=GRID, hand=HAND_SIZE),
    tie_break=say("equal_points"),
)
