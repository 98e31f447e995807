"""`piazzetta play`, played: whole games through pipes and terminals, and all that goes wrong."""

import re
import signal
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from piazzetta.cli.words import TEXTS, points
from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame
from tests.cli.command import COMMAND, piazzetta
from tests.cli.terminal import CLEAR, Terminal

TABLES = [(game, players) for game in GAMES.values() for players in game.seats]
IDS = [f"{game.name}-{players}" for game, players in TABLES]
CARD = re.compile(r"(?<![A-Za-z])(?:[A-F](?:0|[+-][1-3])|[RPBY][1-6])(?![0-9])")
PROMPT = "your move: "
BLANK = "\n" * 40


def play(*arguments: str, typed: str | bytes = "") -> str:
    """The whole output of a session through pipes; it must end well."""
    stdin = typed if isinstance(typed, bytes) else typed.encode()
    done = piazzetta("play", *arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert "\033" not in text
    return text


def refused(*arguments: str) -> str:
    """What is said about arguments that make no game."""
    done = piazzetta("play", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr
    return done.stderr.decode()


def seats(*players: str) -> list[str]:
    return [part for player in players for part in ("--seat", player)]


def deal(game: AnyGame, players: int, seed: int) -> Any:
    return game.deal(game.options(players, {}), Seed(seed))


def ranking(text: str) -> list[int]:
    """Everybody's points, best first, as the last lines tell them; some may share a place."""
    last = text.split("The game is over: ")[1]
    places = re.findall(r"^\d\. (.+): (-?\d+) points?$", last, re.MULTILINE)
    return [int(points) for names, points in places for _ in names.split(", ")]


# Whole games


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_bots_play_whole_games(game: AnyGame, players: int, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    bots = ["greedy", *["random"] * (players - 1)]
    text = play("--game", game.name, *seats(*bots), "--seed", "7", "--record", str(path))
    told = record.parse(path.read_text(encoding="utf-8"))
    last = record.replay(told)[-1]
    points = sorted(game.scores(last), reverse=True)
    assert last.over
    assert ranking(text) == points


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_a_person_plays_whole_games(game: AnyGame, players: int, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    people = ["human:Ada", "greedy", *["random"] * (players - 2)]
    arguments = ["--game", game.name, *seats(*people), "--seed", "3", "--record", str(path)]
    text = play(*arguments, typed="1\n" * 400)
    told = record.parse(path.read_text(encoding="utf-8"))
    assert told.players[:2] == ("Ada", "Greedy")
    assert record.replay(told)[-1].over
    assert "Pass the screen" not in text
    assert [line for line in text.splitlines() if len(line) > 80 and str(path) not in line] == []
    assert len(ranking(text)) == players


@pytest.mark.parametrize("start", ["corner", "row"])
def test_start_cards_can_be_chosen(start: str) -> None:
    arguments = [*seats("human:Ada", "greedy", "random"), "--setup", "choose", "--start", start]
    text = play(*arguments, "--seed", "3", typed="2\n" * 80)
    assert "Lay a start card" in text
    assert text.count(": start card ") == 3
    assert len(ranking(text)) == 3


def test_the_same_seed_gives_the_same_game() -> None:
    arguments = [*seats("greedy", "random"), "--seed", "12345"]
    assert play(*arguments) == play(*arguments)
    assert play(*arguments) != play(*seats("greedy", "random"), "--seed", "12346")


def test_moves_can_be_typed_as_text(tmp_path: Path) -> None:
    game, path = GAMES["piazza"], tmp_path / "game.txt"
    state = game.deal(game.options(2, {"first": 0}), Seed(5))
    moves = [str(legal.move) for legal in game.legal_moves(state)]
    pair = next(move for move in reversed(moves) if " " in move)
    swapped = " ".join(reversed(pair.lower().split()))
    arguments = [*seats("human", "greedy"), "--first", "1", "--seed", "5", "--record", str(path)]
    text = play(*arguments, typed=f"{swapped}\nquit\n")
    assert "The game was left" in text
    assert record.parse(path.read_text(encoding="utf-8")).moves[0] == pair


# At a terminal


def test_two_enters_are_enough() -> None:
    with Terminal("--seed", "1") as terminal:
        terminal.until("[1]: ")
        terminal.type("\n")
        terminal.until("against Nino]: ")
        terminal.type("\n")
        shown = terminal.until(PROMPT)
        assert "Piazza: You, Nino." in shown
        assert "\033[" in shown


def test_everything_can_be_asked_for() -> None:
    answers = ["1", "3", "Ada", "rosa", "", "2", "2"]
    with Terminal("--seed", "1") as terminal:
        for answer in answers:
            terminal.until("]: ")
            terminal.type(f"{answer}\n")
        shown = terminal.until(PROMPT)
    assert "Piazza: Ada, Rosa, Nino." in shown
    assert "Lay a start card" in shown


def test_answers_that_are_none_are_asked_again() -> None:
    text = play(typed="3\nx\n2\n9\n3\nBea\n\nhuman:\nhuman\n")
    assert text.count("Please answer with a number from 1 to 2.") == 2
    assert text.count("Please answer with a number from 2 to 5.") == 1
    assert text.count("a player needs a name") == 1
    assert "C'est Carré!: Bea, Nino, Player 3." in text or "Pass the screen" in text


@pytest.mark.parametrize("before", ["", "1\n", "2\n3\n", "1\n3\nAda\n\n\n"])
@pytest.mark.parametrize("word", ["q", "Quit", " exit "])
def test_every_question_before_the_game_lets_one_leave(before: str, word: str) -> None:
    text = play(typed=f"{before}{word}\n")
    assert text.endswith("No game was begun.\n")
    assert "Please answer" not in text


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [(["--no-colour"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"})],
)
def test_colour_can_be_left_out(arguments: list[str], environment: dict[str, str]) -> None:
    with Terminal(*seats("human", "greedy"), *arguments, **environment) as terminal:
        terminal.until(PROMPT)
        assert "\033" not in terminal.text


def test_quit_asks_first_where_somebody_sits() -> None:
    with Terminal(*seats("human", "greedy")) as terminal:
        for answer in ("quit", "n", "quit", "y"):
            terminal.until(PROMPT, "[y/N]: ")
            terminal.type(f"{answer}\n")
        assert terminal.end() == 0
        assert "The game was left" in terminal.text


@pytest.mark.parametrize("before", [[], seats("human", "greedy")])
def test_ctrl_d_leaves(before: list[str]) -> None:
    with Terminal(*before) as terminal:
        terminal.until(": ", PROMPT)
        terminal.settle(0.2)
        terminal.type("\x04")
        assert terminal.end() == 0
        assert "The input has ended" in terminal.text


@pytest.mark.parametrize("before", [[], seats("human", "greedy")])
def test_ctrl_c_leaves(before: list[str]) -> None:
    with Terminal(*before) as terminal:
        terminal.until("]: ", PROMPT)
        terminal.settle(0.2)  # between the prompt and the reading a signal would wait for a key
        terminal.type("\x03")
        assert terminal.end() == 128 + signal.SIGINT


def test_a_game_that_is_left_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with Terminal(*seats("human", "greedy"), "--first", "1", "--record", str(path)) as terminal:
        terminal.until(PROMPT)
        terminal.type("1\n")
        terminal.until(PROMPT)
        terminal.type("\x03")
        assert terminal.end() == 128 + signal.SIGINT
    assert len(record.parse(path.read_text(encoding="utf-8")).moves) == 2


# Hands stay hidden


def own_cards(game: AnyGame, state: Any) -> set[str]:
    """What the seat in turn may see, as texts of cards."""
    view = game.view(state, state.turn)
    return set(CARD.findall(repr_of(game, view)))


def repr_of(game: AnyGame, view: Any) -> str:
    return " ".join(map(str, _flat(game.view_to_json(view))))


def _flat(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for entry in value.values() for leaf in _flat(entry)]
    if isinstance(value, list):
        return [leaf for entry in value for leaf in _flat(entry)]
    return [value]


def told_cards(game: AnyGame, states: list[Any], moves: list[Any]) -> set[str]:
    """The cards that everybody saw in these moves: played, taken, revealed, replaced."""
    seen: set[str] = set()
    for state, move in zip(states, moves, strict=True):
        seen |= set(CARD.findall(f"{move} {repr_of(game, game.view(state, None))}"))
    return seen


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_no_screen_shows_another_hand(game: AnyGame, players: int) -> None:
    """After each curtain, all cards on the screen are ones that this person may see."""
    names = ["Ada", "Bea", "Carl", "Dora", "Emil"][:players]
    state, rng = deal(game, players, 9), Random(9)
    states: list[Any] = []
    moves: list[Any] = []
    looked = dict.fromkeys(range(players), 0)
    arguments = ["--game", game.name, *seats(*(f"human:{name}" for name in names))]
    at_screen = None
    with Terminal(*arguments, "--seed", "9", "--no-colour") as terminal:
        for _ in range(25):
            if state.over:
                break
            seat = state.turn
            if at_screen != seat:
                before = terminal.until("then press Enter. ")
                assert before.endswith(f"Pass the screen to {names[seat]}, then press Enter. ")
                assert CLEAR in before
                assert not CARD.search(before.rpartition(CLEAR)[2])
                terminal.type("\n")
                assert terminal.until(CLEAR).strip() == CLEAR
            shown = terminal.until(PROMPT)
            told = told_cards(game, states[looked[seat] :], moves[looked[seat] :])
            assert set(CARD.findall(shown)) <= own_cards(game, state) | told
            at_screen, looked[seat] = seat, len(states)
            legal = game.legal_moves(state)
            move = rng.choice(legal).move
            terminal.type(f"{move}\n")
            states.append(state)
            moves.append(move)
            state = game.play(state, move, Seed(9))


def test_without_a_terminal_the_curtain_is_blank_lines() -> None:
    text = play(*seats("human:Ada", "human:Bea"), "--first", "1", typed="\n1\n\n")
    curtains = text.split("Pass the screen to ")
    assert [part.split(",")[0] for part in curtains[1:]] == ["Ada", "Bea"]
    assert all(BLANK in part for part in curtains)


def test_keys_pressed_early_do_not_lift_the_curtain() -> None:
    with Terminal(*seats("human:Ada", "human:Bea"), "--first", "1") as terminal:
        terminal.until("press Enter. ")
        terminal.settle(0.3)
        terminal.type("\n")
        terminal.until(PROMPT)
        terminal.type("1\n\n\n")
        terminal.until("Pass the screen to Bea, then press Enter. ")
        assert "Your hand" not in terminal.settle(1)
        terminal.type("\n")
        terminal.until(PROMPT)


def test_the_last_screen_shows_no_hand_of_the_others() -> None:
    text = play(*seats("human:Ada", "human:Bea"), "--seed", "2", typed="\n1\n" * 100)
    last = text.rpartition(BLANK)[2]
    assert "The game is over" in last
    assert "Your hand" not in last


# Talking back


def test_wrong_moves_are_explained_and_asked_again() -> None:
    wrong = ["B9@0,0", "Hello There", "R1@50,50", "pass", "start R1@0,0", "0", "99999", "A+1"]
    arguments = [*seats("human", "greedy"), "--first", "1", "--seed", "5"]
    text = play(*arguments, typed="\n".join([*wrong, "", "quit"]))
    assert "'B9@0,0' is no move here." in text
    assert "'Hello There' is no move here." in text
    assert "card@column,row or card@column,row card@column,row" in " ".join(text.split())
    assert "(P-STUCK)" in text
    assert text.count("There is no move ") == 2
    assert "None of your moves has A+1." in text
    assert text.count(PROMPT) == len(wrong) + 2


def test_an_illegal_move_names_its_clause() -> None:
    game = GAMES["piazza"]
    state = game.deal(game.options(2, {"first": 0}), Seed(5))
    card = state.hands[0][0]
    arguments = [*seats("human", "greedy"), "--first", "1", "--seed", "5"]
    text = play(*arguments, typed=f"{card}@0,0\n{card}@5,5\n")
    assert f"{card}@0,0: 0,0 is not empty (P-TOUCH)" in text
    assert f"{card}@5,5: no card lies beside 5,5 (P-TOUCH)" in text


def test_the_list_can_be_narrowed_continued_and_shown_whole() -> None:
    game = GAMES["piazza"]
    state = game.deal(game.options(2, {"first": 0}), Seed(5))
    card, count = str(state.hands[0][0]), len(game.legal_moves(state))
    arguments = [*seats("human", "greedy"), "--first", "1", "--seed", "5"]
    text = play(*arguments, typed=f"{card}\nall\nmore\nboard\nlook\nhelp\n?\n")
    listed = re.findall(r"(?:^|  ) *(\d+)  [A-Z]", text.split(f"{PROMPT}all")[1].split(PROMPT)[0])
    assert sorted(map(int, listed)) == list(range(1, count + 1))
    only = text.split(f"{PROMPT}{card}")[1].split(PROMPT)[0]
    lines = re.findall(r"\d+  ((?:[A-Z]\d@\S+ ?)+)", only)
    assert lines
    assert all(card in line for line in lines)
    assert "That was the last of the moves." in text
    assert text.count("Your hand:") == 2
    assert "Your stock, in no order:" in text
    assert text.count("form a bracket") == 4


def test_after_a_filter_the_rest_can_still_be_listed() -> None:
    game = GAMES["piazza"]
    card = str(game.deal(game.options(2, {"first": 0}), Seed(5)).hands[0][-1])
    arguments = [*seats("human", "greedy"), "--first", "1", "--seed", "5"]
    text = play(*arguments, typed=f"{card}\nmore\nall\nmore\n")
    assert re.search(rf"\d+ of \d+ moves with {card}\. Type a number", text)
    assert f"That was the last of the moves with {card}; all lists every move." in text
    assert "That was the last of the moves." in text.split(f"{PROMPT}all")[1]


def test_only_what_can_be_typed_now_is_offered() -> None:
    arguments = ["--game", "carre", *seats("human", "greedy"), "--first", "1", "--seed", "5"]
    text = " ".join(play(*arguments, typed="dance\nhelp\ntake\nDance\nhelp\n").split())
    first, second = text.split("'Dance'")
    assert (
        "'dance' is no move here. Type a number from 1 to 2, or take or reveal; or help." in first
    )
    assert "card or cell" not in first
    assert "take to make that move more, all" in first
    assert second.startswith(" is no move here. Type a number from 1 to 1, or lay card@column,row;")
    assert "lay B0@0,0 to make that move: card@column,row" in second


def test_a_curtain_lets_people_leave() -> None:
    with Terminal(*seats("human:Ada", "human:Bea"), "--first", "1") as terminal:
        terminal.until("press Enter. ")
        terminal.settle(0.3)
        terminal.type("help\n")
        assert "Enter goes on, quit leaves the game." in terminal.until("press Enter. ")
        terminal.type("quit\n")
        terminal.until("[y/N]: ")
        terminal.type("n\n")
        terminal.until("press Enter. ")
        terminal.type("quit\n")
        terminal.until("[y/N]: ")
        terminal.type("y\n")
        assert terminal.end() == 0
    assert "Your hand" not in terminal.text


@pytest.mark.parametrize("game", GAMES)
def test_the_last_table_marks_the_last_turn(game: str) -> None:
    text = play("--game", game, *seats("greedy", "random"), "--seed", "7")
    *_, before, last = text.split("The game is over: ")[0].strip().rsplit("\n\n", 2)
    assert "*" in before + last


@pytest.mark.parametrize(
    ("count", "text"), [(-2, "-2 points"), (-1, "-1 point"), (0, "0 points"), (1, "1 point")]
)
def test_points_are_counted(count: int, text: str) -> None:
    assert points(count) == text


@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_hostile_input_does_no_harm(game: AnyGame, players: int) -> None:
    rng = Random(players)
    junk = [rng.randbytes(200).replace(b"\n", b"") for _ in range(20)]
    junk += [b"", b"\x00", b"\xff\xfe", b"9" * 5000, b"x" * 1_000_000, b"-1", b"1.5", b"R1@1,"]
    junk += [b"\x1b[2J", "１２".encode(), "²".encode(), b"{}", b"%s", b"R1@99999999,1", b"@", b","]
    arguments = ["--game", game.name, *seats("human", *["random"] * (players - 1))]
    text = play(*arguments, "--first", "1", "--seed", "1", typed=b"\n".join(junk))
    assert "Traceback" not in text
    assert "The input has ended" in text


def test_a_name_cannot_harm_the_screen() -> None:
    text = play(*seats("human:\033[31mEvil\a" + "m" * 99, "greedy"), "--first", "1")
    assert "[31mEvilmmmm" in text


# Where there is no input, or no game


@pytest.mark.parametrize("arguments", [[], seats("human", "greedy"), seats("human", "human")])
def test_no_input_leaves_the_game(arguments: list[str]) -> None:
    assert "The input has ended" in play(*arguments)


def test_a_closed_input_leaves_the_game() -> None:
    command = f"exec '{COMMAND}' play <&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"The input has ended" in done.stdout


def test_output_that_nobody_reads_ends_the_game() -> None:
    command = f"'{COMMAND}' play --seat greedy --seat random | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, timeout=60)
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (seats("human"), "Piazza is for 2 to 4 players, not for 1"),
        (seats(*["greedy"] * 5), "Piazza is for 2 to 4 players"),
        (seats("human", "gredy"), "unknown player 'gredy'"),
        (seats("human: ", "greedy"), "a player needs a name"),
        ([*seats("human", "greedy"), "--first", "3"], "--first must be a player's number"),
        ([*seats("human", "greedy"), "--first", "0"], "--first must be a player's number"),
        ([*seats("human", "greedy"), "--start", "row"], "start must be one of square"),
        (["--game", "carre", *seats("human", "greedy"), "--setup", "quick"], "C'est Carré!: "),
        ([*seats("human", "greedy"), "--record", "/"], "the record cannot be written"),
        ([*seats("human", "greedy"), "--record", "no/such/folder/x"], "cannot be written"),
        (["--game", "chess"], "invalid choice: 'chess'"),
    ],
)
def test_arguments_that_make_no_game_are_explained(arguments: list[str], reason: str) -> None:
    assert reason in refused(*arguments)


# The catalogue


def test_every_text_is_used_and_every_used_text_is_there() -> None:
    folder = Path(__file__).parents[2] / "src" / "piazzetta" / "cli"
    sources = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    code = "\n".join(text for name, text in sources.items() if name != "words.py")
    own = sources["words.py"].partition("def say(")[2]
    assert [key for key in TEXTS if f'"{key}"' not in code + own] == []
    assert set(re.findall(r'\bsay\(\s*"(\w+)"', code + own)) <= TEXTS.keys()
