"""The description of the REST API is valid, complete, and can be put to use."""

import copy
from typing import Any

import jsonschema_rs
import pytest
import schemathesis

from piazzetta.server.protocol import openapi
from piazzetta.server.protocol.codes import SENTENCES
from piazzetta.server.protocol.endpoints import ENDPOINTS, STATUS

DOCUMENT = openapi.document("piazzetta")


def schema() -> Any:
    # Loading writes into what it is given.
    return schemathesis.openapi.from_dict(copy.deepcopy(DOCUMENT))


def references(data: Any) -> set[str]:
    """All names of schemas that are referred to below."""
    if isinstance(data, dict):
        own = {data["$ref"]} if isinstance(data.get("$ref"), str) else set()
        return own.union(*map(references, data.values()))
    return set().union(*map(references, data)) if isinstance(data, list) else set()


def test_it_is_valid() -> None:
    schema().validate()


def test_what_is_not_valid_is_seen() -> None:
    wrong = copy.deepcopy(DOCUMENT)
    wrong["paths"]["/api/tables/{table}"]["get"]["parameters"][0]["in"] = "nowhere"
    with pytest.raises(Exception, match="nowhere"):
        schemathesis.openapi.from_dict(wrong).validate()


def test_every_address_is_there() -> None:
    told = {(operation.ok().method.upper(), operation.ok().path) for operation in operations()}
    assert told == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}


def operations() -> list[Any]:
    return list(schema().get_all_operations())


def test_every_reference_leads_somewhere() -> None:
    defined = {f"#/components/schemas/{name}" for name in DOCUMENT["components"]["schemas"]}
    assert references(DOCUMENT) <= defined
    assert "#/components/schemas/PiazzaView" in references(DOCUMENT)


def test_every_code_is_told_with_its_status_and_sentence() -> None:
    for endpoint in ENDPOINTS:
        told = DOCUMENT["paths"][endpoint.path][endpoint.method.lower()]["responses"]
        for code in endpoint.all_codes:
            described = told[str(STATUS[code])]["description"]
            assert f"`{code}`: {SENTENCES[code]}" in described


def test_fields_say_what_they_mean() -> None:
    opening = DOCUMENT["components"]["schemas"]["OpenTable"]["properties"]
    assert opening["pace"]["description"] == "Seconds from a bot's turn to its move."
    assert (opening["pace"]["minimum"], opening["pace"]["maximum"]) == (0.15, 10)


def test_every_schema_is_a_schema() -> None:
    """The description's own schema does not look into those of the structs."""
    for one in DOCUMENT["components"]["schemas"].values():
        jsonschema_rs.meta.validate(one)


def test_a_code_is_one_of_the_codes() -> None:
    code = DOCUMENT["components"]["schemas"]["Problem"]["properties"]["code"]
    assert code["enum"] == list(SENTENCES)


def test_who_has_to_be_somebody() -> None:
    paths = DOCUMENT["paths"]
    assert {} not in paths["/api/me"]["get"]["security"]
    assert {} in paths["/api/lobby"]["get"]["security"]
    assert DOCUMENT["components"]["securitySchemes"]["cookie"]["name"] == "piazzetta"


def test_answers_without_a_body_and_of_other_kinds() -> None:
    paths = DOCUMENT["paths"]
    assert "content" not in paths["/api/me"]["delete"]["responses"]["204"]
    picture = paths["/api/tables/{table}/qr.svg"]["get"]["responses"]["200"]
    assert list(picture["content"]) == ["image/svg+xml"]
