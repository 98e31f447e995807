"""How much may happen at a table: far more than people ever need."""

MOST_ASKED = 3
"""Questions of a seat between two changes of the position: whoever always asks disturbs others."""
