"""How much may happen at a table: far more than people ever need, and no more than can be read
again in a moment. Else whoever likes could make a table as long as they like.

    before the game   so many rows, then nobody sits down any more
    in the game       so many moves, then it is over
    at any time       so much that a player begins, then only what comes to an end by itself

That is never refused, so that no table is stuck: moves, giving up, answers, standing up, being
ready, and what the server does by itself.
"""

from piazzetta.rules.game import LONGEST

MOST_BEFORE = 10_000
"""Rows of a table whose game has not begun."""
MOST_MOVES = LONGEST
"""Of a game, with those that were taken back."""
MOST_BEGUN = 500
"""By one player: sitting down, inviting a bot, asking, taking back, coming back."""
MOST_ASKED = 3
"""Questions of a seat between two changes of the position: whoever always asks disturbs others."""
