"""docs/referee.md says what the referee does: every example in it is asked."""

import json
import re
import shlex
from pathlib import Path

from piazzetta.cli.jsonlines import LONGEST_LINE
from piazzetta.rules import GAMES
from tests.cli.command import Json, ask, piazzetta, replies
from tests.cli.samples import CARRE, PIAZZA

DOCUMENT = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")
LEFT_OUT = "…"


def fences(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)


def table(heading: str) -> list[list[str]]:
    """The cells of the rows of the first table after a heading or text."""
    lines = DOCUMENT[DOCUMENT.index(heading) :].splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("| ---"))
    rows = []
    for line in lines[first + 1 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]*)`", cell)


def test_the_positions_are_valid_and_complete() -> None:
    positions: list[Json] = [json.loads(text) for text in fences("json")]
    assert positions == [PIAZZA, CARRE]
    for position in positions:
        view = ask([{"op": "view", "position": position, "seat": None}])[0]["view"]
        assert list(view) == list(position)


def test_the_conversation_is_the_real_one() -> None:
    (text,) = fences("text")
    lines = text.splitlines()
    sent = [line.removeprefix("> ") for line in lines[::2]]
    assert all(line.startswith("> ") for line in lines[::2])
    done = piazzetta("referee", stdin="".join(f"{line}\n" for line in sent).encode())
    assert done.stdout.decode().splitlines() == lines[1::2]


def test_the_shell_example_runs() -> None:
    (text,) = fences("sh")
    echo, request, pipe, *command = shlex.split(text)
    assert (echo, pipe, command) == ("echo", "|", ["piazzetta", "referee"])
    assert replies(request.encode())[0]["position"]["players"] == 5


def test_the_example_requests_are_taken() -> None:
    rows = table("## Operations")
    assert [json.loads(words(row[0])[0].split(",")[0] + "}")["op"] for row in rows] == [
        "new",
        "legal",
        "apply",
        "score",
        "view",
    ]
    fill = {
        '"position": …': f'"position": {json.dumps(CARRE)}',
        '"move": "…"': '"move": "take"',
        ", …]": "]",
    }
    for row in rows:
        request = words(row[0])[0]
        for gap, filling in fill.items():
            request = request.replace(gap, filling)
        (answer,) = ask([json.loads(request)])
        assert answer["ok"] is True
        fields = [name for name in words(row[1]) if name in answer]
        assert set(fields) == answer.keys() - {"id", "ok"}


def test_the_moves_are_read_by_their_games() -> None:
    rows = table("Moves are text")
    assert len(rows) == 9
    for game, moves, _ in rows:
        for text in words(moves):
            assert str(GAMES[game].parse_move(text)) == text


def test_every_code_is_described() -> None:
    codes = [words(row[0])[0] for row in table("# The referee")]
    assert codes == ["bad_json", "bad_request", "bad_position", "illegal_move"]
    assert f"{LONGEST_LINE // 2**20} MiB" in DOCUMENT


def test_the_command_is_what_the_document_calls_it() -> None:
    assert b"referee" in piazzetta("--help").stdout
