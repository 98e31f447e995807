"""TypeScript says what the structs say, and the file in web/ is up to date."""

from pathlib import Path
from typing import Any, Literal

import pytest

from piazzetta.server.protocol import described, rest, server, shared, typescript
from piazzetta.server.protocol.codes import SENTENCES
from piazzetta.server.protocol.described import Field, Named, Shape

ROOT = Path(__file__).parents[3]


def test_the_file_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert typescript.main(["--check"]) == 0


def test_a_stale_file_is_seen_and_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert typescript.main(["--check"]) == 1
    assert typescript.WHERE in capsys.readouterr().err
    assert typescript.main([]) == 0
    assert typescript.main(["--check"]) == 0
    (tmp_path / typescript.WHERE).write_text("export type View = string;\n", encoding="utf-8")
    assert typescript.main(["--check"]) == 1


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (str, "string"),
        (bool, "boolean"),
        (int, "number"),
        (float, "number"),
        (Any, "unknown"),
        (shared.SeatNumber, "number"),
        (str | None, "string | null"),
        (Literal["a", "b"], '"a" | "b"'),
        (list[str], "string[]"),
        (list[shared.Id], "string[]"),
        (list[str | int], "(string | number)[]"),
        (list[list[str] | int], "(string[] | number)[]"),
        (list[Literal["a", "b"]], '("a" | "b")[]'),
        (tuple[str, int, int], "[string, number, number]"),
        (list[tuple[str, int]], "[string, number][]"),
        (dict[str, Any], "Record<string, unknown>"),
        (dict[shared.SeatNumber, shared.Share], "Record<number, string>"),
        (shared.SeatShown, "SeatShown"),
        (list[shared.SeatShown] | None, "SeatShown[] | null"),
        (shared.View, "View"),
        (shared.View | None, "View | null"),
        (list[rest.Position], "Position[]"),
        (shared.Reaction, "Reaction"),
        (shared.Reaction | None, "Reaction | null"),
        (server.Pong | server.Done, "Pong | Done"),
    ],
    ids=str,
)
def test_every_kind_of_type(kind: Any, text: str) -> None:
    assert typescript.expression(kind) == text


@pytest.mark.parametrize("kind", [bytes, set[str], frozenset[int]], ids=str)
def test_a_type_without_a_counterpart_is_an_error(kind: Any) -> None:
    with pytest.raises(TypeError, match="no TypeScript"):
        typescript.expression(kind)


def test_an_interface() -> None:
    fields = (
        Field("seat", int, required=True, default=None, doc=""),
        Field("name", str | None, required=False, default=None, doc="What it is\ncalled."),
    )
    assert typescript.interface(Shape("Sit", "Sit down.", ("type", "sit"), fields)) == (
        "/** Sit down. */\n"
        "export interface Sit {\n"
        '  type: "sit";\n'
        "  seat: number;\n"
        "  /**\n   * What it is\n   * called.\n   */\n"
        "  name?: string | null;\n"
        "}\n"
    )


def test_an_interface_without_tag_and_words() -> None:
    assert typescript.interface(Shape("Empty", "", None, ())) == "export interface Empty {\n}\n"


def test_no_comment_ends_early() -> None:
    assert typescript.comment("a */ b") == "/** a * / b */\n"


def test_a_short_type_has_one_line_and_a_long_one_many() -> None:
    short = Named("Answer", Literal["yes", "no"], "")
    assert typescript.named_type(short) == 'export type Answer = "yes" | "no";\n'
    long = typescript.alias("Long", ["A" * 50, "B" * 50])
    assert long == f"export type Long =\n  | {'A' * 50}\n  | {'B' * 50};\n"


def test_everything_is_there_once() -> None:
    text = typescript.source()
    for struct in described.structs():
        assert text.count(f"export interface {struct.__name__} {{") == 1
    for named in described.named_types():
        assert text.count(f"export type {named.name} =") == 1


def test_every_code_is_there() -> None:
    text = typescript.code_type()
    assert all(f'"{code}"' in text for code in SENTENCES)


def test_the_addresses_are_typed() -> None:
    text = typescript.source()
    opening = '"POST /api/tables": { request: OpenTable; answer: TableShown };'
    assert opening in text
    assert '"DELETE /api/me": { request: null; answer: null };' in text
    assert '"GET /api/tables/{table}/record": { request: null; answer: string };' in text
    assert '"GET /api/openapi.json": { request: null; answer: unknown };' in text
