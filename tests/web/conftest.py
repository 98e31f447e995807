"""One server and one browser for each test process, while it is at these tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.app.processes import Process, started
from tests.web.browsing import PATIENCE, Browse, launch

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """`piazzetta serve`, with the web app as it was built."""
    database = tmp_path_factory.mktemp("web") / "web.db"
    with started("--db", str(database), "--no-limits") as process:
        yield process


# Not for the whole session: while it runs, no other test of the process can have an event loop.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def browse(server: Process, chromium: Browser) -> Iterator[Browse]:
    """Opens pages: `browse("/lobby", size=PHONE, language="de")`."""
    opened = Browse(chromium, server.url)
    yield opened
    opened.close()


@pytest.fixture
def database(tmp_path: Path) -> str:
    """For a server of one test's own."""
    return str(tmp_path / "own.db")
