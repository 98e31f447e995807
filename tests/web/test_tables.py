"""Tables before their game: opened, found in the lobby, taken, begun by two browsers."""

import re

from playwright.sync_api import Page, expect

from tests.web.browsing import (
    ELSEWHERE,
    NOWHERE,
    PHONE,
    Browse,
    becomes,
    connected,
    held_back,
    look,
)

GAME = re.compile(r"/t/\w+$")


def rename(page: Page, name: str) -> None:
    """Be called something."""
    connected(look(page, "/settings"))
    page.get_by_label("Your name at tables").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()


def players(page: Page, number: int) -> None:
    """Choose how many play."""
    group = page.get_by_role("group", name="How many play?")
    group.get_by_role("radio", name=str(number)).check()


def open_table(page: Page, seats: int) -> None:
    """Open a table for friends, from the page where its wishes are said."""
    players(page, seats)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(GAME)


def test_two_browsers_meet_in_the_lobby(browse: Browse) -> None:
    host, guest = browse(), browse(size=PHONE)
    rename(host, "Ada")
    rename(guest, "Ben")
    connected(look(guest, "/lobby"))
    look(host, "/new/carre?with=friends")
    host.get_by_label("Public").check()
    open_table(host, 2)

    # Nobody has to load the page again to see it.
    listed = guest.get_by_role("listitem").filter(has_text="Ada")
    listed.get_by_role("link", name="Join").click()
    guest.wait_for_url(host.url)
    guest.get_by_role("button", name="Sit here").click()
    expect(host.get_by_text("Ben")).to_be_visible()
    host.get_by_role("button", name="Ready").click()
    expect(host.get_by_role("status").filter(has_text="Waiting for the others")).to_be_visible()
    guest.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        expect(page.get_by_role("grid").first).to_be_visible()


def test_a_stranger_opens_a_table_before_the_server_knows_who_it_is(browse: Browse) -> None:
    page = browse(NOWHERE)
    with held_back(page, "**/api/me"):
        look(page, "/new/piazza?with=friends")
        page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(GAME)


def test_the_host_invites_bots_and_frees_seats(browse: Browse) -> None:
    page = browse("/new/piazza?with=friends")
    open_table(page, 3)
    expect(page.get_by_text("2 seats are free.")).to_be_visible()
    for said in ("1 seat is free.", "All seats are taken."):
        page.get_by_label("Invite a bot").first.select_option("level1")
        expect(page.get_by_text(said)).to_be_visible()
    page.get_by_role("button", name="Free the seat of Nino 2").click()
    expect(page.get_by_text("1 seat is free.")).to_be_visible()
    page.get_by_label("Invite a bot").select_option("level3")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("grid")).to_be_visible()


def test_people_at_one_screen_have_names(browse: Browse) -> None:
    page = browse("/new/carre?with=screen")
    players(page, 2)
    page.get_by_label("Name on seat 1").fill("Ada")
    page.get_by_label("Name on seat 2").fill("Ben")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(GAME)
    shown = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert [seat["name"] for seat in shown["seats"]] == ["Ada", "Ben"]
    assert shown["stage"] == "running"


def test_people_at_one_screen_need_no_names(browse: Browse) -> None:
    page = browse("/new/carre?with=screen", language="fr")
    page.get_by_text("Commencer la partie").click()
    page.wait_for_url(GAME)
    shown = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    first, *others = [seat["name"] for seat in shown["seats"]]
    assert first.startswith("Invité ")
    assert others == ["Joueur 2", "Joueur 3"]


def test_whoever_follows_a_link_may_say_a_name(browse: Browse) -> None:
    host = browse("/new/piazza?with=friends")
    open_table(host, 2)
    expect(host.get_by_text("Only this computer can open this link.")).to_be_visible()
    expect(host.get_by_alt_text("QR code")).to_have_count(0)
    expect(host.get_by_label("Your name")).to_have_count(0)
    guest = browse(f"/t/{host.url.rsplit('/', 1)[1]}")
    expect(guest.get_by_alt_text("QR code")).to_have_count(0)
    expect(guest.get_by_label("Your name")).to_have_value(re.compile(r"Guest \d+"))
    guest.get_by_label("Your name").fill("Chiara")
    guest.get_by_role("button", name="Sit here").click()
    expect(host.get_by_text("Chiara")).to_be_visible()
    expect(guest.get_by_text("Chiara (you)")).to_be_visible()
    expect(guest.get_by_label("Your name")).to_have_count(0)
    expect(guest.get_by_text("Playing as Chiara")).to_be_visible()


def test_an_invitation_that_works_elsewhere_is_drawn(browse: Browse) -> None:
    browse.forgive("Cross-Origin-Opener-Policy")  # An address that no browser trusts.
    page = browse("/new/piazza?with=friends", url=browse.url.replace("127.0.0.1", ELSEWHERE))
    open_table(page, 2)
    expect(page.get_by_alt_text("QR code of the link to this table")).to_be_visible()
    expect(page.get_by_text("Only this computer")).to_have_count(0)


def test_whoever_opens_a_table_from_the_lobby_opens_it_to_all(browse: Browse) -> None:
    page = connected(browse("/lobby"))
    page.get_by_role("link", name="New table: Piazza").click()
    expect(page.get_by_label("Public")).to_be_checked()
    open_table(page, 2)
    expect(page.locator(".facts")).to_have_text("2 players · public · no clock · for fun")


def test_what_is_asked_about_a_seat_is_said_beside_it(browse: Browse) -> None:
    page = browse("/new/piazza?with=screen", size=PHONE)
    seats = page.get_by_role("listitem")
    expect(seats.nth(0)).to_have_text(re.compile(r"Seat 1\s*Your name\s*"))
    expect(seats.nth(1).get_by_text("Name", exact=True)).to_be_visible()
    right = "all => all.map(one => one.getBoundingClientRect().right)"
    fields = page.locator("form select, li input")
    becomes(page, lambda: len(set(fields.evaluate_all(right))), 1)


def test_options_reach_the_table(browse: Browse) -> None:
    page = browse("/new/piazza?with=bots")
    players(page, 3)
    page.get_by_label("Clock").select_option(label="1 minute a move")
    page.get_by_label("Hints").uncheck()
    page.get_by_label("For fun").uncheck()
    page.get_by_role("radio", name="Chosen by the players").check()
    page.get_by_role("radio", name="Row").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(GAME)
    shown = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert shown["clock_option"] == {"move": 60.0}
    assert (shown["hints"], shown["casual"]) == (False, False)
    assert shown["options"]["setup"] == "choose"
    assert shown["options"]["start"] == "row"


def test_a_table_is_closed_again(browse: Browse) -> None:
    page = browse("/new/carre?with=friends")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(GAME)
    page.get_by_role("button", name="Close the table").click()
    page.wait_for_url(re.compile("/$"))
