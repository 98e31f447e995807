"""What can be wrong with any page: barriers, clipped texts, words without a translation."""

import json
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

WORDS = Path(__file__).parents[2] / "web" / "words"
KEYS = frozenset(
    key for file in WORDS.glob("*.json") for key in json.loads(file.read_text("utf-8"))
)

CLIPPED = """() => {
    const wrong = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) wrong.push("the page is wider than the screen");
    const bottoms = [...document.body.children].map((one) => one.getBoundingClientRect().bottom);
    const end = scrollY + Math.max(innerHeight, ...bottoms);
    if (root.scrollHeight > end + 1) wrong.push("the page is longer than what is on it");
    const hides = (style) => ["hidden", "clip"].includes(style.overflowX);
    for (const element of document.querySelectorAll("body *")) {
        const texts = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        if (!texts || element.closest(".spoken, svg, [hidden], option")) continue;
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(element);
        const box = range.getBoundingClientRect();
        if (box.width <= 1) continue;
        for (let at = element; at && at !== document.body; at = at.parentElement) {
            const style = getComputedStyle(at);
            if (style.clipPath !== "none") break;
            if (["auto", "scroll"].includes(style.overflowX)) break;
            const frame = at.getBoundingClientRect();
            if (hides(style) && (box.right > frame.right + 1.5 || box.left < frame.left - 1.5)) {
                wrong.push(`${element.textContent.trim()} (in ${at.tagName} ${at.className})`);
                break;
            }
        }
    }
    return wrong;
}"""

SAID = """() => {
    const said = [document.title];
    for (const element of document.querySelectorAll("*")) {
        for (const name of ["aria-label", "title", "placeholder", "alt", "aria-roledescription"]) {
            if (element.hasAttribute(name)) said.push(element.getAttribute(name));
        }
        for (const node of element.childNodes) {
            if (node.nodeType === 3 && node.textContent.trim()) said.push(node.textContent.trim());
        }
    }
    return said;
}"""


def barriers(page: Page) -> list[str]:
    """What axe finds on the page."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


def clipped(page: Page) -> list[str]:
    """Texts that do not fit where they stand."""
    return list(page.evaluate(CLIPPED))


def untranslated(page: Page) -> list[str]:
    """Keys in the place of words, and values that nobody filled in."""
    said = page.evaluate(SAID)
    return [text for text in said if text in KEYS or "undefined" in text or "{" in text]
