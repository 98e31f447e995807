"""A page of headings, text, tables and code as a value; written as Markdown, or as HTML.

Text may hold `code` and [links](#to-headings), as in Markdown; nothing else is special in it.
"""

import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

STYLE = """\
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; }
table { border-collapse: collapse; }
th, td { border: 1px solid #bbb; padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; }
pre { overflow-x: auto; padding: 0.5rem; background: #f4f2ee; color: #222; }
"""


@dataclass(frozen=True, slots=True)
class Heading:
    """The beginning of a part; the smaller the level, the larger the part."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; cells are texts."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Lines as they are, in some language."""

    language: str
    text: str


Block = Heading | Text | Table | Code


def markdown(blocks: Sequence[Block]) -> str:
    """The page as Markdown."""
    return "\n\n".join(map(_markdown, blocks)) + "\n"


def _markdown(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {text}"
        case Text(text):
            return text
        case Code(language, text):
            return f"```{language}\n{text}\n```"
        case Table(head, rows):
            return "\n".join(map(_row, (head, ("---",) * len(head), *rows)))


def _row(cells: Sequence[str]) -> str:
    return "".join(f"| {_cell(cell)} " if cell else "| " for cell in cells) + "|"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def page(title: str, blocks: Sequence[Block], style: str) -> str:
    """The page as HTML; `style` is the address of its style sheet, `STYLE`."""
    body = "\n".join(map(_html, blocks))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{html.escape(title)}</title>\n"
        '<link rel="icon" href="/icon.svg" type="image/svg+xml">\n'
        f'<link rel="stylesheet" href="{html.escape(style)}">\n</head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _html(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f'<h{level} id="{anchor(text)}">{_inline(text)}</h{level}>'
        case Text(text):
            return f"<p>{_inline(text)}</p>"
        case Code(_, text):
            return f"<pre><code>{html.escape(text, quote=False)}</code></pre>"
        case Table(head, rows):
            lines = [_html_row("th", head), *(_html_row("td", row) for row in rows)]
            return f"<table>\n{''.join(lines)}</table>"


def _html_row(tag: str, cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{_inline(cell)}</{tag}>' for cell in cells)}</tr>\n"


def _inline(text: str) -> str:
    text = html.escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    return re.sub(r"\[([^\]]+)\]\((#[\w-]+)\)", r'<a href="\2">\1</a>', text)


def anchor(heading: str) -> str:
    """What a link to a heading ends with."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def fitted(value: Any, width: int, indent: int = 0, before: int = 0) -> str:
    """JSON in lines of this width where that can be, broken only between its entries.

    `before` is how much stands in front of it on its first line, besides the indent.
    """
    line = json.dumps(value, ensure_ascii=False)
    if indent + before + len(line) <= width or not (value and isinstance(value, list | dict)):
        return line
    if isinstance(value, list):
        parts = [fitted(one, width, indent + 1) for one in value]
        return f"[{_filled(parts, width, indent + 1, before)}]"
    parts = [_entry(key, one, width, indent + 1) for key, one in value.items()]
    return f"{{{_filled(parts, width, indent + 1, before)}}}"


def _entry(key: str, value: Any, width: int, indent: int) -> str:
    begin = f"{json.dumps(key)}: "
    return begin + fitted(value, width, indent, len(begin))


def _filled(parts: Sequence[str], width: int, indent: int, before: int) -> str:
    """As many parts in a line as fit, with the comma or bracket behind; one of several lines
    stands alone."""
    lines = [parts[0]]
    for part in parts[1:]:
        joined = f"{lines[-1]}, {part}"
        used = indent + (before if len(lines) == 1 else 0) + 1
        if "\n" in joined or used + len(joined) > width:
            lines.append(part)
        else:
            lines[-1] = joined
    return (",\n" + " " * indent).join(lines)
