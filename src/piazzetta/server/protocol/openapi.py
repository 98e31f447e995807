"""The REST API as OpenAPI 3.1, made of `ENDPOINTS` and the structs; served at /api/openapi.json."""

from collections.abc import Iterable
from typing import Any

import msgspec

import piazzetta
from piazzetta.server.protocol import described, rest
from piazzetta.server.protocol.codes import SENTENCES
from piazzetta.server.protocol.endpoints import ENDPOINTS, JSON, PARAMETERS, STATUS, Endpoint

Json = dict[str, Any]

DESCRIPTION = (
    "Who you are, your tables, and what has been played. The game itself goes over a WebSocket,"
    " `/ws`. Be somebody by `POST /api/me`, which sets a cookie, or send an API token."
    " What changes something needs the header `Origin` of this server, which browsers send by"
    " themselves, or a token."
)
COOKIE, TOKEN = "cookie", "token"
"""The names of the two ways to say who one is."""


def document(cookie: str) -> Json:
    """The whole description; `cookie` is the name of the cookie that says who one is."""
    return {
        "openapi": "3.1.0",
        "info": _info(),
        "paths": _paths(),
        "components": {"schemas": _schemas(), "securitySchemes": _security_schemes(cookie)},
    }


def _info() -> Json:
    return {
        "title": "Piazzetta",
        "version": piazzetta.__version__,
        "description": DESCRIPTION,
        "license": {"name": "MIT", "identifier": "MIT"},
    }


def _security_schemes(cookie: str) -> Json:
    return {
        COOKIE: {"type": "apiKey", "in": "cookie", "name": cookie},
        TOKEN: {"type": "http", "scheme": "bearer"},
    }


# Paths.


def _paths() -> Json:
    paths: dict[str, Json] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation(endpoint)
    return paths


def operation(endpoint: Endpoint) -> Json:
    """One method of one path."""
    told: Json = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "security": _security(endpoint),
        "responses": _responses(endpoint),
    }
    if endpoint.parameters:
        told["parameters"] = [_parameter(name) for name in endpoint.parameters]
    if endpoint.request is not None:
        told["requestBody"] = {"required": True, "content": _content(endpoint.request)}
    return told


def _security(endpoint: Endpoint) -> list[Json]:
    """An empty object among the ways means that nobody has to be somebody."""
    known: list[Json] = [{COOKIE: []}, {TOKEN: []}]
    return known if endpoint.identity else [{}, *known]


def _parameter(name: str) -> Json:
    parameter = PARAMETERS[name]
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": parameter.meaning,
        "schema": msgspec.json.schema(parameter.type),
    }


def _content(kind: Any) -> Json:
    if isinstance(kind, str):
        schema = {} if kind == JSON else {"type": "string"}
        return {kind: {"schema": schema}}
    return {JSON: {"schema": {"$ref": _REFERENCE.format(name=kind.__name__)}}}


def _responses(endpoint: Endpoint) -> Json:
    fine: Json = {"description": _meaning(endpoint.answer)}
    if endpoint.answer is not None:
        fine["content"] = _content(endpoint.answer)
    statuses = sorted({STATUS[code] for code in endpoint.all_codes})
    wrong = {str(status): _refusal(endpoint, status) for status in statuses}
    return {str(endpoint.status): fine, **wrong}


def _meaning(answer: Any) -> str:
    if answer is None:
        return "It is done."
    return "The text." if isinstance(answer, str) else described.shape(answer).doc


def _refusal(endpoint: Endpoint, status: int) -> Json:
    """All that this status can mean here."""
    codes = [code for code in endpoint.all_codes if STATUS[code] == status]
    lines = [f"`{code}`: {SENTENCES[code]}" for code in codes]
    return {"description": "\n\n".join(lines), "content": _content(rest.Problem)}


# Schemas.

_REFERENCE = "#/components/schemas/{name}"


def _schemas() -> Json:
    """Every struct that the API names, with the comments of its fields."""
    structs = [rest.Problem, *_named(ENDPOINTS)]
    _, components = msgspec.json.schema_components(structs, ref_template=_REFERENCE)
    for struct in described.structs():
        if struct.__name__ in components:
            _annotate(components[struct.__name__], described.shape(struct))
    components[rest.Problem.__name__]["properties"]["code"]["enum"] = list(SENTENCES)
    return components


def _named(endpoints: Iterable[Endpoint]) -> list[Any]:
    kinds = (kind for endpoint in endpoints for kind in (endpoint.request, endpoint.answer))
    return list({kind: None for kind in kinds if described.is_struct(kind)})


def _annotate(schema: Json, shape: described.Shape) -> None:
    schema["description"] = shape.doc
    for field in shape.fields:
        if field.doc:
            schema["properties"][field.name]["description"] = field.doc
