"""Holds the text of game records: what is written reads back, what is wrong is told by its line."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Given, Seed
from piazzetta.rules.errors import FieldError, IllegalMoveError, NotAMoveError
from piazzetta.rules.game import AnyGame
from piazzetta.rules.record import MOST_BYTES, MOST_MOVES, Record, RecordError
from scripts.make_goldens import FOLDER, Writing

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "records.md"

SHORT = """\
Game: piazza
Rules: 1
Seat 0: Ada
Seat 1: Ben
Option first: 0
Option setup: quick
Option start: square
Seed: 2a
Date: 2025-12-31
Result: *
Event: A game: "by hand" | for us
"""


def moves_of(game: AnyGame, options: Any, chance: Writing, picks: Sequence[int]) -> tuple[str, ...]:
    """The texts of one move for each pick, or fewer if the game ends."""
    state = game.deal(options, chance)
    moves = []
    for pick in picks:
        legal = game.legal_moves(state)
        if not legal:
            break
        move = legal[pick % len(legal)].move
        moves.append(str(move))
        state = game.play(state, move, chance)
    return tuple(moves)


def first_moves(text: str, count: int) -> str:
    """The record with its first legal moves played and written, without points."""
    told = record.parse(text)
    game = GAMES[told.game]
    moves = moves_of(game, told.options, Writing(Seed(0x2A)), [0] * count)
    return record.format(replace(told, moves=moves))


TEXT = first_moves(SHORT, 4)


def plain(text: str) -> bool:
    """Whether a header line can hold it."""
    return bool(text) and text == text.strip()


letters = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
texts = st.one_of(
    st.text(letters, min_size=1, max_size=12).filter(plain),
    st.sampled_from(["a: b", "x | y", "'", '"', "#", "1. 0: pass", "é́", "👩‍👩‍👧", "שלום", "艾"]),
)
tag_names = st.sampled_from(["Event", "Place", "Time control", "Seats", "game", "X-1", "Ünï"])
option_data: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "piazza": st.fixed_dictionaries(
        {}, optional={"setup": st.sampled_from(["quick", "choose"]), "first": st.integers(0, 1)}
    ),
    "carre": st.fixed_dictionaries({}, optional={"first": st.integers(0, 1)}),
}
COLOURS: dict[int, list[list[str]]] = {
    2: [["Y", "B"], ["R", "P"]],
    3: [["Y"], ["R"], ["P"]],
    4: [["P"], ["B"], ["R"], ["Y"]],
}


@st.composite
def option_values(draw: st.DrawFn, game: AnyGame, players: int) -> Any:
    data: dict[str, Any] = {**draw(option_data[game.name])}
    if game.name == "piazza" and draw(st.booleans()):
        data["colours"] = COLOURS[players]
    if game.name == "piazza" and players == 3:
        data["start"] = draw(st.sampled_from(["corner", "row"]))
    return game.options(players, data)


@st.composite
def records(draw: st.DrawFn) -> Record:
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    players = draw(st.sampled_from(game.seats))
    options = draw(option_values(game, players))
    chance = Writing(Seed(draw(st.integers(0, 2**256 - 1))))
    picks = draw(st.lists(st.integers(0, 999), max_size=80))
    moves = moves_of(game, options, chance, picks)
    return Record(
        game=game.name,
        rules_version=game.rules_version,
        options=options,
        chance=chance.seed if draw(st.booleans()) else Given(chance.orders),
        players=tuple(draw(st.lists(texts, min_size=players, max_size=players))),
        moves=moves,
        date=draw(st.none() | st.dates()),
        tags=tuple(draw(st.lists(st.tuples(tag_names, texts | st.just("")), max_size=3))),
    )


@settings(max_examples=60, deadline=None)
@given(records())
def test_a_record_comes_back_as_it_was(told: Record) -> None:
    text = record.format(told)
    assert record.parse(text) == told
    assert record.format(record.parse(text)) == text
    assert record.parse(record.decode(text.encode())) == told


@settings(max_examples=30, deadline=None)
@given(records(), st.data())
def test_a_cut_or_damaged_record_is_read_or_refused(told: Record, data: st.DataObject) -> None:
    text = record.format(told)
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=2)) + text[at + data.draw(st.integers(0, 2)) :]
    refused, again = None, None
    try:
        again = record.parse(damaged)
    except RecordError as error:
        refused = error.line
    if again is None:
        assert refused in range(1, damaged.count("\n") + 2)
    else:
        assert record.parse(record.format(again)) == again


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(RecordError):
        record.parse(record.decode(data))


def test_the_examples_of_the_document_are_canonical() -> None:
    blocks = DOCUMENT.read_text(encoding="utf-8").split("```record\n")[1:]
    assert len(blocks) == 2
    finished, by_hand = (block.partition("```")[0] for block in blocks)
    assert record.format(record.parse(finished)) == finished
    assert record.replay(record.parse(finished))[-1].over
    assert record.parse(by_hand).moves != ()


def test_the_document_tells_the_limits() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    assert f"at most {MOST_BYTES // 2**20} MiB, with at most {MOST_MOVES:,} moves" in document


@pytest.mark.parametrize("name", ["piazza-3", "piazza-2-choose", "carre-5-reshuffle"])
def test_the_document_names_every_shuffle(name: str) -> None:
    told = record.parse((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    assert isinstance(told.chance, Seed)
    chance = Writing(told.chance)
    game = GAMES[told.game]
    state = game.deal(told.options, chance)
    for text in told.moves:
        state = game.play(state, game.parse_move(text), chance)
    quoted = re.findall("`([^`\n]+)`", DOCUMENT.read_text(encoding="utf-8"))
    named = {re.sub("[0-9]+", "N", text) for text in quoted}
    assert {re.sub("[0-9]+", "N", label) for label in chance.orders} <= named


def test_replay_gives_the_position_before_and_after_each_move() -> None:
    told = record.parse(TEXT)
    game = GAMES[told.game]
    states = record.replay(told)
    assert states[0] == game.deal(told.options, told.chance)
    assert [step.state for step in record.steps(told)] == states[1:]
    assert [step.move for step in record.steps(told)] == list(told.moves)
    assert [step.seat for step in record.steps(told)] == [0, 1, 0, 1]


def test_reading_is_tolerant() -> None:
    told = record.parse(TEXT)
    without_points = "\n".join(line.partition("|")[0] for line in TEXT.splitlines()[11:])
    header = TEXT.splitlines()[:10]
    loose = "\n\n".join(line.replace(": ", " :  ") for line in reversed(header))
    sloppy = loose + "\n" + without_points.replace(". ", ".   ")
    assert record.parse(sloppy) == replace(told, tags=())
    assert record.parse(TEXT.replace("\n", "\r\n")) == told
    assert record.parse(record.decode(b"\xef\xbb\xbf" + TEXT.encode())) == told
    assert record.parse(TEXT.rstrip("\n")) == told
    assert record.parse(TEXT.replace("Result: *\n", "").replace("Seed: 2a", "Seed: 002A")) == told
    assert record.parse(TEXT.replace("Option setup: quick\n", "")) == told


def test_two_cards_are_read_in_either_order() -> None:
    path = FOLDER / "piazza-2.record"
    told = record.parse(path.read_text(encoding="utf-8"))
    pair = next(move for move in told.moves if " " in move)
    swapped = path.read_text(encoding="utf-8").replace(pair, " ".join(pair.split()[::-1]), 1)
    assert record.parse(swapped) == told


def test_an_unfinished_game_needs_no_orders_beyond_its_shuffles() -> None:
    data = {"setup": "choose", "first": 0, "colours": COLOURS[2]}
    options = GAMES["piazza"].options(2, data)
    told = Record("piazza", 1, options, Given({}), ("Ada", "Ben"))
    assert record.parse(record.format(told)) == told
    assert "Result: *\n" in record.format(told)


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1, old
    return TEXT.replace(old, new)


LINES = TEXT.splitlines()
BROKEN = [
    ("nothing", "", 1, "'Game' is missing"),
    ("no game", changed("Game: piazza\n", ""), 10, "'Game' is missing"),
    ("unknown game", changed("Game: piazza", "Game: go"), 1, "must be one of piazza, carre"),
    ("no rules", changed("Rules: 1\n", ""), 10, "'Rules' is missing"),
    ("unknown rules", changed("Rules: 1", "Rules: 7"), 2, "version 7 .* not known"),
    ("no version", changed("Rules: 1", "Rules: one"), 2, "is a number"),
    ("negative version", changed("Rules: 1", "Rules: -1"), 2, "is a number"),
    ("no seats", changed("Seat 0: Ada\nSeat 1: Ben\n", ""), 9, "players must be from 2 to 4"),
    ("one seat", changed("Seat 1: Ben\n", ""), 10, "players must be from 2 to 4"),
    ("a gap", changed("Seat 1", "Seat 2"), 4, "numbered from 0"),
    ("a seat twice", changed("Seat 1", "Seat 0"), 4, "given in line 3"),
    ("a seat's number", changed("Seat 1", "Seat one"), 4, "numbered from 0"),
    ("a seat without one", changed("Seat 1", "Seat"), 4, "says which one"),
    ("an empty name", changed("Seat 1: Ben", "Seat 1:"), 4, "empty"),
    ("that text on a line has not", changed("Ben", "B\x1b[1m"), 4, "that text on a line has not"),
    ("a line separator", changed("Ben", "B\u2028n"), 4, "that text on a line has not"),
    ("an unknown option", changed("Option start", "Option shape"), 7, "an option's name"),
    ("a wrong option", changed("start: square", "start: row"), 7, "start must be one of square"),
    ("a long option", changed("first: 0", "first: " + "[" * 9999), 5, "first must be"),
    ("an option twice", changed("setup: quick", "first: 0"), 6, "given in line 5"),
    ("no chance", changed("Seed: 2a\n", ""), 10, "no order is given for the shuffle 'colours'"),
    ("no hexadecimal", changed("Seed: 2a", "Seed: 2g"), 8, "hexadecimal digits"),
    ("a long seed", changed("Seed: 2a", "Seed: " + "1" * 65), 8, "1 to 64 hexadecimal"),
    ("two chances", changed("Seed: 2a", "Seed: 2a\nOrder first: 0 1"), 9, "the seed in line 8"),
    ("an order", changed("Seed: 2a", "Order colours: R R B Y"), 8, "'colours' does not hold"),
    ("a label", changed("Seed: 2a", "Order a\x00b: R"), 8, "that text on a line has not"),
    ("no date", changed("2025-12-31", "31.12.2025"), 9, "year-month-day"),
    ("a date that is none", changed("2025-12-31", "2025-02-30"), 9, "year-month-day"),
    ("a result", changed("Result: *", "Result: seat 0 wins, 1 0 (P-END)"), 10, "the result is"),
    ("no header", changed("Result: *", "Result"), 10, "neither a header line"),
    ("no name", changed("Event: A game", ": A game"), 11, "a tag's name is empty"),
    ("a figure", changed("Event: A game", "1st event: A game"), 11, "begins with no figure"),
    ("a tag's text", changed("for us", "f\x07"), 11, "that text on a line has not"),
    ("numbering", changed("3. 0: ", "4. 0: "), 15, "should be move 3, not 4"),
    ("the wrong seat", changed("2. 1: ", "2. 0: "), 14, "turn of seat 1, not of seat 0"),
    ("no seat", changed("2. 1: ", "2. "), 14, "is written '2. SEAT: MOVE'"),
    ("a header among moves", TEXT + "Event: late\n", 17, "a move is expected"),
    ("no move", changed(LINES[13], "2. 1: castle"), 14, "no move of Piazza"),
    ("no text", changed(LINES[13], "2. 1:"), 14, "no move of Piazza"),
    ("an illegal move", changed(LINES[13], "2. 1: pass"), 14, "P-STUCK"),
    ("a lonely card", changed(LINES[13], LINES[13].replace("@", "@9")), 14, r"\(P-\w+\)"),
    ("points", changed(LINES[13], LINES[13] + " | 99"), 14, "points of .* are '.*', not '99'"),
]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [case[1:] for case in BROKEN],
    ids=[case[0].replace(" ", "-") for case in BROKEN],
)
def test_a_broken_record_is_told_by_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as caught:
        record.parse(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")


def test_an_illegal_move_keeps_its_clause() -> None:
    with pytest.raises(RecordError) as caught:
        record.parse(changed(LINES[13], "2. 1: pass"))
    assert isinstance(caught.value.__cause__, IllegalMoveError)
    assert caught.value.__cause__.clause == "P-STUCK"


def test_a_move_after_the_end_is_refused() -> None:
    path = FOLDER / "piazza-2.record"
    text = path.read_text(encoding="utf-8")
    last = int(text.splitlines()[-1].partition(".")[0])
    with pytest.raises(RecordError, match="the game is over") as caught:
        record.parse(f"{text}{last + 1}. 0: pass\n")
    assert caught.value.line == text.count("\n") + 1


def test_a_missing_reshuffle_is_told_at_the_move_that_needs_it() -> None:
    path = FOLDER / "carre-2-deck.record"
    lines = path.read_text(encoding="utf-8").splitlines()
    order = next(line for line in lines if line.startswith("Order round 2:"))
    ends = next(i for i, line in enumerate(lines) if "| round 1:" in line)
    without = "\n".join(line for line in lines if line != order)
    with pytest.raises(RecordError, match="no order is given for the shuffle 'round 2'") as caught:
        record.parse(without)
    assert caught.value.line == ends  # one line fewer, counted from 1
    wrong = "\n".join(line + " A0" if line == order else line for line in lines)
    with pytest.raises(RecordError, match="'round 2' does not hold") as caught:
        record.parse(wrong)
    assert caught.value.line == lines.index(order) + 1


def test_bytes_that_are_no_text_are_told_by_their_line() -> None:
    with pytest.raises(RecordError, match="no UTF-8") as caught:
        record.decode(b"Game: piazza\nRules: 1\nSeat 0: \xff\n")
    assert caught.value.line == 3


def test_a_long_text_is_refused() -> None:
    with pytest.raises(RecordError, match="longer than"):
        record.parse("x" * (MOST_BYTES + 1))


def test_many_seats_are_refused() -> None:
    seats = "".join(f"Seat {i}: x\n" for i in range(50_000))
    with pytest.raises(RecordError, match="players must be from 2 to 5, not 50000"):
        record.parse(f"{seats}Game: carre\nRules: 1\n")


def test_a_long_file_is_refused() -> None:
    with pytest.raises(RecordError, match="longer than"):
        record.decode(bytes(MOST_BYTES + 1))


def test_a_record_of_too_many_moves_is_refused() -> None:
    with pytest.raises(RecordError, match="at most 100,000 moves") as caught:
        record.parse(SHORT + "".join(f"{i}. 0: pass\n" for i in range(1, MOST_MOVES + 9)))
    assert caught.value.line == SHORT.count("\n") + MOST_MOVES + 1


SOUND = record.parse(TEXT)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "go"}, "must be one of"),
        ({"rules_version": 2}, "not known"),
        ({"players": ("Ada", " Ben")}, "begins or ends with a space"),
        ({"players": ("Ada", "Ben\u3000")}, "begins or ends with a space"),
        ({"players": ("Ada", "")}, "empty"),
        ({"players": ("Ada", "B\nn")}, "that text on a line has not"),
        ({"players": ("Ada", "B\ud800n")}, "that text on a line has not"),
        ({"players": ("Ada", "Ben", "Cy")}, "start must be one of"),
        ({"players": ("Ada", "Ben", "Cy", "Di")}, "not the options of 4 players"),
        ({"date": datetime(2025, 1, 1)}, "without a time"),
        ({"tags": (("Game", "x"),)}, "the record itself uses it"),
        ({"tags": (("Seat 7", "x"),)}, "the record itself uses it"),
        ({"tags": (("a:b", "x"),)}, "no colon"),
        ({"tags": (("1a", "x"),)}, "begins with no figure"),
        ({"tags": (("a", "x "),)}, "begins or ends with a space"),
        ({"chance": Given({"a:b": ()})}, "no colon"),
        ({"chance": Given({"a  b": ()})}, "no double spaces"),
        ({"chance": Given({"a": ("(1, 0)",)})}, "a card with spaces"),
        ({"moves": ("R1@0,2 P1@0,4",)}, "writes 'R1@0,2 P1@0,4' as 'P1@0,4 R1@0,2'"),
        ({"moves": ("pass",) * (MOST_MOVES + 1)}, "at most 100,000 moves"),
    ],
)
def test_what_cannot_be_written_is_no_record(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(FieldError, match=reason):
        replace(SOUND, **change)


def test_a_move_of_no_game_is_no_record() -> None:
    with pytest.raises(NotAMoveError):
        replace(SOUND, moves=("castle",))


def test_an_illegal_move_cannot_be_written() -> None:
    with pytest.raises(IllegalMoveError, match="P-STUCK"):
        record.format(replace(SOUND, moves=("pass",)))


def test_more_than_can_be_read_is_not_written() -> None:
    with pytest.raises(FieldError, match="longer than"):
        record.format(replace(SOUND, tags=(("Event", "x" * MOST_BYTES),)))


def test_the_date_is_the_one_written() -> None:
    assert SOUND.date == date(2025, 12, 31)
    assert SOUND.tags == (("Event", 'A game: "by hand" | for us'),)
