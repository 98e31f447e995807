"""Programs that play well, badly or not at all: each fault is told, each program ended."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from piazzetta.bots import BotNameError, check_name, make_bot, outside, program, program_name
from piazzetta.bots.bot import Bot, BotFaultError
from piazzetta.bots.outside import OutsideBot
from tests.bots.programs import GOOD, NOT_READING, Programs, decision

QUICK = 0.01
"""In seconds: an answer after PATIENCE is late then."""


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    """After the test, no process may be left."""
    made = Programs(tmp_path)
    yield made
    assert made.started()
    assert made.running() == []


def faults(bot: Bot, count: int, seconds: float = 5.0, seed: int = 0) -> list[str]:
    """What is wrong with each of so many answers, from this deal on; nothing if one is right."""
    found = []
    for deal in range(seed, seed + count):
        try:
            bot.choose(decision(seconds, deal))
            found.append("")
        except BotFaultError as fault:
            found.append(str(fault))
    return found


def test_a_good_program_is_asked_what_the_protocol_says(programs: Programs, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    body = f"""
for line in sys.stdin:
    open({str(heard)!r}, "a").write(line)
    request = json.loads(line)
    say(id=request["id"], ok=True, move=request["moves"][1], value=0.5, line=["pass"])
"""
    asked = decision(seconds=2.5)
    with closing(programs.bot(body)) as bot:
        choice = bot.choose(asked)
    assert choice.move == asked.moves[1].move
    assert (choice.value, choice.line) == (0.5, ("pass",))
    request = json.loads(heard.read_text())
    assert list(request) == ["id", "op", "seat", "view", "moves", "time_ms"]
    assert (request["op"], request["seat"], request["time_ms"]) == ("choose", asked.seat, 2500)
    assert request["view"] == asked.game.view_to_json(asked.view)
    assert request["moves"] == [str(legal.move) for legal in asked.moves]


def test_it_is_started_once(programs: Programs) -> None:
    with closing(programs.bot(GOOD)) as bot:
        assert faults(bot, 3) == ["", "", ""]
    assert len(programs.started()) == 1


def test_a_pair_may_be_written_in_either_order(programs: Programs) -> None:
    body = """
for request in requests():
    pair = next(move for move in request["moves"] if " " in move)
    say(id=request["id"], ok=True, move=" ".join(reversed(pair.split())))
"""
    with closing(programs.bot(body)) as bot:
        assert " " in str(bot.choose(decision()).move)


@pytest.mark.parametrize(
    "answer",
    [
        'print("hello", flush=True)',
        'print("[1, 2]", flush=True)',
        'print("[" * 50000, flush=True)',
        'sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush()',
        'say(id=request["id"], ok=True)',
        'say(id=request["id"], ok=True, move=None)',
        'say(id=request["id"], ok=True, move="R1@999,999")',
        'say(id=request["id"], ok=True, move="castle")',
        'say(id=request["id"], ok=False, error={"code": "bad_request", "message": "no"})',
        'say(id=request["id"], ok=False, move=request["moves"][0])',
        'say(id=request["id"] + 1, ok=True, move=request["moves"][0])',
        'say(id=str(request["id"]), ok=True, move=request["moves"][0])',
        'say(id=True, ok=True, move=request["moves"][0])',
        'print(" " * 100000 + "x", flush=True)',
    ],
)
def test_nonsense_is_a_fault_at_once(programs: Programs, answer: str) -> None:
    with closing(programs.bot(f"for request in requests():\n    {answer}\n")) as bot:
        start = time.monotonic()
        assert all(faults(bot, 2, seconds=10.0))
        assert time.monotonic() - start < 40


@pytest.mark.parametrize("extra", ['value="high"', "value=2", "value=True", "line=3", "line=[3]"])
def test_an_expectation_that_makes_no_sense_is_left_out(programs: Programs, extra: str) -> None:
    body = f"""
for request in requests():
    say(id=request["id"], ok=True, move=request["moves"][0], {extra})
"""
    with closing(programs.bot(body)) as bot:
        choice = bot.choose(decision())
    assert (choice.value, choice.line) == (None, ())


def test_an_answer_without_id_belongs_to_the_oldest_open_request(programs: Programs) -> None:
    body = """
for request in requests():
    if request["id"] == 2:
        time.sleep(1.5)
    say(ok=True, move=request["moves"][0])
"""
    with closing(programs.bot(body)) as bot:
        assert faults(bot, 1) == [""]
        assert faults(bot, 1, QUICK, seed=1) == ["the answer is late"]
        # The answer to request 2 comes while 3 is waited for, and must not be taken for it:
        # the deals differ, so that it would be illegal.
        assert faults(bot, 2, seed=2) == ["", ""]


def test_a_late_answer_is_thrown_away(programs: Programs) -> None:
    body = """
for request in requests():
    if request["id"] == 2:
        time.sleep(1.5)
    say(id=request["id"], ok=True, move=request["moves"][0])
    say(id=request["id"], ok=True, move="said twice")
"""
    with closing(programs.bot(body)) as bot:
        assert faults(bot, 1) == [""]
        assert faults(bot, 1, QUICK, seed=1) == ["the answer is late"]
        assert faults(bot, 2, seed=2) == ["", ""]


def test_a_request_left_open_keeps_its_answer(programs: Programs) -> None:
    """Whoever skips a request and writes no ids answers the wrong one from then on."""
    body = """
for request in requests():
    if request["id"] != 2:
        say(ok=True, move=request["moves"][0])
"""
    with closing(programs.bot(body)) as bot:
        assert faults(bot, 1) == [""]
        assert faults(bot, 2, QUICK) == ["the answer is late"] * 2


def test_lateness_follows_the_time_given(programs: Programs) -> None:
    body = """
for request in requests():
    time.sleep(1.5)
    say(id=request["id"], ok=True, move=request["moves"][0])
"""
    with closing(programs.bot(body)) as bot:
        assert faults(bot, 1, QUICK) == [""], "the first answer has a minute"
        assert faults(bot, 1, 2.0) == [""], "five times two seconds"
        assert faults(bot, 1, QUICK) == ["the answer is late"], "one second"


def test_a_program_that_hangs_from_the_start(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "FIRST_PATIENCE", 1.0)
    with closing(programs.bot(NOT_READING)) as bot:
        assert faults(bot, 2, QUICK) == ["the answer is late"] * 2


def test_long_silence_ends_a_program(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "FIRST_PATIENCE", 1.0)
    monkeypatch.setattr(outside, "SILENCE", 1.5)
    with closing(programs.bot(NOT_READING)) as bot:
        assert faults(bot, 2, QUICK) == ["the answer is late"] * 2
        assert programs.running() == []
        assert faults(bot, 100) == ["the program was ended"] * 100


def test_requests_do_not_pile_up(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that reads nothing but answers something is asked no more at some time."""
    monkeypatch.setattr(program, "OUTBOX", 2)
    body = "while True:\n    print('nonsense', flush=True)\n    time.sleep(0.001)\n"
    with closing(programs.bot(body)) as bot:
        assert faults(bot, 300)[-1] == "the program does not read its input"


@pytest.mark.parametrize(
    "body", ["sys.exit(3)", "raise RuntimeError", "os._exit(0)", "os.abort()", "sys.stdout.close()"]
)
def test_a_program_that_leaves_at_once(programs: Programs, body: str) -> None:
    with closing(programs.bot(body)) as bot:
        assert faults(bot, 3) == ["the program has left"] + ["the program was ended"] * 2


def test_a_program_that_crashes_in_the_middle(programs: Programs) -> None:
    with closing(programs.bot(GOOD + "    if request['id'] == 2: os._exit(1)\n")) as bot:
        assert faults(bot, 2) == ["", ""]
        assert all(faults(bot, 2))
    assert len(programs.started()) == 1, "it is not started again"


def test_a_program_that_closes_its_output(programs: Programs) -> None:
    body = GOOD + "    os.close(1); time.sleep(1000)\n"
    with closing(programs.bot(body)) as bot:
        assert faults(bot, 1) == [""]
        assert all(faults(bot, 1))
        assert programs.running() == []


@pytest.mark.parametrize(
    "flood",
    [
        'os.write(1, b"x" * 1000000)',
        'os.write(1, b"junk\\n" * 200000)',
        'os.write(1, b"\\n" * 1000000)',
        'os.write(1, b"{}\\n" * 300000)',
    ],
)
def test_a_flood_is_read_no_further(programs: Programs, flood: str) -> None:
    body = f"for request in requests():\n    while True:\n        {flood}\n"
    with closing(programs.bot(body)) as bot:
        assert all(faults(bot, 1))
        deadline = time.monotonic() + 60
        while programs.running() and time.monotonic() < deadline:
            assert all(faults(bot, 1))
        assert programs.running() == []


def test_much_output_on_standard_error_blocks_nobody(programs: Programs) -> None:
    body = "os.write(2, b'log' * 1000000)\n" + GOOD
    with closing(programs.bot(body)) as bot:
        assert faults(bot, 2) == ["", ""]


def test_a_program_that_ignores_signals_is_killed(programs: Programs) -> None:
    body = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for request in requests():
    say(id=request["id"], ok=True, move=request["moves"][0])
while True:
    time.sleep(60)
"""
    with closing(programs.bot(body)) as bot:
        assert faults(bot, 1) == [""]


@pytest.mark.parametrize("end", ["", "sys.exit()"])
def test_what_a_program_has_started_ends_with_it(programs: Programs, end: str) -> None:
    body = f"""
child = "import os, sys, time; print(os.getpid(), file=open(sys.argv[1], 'a')); time.sleep(1000)"
subprocess.Popen([sys.executable, "-I", "-S", "-c", child, sys.argv[1]])
while len(open(sys.argv[1]).read().split()) < 2:
    time.sleep(0.01)
{GOOD}
    {end}
"""
    with closing(programs.bot(body)) as bot:
        assert faults(bot, 1) == [""]
        assert len(programs.started()) == 2


def test_a_closed_bot_can_be_closed_again(programs: Programs) -> None:
    bot = programs.bot(GOOD)
    assert faults(bot, 1) == [""]
    bot.close()
    bot.close()
    assert faults(bot, 1) == ["the program was ended"]


def test_whoever_waits_can_be_interrupted(programs: Programs) -> None:
    bot = programs.bot(NOT_READING)
    assert not bot.ended
    threading.Timer(0.2, bot.interrupt).start()
    began = time.monotonic()
    assert faults(bot, 2) == ["the program has left", "the program was ended"]
    assert time.monotonic() - began < outside.FIRST_PATIENCE / 2
    assert bot.ended


def test_a_name_is_split_as_a_shell_would(programs: Programs) -> None:
    name = programs.name(GOOD)
    assert "'" in name, "the path has a space"
    assert program_name(name) == "program 0.py"
    with closing(make_bot(check_name(name), seed=0)) as bot:
        assert isinstance(bot, OutsideBot)
        assert faults(bot, 1) == [""]


@pytest.mark.parametrize("name", ["cmd:", "cmd:  ", "cmd:'", "cmd:no-such-program -x", "nobody"])
def test_a_name_that_cannot_be_run(name: str) -> None:
    with pytest.raises(BotNameError, match=name.partition(":")[0]):
        check_name(name)
