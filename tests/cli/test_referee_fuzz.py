"""Every field of every request, at every depth, replaced by every kind of wrong value."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from piazzetta.cli.jsonlines import encode
from piazzetta.cli.operations import answer
from piazzetta.cli.referee import OPERATIONS
from tests.cli.command import Json, ask
from tests.cli.samples import REQUESTS

Path = tuple[str | int, ...]

GONE = object()
"""The field is left out."""
WRONG: list[Any] = [GONE, None, True, -1, 0, 1, 10**9, 0.5, "", "x", "\ud800", [], {}, [[]], [None]]
HUGE = 10**400
CODES = {"bad_json", "bad_request", "bad_position", "illegal_move"}


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in the value, itself left out."""
    inner: Any = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    for key, entry in inner:
        yield (*path, key)
        yield from paths(entry, (*path, key))


def replaced(request: Json, path: Path, value: Any) -> Json:
    changed = deepcopy(request)
    holder: Any = changed
    for key in path[:-1]:
        holder = holder[key]
    if value is GONE:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return changed


def mutants() -> Iterator[Json]:
    for request in REQUESTS.values():
        for path in paths(request):
            for value in (*WRONG, HUGE):
                yield replaced(request, path, value)


def check(reply: Json) -> bool:
    """Whether it says yes; if not, one of the codes and a short message say what is wrong."""
    assert reply.keys() > {"id", "ok"}
    if reply["ok"] is not True:
        assert reply["ok"] is False
        assert reply["error"]["code"] in CODES
        assert 0 < len(reply["error"]["message"]) < 300
    return bool(reply["ok"])


def test_no_wrong_value_is_taken_amiss() -> None:
    accepted = refused = 0
    for request in mutants():
        reply = answer(json.dumps(request).encode(), OPERATIONS)
        encode(reply)
        accepted, refused = (accepted + 1, refused) if check(reply) else (accepted, refused + 1)
    assert refused > 10 * accepted > 0


def test_a_real_referee_survives_them() -> None:
    """A sample of them, and each answer in its place."""
    requests = [{**request, "id": i} for i, request in enumerate(mutants()) if i % 7 == 0]
    answers = ask(requests)
    assert [reply["id"] for reply in answers] == [request["id"] for request in requests]
    assert all(check(reply) in (True, False) for reply in answers)
