"""The application as ASGI servers know it: the socket, the REST API, and the pages."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket

from piazzetta.server.app import api, pages
from piazzetta.server.app.handlers import HANDLERS
from piazzetta.server.app.messages import Messages
from piazzetta.server.app.security import SecurityHeaders
from piazzetta.server.app.services import Services
from piazzetta.server.app.socket import Socket
from piazzetta.server.protocol.endpoints import ENDPOINTS
from piazzetta.server.table.refusal import RefusedError

SOCKET = "/ws"
_MISSING = {404: "no_such_page", 405: "bad_method"}


def application(services: Services) -> Starlette:
    """Everything that a node answers."""
    socket = Socket(services, Messages(services).handlers)
    routes: list[BaseRoute] = [
        WebSocketRoute(SOCKET, socket),
        WebSocketRoute("/{anywhere:path}", _no_socket),
        *(
            api.route(services, one, HANDLERS[one.name])
            for one in ENDPOINTS
            if one.name in HANDLERS
        ),
        *pages.routes(),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: _missing},
    )


async def _no_socket(socket: WebSocket) -> None:
    """Whoever wants a socket elsewhere is refused as the REST API refuses."""
    await socket.send_denial_response(api.problem(RefusedError("no_such_page")))


async def _missing(request: Request, error: Exception) -> Response:
    """No such address, or not so."""
    assert isinstance(error, HTTPException)
    page = await pages.lost(request) if error.status_code == 404 else None
    if page is not None:
        return page
    return api.problem(RefusedError(_MISSING.get(error.status_code, "no_such_page")))
