"""Columns and rows as clients are told them."""

from piazzetta.server.protocol.detail import Area


def area(columns: range, rows: range) -> Area:
    """The cells in these columns and rows."""
    return Area(columns[0], rows[0], columns[-1], rows[-1])
