"""A link as a QR code, for those who sit in the same room."""

import io

import segno

QUIET = 4
"""The white margin, in modules: readers need it, above all on a dark page."""
DARK, LIGHT = "#000", "#fff"
"""The same in every theme: many readers take no white code on black."""


def svg(address: str) -> bytes:
    """A picture without a size of its own, which fills whatever it is put into."""
    code = segno.make(address, micro=False, error="m", boost_error=True)
    picture = io.BytesIO()
    code.save(
        picture,
        kind="svg",
        border=QUIET,
        dark=DARK,
        light=LIGHT,
        title=address,
        omitsize=True,
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        nl=False,
    )
    return picture.getvalue()
