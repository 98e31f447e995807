"""The REST API's frame: what `protocol/endpoints.py` says of an address is carried out here.

request ──► rate ──► origin ──► who asks ──► body ──► handler ──► answer
                └────────┴───────────┴─────────┴─────────┴──────► Problem, with its code's status
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from piazzetta.server.app import logs
from piazzetta.server.app.addresses import is_host
from piazzetta.server.app.connection import ENCODER
from piazzetta.server.app.identity import Person
from piazzetta.server.app.limits import asker_of
from piazzetta.server.app.services import Services
from piazzetta.server.protocol import rest
from piazzetta.server.protocol.endpoints import JSON, PARAMETERS, STATUS, Endpoint
from piazzetta.server.store.errors import FullError, GoneError
from piazzetta.server.table.limits import MOST_MOVES
from piazzetta.server.table.refusal import RefusedError

API = "/api/"
_WITH_RECORD = (rest.AskAdvice, rest.AskReplay)
_PLAYED_AGAIN = ("/api/tables/{table}/record", "/api/tables/{table}/replay")
_NO_STORE = {"cache-control": "no-store"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, as handlers get it."""

    services: Services
    request: Request
    parameters: Mapping[str, Any]
    body: Any
    """The struct that the endpoint names."""
    someone: Person | None

    @property
    def person(self) -> Person:
        """Who asks, where one has to be somebody."""
        assert self.someone is not None
        return self.someone

    @property
    def asker(self) -> str:
        """Whom the request counts for."""
        return asker_of(self.request.client)

    @property
    def base(self) -> str:
        """Where the asker reaches this server, for links."""
        links, host = self.services.links, self.request.headers.get("host", "")
        if not links.public and not is_host(host):
            raise RefusedError("bad_request", reason="the header Host names no host")
        return links.base(self.scheme, host)

    @property
    def scheme(self) -> str:
        """By which the asker came: http or https."""
        return str(self.request.scope["scheme"])


Handler = Callable[[Asked], Awaitable[Any]]

MOVES_A_LOOK = 100
"""So many moves that are played again for an answer count as one look more; those beyond the end of
the longest game do not, so that who asks for them is told that there are none. The rules play about
20,000 a second: an address that always looks has a third of a core."""
_PLAYED: Mapping[str, Callable[[Asked], int]] = {
    "/api/tables/{table}/positions/{number}": lambda asked: int(asked.parameters["number"]),
    # To judge a move takes three times as long as to play it.
    "/api/try": lambda asked: len(asked.body.moves) + 3 * len(asked.body.consider),
}


def route(services: Services, endpoint: Endpoint, handler: Handler) -> Route:
    """The endpoint, ready to be asked."""
    decoder = msgspec.json.Decoder(endpoint.request) if endpoint.request else None

    async def answer(request: Request) -> Response:
        try:
            asked = await _asked(services, endpoint, decoder, request)
            return respond(endpoint, await handler(asked))
        except RefusedError as refused:
            services.metrics.refused.labels(refused.code).inc()
            return problem(refused)
        except GoneError:
            return problem(RefusedError("no_identity"))
        except FullError as full:
            return problem(RefusedError("no_room", most=full.most))
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            logs.failed("request failed", error, endpoint=endpoint.name)
            return problem(RefusedError("unavailable"))

    return Route(endpoint.path, answer, methods=[endpoint.method], name=endpoint.name)


async def _asked(
    services: Services,
    endpoint: Endpoint,
    decoder: "msgspec.json.Decoder[Any] | None",
    request: Request,
) -> Asked:
    """Everything that is checked before the handler, the cheapest first."""
    if not endpoint.path.startswith(API):
        # Who only looks whether we live is always answered, whoever it is.
        return Asked(services, request, {}, None, None)
    _check_rate(services, endpoint, asker_of(request.client))
    if endpoint.changes:
        services.check_origin(request.headers)
    someone = await services.identities.of(request.headers)
    if endpoint.identity and someone is None:
        raise RefusedError("no_identity")
    parameters = _parameters(request)
    body = await _body(services, endpoint, decoder, request) if decoder else None
    asked = Asked(services, request, parameters, body, someone)
    _check_work(endpoint, asked)
    return asked


def _check_rate(services: Services, endpoint: Endpoint, asker: str) -> None:
    """What costs more is allowed less often."""
    buckets = [services.looks if endpoint.path in _PLAYED else services.requests]
    if endpoint.request is rest.OpenTable:
        buckets.append(services.tables)
    if endpoint.request in (rest.NewPlayer, rest.Claim):
        buckets.append(services.newcomers)
    if endpoint.request in _WITH_RECORD or endpoint.path in _PLAYED_AGAIN:
        buckets.append(services.records)
    if not all(bucket.take(asker) for bucket in buckets):
        raise RefusedError("too_many")


def _check_work(endpoint: Endpoint, asked: Asked) -> None:
    """What has to be played before it can be shown counts more, by how much that is."""
    moves = _PLAYED.get(endpoint.path)
    if moves is None:
        return
    more = min(moves(asked), MOST_MOVES) // MOVES_A_LOOK
    if more and not asked.services.looks.take(asked.asker, more):
        raise RefusedError("too_many")


def _parameters(request: Request) -> dict[str, Any]:
    return {name: _parameter(name, text) for name, text in request.path_params.items()}


def _parameter(name: str, text: str) -> Any:
    parameter = PARAMETERS[name]
    try:
        return msgspec.convert(text, parameter.type, strict=False)
    except msgspec.ValidationError as error:
        raise RefusedError(parameter.missing) from error


async def _body(
    services: Services,
    endpoint: Endpoint,
    decoder: "msgspec.json.Decoder[Any]",
    request: Request,
) -> Any:
    limits = services.limits
    most = limits.record if endpoint.request in _WITH_RECORD else limits.body
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise RefusedError("too_large", most=most)
    try:
        return decoder.decode(bytes(data))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RefusedError("bad_request", reason=str(error)) from error


def respond(endpoint: Endpoint, answer: Any) -> Response:
    """A handler's answer: a struct, a text of the endpoint's media type, nothing, or a response."""
    if isinstance(answer, Response):
        return answer
    if endpoint.answer is None:
        return Response(status_code=endpoint.status, headers=_NO_STORE)
    if isinstance(endpoint.answer, str):
        return Response(answer, media_type=endpoint.answer, headers=_NO_STORE)
    return json_response(answer, endpoint.status)


def json_response(answer: Any, status: int = 200) -> Response:
    """A struct as JSON, kept by no cache: it is for whoever asked."""
    data = ENCODER.encode(answer)
    return Response(data, status_code=status, media_type=JSON, headers=_NO_STORE)


def problem(refused: RefusedError) -> Response:
    """Why it was not done."""
    body = rest.Problem(code=refused.code, message=refused.message, details=refused.details)
    return json_response(body, STATUS[refused.code])
