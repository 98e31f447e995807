"""What a client sees of a table: the only place that makes it. Everything hidden stops here.

    table ──────────────────► sight (which seats, whose hand) ──► snapshot: everything
    table before and after ──► the same for both ───────────────► news: what has changed

Clients with equal sights are told the same, so it is made once for all of them.
"""

from collections.abc import Container
from typing import Any

import msgspec
from msgspec.structs import replace

from piazzetta.rules.game import Json
from piazzetta.server.protocol.server import TableShown, Update
from piazzetta.server.table import clocks, parts, takeback
from piazzetta.server.table.detail import detail
from piazzetta.server.table.events import Row
from piazzetta.server.table.legal import legal
from piazzetta.server.table.sight import Sight, sight, still_lifted
from piazzetta.server.table.value import OVER, Table

ENCODER = msgspec.json.Encoder()


def snapshot(
    table: Table,
    player: str,
    lifted: int | None,
    connected: Container[str],
    now: float,
    request: str = "",
) -> TableShown:
    """Everything; `request` is the id of the message that it answers."""
    opened, seen = table.opened, sight(table, player, lifted)
    return TableShown(
        id=request,
        table=table.id,
        ply=table.ply,
        stage=table.stage,
        game=opened.game,
        players=opened.players,
        options=opened.options,
        clock_option=parts.clock_option(table),
        public=opened.public,
        hints=opened.hints,
        casual=opened.casual,
        host=opened.host,
        stand_in=opened.stand_in,
        pace=opened.pace,
        seats=parts.seats(table, connected),
        your_seats=list(seen.seats),
        curtain=seen.curtain,
        view=_view(table, seen),
        detail=_detail(table),
        hand_of=seen.hand_of,
        legal=_legal(table, seen),
        can_take_back=_can_take_back(table, seen),
        clock=parts.clock(table, now),
        proposal=parts.proposal(table),
        ending=parts.ending(table),
        fair=parts.fair_promise(table),
        moves=parts.moves(table),
        before=opened.before,
        next=table.next,
    )


def view_of(table: Table, state: Any, hand_of: int | None) -> Any:
    """A position of the table's game with one hand or none; with all hands once that is over."""
    return _with_hand(table, state, _open_view(table, state), hand_of)


def _open_view(table: Table, state: Any) -> Json:
    """What everybody sees."""
    game, told = table.game, table.told
    data = told.open if told.state is state else None
    data = data or game.open_to_json(state)
    return data if table.stage != OVER else {**data, "hands": game.state_to_json(state)["hands"]}


def _with_hand(table: Table, state: Any, shown: Json, hand_of: int | None) -> Json:
    return shown if hand_of is None else {**shown, **table.game.own_to_json(state, hand_of)}


def _view(table: Table, seen: Sight) -> Any:
    return None if table.state is None else view_of(table, table.state, seen.hand_of)


def _detail(table: Table) -> Any:
    state, told = table.state, table.told
    if told.state is state and told.detail:
        return told.detail
    return None if state is None else detail(table.game, state)


def _legal(table: Table, seen: Sight) -> Any:
    return legal(table) if seen.in_turn else None


def _can_take_back(table: Table, seen: Sight) -> list[int]:
    return [seat for seat in seen.seats if takeback.is_free(table, seat)]


class News:
    """What has changed at a table; for each sight of it made once."""

    def __init__(
        self, before: Table, after: Table, what: str, seat: int | None, **public: Any
    ) -> None:
        """`public` are the parts that everybody is told."""
        self._before, self._after = before, after
        self._position = before.state is not after.state or before.stage != after.stage
        self._public = Update(
            table=after.id,
            ply=after.ply,
            what=what,
            seat=seat,
            proposal=parts.proposal(after),
            **public,
        )
        self._open: Json | None = None
        self._detail: Any = None
        self._encoded: dict[tuple[Sight, bool, str], bytes] = {}

    def _view(self, hand_of: int | None) -> Any:
        """What everybody sees is made once."""
        after = self._after
        if after.state is None:
            return None
        if self._open is None:
            self._open = _open_view(after, after.state)
        return _with_hand(after, after.state, self._open, hand_of)

    def _detailed(self) -> Any:
        """The same for everybody."""
        if self._detail is None:
            self._detail = _detail(self._after)
        return self._detail

    def update(self, player: str, lifted: int | None, now_lifted: int | None) -> Update:
        """For a client of this player; the seats are those whose curtain was, and is, lifted."""
        seen = sight(self._after, player, now_lifted)
        return self._update(seen, self._shows(player, lifted, seen))

    def encoded(
        self, player: str, lifted: int | None, now_lifted: int | None, request: str = ""
    ) -> bytes:
        """The same as it is sent; `request` is the id of the message that it answers."""
        seen = sight(self._after, player, now_lifted)
        key = (seen, self._shows(player, lifted, seen), request)
        if key not in self._encoded:
            self._encoded[key] = ENCODER.encode(self._update(*key))
        return self._encoded[key]

    def _shows(self, player: str, lifted: int | None, seen: Sight) -> bool:
        """Whether the client has to be shown the position."""
        return self._position or sight(self._before, player, lifted).hand_of != seen.hand_of

    def _update(self, seen: Sight, shows: bool, request: str = "") -> Update:
        after = self._after
        return replace(
            self._public,
            id=request,
            curtain=seen.curtain,
            view=self._view(seen.hand_of) if shows else None,
            detail=self._detailed() if shows else None,
            hand_of=seen.hand_of if shows else None,
            legal=_legal(after, seen),
            can_take_back=_can_take_back(after, seen),
        )


def news(before: Table, after: Table, row: Row, connected: Container[str], now: float) -> News:
    """What a row has changed."""
    event = row.event
    kind = str(event.__struct_config__.tag)
    return News(
        before,
        after,
        kind,
        getattr(event, "seat", None),
        stage=after.stage if after.stage != before.stage else None,
        seats=parts.seats(after, connected) if after.seats != before.seats else None,
        clock=parts.clock(after, now) if clocks.is_timed(after) else None,
        ending=parts.ending(after),
        fair=parts.fair_promise(after) if after.stage != before.stage else None,
        next=after.next,
        **parts.moves_changed(before, after),
    )


def update(
    before: Table,
    after: Table,
    row: Row,
    player: str,
    lifted: int | None,
    connected: Container[str],
    now: float,
) -> Update:
    """What the row has changed, for one client."""
    made = news(before, after, row, connected, now)
    return made.update(player, lifted, still_lifted(after, player, lifted))


def presence(table: Table, connected: Container[str]) -> News:
    """Somebody has come, or gone away."""
    return News(table, table, "presence", None, seats=parts.seats(table, connected))


def lifting(table: Table, seat: int) -> News:
    """A client lifts the curtain for this seat."""
    return News(table, table, "lifted", seat)
