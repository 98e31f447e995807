"""The referee as a program: lines, ids, order, and whatever a hostile line may hold."""

import json
import subprocess
import time
from typing import Any

import pytest

from piazzetta.cli.jsonlines import LONGEST_LINE
from tests.cli.command import COMMAND, HANGS_AFTER, Referee, ask, piazzetta, replies
from tests.cli.samples import PIAZZA, REQUESTS

NEW = b'{"op": "new", "game": "carre", "players": 2, "id": %s}'
DEEP = 100_000


def code(answer: dict[str, Any]) -> str:
    """The error's code; every error has exactly these fields."""
    assert answer.keys() == {"id", "ok", "error"}
    assert answer["ok"] is False
    assert answer["error"].keys() == {"code", "message"}
    assert isinstance(answer["error"]["message"], str)
    name = answer["error"]["code"]
    assert isinstance(name, str)
    return name


def codes(lines: list[bytes]) -> dict[bytes, str]:
    """The code that each line is answered with; the line after it is answered as usual."""
    answers = replies(b"".join(line + b"\n" + NEW % b'"next"' + b"\n" for line in lines))
    assert len(answers) == 2 * len(lines)
    assert all((after["id"], after["ok"]) == ("next", True) for after in answers[1::2])
    return {line[:80]: code(answer) for line, answer in zip(lines, answers[::2], strict=True)}


def test_the_samples_are_valid() -> None:
    answers = ask(REQUESTS.values())
    assert [name for name, answer in zip(REQUESTS, answers, strict=True) if not answer["ok"]] == []


def test_each_answer_is_flushed_before_the_next_line_is_sent() -> None:
    with Referee() as referee:
        for number in range(20):
            assert referee.ask(op="legal", position=PIAZZA, id=number)["id"] == number


def test_a_line_may_come_in_pieces() -> None:
    with Referee() as referee:
        for piece in (b'{"id": 1', b', "op": "n', b'one"}'):
            referee.write(piece)
            time.sleep(0.02)
        referee.write(b'\n{"id": 2}\n')
        assert [referee.read()["id"], referee.read()["id"]] == [1, 2]


@pytest.mark.parametrize("count", [2_000, pytest.param(20_000, marks=pytest.mark.long)])
def test_thousands_of_requests_are_answered_in_order(count: int) -> None:
    requests = list(REQUESTS.values())
    lines = [{"id": i, **requests[i % len(requests)]} for i in range(count)]
    answers = ask(lines)
    assert [answer["id"] for answer in answers] == list(range(count))
    assert all(answer["ok"] for answer in answers)


IDS = [
    b"null",
    b"true",
    b"false",
    b"0",
    b"-17",
    b"1.5",
    b"1e300",
    str(2**64).encode(),
    b"9" * 4000,
    b'""',
    b'"a"',
    b'"\\u0000\\u00e9\\ud83d\\ude00"',
    b'"\\ud800"',
    '"é😀"'.encode(),
    b"[]",
    b"{}",
    b'[1, [2, {"a": null}], "x"]',
    b"[" * 150 + b"]" * 150,
    b'{"id": {"id": 1}}',
]


def test_an_id_of_any_kind_comes_back() -> None:
    lines = [b'{"op": "score", "layout": [], "id": %b}\n{"id": %b}\n' % (i, i) for i in IDS]
    answers = replies(b"".join(lines))
    for identity, good, bad in zip(IDS, answers[::2], answers[1::2], strict=True):
        assert (good["ok"], code(bad)) == (True, "bad_request")
        for answer in (good, bad):
            assert json.dumps(answer["id"]) == json.dumps(json.loads(identity))


UNREADABLE_IDS = [b"1e400", b"9" * 10_000, b"[" * DEEP + b"]" * DEEP]


def test_an_id_that_cannot_be_read_is_null() -> None:
    answers = replies(b"\n".join(NEW % identity for identity in UNREADABLE_IDS))
    assert [(answer["id"], answer["ok"]) for answer in answers] == [(None, True)] * 3


def test_a_missing_id_is_null() -> None:
    good, bad = ask([{"op": "score", "layout": []}, {"op": "none"}])
    assert (good["id"], good["ok"]) == (None, True)
    assert (bad["id"], code(bad)) == (None, "bad_request")


def test_blank_lines_are_skipped() -> None:
    text = b"\n \n\t\r\n" + NEW % b"1" + b"\n\n\r\n" + NEW % b"2" + b"\n   "
    assert [answer["id"] for answer in replies(text)] == [1, 2]


def test_no_input_needs_no_answer() -> None:
    assert replies(b"") == replies(b"\n\n") == []


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b" \r\n"])
def test_lines_end_as_they_like(end: bytes) -> None:
    answers = replies(NEW % b"1" + end + b"[]" + end + NEW % b"2")
    assert [answer["id"] for answer in answers] == [1, None, 2]


NO_JSON = [
    b"hello",
    b"{",
    b"}",
    b'{"op": "new"',
    b'{"op": "new",}',
    b"{'op': 'new'}",
    b'{"op": "new"} {"op": "new"}',
    b'{op: "new"}',
    b'{"op": "ne\tw"}',
    b'{"op": "\\x"}',
    b'{"op": "\\u12"}',
    b'{"op": NaN}',
    b"NaN",
    b"[Infinity]",
    b'{"id": -Infinity}',
    b"01",
    b"+1",
    b".5",
    b"1.",
    b"0x10",
    b"True",
    b"\x00",
    b"\xff\xfe",
    b'{"op": "\xff"}',
    b'{"op": "\xed\xa0\x80"}',
    b"\xef\xbb\xbf{}",
    b'{"op": "new"}\r{"op": "new"}',
    b"// comment",
    b"[" * DEEP,
    b"[" * DEEP + b"]" * (DEEP - 1),
    b"[" * DEEP + b"]" * (DEEP + 1),
    b"]" * DEEP + b"[" * DEEP,
    b"[" * DEEP + b"}" * DEEP,
    b"[" * DEEP + b"1 2" + b"]" * DEEP,
    b'{"a":' * DEEP + b"}" * DEEP,
    b"[" * DEEP + b'"' + b'\\"' * DEEP,
    b"[" * DEEP + b"]" * DEEP + b"x",
]


def test_what_is_no_json_is_bad_json() -> None:
    found = codes(NO_JSON)
    assert {line: code for line, code in found.items() if code != "bad_json"} == {}


NO_REQUEST = [
    b"null",
    b"true",
    b"1",
    b"-0.5e-7",
    b"9" * 10_000,
    b"1e400",
    b'"new"',
    b'"\\ud800"',
    b"[]",
    b'[{"op": "new"}]',
    b"{}",
    b'{"op": null}',
    b'{"op": ["new"]}',
    b'{"op": "New"}',
    b'{"op": "\\ud800"}',
    b'{"OP": "new"}',
    b'{"op": "quit"}',
    b'{"op": ' + b"9" * 10_000 + b"}",
    b"[" * DEEP + b"]" * DEEP,
    b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    b'{"op": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    b'{"op": "legal", "position": ' + b"[" * DEEP + b"]" * DEEP + b"}",
]


def test_what_is_json_but_no_request_is_bad_request() -> None:
    found = codes(NO_REQUEST)
    assert {line: code for line, code in found.items() if code != "bad_request"} == {}


def test_no_depth_is_too_much() -> None:
    """Python's own limit, wherever it is met, is met somewhere near a thousand levels."""
    nested = [b"[" * depth + b"]" * depth for depth in range(900, 1020)]
    lines = [
        wrapper % value
        for value in nested
        for wrapper in (b"%b", b'{"op": %b}', b'{"op": "new", "game": %b}')
    ]
    assert set(codes(lines).values()) == {"bad_request"}
    done = piazzetta("referee", stdin=b"\n".join(NEW % identity for identity in nested))
    assert (done.stdout.count(b'"ok": true'), done.stderr) == (len(nested), b"")


def test_a_deep_field_that_nobody_reads_does_not_matter() -> None:
    (answer,) = replies(NEW % (b'7, "more": ' + b'[{"a": ' * DEEP + b"0" + b"}]" * DEEP))
    assert (answer["id"], answer["ok"]) == (7, True)


def test_of_equal_keys_the_last_counts() -> None:
    (answer,) = replies(b'{"op": "none", "id": 1, "op": "score", "layout": [], "id": 2}')
    assert (answer["id"], answer["ok"]) == (2, True)


def test_a_line_of_fifty_million_bytes_is_read() -> None:
    size = 50_000_000
    padded = NEW % (b'7, "more": "' + b"x" * size + b'"')
    lines = [b"x" * size, b'"' + b"x" * size + b'"', padded, b"[" * 10_000_000, NEW % b"8"]
    garbage, text, request, brackets, last = replies(b"\n".join(lines))
    assert [code(garbage), code(text), code(brackets)] == ["bad_json", "bad_request", "bad_json"]
    assert [(answer["id"], answer["ok"]) for answer in (request, last)] == [(7, True), (8, True)]


def test_a_line_beyond_the_limit_is_refused() -> None:
    lines = [b"1" * (LONGEST_LINE + 7), b" " * (LONGEST_LINE + 7), NEW % b"8"]
    refused, last = replies(b"\n".join(lines))
    assert (refused["id"], code(refused)) == (None, "bad_request")
    assert (last["id"], last["ok"]) == (8, True)


def test_nobody_reads_the_answers() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([COMMAND, "referee"], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write((NEW % b"1" + b"\n") * 10)
        process.stdin.flush()
        assert process.wait(HANGS_AFTER) == 1
        assert process.stderr.read() == b""
        process.stdin.close()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-"])
def test_there_is_no_input_or_output_at_all(closed: str) -> None:
    command = ["sh", "-c", f'exec "$0" referee {closed}', COMMAND]
    done = subprocess.run(command, capture_output=True, timeout=HANGS_AFTER, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_it_takes_no_arguments() -> None:
    assert piazzetta("referee", "more").returncode == 2
