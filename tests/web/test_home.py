"""The first page: from nothing to a game, and back to what was left."""

import json
import re
import time

from playwright.sync_api import Page, expect

from tests.web.browsing import Browse, becomes, connected, held_back, look, settled
from tests.web.first_page import MOST_SCRIPT, scripts_of

GAME = re.compile(r"/t/\w+$")


def play(page: Page, game: str) -> None:
    """Start a game against bots."""
    page.get_by_role("article").filter(has_text=game).get_by_role(
        "button", name="Play bots now"
    ).click()
    page.wait_for_url(GAME)


def test_one_click_and_seconds_lead_to_a_game(browse: Browse) -> None:
    begun = time.monotonic()
    page = browse()
    play(page, "Piazza")
    expect(page.get_by_role("grid")).to_be_visible()
    assert time.monotonic() - begun < 10
    table = page.url.rsplit("/", 1)[1]
    shown = page.request.get(f"/api/tables/{table}").json()
    assert (shown["stage"], shown["your_seats"]) == ("running", [0])
    assert [seat.get("bot") for seat in shown["seats"]] == [None, "level2"]


def test_bots_are_chosen_in_place_and_remembered(browse: Browse) -> None:
    page = connected(browse())
    page.get_by_label("C’est Carré!: number of bots").select_option("3 bots")
    page.get_by_label("C’est Carré!: which bot").select_option(label="Donata, very strong")
    connected(look(page, "/"))
    play(page, "Carré")
    shown = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert [seat.get("bot") for seat in shown["seats"]] == [None, *["level6"] * 3]


def test_the_choice_of_a_bot_is_there_before_the_server_tells_of_any(browse: Browse) -> None:
    page = connected(browse())
    level = page.get_by_label("Piazza: which bot")
    level.select_option(label="Rosa, good")
    shown, choice = (
        "one => one.selectedOptions[0]?.label",
        page.get_by_label("C’est Carré!: which bot"),
    )
    with held_back(page, "**/api/bots"):
        look(page, "/")
        becomes(page, lambda: level.evaluate(shown), "Rosa, good")
        becomes(page, lambda: choice.evaluate(shown), "Gina, easy")
        before = level.bounding_box()
        choice.select_option("level5")
    connected(settled(page))
    assert level.bounding_box() == before
    assert [one.input_value() for one in (level, choice)] == ["level4", "level5"]


def test_a_program_that_was_chosen_stays_so(browse: Browse) -> None:
    page = browse()
    bots = {"piazza": {"players": 2, "level": "program:mine"}}
    page.evaluate(
        "(kept) => (localStorage['piazzetta.settings'] = kept)", json.dumps({"bots": bots})
    )
    connected(settled(look(page, "/")))
    assert page.get_by_label("Piazza: which bot").input_value() == "program:mine"
    expect(page.get_by_label("Piazza: which bot").locator("option:checked")).to_have_text("mine")


def test_what_was_left_is_resumed(browse: Browse) -> None:
    page = browse()
    play(page, "Piazza")
    first = page.url
    look(page, "/")
    play(page, "Carré")
    connected(look(page, "/"))
    games = page.get_by_role("region", name="Your games")
    games.get_by_role("button", name="1 more game").click()
    expect(games.get_by_role("link", name="Resume")).to_have_count(2)
    games.locator(f"a[href$='{first.rsplit('/', 1)[1]}']").click()
    page.wait_for_url(first)
    expect(page.get_by_role("grid")).to_be_visible()


def test_an_invitation_is_entered_by_its_code_or_its_link(browse: Browse) -> None:
    browse.forgive("404")
    host, guest = browse("/new/piazza?with=friends"), connected(browse())
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(GAME)
    code = host.get_by_label("Code")
    expect(code).to_have_value(host.url.rsplit("/", 1)[1])
    entry, join = guest.get_by_label("Got an invitation?"), guest.get_by_role("button", name="Join")
    entry.fill("nothing9")
    join.click()
    expect(guest.get_by_text("There is no such table.")).to_be_visible()
    entry.fill(code.input_value())
    join.click()
    guest.wait_for_url(host.url)
    look(guest, "/")
    entry.fill(host.url)
    join.click()
    guest.wait_for_url(host.url)


def test_the_first_page_is_light(browse: Browse) -> None:
    loaded = scripts_of(browse("/link").context)
    assert len(loaded) >= 3
    assert sum(loaded.values()) <= MOST_SCRIPT, loaded


def test_a_phone_on_its_side_shows_how_to_play(browse: Browse) -> None:
    page = connected(browse(size=(844, 390)))
    for button in page.get_by_role("button", name="Play bots now").all():
        expect(button).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("heading", level=1)).to_have_text("Two games of small squares")


def test_whoever_has_no_results_is_shown_the_way_to_play(browse: Browse) -> None:
    page = connected(browse("/settings"))
    page.get_by_role("link", name="Your results").click()
    page.wait_for_url("**/players/*")
    page.get_by_role("main").get_by_role("link", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Play bots now").first).to_be_visible()
