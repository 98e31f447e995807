"""The plots of docs/findings.md, from the numbers in docs/findings.json; needs matplotlib.

They stand on paper of their own, so that they are readable on light pages and on dark ones, and
the same numbers always make the same files.
"""

from collections.abc import Callable, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from bench.findings_page import DOCS, ORDINALS, Json, title
from piazzetta.rules import GAMES

PAPER, INK, FAINT = "#fbf8f1", "#2b2a27", "#b9b2a3"
COLOURS = {"piazza": "#b3432b", "carre": "#1f6f78"}
SHADES = {2: 1.0, 3: 0.75, 4: 0.5, 5: 0.3}
"""How strong the line of so many players is."""
STYLE = {
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "font.family": "sans-serif",
    "font.size": 10,
    "svg.fonttype": "none",
    "svg.hashsalt": "piazzetta",
}


def draw(found: Sequence[Json]) -> None:
    """Write all of them into docs/."""
    even = [contest for contest in found if "seats" in contest]
    uneven = [contest for contest in found if "stronger" in contest]
    with mpl.rc_context(STYLE):
        save("seats", seats(even))
        save("turns", turns(even))
        save("luck", luck(even, uneven))


def save(name: str, figure: Figure) -> None:
    """As `findings-<name>.svg`, without a date."""
    path = DOCS / f"findings-{name}.svg"
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line.rstrip() for line in lines) + "\n", encoding="utf-8")


def seats(found: Sequence[Json]) -> Figure:
    """A column for each number of players: how often who moves first, second, … wins."""
    figure = Figure(figsize=(9, 5.2), layout="constrained")
    most = max(len(GAMES[contest["game"]].seats) for contest in found)
    highest = max(seat["ci95"][1] for contest in found for seat in contest["seats"])
    grid = figure.subplots(len(GAMES), most, sharey=True, squeeze=False)
    for axes, name in zip(grid, GAMES, strict=True):
        of_game = [contest for contest in found if contest["game"] == name]
        for panel, contest in zip(axes, of_game, strict=False):
            draw_seats(panel, contest)
        for panel in axes[len(of_game) :]:
            panel.set_visible(False)
        axes[0].set_ylabel("wins")
        axes[0].set_ylim(0, min(1, highest + 0.05))
    return figure


def draw_seats(axes: Axes, contest: Json) -> None:
    """Win rates with their intervals, and what would be fair."""
    players = contest["players"]
    rates = [seat["win_rate"] for seat in contest["seats"]]
    axes.axhline(1 / players, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    axes.errorbar(
        range(players),
        rates,
        yerr=reaches(rates, [seat["ci95"] for seat in contest["seats"]]),
        **marks(contest),
    )
    axes.set_title(title(contest))
    axes.set_xticks(range(players), ORDINALS[:players])
    axes.set_xlim(-0.6, players - 0.4)
    axes.text(players - 0.45, 1 / players, "fair", ha="right", va="bottom", fontsize=8)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.grid(axis="y", color=FAINT, linewidth=0.4)


def reaches(middles: Sequence[float], intervals: Sequence[Sequence[float]]) -> list[list[float]]:
    """How far each interval reaches down and up."""
    pairs = list(zip(middles, intervals, strict=True))
    return [
        [middle - low for middle, (low, _) in pairs],
        [high - middle for middle, (_, high) in pairs],
    ]


def marks(contest: Json) -> dict[str, Any]:
    """How points and their bars look."""
    return {"fmt": "o", "color": COLOURS[contest["game"]], "markersize": 6, "capsize": 3}


def turns(found: Sequence[Json]) -> Figure:
    """A panel for each game: what part of the turns brings how many points."""
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    for axes, name in zip(figure.subplots(1, len(GAMES)), GAMES, strict=True):
        for contest in found:
            if contest["game"] == name:
                draw_turns(axes, contest)
        axes.set_title(GAMES[name].title)
        axes.set_xlabel("points of a turn")
        axes.set_ylabel("turns")
        axes.set_ylim(0, None)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.grid(axis="y", color=FAINT, linewidth=0.4)
        axes.legend(frameon=False)
    return figure


def draw_turns(axes: Axes, contest: Json) -> None:
    """The parts as a line; the few turns beyond the outermost two hundredths are left out."""
    counts = {int(points): count for points, count in contest["turns"]["counts"].items()}
    total = sum(counts.values())
    shown = range(outer(counts, total), -outer({-p: n for p, n in counts.items()}, total) + 1)
    players = contest["players"]
    axes.plot(
        shown,
        [counts.get(points, 0) / total for points in shown],
        marker="o",
        markersize=3.5,
        color=COLOURS[contest["game"]],
        alpha=SHADES[players],
        label=f"{players} players",
    )


def outer(counts: dict[int, int], total: int) -> int:
    """The least number of points that is not among the lowest half hundredth."""
    left = 0.005 * total
    for points in sorted(counts):
        left -= counts[points]
        if left < 0:
            return points
    return max(counts)


def luck(even: Sequence[Json], uneven: Sequence[Json]) -> Figure:
    """What the cards explain, and how often the stronger player wins."""
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    draw_rows(left, even, lambda contest: contest["cards"] | {"at": contest["cards"]["explained"]})
    left.set_title("Explained by the cards")
    draw_rows(
        right, uneven, lambda contest: contest["stronger"] | {"at": contest["stronger"]["win_rate"]}
    )
    for row, contest in enumerate(uneven):
        right.plot(1 / contest["players"], row, marker="|", markersize=14, color=INK)
    right.set_title("The stronger wins (bar: a fair share)")
    right.set_yticklabels([])
    return figure


def draw_rows(axes: Axes, found: Sequence[Json], part: Callable[[Json], Json]) -> None:
    """One line for each contest, from the top down."""
    for row, contest in enumerate(found):
        at = part(contest)
        axes.errorbar(at["at"], row, xerr=reaches([at["at"]], [at["ci95"]]), **marks(contest))
    axes.set_yticks(range(len(found)), [title(contest) for contest in found])
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_xlim(min(0, axes.get_xlim()[0]), 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.grid(axis="x", color=FAINT, linewidth=0.4)
