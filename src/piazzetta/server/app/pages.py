"""The pages: the web app where it was built, else one that says what runs here."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from piazzetta.server.app.files import Files
from piazzetta.server.protocol import document

INDEX = "index.html"

STATIC = Path(os.environ.get("PIAZZETTA_STATIC") or Path(__file__).parent.parent / "static")
ADDRESSES = (
    "/",
    "/new/{game}",
    "/t/{table}",
    "/lobby",
    "/settings",
    "/players/{player}",
    "/link",
    "/learn",
    "/learn/{game}",
    "/rules/{game}",
    "/replay",
    "/replay/{table}",
)
"""Where the web app looks at the address itself."""
NO_PAGES = ("/api/", "/docs/", "/assets/")
"""Whatever is missing there, no person was looking for it."""

PLAIN_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Piazzetta</title>
<link rel="stylesheet" href="/docs/page.css">
<h1>Piazzetta</h1>
<p>This server runs tables of Piazza and C'est Carré!. It speaks to programs:
<a href="/docs/messages">every message and address</a>,
<a href="/api/openapi.json">the same as OpenAPI</a>.</p>
</html>
"""


def routes(static: Path = STATIC) -> list[BaseRoute]:
    """Every page and file."""
    found: list[BaseRoute] = [Route(address, _page(static, 200)) for address in ADDRESSES]
    found += [_document(path, served) for path, served in document.pages().items()]
    return found + _built(static) if static.is_dir() else found


async def lost(request: Request, static: Path = STATIC) -> Response | None:
    """The page that says that there is none, for people; nothing for programs."""
    path = request.url.path
    if path.startswith(NO_PAGES) or "text/html" not in request.headers.get("accept", ""):
        return None
    return await _page(static, 404)(request)


def _page(static: Path, status: int) -> Callable[[Request], Awaitable[Response]]:
    files = Files(static) if (static / INDEX).is_file() else None

    async def page(request: Request) -> Response:
        if files is None:
            return HTMLResponse(PLAIN_PAGE, status)
        response = await files.get_response(INDEX, request.scope)
        response.status_code = status if status != 200 else response.status_code
        return response

    return page


def _built(static: Path) -> list[BaseRoute]:
    """One route for each. A single one for all would also answer for the REST API."""
    files = Files(static)
    return [_file(files, path) for path in sorted(static.iterdir())]


def _file(files: Files, path: Path) -> BaseRoute:
    address = f"/{path.name}"
    if path.is_dir():
        return Mount(address, Files(path))

    async def answer(request: Request) -> Response:
        return await files.get_response(path.name, request.scope)

    return Route(address, answer)


def _document(path: str, served: document.Served) -> Route:
    async def answer(_request: Request) -> Response:
        return Response(served.text, media_type=served.media_type)

    return Route(path, answer)
