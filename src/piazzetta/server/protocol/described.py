"""The structs and named types of the protocol as plain descriptions: what the generators read.

    modules ──► named types (`View`, `Reaction` …) with their comments
    roots   ──► every struct that can be met from there, with its fields and their comments

Comments are the docstrings in the source: below a class, a field or a named type.
"""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from piazzetta.server.protocol import client, detail, rest, server, shared
from piazzetta.server.protocol.endpoints import ENDPOINTS

Struct: TypeAlias = type[msgspec.Struct]

MODULES: tuple[ModuleType, ...] = (shared, detail, client, server, rest)
"""In the order in which things are told."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a struct."""

    name: str
    """As it is written in JSON."""
    type: Any
    """As it is written in the source, constraints included."""
    required: bool
    default: Any
    """Where it is not required."""
    doc: str


@dataclass(frozen=True, slots=True)
class Shape:
    """A struct."""

    name: str
    doc: str
    tag: tuple[str, str] | None
    """The field that tells it from others, and its value."""
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A type that has a name of its own in the source."""

    name: str
    type: Any
    doc: str


# Structs.


def shape(struct: Struct) -> Shape:
    """A struct, described."""
    tag = struct.__struct_config__
    return Shape(
        name=struct.__name__,
        doc=_cleaned(struct.__doc__ or ""),
        tag=(str(tag.tag_field), str(tag.tag)) if tag.tag_field else None,
        fields=tuple(_fields(struct)),
    )


def _fields(struct: Struct) -> Iterator[Field]:
    infos = {info.name: info for info in msgspec.structs.fields(struct)}
    docs = _field_docs(struct)
    # Type hints come base first, so that every message begins with its id.
    for name, hint in get_type_hints(struct, include_extras=True).items():
        info = infos[name]
        yield Field(
            name=info.encode_name,
            type=hint,
            required=info.required,
            default=None if info.required else _default(info),
            doc=docs.get(name, ""),
        )


def _default(info: msgspec.structs.FieldInfo) -> Any:
    made = info.default_factory
    return info.default if made is msgspec.NODEFAULT else made()


@cache
def _field_docs(struct: type) -> dict[str, str]:
    """The comments below a struct's fields, those of its bases too."""
    docs: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if base.__module__ in {module.__name__ for module in MODULES}:
            docs |= _comments(_class_body(inspect.getmodule(base), base.__name__))
    return docs


def _class_body(module: ModuleType | None, name: str) -> list[ast.stmt]:
    assert module is not None
    classes = (node for node in _tree(module).body if isinstance(node, ast.ClassDef))
    return next(node.body for node in classes if node.name == name)


@cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


def _comments(body: list[ast.stmt]) -> dict[str, str]:
    """The strings that stand right below assignments, by the name assigned to."""
    found = {}
    for node, below in pairwise(body):
        match node, below:
            case (
                ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]),
                ast.Expr(ast.Constant(str(text))),
            ):
                found[name] = _cleaned(text)
    return found


def _cleaned(text: str) -> str:
    return inspect.cleandoc(text)


# Named types.


def meaning(field: Field) -> str:
    """A field's own comment, or else that of its type's name."""
    return field.doc or _alias_docs().get(field.type, "")


@cache
def _alias_docs() -> dict[Any, str]:
    """The comments of all types that have a name: `Id`, `Ply` …"""
    return dict(commented())


def commented() -> Iterator[tuple[Any, str]]:
    """Every type that has a name and a comment."""
    for module in MODULES:
        for name, doc in _comments(_tree(module).body).items():
            yield getattr(module, name), doc


@cache
def named_types() -> tuple[Named, ...]:
    """Choices of words and unions of structs that have a name, in the order of the source."""
    return tuple(named for module in MODULES for named in _named_in(module))


def _named_in(module: ModuleType) -> Iterator[Named]:
    body = _tree(module).body
    docs = _comments(body)
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(name)]) if _is_choice(getattr(module, name)):
                yield Named(_told(module, name), getattr(module, name), docs.get(name, ""))


def _told(module: ModuleType, name: str) -> str:
    """Both sides call the union of their messages the same; told together they need two names."""
    side = module.__name__.rpartition(".")[2].capitalize()
    return name.replace("Any", side) if name.startswith("Any") else name


def _is_choice(kind: Any) -> bool:
    return get_origin(kind) in (Literal, UnionType, Union)


# Everything that can be met.


def is_struct(kind: Any) -> bool:
    """Whether it is a struct."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def members(union: Any) -> tuple[Struct, ...]:
    """The structs of a union of structs."""
    return tuple(get_args(union))


def roots() -> Iterator[Any]:
    """What the server is sent or sends as a whole."""
    yield from (client.AnyMessage, server.AnyMessage, rest.Problem)
    for endpoint in ENDPOINTS:
        yield from (endpoint.request, endpoint.answer)


@cache
def structs() -> tuple[Struct, ...]:
    """Every struct that can be met, module by module, in the order of the source."""
    met: set[Struct] = set()
    for root in roots():
        _meet(root, met)
    order = [module.__name__ for module in MODULES]
    return tuple(sorted(met, key=lambda one: (order.index(one.__module__), _line(one))))


def _meet(kind: Any, met: set[Struct]) -> None:
    if is_struct(kind):
        if kind in met:
            return
        met.add(kind)
        inner: list[Any] = [field.type for field in _fields(kind)]
    else:
        inner = [] if get_origin(kind) is Literal else list(get_args(kind))
    for one in inner:
        _meet(one, met)


def _line(struct: Struct) -> int:
    module = inspect.getmodule(struct)
    assert module is not None
    classes = (node for node in _tree(module).body if isinstance(node, ast.ClassDef))
    return next(node.lineno for node in classes if node.name == struct.__name__)


def plain(kind: Any) -> Any:
    """The type without its constraints."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def constraints(kind: Any) -> msgspec.Meta | None:
    """The constraints of a type."""
    return get_args(kind)[1] if get_origin(kind) is Annotated else None
