"""Every address of the REST API, as data: the routes are compared with it, OpenAPI is made of it.

GET /api/tables/{table}/record  ──►  who may ask, what is answered, what can go wrong
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from piazzetta.server.protocol import rest, server
from piazzetta.server.protocol.shared import Id, Ply, TableId

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]

PLAIN = "text/plain; charset=utf-8"
SVG = "image/svg+xml"
JSON = "application/json"


class Parameter(NamedTuple):
    """What stands in braces in a path."""

    type: Any
    meaning: str
    missing: str
    """The code for one that names nothing."""


PARAMETERS = {
    "table": Parameter(TableId, "The id of a table.", "no_such_table"),
    "player": Parameter(Id, "The id of a player.", "no_such_player"),
    "token": Parameter(Id, "The id of one of your tokens; not the token itself.", "no_such_token"),
    "number": Parameter(Ply, "How many moves had been made.", "no_such_position"),
}
"""By its name."""

STATUS: dict[str, int] = {
    "bad_request": 400,
    "bad_name": 400,
    "bad_options": 400,
    "bad_record": 400,
    "bad_position": 400,
    "not_a_move": 400,
    "illegal_move": 400,
    "no_such_bot": 400,
    "no_such_seat": 400,
    "bad_push": 400,
    "yourself": 400,
    "no_identity": 401,
    "bad_origin": 403,
    "not_by_token": 403,
    "blocked": 403,
    "no_such_page": 404,
    "no_such_table": 404,
    "no_such_player": 404,
    "no_such_token": 404,
    "no_such_link": 404,
    "no_such_position": 404,
    "bad_method": 405,
    "not_over": 409,
    "no_room": 409,
    "too_large": 413,
    "too_many": 429,
    "busy": 503,
    "not_ready": 503,
    "unavailable": 503,
}
"""The HTTP status that goes with each code that the API answers with."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method of one path."""

    method: Method
    path: str
    """Parameters in braces, as in PARAMETERS."""
    summary: str
    answer: Any
    """A struct, or a media type; None for an empty answer, status 204."""
    request: Any = None
    """The struct of the body."""
    identity: bool = True
    """Whether one has to be somebody: by the cookie or by a token."""
    codes: tuple[str, ...] = ()
    """What can go wrong here and not everywhere, besides parameters."""

    @property
    def name(self) -> str:
        """Short, unlike all others: `post_me_links`."""
        words = self.path.removeprefix("/api").replace("{", "").replace("}", "")
        return self.method.lower() + words.replace("/", "_").replace(".", "_")

    @property
    def changes(self) -> bool:
        """Whether it changes something: then a foreign page must not be able to send it."""
        return self.method != "GET"

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names in its path."""
        return tuple(re.findall(r"{(\w+)}", self.path))

    @property
    def status(self) -> int:
        """The HTTP status where all goes well."""
        return 204 if self.answer is None else 200

    @property
    def own_codes(self) -> tuple[str, ...]:
        """What can go wrong here and not everywhere, parameters that name nothing included."""
        return (*self.codes, *(PARAMETERS[name].missing for name in self.parameters))

    @property
    def all_codes(self) -> tuple[str, ...]:
        """Everything that can go wrong."""
        return (*self.own_codes, *_everywhere(self))


def _everywhere(endpoint: Endpoint) -> Iterator[str]:
    """What can go wrong at every address of this kind."""
    if endpoint.request is not None:
        yield from ("bad_request", "too_large")
    if endpoint.identity:
        yield "no_identity"
    if endpoint.changes:
        yield "bad_origin"
    if endpoint.path.startswith("/api/"):
        yield from ("too_many", "unavailable")


ENDPOINTS = (
    # Who I am.
    Endpoint("GET", "/api/me", "Who you are here.", rest.Me),
    Endpoint(
        "POST",
        "/api/me",
        "Be somebody: sets the cookie of a new guest. Who is somebody already stays so.",
        rest.Me,
        rest.NewPlayer,
        identity=False,
        codes=("bad_name",),
    ),
    Endpoint(
        "PATCH",
        "/api/me",
        "Be called something else from now on.",
        rest.Me,
        rest.NewName,
        codes=("bad_name",),
    ),
    Endpoint(
        "DELETE",
        "/api/me",
        "Delete my data: name, tokens, links, blocks and push; finished games stay, nameless.",
        None,
    ),
    Endpoint(
        "POST",
        "/api/me/links",
        "Make a link that makes another device you, once.",
        rest.Link,
        codes=("no_room",),
    ),
    Endpoint(
        "POST",
        "/api/links",
        "Be the person who made this link: sets their cookie.",
        rest.Me,
        rest.Claim,
        identity=False,
        codes=("no_such_link",),
    ),
    Endpoint("GET", "/api/me/tokens", "Your API tokens.", rest.Tokens),
    Endpoint(
        "POST",
        "/api/me/tokens",
        "Make an API token, for a program that plays in your name.",
        rest.TokenMade,
        rest.NewToken,
        codes=("bad_name", "no_room"),
    ),
    Endpoint("DELETE", "/api/me/tokens/{token}", "Revoke a token.", None),
    Endpoint("GET", "/api/me/blocks", "Whom you have blocked or muted.", rest.Blocks),
    Endpoint(
        "PUT",
        "/api/me/blocks/{player}",
        "Block or mute somebody.",
        None,
        rest.Block,
        codes=("yourself", "no_room"),
    ),
    Endpoint(
        "DELETE",
        "/api/me/blocks/{player}",
        "Neither block nor mute somebody any more.",
        None,
    ),
    Endpoint("GET", "/api/me/push", "What a browser needs to be told of turns.", rest.PushShown),
    Endpoint(
        "PUT",
        "/api/me/push",
        "Tell this browser when it is your turn.",
        rest.PushShown,
        rest.PushSubscription,
        codes=("bad_push", "no_room"),
    ),
    Endpoint("DELETE", "/api/me/push", "Tell no browser any more.", None),
    Endpoint("GET", "/api/me/tables", "Your tables.", rest.MyTables),
    # Tables.
    Endpoint(
        "GET",
        "/api/lobby",
        "The public tables that are open or running.",
        server.LobbyShown,
        identity=False,
    ),
    Endpoint(
        "POST",
        "/api/tables",
        "Open a table; with `seats`, also sit down and invite bots.",
        server.TableShown,
        rest.OpenTable,
        codes=("bad_options", "no_such_bot", "no_such_seat", "not_ready"),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}",
        "A table as you may know it.",
        server.TableShown,
        identity=False,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/qr.svg",
        "The table's link as a QR code.",
        SVG,
        identity=False,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        "The record of a finished game.",
        PLAIN,
        identity=False,
        codes=("not_over",),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/replay",
        "A finished game, every position with all hands.",
        rest.Replay,
        identity=False,
        codes=("not_over",),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/positions/{number}",
        "An earlier position, as you may know it.",
        rest.PositionShown,
        identity=False,
    ),
    Endpoint(
        "POST",
        "/api/advice",
        "The best moves at one point of any record.",
        rest.AdviceGiven,
        rest.AskAdvice,
        codes=("bad_record", "no_such_position", "busy"),
    ),
    Endpoint(
        "POST",
        "/api/try",
        "Play some moves from any position, and judge others.",
        rest.TryShown,
        rest.Try,
        identity=False,
        codes=("bad_position", "not_a_move", "illegal_move"),
    ),
    Endpoint(
        "POST",
        "/api/replay",
        "Any record, every position with all hands.",
        rest.Replay,
        rest.AskReplay,
        identity=False,
        codes=("bad_record",),
    ),
    # Players, bots and the server itself.
    Endpoint(
        "GET",
        "/api/players/{player}",
        "A player's results and ratings.",
        rest.PlayerShown,
        identity=False,
    ),
    Endpoint("GET", "/api/bots", "The bots that may be invited.", rest.Bots, identity=False),
    Endpoint("GET", "/api/openapi.json", "This description.", JSON, identity=False),
    Endpoint("GET", "/healthz", "Whether the process lives.", rest.Health, identity=False),
    Endpoint(
        "GET",
        "/readyz",
        "Whether it can serve: the store answers, and it is not stopping.",
        rest.Health,
        identity=False,
        codes=("not_ready",),
    ),
    Endpoint("GET", "/metrics", "Figures for Prometheus.", PLAIN, identity=False),
)
