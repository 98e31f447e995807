"""Boards as text: tiles on a grid with coordinates, panels side by side, tiles in a row.

What is drawn is a Scene: a view, so that nothing hidden can get onto the screen.

     -1   0   1
 0    ·   R1  B3        x grows to the right, y downwards, as in the moves' notation
 1    +  *P2   ·        * is new, + is where the viewer may lay a card
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from piazzetta.cli.ink import BOLD, DIM, Ink, pad, width
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Cell

WIDTH = 80
TILE = 4
"""Columns of a tile."""
GAP = 2


@dataclass(frozen=True, slots=True)
class Scene:
    """What a viewer is shown, and what that viewer saw last."""

    view: Any
    names: tuple[str, ...]
    ink: Ink
    legal: Sequence[Legal[Any]] = ()
    """What the viewer may do; empty for onlookers."""
    before: Any = None
    """The view at the viewer's last look: what has come since is new."""


def tile(text: str, ink: Ink, style: str, new: bool = False) -> str:
    """A card as wide as every other card; a new one has a star before it."""
    return ink.paint(f"{'*' if new else ' '}{text:<{TILE - 1}}", style)


def free(ink: Ink, open_to_viewer: bool = False) -> str:
    """An empty cell: a plus where the viewer may lay a card, else a dot."""
    return ink.paint("  + ", BOLD) if open_to_viewer else ink.paint("  · ", DIM)


def grid(tiles: Mapping[Cell, str], bare: bool = False) -> list[str]:
    """The tiles in their places, with the coordinates above and to the left unless it is bare."""
    columns, rows = _span(x for x, _ in tiles), _span(y for _, y in tiles)
    if bare:
        return [_row(tiles, columns, y) for y in rows]
    margin = max(len(str(y)) for y in (rows[0], rows[-1])) + 1
    head = " " * margin + "".join(f"{x:>{TILE - 1}} " for x in columns)
    return [head.rstrip(), *(f"{y:>{margin - 1}} {_row(tiles, columns, y)}" for y in rows)]


def _span(numbers: Iterable[int]) -> range:
    present = set(numbers)
    return range(min(present), max(present) + 1)


def _row(tiles: Mapping[Cell, str], columns: range, y: int) -> str:
    return "".join(tiles.get((x, y), " " * TILE) for x in columns)


def box(cells: Iterable[Cell], margin: int = 0) -> Iterator[Cell]:
    """The smallest rectangle around the cells, with so many more cells on each side."""
    xs, ys = zip(*cells, strict=True)
    for x in range(min(xs) - margin, max(xs) + margin + 1):
        for y in range(min(ys) - margin, max(ys) + margin + 1):
            yield x, y


def beside(panels: Sequence[Sequence[str]], gap: int = GAP) -> list[str]:
    """Panels from left to right, in as many rows as it takes to stay within the width."""
    lines: list[str] = []
    row: list[Sequence[str]] = []
    for panel in panels:
        if row and not fits([*row, panel], gap):
            lines += _join(row, gap)
            row = []
        row.append(panel)
    return lines + _join(row, gap)


def fits(panels: Sequence[Sequence[str]], gap: int = GAP) -> bool:
    """Whether the panels have room in one row."""
    return sum(map(_panel_width, panels)) + gap * (len(panels) - 1) <= WIDTH


def _panel_width(panel: Sequence[str]) -> int:
    return max(map(width, panel))


def _join(panels: Sequence[Sequence[str]], gap: int) -> list[str]:
    height = max(map(len, panels))
    columns = [
        [pad(line, _panel_width(panel)) for line in [*panel, *[""] * (height - len(panel))]]
        for panel in panels
    ]
    return [(" " * gap).join(parts).rstrip() for parts in zip(*columns, strict=True)]


def flow(label: str, parts: Sequence[str]) -> list[str]:
    """A label and parts after it, wrapped between parts; further lines are indented alike."""
    indent = " " * (width(label) + 1)
    lines = [label]
    for part in parts:
        if lines[-1] != label and width(lines[-1]) + 1 + width(part) > WIDTH:
            lines.append(indent + part)
        else:
            lines[-1] += f" {part}"
    return lines


def prose(text: str, indent: str = "  ") -> list[str]:
    """Plain text, wrapped between words; further lines are indented."""
    first, *words = text.split(" ")
    lines = [first]
    for word in words:
        if width(lines[-1]) + 1 + width(word) > WIDTH:
            lines.append(indent + word)
        else:
            lines[-1] += f" {word}"
    return lines
