"""The rules page: every clause, searchable, with drawn examples and links to each clause."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import DESKTOP, PHONE, Browse, Size, becomes, connected
from tests.web.looking import barriers, clipped, untranslated

WORDS = Path(__file__).parents[2] / "web" / "words" / "rules.json"
RULES = json.loads(WORDS.read_text(encoding="utf-8"))


def clauses(start: str) -> list[str]:
    """The names of all clauses that begin like this."""
    return [
        key.split(".")[1]
        for key in RULES
        if key.startswith(f"rules.{start}") and key.endswith("title")
    ]


def shown(page: Page) -> list[str]:
    """The names of the clauses on the page."""
    names: list[str] = page.locator("article").evaluate_all("all => all.map(one => one.id)")
    return names


@pytest.mark.parametrize(("game", "start"), [("piazza", "P-"), ("carre", "C-")])
def test_every_clause_is_there_with_its_text(browse: Browse, game: str, start: str) -> None:
    page = connected(browse(f"/rules/{game}"))
    becomes(page, lambda: shown(page), clauses(start))
    for name in clauses(start):
        for part in ("title", "text", "ruling"):
            if text := RULES.get(f"rules.{name}.{part}"):
                expect(page.locator(f"article#{name}")).to_contain_text(text["en"])
    rulings = [name for name in clauses(start) if f"rules.{name}.ruling" in RULES]
    expect(page.get_by_text("Our ruling", exact=True)).to_have_count(len(rulings))


def test_clauses_are_found_by_word_and_by_name(browse: Browse) -> None:
    page = connected(browse("/rules/piazza"))
    search = page.get_by_role("searchbox")
    search.fill("stock")
    expect(page.get_by_text("rules found")).to_be_visible()
    assert "P-DEAL" in shown(page)
    assert "P-CARDS" not in shown(page)
    search.fill("p-differ")
    expect(page.get_by_text("1 rule found")).to_be_visible()
    becomes(page, lambda: shown(page), ["P-DIFFER"])
    search.fill("xylophone")
    expect(page.get_by_text("No rule has these words")).to_be_visible()
    becomes(page, lambda: shown(page), [])
    assert barriers(page) == []
    search.fill("")
    page.get_by_label("Our rulings only").check()
    rulings = [name for name in clauses("P-") if f"rules.{name}.ruling" in RULES]
    becomes(page, lambda: shown(page), rulings)


def test_a_link_leads_to_its_clause(browse: Browse) -> None:
    page = connected(browse("/rules/carre#C-ZONES"))
    expect(page.locator("#C-ZONES")).to_be_in_viewport()
    page.get_by_role("link", name="Who wins").click()
    expect(page.locator("#C-WIN")).to_be_in_viewport()
    expect(page).to_have_url(re.compile("#C-WIN$"))


def test_the_booklets_examples_are_drawn(browse: Browse) -> None:
    page = connected(browse("/rules/piazza"))
    for text in ("5 points", "3 + 3 = 6", "3 + 3 + 4 = 10", "= 15"):
        expect(page.locator("figcaption", has_text=text).first).to_be_visible()
    drawn = page.locator("#P-SCORE svg[role=img]")
    expect(drawn).to_have_accessible_name(
        "Example. One card, one bracket: 5 points. "
        "Row 1: blue sun, red arch, pink fish, yellow cypress, blue parasol."
    )
    page.goto("/rules/carre")
    expect(page.locator("figcaption", has_text="zones +9: 20 points")).to_be_visible()


def test_the_theme_is_kept_to_in_figures(browse: Browse) -> None:
    page = connected(browse("/settings"))
    page.get_by_label("green", exact=False).first.check()
    page.goto("/rules/piazza")
    expect(page.locator("#P-SCORE svg[role=img]")).to_have_accessible_name(
        "Example. One card, one bracket: 5 points. "
        "Row 1: blue sun, red arch, green fish, yellow cypress, blue parasol."
    )


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_searching_fits_in_every_language(browse: Browse, language: str, size: Size) -> None:
    page = connected(browse("/rules/piazza", language=language, size=size))
    page.get_by_role("searchbox").fill("xylophone")
    expect(page.locator(".nothing")).to_be_visible()
    assert (untranslated(page), clipped(page)) == ([], [])


def test_a_phone_has_the_contents_folded_at_hand(browse: Browse) -> None:
    page = connected(browse("/rules/carre", size=PHONE, touch=True))
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents).to_be_in_viewport(ratio=1)
    expect(contents.get_by_role("link")).to_have_count(0)
    contents.get_by_text("Contents").tap()
    expect(contents.get_by_role("link")).to_have_count(len(clauses("C-")))
    assert barriers(page) == []
    contents.get_by_role("link", name=RULES["rules.C-ZONES.title"]["en"]).tap()
    page.wait_for_url("**/rules/carre#C-ZONES")
    expect(page.locator("#C-ZONES h3")).to_be_in_viewport(ratio=1)
    expect(contents.get_by_role("link")).to_have_count(0)
    expect(contents).to_be_in_viewport(ratio=1)
