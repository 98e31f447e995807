"""The protocol as TypeScript: writes web/src/lib/protocol.ts, so that nothing is typed twice.

    python -m piazzetta.server.protocol.typescript [--check]

A struct becomes an interface, a field with a default an optional one, a tag a literal, by which
TypeScript tells the members of a union apart.
"""

import json
import sys
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from piazzetta.server.protocol import described, written
from piazzetta.server.protocol.codes import SENTENCES
from piazzetta.server.protocol.described import Field, Named, Shape
from piazzetta.server.protocol.endpoints import ENDPOINTS, JSON, Endpoint

WHERE = "web/src/lib/protocol.ts"
COMMAND = "python -m piazzetta.server.protocol.typescript"
WIDTH = 100

SIMPLE: dict[Any, str] = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    NoneType: "null",
    Any: "unknown",
}


def source() -> str:
    """The whole file."""
    parts = [
        comment(f"Every message between the web app and the server. Written by `{COMMAND}`."),
        *(named_type(named) for named in described.named_types()),
        *(interface(described.shape(struct)) for struct in described.structs()),
        code_type(),
        endpoint_table(),
    ]
    return "\n".join(parts)


# Types.


def expression(kind: Any) -> str:
    """A type as TypeScript writes it; a type with a name of its own by that name."""
    kind = described.plain(kind)
    named = _name_of(kind)
    return named if named else _spelt(kind)


def _spelt(kind: Any) -> str:
    origin, inside = get_origin(kind), get_args(kind)
    if kind in SIMPLE:
        return SIMPLE[kind]
    if described.is_struct(kind):
        return str(kind.__name__)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in inside)
    if origin in (UnionType, Union):
        return _union(inside)
    if origin is list:
        return f"{_enclosed(expression(inside[0]))}[]"
    if origin is tuple:
        return f"[{', '.join(expression(one) for one in inside)}]"
    if origin is dict:
        return f"Record<{expression(inside[0])}, {expression(inside[1])}>"
    raise TypeError(f"{kind!r} has no TypeScript")


def _union(inside: tuple[Any, ...]) -> str:
    """Of `View | None` the part that has a name keeps it, though Python has made it flat."""
    for named in described.named_types():
        part = get_args(named.type)
        if described.is_struct(part[0]) and set(part) < set(inside):
            rest = [expression(one) for one in inside if one not in part]
            return " | ".join([named.name, *rest])
    return " | ".join(expression(one) for one in inside)


def _name_of(kind: Any) -> str | None:
    names = (named.name for named in described.named_types() if named.type == kind)
    return next(names, None)


def _enclosed(text: str) -> str:
    return f"({text})" if " | " in text else text


# Declarations.


def comment(text: str, indent: str = "") -> str:
    """A doc comment, or nothing; never one that ends early."""
    lines = text.replace("*/", "* /").splitlines()
    if not lines:
        return ""
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def named_type(named: Named) -> str:
    """`export type View = PiazzaView | CarreView;`."""
    return comment(named.doc) + alias(named.name, _parts(named.type))


def _parts(kind: Any) -> list[str]:
    if get_origin(kind) is Literal:
        return [json.dumps(value) for value in get_args(kind)]
    return [expression(one) for one in get_args(kind)]


def alias(name: str, parts: list[str]) -> str:
    """A union under a name, on one line if it fits."""
    line = f"export type {name} = {' | '.join(parts)};\n"
    if len(line) <= WIDTH + 1:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {part}" for part in parts) + ";\n"


def interface(shape: Shape) -> str:
    """A struct with its tag, fields and comments."""
    tag = [f"  {shape.tag[0]}: {json.dumps(shape.tag[1])};\n"] if shape.tag else []
    body = "".join([*tag, *(member(field) for field in shape.fields)])
    return f"{comment(shape.doc)}export interface {shape.name} {{\n{body}}}\n"


def member(field: Field) -> str:
    """One field."""
    mark = "" if field.required else "?"
    return f"{comment(field.doc, '  ')}  {field.name}{mark}: {expression(field.type)};\n"


def code_type() -> str:
    """All codes with which the server refuses."""
    parts = [json.dumps(code) for code in SENTENCES]
    return comment("Why something was refused.") + alias("Code", parts)


def endpoint_table() -> str:
    """What each address of the REST API is asked and answers."""
    rows = "".join(_endpoint(endpoint) for endpoint in ENDPOINTS)
    told = comment("The REST API: what each address is asked, and what it answers.")
    return f"{told}export interface Endpoints {{\n{rows}}}\n"


def _endpoint(endpoint: Endpoint) -> str:
    key = json.dumps(f"{endpoint.method} {endpoint.path}")
    asked = "null" if endpoint.request is None else expression(endpoint.request)
    return f"  {key}: {{ request: {asked}; answer: {_answer(endpoint.answer)} }};\n"


def _answer(answer: Any) -> str:
    if isinstance(answer, str):
        return "unknown" if answer == JSON else "string"
    return "null" if answer is None else expression(answer)


def main(arguments: list[str] | None = None) -> int:
    """Write the file, or check it."""
    return written.main(WHERE, source(), arguments)


if __name__ == "__main__":
    sys.exit(main())
