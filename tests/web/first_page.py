"""How heavy the first page is: the JavaScript that a stranger's browser has to fetch for it."""

from playwright.sync_api import BrowserContext, Request

from tests.web.browsing import look, settled

MOST_SCRIPT = 100_000
"""Bytes of JavaScript, compressed, that the first page may load."""


def scripts_of(context: BrowserContext, address: str = "/") -> dict[str, int]:
    """Every script that the page fetches, with its compressed bytes, where nothing is kept yet."""
    loaded: dict[str, int] = {}

    def count(request: Request) -> None:
        response = request.response()
        if response and response.url.endswith(".js") and not response.from_service_worker:
            loaded[response.url] = request.sizes()["responseBodySize"]

    page = context.new_page()
    page.route("**/*", lambda route: route.continue_())  # Whoever is asked keeps nothing.
    page.on("requestfinished", count)
    settled(look(page, address))
    page.close()
    return loaded
