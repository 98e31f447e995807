"""What `piazzetta play` draws: complete, true and within 80 columns, with or without colour."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from piazzetta.cli.boards import TILE, WIDTH, Scene, beside, flow, grid, prose
from piazzetta.cli.dialogue import BELOW, list_rows
from piazzetta.cli.faces import FACES
from piazzetta.cli.ink import SGR, Ink, cut, pad, width
from piazzetta.cli.menu import COLUMNS, Menu, menu_of, tidy
from piazzetta.rules import GAMES, carre, piazza
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame
from piazzetta.rules.grid import Cell, Placed

LINES = 24
PLAIN, COLOURED = Ink(False), Ink(True)
NAMES = ("Bartholomäus", "Wilhelmina 2", "Ada", "广场广场广场", "Maximiliane")
TABLES = [(game, players) for game in GAMES.values() for players in game.seats]
IDS = [f"{game.name}-{players}" for game, players in TABLES]


@cache
def positions(game: AnyGame, players: int) -> tuple[Any, ...]:
    """All states of two games of random moves, one of them with chosen start cards."""
    states = []
    for seed in range(2):
        chosen = {"setup": "choose"} if game is piazza.GAME and seed == 0 else {}
        state = game.deal(game.options(players, chosen), Seed(seed))
        rng = Random(seed)
        for _ in range(120):
            states.append(state)
            if state.over:
                break
            state = game.play(state, rng.choice(game.legal_moves(state)).move, Seed(seed))
    return tuple(states)


def scene(game: AnyGame, state: Any, seat: int | None, ink: Ink = PLAIN) -> Scene:
    legal = game.legal_moves(state) if seat == state.turn else []
    before = game.view(positions(game, state.players)[0], seat)
    return Scene(game.view(state, seat), NAMES[: state.players], ink, legal, before)


def drawings(game: AnyGame, state: Any, ink: Ink) -> Iterator[list[str]]:
    """All that can be drawn of a state, for onlookers and for each seat."""
    face = FACES[game.name]
    yield face.table(scene(game, state, None, ink))
    for seat in range(state.players):
        shown = scene(game, state, seat, ink)
        yield face.table(shown)
        yield face.hand(shown)
        yield face.look(shown.view, ink)
    if not state.over:
        yield all_moves(game, state)


def all_moves(game: AnyGame, state: Any) -> list[str]:
    menu = menu_for(game, state)
    return menu.page(len(menu.entries))[1]


def menu_for(game: AnyGame, state: Any) -> Menu:
    view = game.view(state, state.turn)
    return menu_of(game.legal_moves(state), lambda legal: FACES[game.name].worth(view, legal))


def cells_drawn(lines: list[str]) -> dict[Cell, str]:
    """Read a grid again: what stands on each cell, by the coordinates around it."""
    head, *rows = lines
    columns = [(match.end() - TILE + 1, int(match[0])) for match in re.finditer(r"-?\d+", head)]
    labels = [re.match(r" *(-?\d+) ", row) for row in rows]
    return {
        (x, int(label[1])): row[at : at + TILE].strip()
        for row, label in zip(rows, labels, strict=True)
        for at, x in columns
        if label
    }


def cards_in(lines: list[str]) -> list[str]:
    return sorted(re.findall(r"[A-F](?:0|[+-][1-3])|[RPBY][1-6]", "\n".join(lines)))


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_every_line_fits(game: AnyGame, players: int) -> None:
    too_long = [
        line
        for state in positions(game, players)[::3]
        for lines in drawings(game, state, PLAIN)
        for line in lines
        if width(line) > WIDTH
    ]
    assert too_long == []


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_colour_adds_nothing_but_colour(game: AnyGame, players: int) -> None:
    for state in positions(game, players)[::21]:
        pairs = zip(drawings(game, state, PLAIN), drawings(game, state, COLOURED), strict=True)
        for plain, coloured in pairs:
            assert "\033" not in "".join(plain)
            assert [SGR.sub("", line).rstrip() for line in coloured] == [
                line.rstrip() for line in plain
            ]


@pytest.mark.parametrize("players", piazza.GAME.seats)
def test_a_piazza_table_can_be_read_back(players: int) -> None:
    for state in positions(piazza.GAME, players):
        shown = scene(piazza.GAME, state, state.turn)
        drawn = cells_drawn(FACES["piazza"].table(shown))
        cards = {cell: text.strip("*") for cell, text in drawn.items() if text.strip("*+·")}
        assert cards == {cell: str(card) for card, cell in state.board}
        assert {cell for cell, text in drawn.items() if text == "+"} == laid_cells(shown)


def laid_cells(shown: Scene) -> set[Cell]:
    """The cells on which the viewer may lay a card."""
    moves = [legal.move for legal in shown.legal]
    laid = [placed for move in moves if isinstance(move, piazza.Lay) for placed in move.cards]
    start = [move.card for move in moves if isinstance(move, piazza.Start)]
    return {placed.cell for placed in laid + start}


def test_what_came_since_the_last_look_has_a_star() -> None:
    first, *_, last = positions(piazza.GAME, 2)
    drawn = cells_drawn(FACES["piazza"].table(scene(piazza.GAME, last, 0)))
    new = {cell for cell, text in drawn.items() if text.startswith("*")}
    assert new == {lying.cell for lying in last.board} - {lying.cell for lying in first.board}


@pytest.mark.parametrize("players", carre.GAME.seats)
def test_carre_layouts_are_drawn_whole(players: int) -> None:
    for state in positions(carre.GAME, players):
        table = FACES["carre"].table(scene(carre.GAME, state, None))
        laid = [str(card) for layout in state.layouts for card, _ in layout]
        top = [str(card) for card in state.discard[-1:]]
        assert cards_in(table) == sorted(laid + top)


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_a_seat_is_shown_its_own_hand_and_no_other(game: AnyGame, players: int) -> None:
    for state in positions(game, players)[::15]:
        for seat in range(players):
            shown = scene(game, state, seat)
            revealed = getattr(state, "revealed", ())
            own = sorted(map(str, (*state.hands[seat], *revealed)))
            assert cards_in(FACES[game.name].hand(shown)) == own
            assert FACES[game.name].table(shown) == FACES[game.name].table(
                scene(game, hide_others(game, state, seat), seat)
            )


def hide_others(game: AnyGame, state: Any, seat: int) -> Any:
    """Another state that looks the same to this seat."""
    return game.determinize(game.view(state, seat), Random(seat))


def test_a_layout_that_outgrew_its_square_fits() -> None:
    cells = [(x, y) for x in range(3) for y in range(3)] + [(3, 0), (4, 0)]
    cards = [card for card in carre.PACK if card.value in (-1, 1)]
    layout = tuple(Placed(card, cell) for card, cell in zip(cards, cells, strict=False))
    state = carre.deal(carre.options(5, {}), Seed(1))
    table = FACES["carre"].table(scene(carre.GAME, replace(state, layouts=(layout,) * 5), None))
    assert max(map(width, table)) <= WIDTH
    assert sum(name in " ".join(table) for name in NAMES) == 5


def prompt_lines(game: AnyGame, state: Any) -> int:
    """The lines that somebody asked for a move needs on a small screen, prompt included."""
    shown = scene(game, state, state.turn)
    drawn = [*FACES[game.name].table(shown), *FACES[game.name].hand(shown)]
    menu = menu_for(game, state)
    listed = menu.page(COLUMNS * list_rows(LINES, drawn))[1]
    return len(drawn) + len(listed) + BELOW


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_what_a_decision_needs_fits_on_a_screen(game: AnyGame, players: int) -> None:
    states = [state for state in positions(game, players) if not state.over]
    assert len(states) > 60
    assert max(prompt_lines(game, state) for state in states) <= LINES


@pytest.mark.parametrize("players", carre.GAME.seats)
def test_squares_outgrown_in_all_directions_fit_on_a_screen(players: int) -> None:
    """The others have laid their last card; the one in turn still owes one, with ten laid."""
    square = [(x, y) for x in range(-2, 1) for y in range(-2, 1)]
    growths = ([(1, 0), (2, 0)], [(0, 1), (0, 2)], [(-3, -1), (1, -1)], [(-1, -3), (-1, 1)])
    cards = [card for card in carre.PACK if card.value in (-1, 1)]
    rng = Random(players)
    for _ in range(60):
        grown = [[*square, *rng.choice(growths)] for _ in range(players)]
        grown[-1].pop()
        layouts = tuple(
            tuple(Placed(card, cell) for card, cell in zip(cards, cells, strict=False))
            for cells in grown
        )
        dealt = carre.deal(carre.options(players, {"first": 0}), Seed(1))
        hands = tuple((carre.PACK[0],) * 4 for _ in range(players))
        state = replace(
            dealt, layouts=layouts, hands=hands, turn=players - 1, phase="lay", owed=1, closing=True
        )
        assert prompt_lines(carre.GAME, state) <= LINES
        lines = FACES["carre"].table(scene(carre.GAME, state, players - 1))
        assert max(map(width, lines)) <= WIDTH
        assert len(cards_in(lines)) == 11 * players - 1 + len(state.discard[-1:])


def test_the_best_moves_come_first() -> None:
    for state in positions(piazza.GAME, 2)[4::9]:
        points = {str(legal.move): legal.points for legal in piazza.legal_moves(state)}
        listed = [points[str(entry.move)] for entry in menu_for(piazza.GAME, state).entries]
        assert listed == sorted(points.values(), reverse=True)


def test_a_menu_can_be_narrowed_and_paged() -> None:
    state = positions(piazza.GAME, 2)[8]
    menu = menu_for(piazza.GAME, state)
    card = str(state.hands[state.turn][0])
    narrowed = menu.narrowed(card)
    assert {str(entry.move) for entry in narrowed.entries} == {
        str(legal.move) for legal in piazza.legal_moves(state) if card in str(legal.move)
    }
    assert [entry.number for entry in narrowed.entries] != [1]
    after, lines = menu.page(3)
    assert (after.shown, len(lines)) == (3, 2)
    assert [line.split()[0] for line in after.page(4)[1]] == ["4", "5"]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("b3@2,-1   B5@2,4", "B3@2,-1 B5@2,4"),
        ("LAY c+3 @ 0 , 1", "lay C+3@0,1"),
        ("Drop a-2", "drop A-2"),
        ("HELP", "help"),
        ("f0", "F0"),
        ("", ""),
    ],
)
def test_typing_is_tidied(typed: str, text: str) -> None:
    assert tidy(typed) == text


def test_a_grid_can_be_read_back() -> None:
    rng = Random(5)
    for _ in range(50):
        cells = {(rng.randint(-12, 3), rng.randint(-3, 12)): f" {i:<3}" for i in range(9)}
        drawn = cells_drawn(grid(cells))
        assert {cell: text for cell, text in drawn.items() if text} == {
            cell: text.strip() for cell, text in cells.items()
        }


def test_panels_wrap_and_keep_their_columns() -> None:
    panel = ["x" * 30, "y"]
    assert beside([panel, panel, panel]) == [
        "x" * 30 + "  " + "x" * 30,
        "y" + " " * 31 + "y",
        *panel,
    ]


def test_text_wraps_between_its_parts() -> None:
    assert flow("Hand:", ["a" * 40, "b" * 40]) == ["Hand: " + "a" * 40, "      " + "b" * 40]
    lines = prose("广场 " * 40)
    assert max(map(width, lines)) <= WIDTH
    assert "".join(lines).replace(" ", "") == "广场" * 40


def test_widths_are_those_of_a_terminal() -> None:
    assert width(COLOURED.paint("R1", "97;41")) == 2
    assert (width("广场"), width("e\u0301")) == (4, 1)
    assert (cut("广场", 3), pad("广", 4)) == ("广", "广  ")
