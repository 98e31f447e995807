"""Who one is here: name, other devices, tokens, and how to be forgotten."""

import re
from typing import get_type_hints

from playwright.sync_api import Page, expect

from piazzetta.server.protocol.rest import OpenTable
from tests.web.browsing import ELSEWHERE, NOWHERE, Browse, connected, look

PAINTS = (
    """(one) => [null, "::before"].map((part) => getComputedStyle(one, part).backgroundColor)"""
)
"""The colours of a switch and of its knob."""


PUSHED = """
const keys = { p256dh: "BA", auth: "AA" };
const toJSON = () => ({ endpoint: "https://push.example/x", keys });
let made = null;
const unsubscribe = async () => { made = null; return true; };
const pushManager = {
    getSubscription: async () => made,
    subscribe: async () => (made = { toJSON, unsubscribe }),
};
const worker = { pushManager };
const fake = { ready: worker, register: async () => worker, getRegistration: async () => worker };
Object.defineProperty(navigator, "serviceWorker", { value: fake });
Notification.requestPermission = async () => "granted";
"""
"""A browser that can be called, through a service that our server does not know."""


def me(page: Page) -> dict[str, str]:
    """Whom the server takes the browser for."""
    answer: dict[str, str] = page.request.get("/api/me").json()
    return answer


def test_a_name_is_seen_at_once(browse: Browse) -> None:
    page = connected(browse("/settings"))
    page.get_by_label("Your name at tables").fill("Maia")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Playing as Maia")).to_be_visible()


def test_another_device_becomes_the_same_person(browse: Browse) -> None:
    one, other = connected(browse("/settings")), connected(browse())
    assert me(one)["player"] != me(other)["player"]
    one.get_by_role("button", name="Make a link").click()
    link = one.get_by_label("Open this there").input_value()
    expect(one.get_by_text("Only this computer can open this link.")).to_be_visible()
    expect(one.get_by_alt_text("QR code of the link")).to_have_count(0)
    connected(look(other, link))
    expect(other).to_have_url(re.compile("/link[^#]*$"))  # The secret is not for the history.
    other.get_by_role("button", name="Be the same person here").click()
    expect(other.get_by_text("Welcome back")).to_be_visible()
    assert me(one)["player"] == me(other)["player"]


def test_where_other_devices_can_open_a_link_it_is_drawn(browse: Browse) -> None:
    browse.forgive("Cross-Origin-Opener-Policy")  # An address that no browser trusts.
    page = connected(browse("/settings", url=browse.url.replace("127.0.0.1", ELSEWHERE)))
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_alt_text("QR code of the link")).to_be_visible()
    expect(page.get_by_text("Only this computer")).to_have_count(0)


def test_a_link_works_once(browse: Browse) -> None:
    browse.forgive("404")
    one = connected(browse("/settings"))
    one.get_by_role("button", name="Make a link").click()
    link = one.get_by_label("Open this there").input_value()
    for text in ("Welcome back", "This link does not work"):
        other = connected(browse())
        connected(look(other, link)).get_by_role("button", name="Be the same").click()
        expect(other.get_by_text(text)).to_be_visible()


def test_tokens_are_made_and_revoked(browse: Browse) -> None:
    page = connected(browse("/settings"))
    page.get_by_label("What it is for").fill("my bot")
    page.get_by_role("button", name="Make a token").click()
    token = page.get_by_label("Copy it now: it is shown only once").input_value()
    bearer = {"authorization": f"Bearer {token}"}
    assert page.request.get("/api/me", headers=bearer).json()["outside"]
    page.get_by_role("button", name="Revoke my bot").click()
    expect(page.get_by_role("button", name="Revoke my bot")).to_be_hidden()


def test_a_browser_that_the_server_does_not_call_is_not_shown_as_called(browse: Browse) -> None:
    browse.forgive("400")
    page = browse(NOWHERE)
    page.context.add_init_script(PUSHED)
    told = connected(look(page, "/settings")).get_by_label("Tell me when the page is closed")
    told.click()
    expect(page.get_by_text("notification service is not known here")).to_be_visible()
    expect(told).to_be_enabled()
    expect(told).not_to_be_checked()


def test_somebody_is_blocked_and_allowed_again(browse: Browse) -> None:
    page, rude = connected(browse()), connected(browse())
    connected(look(page, f"/players/{me(rude)['player']}"))
    page.get_by_role("button", name="Block").click()
    expect(page.get_by_role("status").filter(has_text="blocked")).to_be_visible()
    connected(look(page, "/settings"))
    page.get_by_role("button", name=f"Allow {me(rude)['name']} again").click()
    expect(page.get_by_text("Nobody. You can block")).to_be_visible()


def test_everything_is_deleted_after_a_question(browse: Browse) -> None:
    browse.forgive("/api/me:")  # asked where the socket ends before the answer comes
    page = connected(browse("/settings"))
    before = me(page)
    page.get_by_role("button", name="Delete everything").click()
    question = page.get_by_role("dialog")
    question.get_by_role("button", name="Cancel").click()
    assert me(page) == before
    page.get_by_role("button", name="Delete everything").click()
    question.get_by_role("button", name="Delete everything").click()
    page.wait_for_url("**/")
    expect(page.get_by_role("link", name=before["name"])).to_be_hidden()
    expect(page.get_by_role("link", name="Playing as Guest")).to_be_visible()
    assert me(page)["player"] != before["player"]


def test_switches_are_seen_in_colours_chosen_by_the_system(browse: Browse) -> None:
    page = connected(browse("/settings"))
    page.emulate_media(forced_colors="active")
    for name in ("Motion", "Green instead of pink"):
        paints = page.get_by_label(name).evaluate(PAINTS)
        assert len(set(paints)) == 2, name


def test_settings_stay_on_the_device(browse: Browse) -> None:
    page = browse("/settings")
    page.get_by_label("Green instead of pink").check()
    page.get_by_label("Motion").uncheck()
    look(page, "/")
    expect(page.locator("use[href='#pz-G5']")).to_have_count(1)
    expect(page.locator("html[data-still]")).to_have_count(1)


def test_instant_bots_are_as_fast_as_a_server_allows(browse: Browse) -> None:
    page = connected(browse("/settings"))
    page.get_by_label("At once").check()
    look(page, "/")
    page.get_by_role("button", name="Play bots now").first.click()
    page.wait_for_url("**/t/*")
    pace = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()["pace"]
    allowed = get_type_hints(OpenTable, include_extras=True)["pace"].__metadata__[0].ge
    assert pace == allowed
