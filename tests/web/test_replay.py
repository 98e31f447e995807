"""Games looked at again: stepped through, left for other moves, advised; and pasted records."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import (
    DESKTOP,
    MOSTLY_GERMAN,
    PHONE,
    SIDEWAYS,
    SMALL_PHONE,
    Browse,
    connected,
    look,
    seen_as,
)
from tests.web.lessons import cell
from tests.web.looking import barriers, clipped, untranslated
from tests.web.piazza_play import against_bots

RECORDS = Path(__file__).parents[1] / "data" / "playthroughs"
PIAZZA = RECORDS / "piazza-2.record"
CARRE = RECORDS / "carre-2.record"
UNFINISHED = RECORDS / "carre-2-unfinished.record"

# Much faster than by hand, as a second connection of the same player.
PLAYED_OUT = """table => new Promise((done) => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
    let said = 0;
    const say = (what) => socket.send(JSON.stringify({ id: String(++said), table, ...what }));
    socket.onmessage = ({ data }) => {
        const told = JSON.parse(data);
        if (told.type === "welcome") say({ type: "watch" });
        const [first] = told.legal ?? [];
        if (first) say({ type: "move", ply: told.ply, seat: 0, move: first.move });
        if (told.ending) done();
    };
})"""


def moves_of(record: Path) -> list[str]:
    """The moves of a record, as text."""
    lines = record.read_text(encoding="utf-8").splitlines()
    return [line.split(": ", 1)[1].split(" | ")[0] for line in lines if line[:1].isdigit()]


def pasted(page: Page, record: Path) -> Page:
    """The record's game is shown."""
    page.locator("textarea").fill(record.read_text(encoding="utf-8"))
    page.locator(".ways .main").click()
    expect(page.locator(".viewer")).to_be_visible()
    return page


def at(page: Page, number: int, record: Path) -> None:
    """Wait until the position after so many moves is shown."""
    count = len(moves_of(record))
    expect(page.locator(".controls .at")).to_have_text(f"{number} of {count}")


def running_table(page: Page) -> str:
    """The id of a table at which a game has just begun."""
    look(page, "/new/carre?with=bots")
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


def test_stepping_through_a_pasted_record(browse: Browse) -> None:
    page = pasted(connected(browse("/replay")), PIAZZA)
    at(page, 0, PIAZZA)
    page.keyboard.press("ArrowRight")
    at(page, 1, PIAZZA)
    expect(page.locator("[aria-current=step]")).to_have_count(1)
    page.keyboard.press("End")
    at(page, len(moves_of(PIAZZA)), PIAZZA)
    expect(page.locator("[aria-current=step]")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    at(page, len(moves_of(PIAZZA)) - 1, PIAZZA)
    page.keyboard.press("Home")
    at(page, 0, PIAZZA)
    for move in (10, 11, 12, 13, 14, 5):
        page.get_by_role("slider", name="Move").fill(str(move))
        at(page, move, PIAZZA)
        expect(page.locator("[aria-current=step]")).to_be_in_viewport(ratio=1)
    page.locator("ol[aria-label=Moves] button").nth(6).click()
    at(page, 7, PIAZZA)
    page.get_by_role("button", name="Play", exact=True).click()
    at(page, 8, PIAZZA)
    page.get_by_role("button", name="Pause").click()


def test_all_hands_are_shown(browse: Browse) -> None:
    page = pasted(connected(browse("/replay")), PIAZZA)
    hands = page.get_by_role("list", name="All hands").get_by_role("listitem")
    expect(hands).to_have_count(2)
    for seat in range(2):
        expect(hands.nth(seat).get_by_role("img")).to_have_count(3)


@pytest.mark.parametrize("record", [PIAZZA, CARRE])
def test_nobody_is_called_you(browse: Browse, record: Path) -> None:
    page = pasted(browse("/replay"), record)
    name = page.locator(".turn .who .name").inner_text()
    expect(page.get_by_role("toolbar").first).to_have_attribute("aria-label", f"{name}’s hand")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status").filter(has_text=re.compile(rf"^{name} "))).to_be_attached()
    assert not re.search(r"\byours?\b", page.locator(".viewer").inner_text(), re.IGNORECASE)


def test_branching_off_and_coming_back(browse: Browse) -> None:
    page = pasted(connected(browse("/replay")), PIAZZA)
    page.get_by_role("slider", name="Move").fill("4")
    at(page, 4, PIAZZA)
    expect(page.get_by_role("button", name="Choose a card")).to_be_visible()
    page.locator("[role=toolbar] button").first.click()
    page.locator("[role=gridcell].legal").last.click()
    page.locator(".try .actions .main").click()
    expect(page.get_by_text("You have left the game after move 4.")).to_be_visible()
    expect(page.locator(".controls .at")).to_have_text("5 of 5")
    assert barriers(page) == []
    page.get_by_role("button", name="Back to the game").click()
    at(page, 4, PIAZZA)
    expect(page.get_by_text("You have left the game")).to_be_hidden()


def test_making_the_games_own_move_stays_in_the_game(browse: Browse) -> None:
    page = pasted(connected(browse("/replay")), CARRE)
    expect(page.locator('[data-move="take"]')).not_to_have_attribute("aria-disabled", "true")
    own = moves_of(CARRE)[0]
    other = {"take": "reveal", "reveal": "take"}[own]
    page.locator(f'[data-move="{own}"]').click()
    at(page, 1, CARRE)
    expect(page.get_by_text("You have left the game")).to_be_hidden()
    page.keyboard.press("Home")
    at(page, 0, CARRE)
    expect(page.locator(f'[data-move="{other}"]')).not_to_have_attribute("aria-disabled", "true")
    page.locator(f'[data-move="{other}"]').click()
    expect(page.get_by_text("You have left the game at its start.")).to_be_visible()


def test_a_refused_move_says_why(browse: Browse) -> None:
    page = pasted(connected(browse("/replay")), PIAZZA)
    expect(page.get_by_role("button", name="Choose a card")).to_be_visible()
    page.locator("[role=toolbar] button").first.click()
    expect(page.locator("[role=gridcell].legal").first).to_be_visible()
    cell(page, -1, -1).click()
    expect(page.locator(".try .sum.bad")).to_be_visible()


def test_advice_is_given_in_words_and_can_be_tried(browse: Browse) -> None:
    page = pasted(connected(browse("/replay")), PIAZZA)
    page.get_by_role("slider", name="Move").fill("6")
    page.get_by_role("button", name="What is best here?").click()
    advice = page.get_by_role("region", name="Advice")
    expect(advice.get_by_role("heading").first).to_be_visible(timeout=30_000)
    expect(advice.get_by_text("played", exact=True)).to_have_count(1)
    marks = page.locator("[data-suggested]")
    expect(marks.first).to_be_visible()
    best = [one.get_attribute("data-suggested") for one in marks.all()]
    advice.get_by_role("listitem").locator("header").nth(1).hover()
    expect(advice.locator("li.marked")).not_to_have_class(re.compile("best"))
    assert best
    assert (untranslated(page), barriers(page)) == ([], [])
    advice.get_by_role("button", name="Try it").first.click()
    expect(page.locator(".controls .at")).to_contain_text("7 of")
    expect(page.get_by_role("button", name="What is best here?")).to_be_visible()


def test_a_record_from_a_file_finished_or_not(browse: Browse) -> None:
    page = connected(browse("/replay"))
    page.locator("input[type=file]").set_input_files(UNFINISHED)
    expect(page.locator(".viewer")).to_be_visible()
    expect(page.get_by_text("unfinished")).to_be_visible()
    page.keyboard.press("End")
    at(page, len(moves_of(UNFINISHED)), UNFINISHED)
    expect(page.get_by_role("button", name="What is best here?")).to_be_enabled()
    with page.expect_download() as begun:
        page.get_by_role("button", name="Download record").click()
    assert begun.value.suggested_filename == "carre.txt"
    assert Path(begun.value.path()).read_text("utf-8") == UNFINISHED.read_text("utf-8")
    page.get_by_role("button", name="Another game").click()
    expect(page.locator("textarea")).to_be_visible()


def test_a_broken_record_says_where_and_why(browse: Browse) -> None:
    browse.forgive("400")
    page = connected(browse("/replay"))
    for before, after, told in (
        ("Rules: 1", "Rules: 99", "Rules: 99"),
        ("Game: piazza", "Game: chess", "chess"),
        ("\n3. ", "\n4. ", "3"),
    ):
        page.locator("textarea").fill(PIAZZA.read_text("utf-8").replace(before, after, 1))
        page.locator(".ways .main").click()
        problem = page.locator(".problems")
        expect(problem).to_contain_text(told)
        expect(problem).to_contain_text("of this record cannot be read")
        expect(problem).to_contain_text("Line ")
    assert barriers(page) == []


def test_an_illegal_move_in_a_record_is_told_in_the_language(browse: Browse) -> None:
    browse.forgive("400")
    first = moves_of(PIAZZA)[0]
    page = connected(browse("/replay", language="de"))
    page.locator("textarea").fill(PIAZZA.read_text("utf-8").replace(first, "pass", 1))
    page.locator(".ways .main").click()
    link = page.locator(".problems").get_by_role("link", name="Passen")
    expect(link).to_have_attribute("href", "/rules/piazza#P-STUCK")
    expect(page.locator(".problems")).to_contain_text("Zeile ")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("Game: piazza", "foo", "La riga 1 .+ né una riga d’intestazione .+ né una mossa.*foo"),
        ("Rules: 1\n", "", "Manca la riga d’intestazione «Rules»"),
        ("\n3. ", "\n4. ", "la mossa 3, non 4"),
        ("\n2. 0:", "\n2. 1:", "È il turno del posto 0, non del posto 1"),
        ("Result: seat", "Result: no seat", "Il risultato non corrisponde"),
        ("Rules: 1", "Rules: x", r"^\s*La riga \d+ di questa registrazione non si può leggere"),
    ],
)
def test_a_broken_record_is_told_in_the_language_alone(
    browse: Browse, before: str, after: str, told: str
) -> None:
    browse.forgive("400")
    page = connected(browse("/replay", language="it"))
    broken = PIAZZA.read_text("utf-8").replace(before, after, 1)
    assert broken != PIAZZA.read_text("utf-8")
    page.locator("textarea").fill(broken)
    page.locator(".ways .main").click()
    expect(page.locator(".problems")).to_have_text(re.compile(told, re.DOTALL))
    expect(page.locator(".problems")).not_to_have_text(re.compile(r"\b(the|this|is|not)\b"))


def test_nothing_pasted_is_told(browse: Browse) -> None:
    page = connected(browse("/replay"))
    page.get_by_role("button", name="Show the game").click()
    expect(page.get_by_text("Paste a record first.")).to_be_visible()


def test_a_finished_game_by_its_link(browse: Browse) -> None:
    page = connected(browse())
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = against_bots(page, 2)
    page.evaluate(PLAYED_OUT, table)
    page.goto(f"/replay/{table}?at=3")
    expect(page.locator(".controls .at")).to_contain_text("3 of ")
    expect(page.get_by_text(" won")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Share link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/replay/{table}?at=4")
    other = connected(browse(link))
    expect(other.locator(".controls .at")).to_contain_text("4 of ")
    assert barriers(other) == []


def test_a_game_that_is_not_there_or_not_over_says_so(browse: Browse) -> None:
    for part in ("404", "409"):
        browse.forgive(part)
    page = connected(browse("/replay/nosuchtable"))
    expect(page.get_by_role("alert").filter(has_text="There is no such table")).to_be_visible()
    page.goto(f"/replay/{running_table(page)}")
    expect(page.get_by_role("alert").filter(has_text="not over")).to_be_visible()
    assert barriers(page) == []


@pytest.mark.parametrize("language", MOSTLY_GERMAN)
def test_a_replay_fits_and_has_no_barriers(browse: Browse, language: str) -> None:
    page = connected(browse("/replay", language=language))
    for record in (PIAZZA, CARRE):
        page.goto("/replay")
        pasted(page, record)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(page.locator("[aria-current=step]")).to_have_count(1)
        assert (untranslated(page), clipped(page), barriers(page)) == ([], [], []), record.name
        assert clipped(seen_as(page, PHONE)) == [], record.name
        assert clipped(seen_as(page, SIDEWAYS)) == [], record.name
        for part in (".board [role=grid]", ".controls .at"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        seen_as(page, SMALL_PHONE, "dark")
        assert (untranslated(page), clipped(page), barriers(page)) == ([], [], []), record.name
        seen_as(page, DESKTOP)
