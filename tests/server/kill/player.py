"""What a person at a table does next, drawn by luck: a function of what the client was told."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.server.kill.log import Json

TAKES_BACK, ASKS, AGREES = 0.03, 0.01, 0.7
"""How often a move is taken back where nobody has to be asked; others are asked; one agrees."""


@dataclass(slots=True)
class Company:
    """Those who play together, game after game."""

    more: Callable[[], bool]
    """Asked after each game: whether there is another one."""
    over: bool = False
    """Whether the last game has been played."""


@dataclass(slots=True)
class Player:
    """One of them."""

    seat: int
    company: Company
    luck: Random
    leads: bool = False
    """Who leads asks for the next game, or ends the evening."""
    seats: int = 1
    """More than one for hot-seat: the following ones too."""
    slowness: float = 0.004
    """The most seconds to think."""
    again: bool = False
    """Whether they play one game after the other, as long as there is to be more."""
    ends_early: bool = False
    """Whether, when there is to be no other game, this one is ended by agreement."""

    def finished(self, table: Json) -> bool:
        """Whether nothing more is to be done."""
        return self.company.over and self.rests(table)

    def pause(self) -> float:
        """Seconds to think."""
        return self.luck.uniform(0, self.slowness)

    def rests(self, table: Json) -> bool:
        """Whether there is nothing to wait for but the others."""
        return bool(table) and table["stage"] in ("over", "aborted")

    def follows(self, table: Json) -> str:
        """The table to go on at; empty for this one."""
        return str(table.get("next") or "")

    def next_step(self, table: Json, me: str) -> Json | None:
        """What to say, but for table and ply; None to wait."""
        own = [seat for seat, one in enumerate(table["seats"]) if one.get("player") == me]
        if table["stage"] == "open":
            return self._before(table, own)
        if table["stage"] == "running":
            return self._within(table, own)
        assert table["stage"] == "over", table["stage"]
        return self._after()

    def _before(self, table: Json, own: list[int]) -> Json | None:
        wanted = range(self.seat, self.seat + self.seats)
        free = [seat for seat in wanted if not table["seats"][seat].get("player")]
        if len(own) < self.seats and free:
            return {"type": "sit", "seat": free[0]}
        if all(table["seats"][seat].get("ready") for seat in own):
            return None
        shares = {str(seat): f"{self.luck.getrandbits(256):064x}" for seat in own}
        return {"type": "ready", "shares": shares}

    def _within(self, table: Json, own: list[int]) -> Json | None:
        asked = table.get("proposal")
        if asked:
            silent = [seat for seat in own if seat not in asked["agreed"]]
            if silent:
                agrees = self.luck.random() < AGREES
                return {"type": "answer", "seat": silent[0], "agrees": agrees}
        elif self.ends_early and not self.company.more():
            return {"type": "propose_end", "seat": own[0]}
        elif table.get("can_take_back") and self.luck.random() < TAKES_BACK:
            return {"type": "take_back", "seat": table["can_take_back"][0]}
        elif self.luck.random() < ASKS and (last := _last_mover(table)) in own:
            return {"type": "take_back", "seat": last}
        return self._turn(table)

    def _turn(self, table: Json) -> Json | None:
        if table.get("curtain") is not None:
            return {"type": "lift", "seat": table["curtain"]}
        legal = table.get("legal")
        if not legal:
            return None
        move = legal[0] if self.luck.random() < 0.7 else self.luck.choice(legal)
        return {"type": "move", "seat": table["view"]["turn"], "move": move["move"]}

    def _after(self) -> Json | None:
        if self.leads and self.again and self.company.more():
            return {"type": "rematch"}
        self.company.over = self.company.over or self.leads
        return None


def _last_mover(table: Json) -> int | None:
    moves = table.get("moves")
    return int(moves[-1]["seat"]) if moves else None
