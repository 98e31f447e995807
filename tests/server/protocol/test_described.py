"""Structs are described completely: fields, defaults, comments, and whatever they lead to."""

from typing import get_args

import msgspec
import pytest

from piazzetta.server.protocol import client, described, rest, server, shared
from piazzetta.server.protocol.described import Struct


def field(struct: Struct, name: str) -> described.Field:
    return next(one for one in described.shape(struct).fields if one.name == name)


def test_a_message_is_described() -> None:
    shape = described.shape(client.Sit)
    assert (shape.name, shape.tag) == ("Sit", ("type", "sit"))
    assert shape.doc == "Sit down on a free seat; one player may hold several (hot-seat)."
    assert [one.name for one in shape.fields] == ["id", "table", "ply", "seat", "name"]
    assert [one.required for one in shape.fields] == [True, True, True, True, False]
    assert field(client.Sit, "name").default == ""
    assert field(client.Sit, "name").doc.startswith("What to call this seat")
    assert field(client.Sit, "seat").type == shared.SeatNumber


def test_a_plain_struct_has_no_tag() -> None:
    assert described.shape(rest.Me).tag is None
    assert described.shape(shared.PiazzaView).tag == ("game", "piazza")


def test_comments_of_a_base_are_kept() -> None:
    assert field(rest.TokenMade, "created").doc == "ISO 8601, in UTC."
    assert field(rest.TokenMade, "token").doc.startswith("To be sent")


def test_a_field_without_a_comment_means_what_its_type_means() -> None:
    assert field(client.Sit, "table").doc == ""
    assert described.meaning(field(client.Sit, "table")) == "The table that is meant."
    assert described.meaning(field(client.Sit, "name")).startswith("What to call")
    assert described.meaning(field(client.Sit, "id")).startswith("Made by the client")


def test_no_two_names_are_of_the_same_type() -> None:
    """A field of that type would be told with the other one's comment."""
    types = [kind for kind, _ in described.commented()]
    assert len(set(types)) == len(types)


def test_a_field_goes_by_its_name_in_json() -> None:
    assert field(rest.PushSubscription, "expirationTime").default is None


def test_a_default_is_a_value() -> None:
    assert field(rest.OpenTable, "clock").default == shared.ClockOption()
    assert field(rest.OpenTable, "seats").default == []
    assert field(rest.OpenTable, "pace").default == 1.0


def test_long_comments_are_one_text() -> None:
    assert described.shape(server.Update).doc.splitlines()[1].startswith("except `legal`")


def test_every_message_and_what_it_leads_to_is_met() -> None:
    met = set(described.structs())
    assert met >= {*get_args(client.AnyMessage), *get_args(server.AnyMessage)}
    assert met >= {shared.CarreView, server.LobbyTable, server.Reason, rest.PushKeys}


def test_bases_are_not_met() -> None:
    bases = {client.Message, client.AtTable, server.Message, rest.Request, rest.Answer}
    assert not bases & set(described.structs())


@pytest.mark.parametrize("module", described.MODULES, ids=lambda module: module.__name__)
def test_nothing_is_forgotten(module: object) -> None:
    """A struct that nobody leads to is a base, or should not be there."""
    known = [kind for kind in vars(module).values() if described.is_struct(kind)]
    unmet = {kind for kind in known if kind not in described.structs()}
    assert all(kind.__subclasses__() for kind in unmet)


def test_no_two_structs_share_a_name() -> None:
    names = [struct.__name__ for struct in described.structs()]
    named = [one.name for one in described.named_types()]
    assert len({*names, *named}) == len(names) + len(named)


def test_everything_says_what_it_is() -> None:
    assert [one.__name__ for one in described.structs() if not described.shape(one).doc] == []


def test_types_with_names() -> None:
    named = {one.name: one for one in described.named_types()}
    assert named["View"].type == shared.View
    assert named["Reaction"].doc == "Quick reactions instead of a chat."
    assert named["ClientMessage"].type == client.AnyMessage
    assert named["ServerMessage"].type == server.AnyMessage
    assert "Id" not in named


def test_constraints_come_off_and_are_read() -> None:
    assert described.plain(shared.SeatNumber) is int
    assert described.constraints(shared.SeatNumber) == msgspec.Meta(ge=0, lt=shared.MOST_SEATS)
    assert described.plain(int) is int
    assert described.constraints(int) is None
