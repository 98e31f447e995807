"""Types and their constraints in words, for people: `text, at most 24 characters`."""

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from msgspec import Meta

from piazzetta.server.protocol import described
from piazzetta.server.protocol.page import anchor
from piazzetta.server.protocol.shared import END

SIMPLE: dict[Any, str] = {
    str: "text",
    bool: "true or false",
    int: "whole number",
    float: "number",
    NoneType: "null",
    Any: "anything",
}


def spelt(kind: Any) -> str:
    """The type and its constraints; structs as links to their headings."""
    base, meta = described.plain(kind), described.constraints(kind)
    return ", ".join([_type(base), *(_constraints(base, meta) if meta else ())])


def _type(kind: Any) -> str:
    origin, inside = get_origin(kind), get_args(kind)
    if kind in SIMPLE:
        return SIMPLE[kind]
    if described.is_struct(kind):
        return f"[{kind.__name__}](#{anchor(kind.__name__)})"
    if origin is Literal:
        return _either([f"`{value}`" for value in inside])
    if origin in (UnionType, Union):
        return _either([_part(one) for one in inside])
    if origin is list:
        return f"list of {_part(inside[0])}"
    if origin is tuple:
        return f"list: {', '.join(_part(one) for one in inside)}"
    if origin is dict:
        return f"object: {spelt(inside[0])} → {spelt(inside[1])}"
    raise TypeError(f"{kind!r} has no words")


def _part(kind: Any) -> str:
    """In parentheses where it would else run into what stands around it."""
    text = spelt(kind)
    return f"({text})" if ", " in text or " or " in text or text.startswith("list") else text


def _either(texts: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def _constraints(kind: Any, meta: Meta) -> list[str]:
    unit = "characters" if kind is str else "of them"
    limits = [_between(meta.ge, _most(meta)), _between(meta.min_length, meta.max_length, unit)]
    shape = f"`{meta.pattern.replace(END, '$')}`" if meta.pattern else None
    return [*filter(None, (*limits, shape))]


def _most(meta: Meta) -> float | None:
    return meta.le if meta.lt is None else meta.lt - 1


def _between(least: float | None, most: float | None, unit: str = "") -> str:
    if least is None:
        return "" if most is None else f"at most {most:,} {unit}".strip()
    return (
        f"at least {least:,}" if most is None else f"{least:,} to {most:,}"
    ) + f" {unit}".rstrip()
