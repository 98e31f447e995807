"""QR codes: the drawing holds exactly the code's modules, white all around."""

import re
import xml.etree.ElementTree as ET

import pytest
import segno

from piazzetta.server.qr import QUIET, svg

SVG = "{http://www.w3.org/2000/svg}"
LINKS = [
    "http://192.168.1.20:8000/t/Ab3dEf",
    "https://play.example.org/t/Ab3dEfGh9k?x=<&>'\"",
    "https://example.org/" + "x" * 300,
]


def drawn(picture: bytes) -> list[str]:
    """The dark modules, row by row, as a reader sees them."""
    root = ET.fromstring(picture)
    _, _, width, height = map(int, root.attrib["viewBox"].split())
    rows = [["."] * width for _ in range(height)]
    light, dark = root.findall(f"{SVG}path")
    assert light.attrib == {"fill": "#fff", "d": f"M0 0h{width}v{height}h-{width}z"}
    assert dark.attrib["stroke"] == "#000"
    x, y = 0.0, 0.0
    for step, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", dark.attrib["d"]):
        if step == "h":
            assert y % 1 == 0.5
            for column in range(int(x), int(x + float(first))):
                rows[int(y)][column] = "#"
            x += float(first)
        elif step == "m":
            x, y = x + float(first), y + float(second)
        else:
            x, y = float(first), float(second)
    return ["".join(row) for row in rows]


@pytest.mark.parametrize("link", LINKS)
def test_every_module_is_drawn_with_a_white_margin(link: str) -> None:
    code = segno.make(link, micro=False, error="m")
    assert code.error in ("M", "Q", "H")
    margin = "." * QUIET
    inner = [margin + "".join(".#"[bit] for bit in row) + margin for row in code.matrix]
    empty = ["." * len(inner[0])] * QUIET
    assert drawn(svg(link)) == [*empty, *inner, *empty]


@pytest.mark.parametrize("link", LINKS)
def test_it_has_a_title_and_no_size_style_or_script(link: str) -> None:
    root = ET.fromstring(svg(link))
    assert root.findtext(f"{SVG}title") == link
    assert root.attrib.keys() == {"viewBox"} | (root.attrib.keys() & {"version"})
    assert {child.tag for child in root} == {f"{SVG}title", f"{SVG}path"}
