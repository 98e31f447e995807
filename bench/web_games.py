"""Games for `bench.web`: some in progress, others played on while every press is timed."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Cookie, Page

from bench.web_inputs import Inputs
from tests.web import carre_play, piazza_play
from tests.web.browsing import DESKTOP, NOWHERE, PHONE, Browse

PIAZZA, CARRE = "Piazza", "C'est Carré!"
START = {"options": {"first": 0}}
"""We begin."""
TURNS_BEFORE = 4
"""So far is a game that is in progress."""
A_TURN = 6
"""Moves of three players in C'est Carré!, and a few more."""
A_WHILE = 100
"""Milliseconds."""
NAMED = {
    "source": "a pile",
    "card": "a card",
    "cell": "a cell",
    "commit": "play",
    "scoring": "continue",
}


def in_progress(browse: Browse) -> tuple[dict[str, str], list[Cookie]]:
    """A game of each against bots, it is our turn: their addresses, and who we are."""
    page = browse()
    games = {PIAZZA: _piazza_begun(page), CARRE: _carre_begun(page)}
    cookies = page.context.cookies()
    page.close()
    return games, cookies


def _piazza_begun(page: Page) -> str:
    piazza_play.against_bots(page, 3, **START)
    for _ in range(TURNS_BEFORE):
        piazza_play.state(page)
        piazza_play.by_mouse(page)
    piazza_play.state(page)
    return page.url


def _carre_begun(page: Page) -> str:
    table = carre_play.begun(page, 3)
    game = carre_play.Game(page, table, carre_play.by_mouse)
    piles = page.locator("button.open[data-move]")
    while len(carre_play.moves(page, table)) < TURNS_BEFORE * A_TURN or not piles.count():
        if not game.step():
            page.wait_for_timeout(A_WHILE)
    return page.url


def _piazza_by_touch(browse: Browse, turns: int) -> Inputs:
    """Every card, a cell, back, a cell again, play."""
    page = browse(NOWHERE, size=PHONE, touch=True, still=False, worker=True)
    piazza_play.against_bots(page, 3, **START)
    inputs = Inputs(page)
    hand, legal = piazza_play.hand(page), piazza_play.legal(page)
    for _ in _piazza_turns(page, turns):
        for slot in range(1, hand.count()):
            inputs.press("tap a card", hand.nth(slot).tap)
        piazza_play.choose(page, lambda card: inputs.press("tap a card", card.tap))
        inputs.press("tap a cell", legal.first.tap)
        inputs.press("tap undo", page.get_by_role("button", name="Undo").tap)
        inputs.press("tap a cell", legal.last.tap)
        inputs.press("tap play", piazza_play.play(page).tap)
    return inputs


def _piazza_by_keyboard(browse: Browse, turns: int) -> Inputs:
    """Digits, arrows on the table, Escape; then the same with Enter."""
    page = browse(NOWHERE, size=DESKTOP, still=False, worker=True)
    piazza_play.against_bots(page, 3, **START)
    inputs = Inputs(page)
    for _ in _piazza_turns(page, turns):
        _choose_by_key(page, inputs)
        inputs.keys(["Tab", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Escape"])
        _choose_by_key(page, inputs)
        inputs.keys(["Tab"])
        inputs.press("Enter to lay", lambda: page.keyboard.press("Enter"))
        inputs.press("Enter to play", lambda: page.keyboard.press("Enter"))
    return inputs


def _piazza_turns(page: Page, turns: int) -> Iterator[int]:
    """Wait for turns with something to lay; after a game another one begins."""
    for turn in range(turns):
        while (now := piazza_play.state(page)) != "Choose a card":
            if now == "Pass":
                piazza_play.passed(page)
            else:
                piazza_play.against_bots(page, 3, **START)
        yield turn


def _choose_by_key(page: Page, inputs: Inputs) -> None:
    piazza_play.hand(page).first.focus()
    for digit in "123":
        inputs.keys([digit])
        if piazza_play.legal(page).count():
            return


def _carre_by_touch(browse: Browse, turns: int) -> Inputs:
    """Whatever is asked for next."""
    page = browse(NOWHERE, size=PHONE, touch=True, still=False, worker=True)

    def tap(inputs: Inputs) -> carre_play.Way:
        return lambda page, found: inputs.press(
            f"tap {NAMED[found['what']]}", lambda: carre_play.by_touch(page, found)
        )

    return _carre(page, turns, tap)


def _carre_by_keyboard(browse: Browse, turns: int) -> Inputs:
    """The same with letters, digits, arrows and Enter."""
    page = browse(NOWHERE, size=DESKTOP, still=False, worker=True)

    def keys(inputs: Inputs) -> carre_play.Way:
        return lambda _page, found: inputs.keys(found["keys"])

    return _carre(page, turns, keys)


def _carre(page: Page, turns: int, way: Callable[[Inputs], carre_play.Way]) -> Inputs:
    table = carre_play.begun(page, 3)
    inputs = Inputs(page)
    game = carre_play.Game(page, table, way(inputs))
    while len(inputs.all) < A_TURN * turns:
        if game.over:
            game = carre_play.Game(page, carre_play.begun(page, 3), way(inputs))
        if not game.step():
            page.wait_for_timeout(A_WHILE)
    return inputs


WAYS: dict[str, Callable[[Browse, int], Inputs]] = {
    f"{PIAZZA}, phone": _piazza_by_touch,
    f"{PIAZZA}, keyboard": _piazza_by_keyboard,
    f"{CARRE}, phone": _carre_by_touch,
    f"{CARRE}, keyboard": _carre_by_keyboard,
}
"""How turns are played, each in a game of its own."""
