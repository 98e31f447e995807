"""The tables of docs/findings.md, from the numbers in docs/findings.json."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from piazzetta.rules import GAMES

DOCS = Path(__file__).parent.parent / "docs"
KEPT = DOCS / "findings.json"
PAGE = DOCS / "findings.md"

Json = dict[str, Any]
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")


def page(text: str, found: Sequence[Json]) -> str:
    """The page with all its tables anew, each between its marks."""
    for name, lines in tables(found).items():
        text = placed(text, f"<!-- {name}: begin -->", lines, f"<!-- {name}: end -->")
    return text


def placed(text: str, begin: str, lines: Sequence[str], end: str) -> str:
    """The text with these lines between the marks."""
    before, found, rest = text.partition(begin)
    _, also_found, after = rest.partition(end)
    if not found or not also_found:
        raise ValueError(f"the page has no lines {begin} and {end}")
    return "\n".join([before + begin, "", *lines, "", end + after])


def tables(found: Sequence[Json]) -> dict[str, list[str]]:
    """The lines of each table."""
    even = [contest for contest in found if "seats" in contest]
    uneven = [contest for contest in found if "stronger" in contest]
    return {
        "seats": list(seat_table(even)),
        "turns": list(turn_table(even)),
        "cards": list(card_table(even)),
        "stronger": list(stronger_table(uneven)),
    }


def title(contest: Json) -> str:
    """`Piazza, 2 players`."""
    return f"{GAMES[contest['game']].title}, {contest['players']} players"


def row(*cells: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def rate(part: Json) -> str:
    """A win rate and its interval."""
    low, high = part["ci95"]
    return f"**{part['win_rate']:.1%}** ({low:.0%} – {high:.0%})"


def seat_table(found: Sequence[Json]) -> Iterator[str]:
    """How often each seat wins."""
    most = max(contest["players"] for contest in found)
    yield row("", "games", "fair share", *(f"{ordinal} to move" for ordinal in ORDINALS[:most]))
    yield row("---", *["---:"] * (most + 2))
    for contest in found:
        rates = [rate(seat) for seat in contest["seats"]]
        blank = [""] * (most - len(rates))
        fair = f"{1 / contest['players']:.1%}"
        yield row(title(contest), str(contest["games"]), fair, *rates, *blank)


def turn_table(found: Sequence[Json]) -> Iterator[str]:
    """What a turn brings."""
    yield row(
        "", "turns", "mean", "a quarter up to", "half up to", "the best tenth from", "nothing"
    )
    yield row("---", *["---:"] * 6)
    for contest in found:
        counts = {int(points): count for points, count in contest["turns"]["counts"].items()}
        turns = sum(counts.values())
        quantiles = [str(quantile(counts, part)) for part in (0.25, 0.5, 0.9)]
        nothing = sum(count for points, count in counts.items() if points <= 0) / turns
        mean = f"{contest['turns']['mean']:.2f}"
        yield row(title(contest), f"{turns:,}", mean, *quantiles, f"{nothing:.0%}")


def quantile(counts: dict[int, int], part: float) -> int:
    """The least number of points that this part of the turns does not exceed."""
    wanted = part * sum(counts.values())
    for points in sorted(counts):
        wanted -= counts[points]
        if wanted <= 0:
            return points
    return max(counts)


def card_table(found: Sequence[Json]) -> Iterator[str]:
    """How much the cards explain."""
    yield row("", "deals", "games of each", "explained by the cards", "95 % interval")
    yield row("---", *["---:"] * 4)
    for contest in found:
        part = contest["cards"]
        low, high = part["ci95"]
        cells = (f"**{part['explained']:.0%}**", f"{low:.0%} – {high:.0%}")
        yield row(title(contest), str(contest["deals"]), str(contest["players"]), *cells)


def stronger_table(found: Sequence[Json]) -> Iterator[str]:
    """How often the stronger player wins, and whatever the cards are."""
    yield row("", "games", "fair share", "the stronger wins", "from every seat", "from no seat")
    yield row("---", *["---:"] * 5)
    for contest in found:
        part, fair = contest["stronger"], f"{1 / contest['players']:.1%}"
        never, always = part["deals_by_wins"][0], part["deals_by_wins"][-1]
        deals = [f"{count / contest['deals']:.0%} of deals" for count in (always, never)]
        yield row(title(contest), str(contest["games"]), fair, rate(part), *deals)
