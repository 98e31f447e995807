"""The pages: the web app where it was built, else one that says what runs here."""

import os
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from piazzetta.server.protocol import document

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
    index = static / "index.html"

    async def page(_request: Request) -> Response:
        return FileResponse(index) if index.is_file() else HTMLResponse(PLAIN_PAGE)

    found: list[BaseRoute] = [Route(address, page) for address in ADDRESSES]
    found += [_document(path, served) for path, served in document.pages().items()]
    return found + [_file(one) for one in sorted(static.iterdir())] if static.is_dir() else found


def _file(path: Path) -> BaseRoute:
    """A file, or a folder of them. One route for all would also answer for the REST API."""
    address = f"/{path.name}"
    if path.is_dir():
        return Mount(address, StaticFiles(directory=path))

    async def answer(_request: Request) -> Response:
        return FileResponse(path)

    return Route(address, answer)


def _document(path: str, served: document.Served) -> Route:
    async def answer(_request: Request) -> Response:
        return Response(served.text, media_type=served.media_type)

    return Route(path, answer)
