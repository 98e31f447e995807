"""A client as docs/messages.md describes it: a whole table, then what has changed of it."""

import json
from typing import Any

import msgspec

COMPLETE = ("legal", "proposal", "curtain", "can_take_back")
"""What an update says in full: left out, there is none."""
KEPT = ("stage", "seats", "clock", "ending", "fair", "next")
"""What has not changed where an update leaves it out."""


def plain(message: msgspec.Struct) -> dict[str, Any]:
    """The message as it travels."""
    data: dict[str, Any] = json.loads(msgspec.json.encode(message))
    return data


def follow(table: dict[str, Any], update: dict[str, Any], player: str) -> dict[str, Any]:
    """The table after the update, as the client of this player knows it."""
    assert update["type"] == "update"
    assert update["table"] == table["table"]
    known = {key: value for key, value in table.items() if key not in COMPLETE}
    known["ply"] = update["ply"]
    for key in (*COMPLETE, *KEPT):
        if key in update:
            known[key] = update[key]
    if "seats" in update:
        seats = enumerate(update["seats"])
        known["your_seats"] = [i for i, seat in seats if player and seat.get("player") == player]
    return _with_moves(_with_view(known, update), update)


def _with_view(known: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    if "view" not in update:
        return known
    known |= {"view": update["view"], "detail": update["detail"], "hand_of": update.get("hand_of")}
    return {key: value for key, value in known.items() if value is not None}


def _with_moves(known: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    moves = known.get("moves", [])
    if "move" in update:
        moves = [*moves, update["move"]]
    if "moves" in update:
        moves = moves[: update["moves"]]
    known = {key: value for key, value in known.items() if key != "moves"}
    return {**known, "moves": moves} if moves else known
