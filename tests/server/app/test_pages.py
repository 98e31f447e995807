"""Pages and files: compressed as they were built, kept as long as they may be, and what is lost."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from piazzetta.server.app.pages import ADDRESSES, routes
from piazzetta.server.app.pages import lost as lost_page

pytestmark = pytest.mark.anyio

SCRIPT = "console.log(1)" * 200
HTML = {"accept": "text/html"}


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """As the web app is built."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>the app")
    (tmp_path / "assets" / "a-1.js").write_text(SCRIPT)
    (tmp_path / "assets" / "a-1.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (tmp_path / "manifest.webmanifest").write_text("{}")
    return tmp_path


def site(static: Path) -> Starlette:
    """Pages alone."""

    async def missing(request: Request, _error: Exception) -> Response:
        return await lost_page(request, static) or PlainTextResponse("nothing", 404)

    return Starlette(routes=routes(static), exception_handlers={HTTPException: missing})


@pytest.fixture
async def http(static: Path) -> AsyncIterator[httpx.AsyncClient]:
    """Asks it."""
    transport = httpx.ASGITransport(site(static))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        yield client


@pytest.mark.parametrize("address", ADDRESSES)
async def test_every_address_is_the_app(http: httpx.AsyncClient, address: str) -> None:
    answer = await http.get(address.replace("{", "").replace("}", ""))
    assert (answer.status_code, answer.text) == (200, "<!doctype html>the app")
    assert answer.headers["cache-control"] == "no-cache"


async def test_what_has_its_content_in_its_name_is_kept_for_ever(http: httpx.AsyncClient) -> None:
    answer = await http.get("/assets/a-1.js")
    assert "immutable" in answer.headers["cache-control"]


async def test_files_are_compressed_for_those_who_read_that(http: httpx.AsyncClient) -> None:
    answer = await http.get("/assets/a-1.js", headers={"accept-encoding": "br, gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["vary"] == "accept-encoding"
    assert (answer.text, int(answer.headers["content-length"]) < 200) == (SCRIPT, True)
    plain = await http.get("/assets/a-1.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT


async def test_what_has_not_changed_is_not_sent_again(http: httpx.AsyncClient) -> None:
    first = await http.get("/")
    again = await http.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_manifests_are_called_so(http: httpx.AsyncClient) -> None:
    answer = await http.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"


async def test_people_are_told_by_the_app_that_there_is_nothing(http: httpx.AsyncClient) -> None:
    answer = await http.get("/nowhere", headers=HTML)
    assert (answer.status_code, answer.text) == (404, "<!doctype html>the app")


@pytest.mark.parametrize("path", ["/api/nowhere", "/assets/nothing.js"])
async def test_programs_are_told_plainly(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(path, headers=HTML)
    assert (answer.status_code, answer.text) == (404, "nothing")
    assert (await http.get("/nowhere")).text == "nothing"


async def test_without_the_app_there_is_a_plain_page(tmp_path: Path) -> None:
    transport = httpx.ASGITransport(site(tmp_path / "none"))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        assert "/docs/messages" in (await client.get("/")).text
        assert (await client.get("/nowhere", headers=HTML)).status_code == 404
