"""What nodes tell each other besides rows: reactions, turns, the lobby, who is muted or forgotten.

Nothing of it is kept. A note says to whom it goes; each node passes it on to those it has.
"""

from collections.abc import Collection
from contextlib import suppress
from typing import Protocol

import msgspec

from piazzetta.server.app import logs
from piazzetta.server.app.connection import ENCODER, Connection
from piazzetta.server.app.hub import Hub
from piazzetta.server.app.lobby import Lobby
from piazzetta.server.app.people import People
from piazzetta.server.bus.node import LOBBY, NodeBus, about_player, about_table
from piazzetta.server.protocol import server
from piazzetta.server.table.events import Row
from piazzetta.server.table.refusal import RefusedError

EVERYBODY = "everybody"
"""The topic of what every node has to know."""
MOST_ENDED = 10_000


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of these."""

    reacted: server.Reacted | None = None
    by: str = ""
    """Whose reaction it is: those who have muted them do not see it."""
    turn: server.YourTurn | None = None
    ended: str = ""
    """A player who is nobody any more: all connections end."""
    forgotten: str = ""
    """A player whose data are deleted: tables are read anew."""
    revoked: str = ""
    """A player one of whose tokens works no more: their programs have to come again."""
    mutes: str = ""
    """Whose reactions the player does not want to see any more."""
    hears: str = ""
    """Whose reactions the player sees again."""
    lobby: server.LobbyShown | None = None


_DECODER = msgspec.json.Decoder(Note)


class KnownTokens(Protocol):
    """Where tokens are kept."""

    async def good_tokens(self, hashes: Collection[str]) -> frozenset[str]:
        """Those of them whose token works."""
        ...


class Notes:
    """Passes notes on, to clients of this node and to the other nodes; listens to theirs."""

    def __init__(
        self, hub: Hub, people: People, lobby: Lobby, bus: NodeBus, tokens: KnownTokens
    ) -> None:
        """One for each node."""
        self._hub = hub
        self._people = people
        self._lobby = lobby
        self._bus = bus
        self._tokens = tokens
        self._ended: dict[str, None] = {}
        """Who is nobody any more, lately: their handshake may have begun before."""

    async def start(self) -> None:
        """Begin to listen."""
        await self._bus.start(self)
        await self._bus.follow(LOBBY)
        await self._bus.follow(EVERYBODY)

    async def come(self, connection: Connection) -> None:
        """Somebody is here."""
        if self._people.come(connection):
            await self._bus.follow(about_player(connection.player.id))
            await self._bus.came(connection.player.id)
        if connection.player.id in self._ended:
            connection.bye("signed_out")

    async def go(self, connection: Connection) -> None:
        """A connection has ended."""
        self._lobby.leave(connection)
        if self._people.go(connection):
            await self._bus.unfollow(about_player(connection.player.id))
            await self._bus.went(connection.player.id)

    async def react(self, reacted: server.Reacted, by: str) -> None:
        """Show a reaction to everybody at the table."""
        await self._pass_on(about_table(reacted.table), Note(reacted=reacted, by=by))

    async def your_turn(self, player: str, turn: server.YourTurn) -> None:
        """Tell a player whose connections watch something else."""
        await self._pass_on(about_player(player), Note(turn=turn))

    async def mute(self, player: str, other: str) -> None:
        """A player sees no reactions of another, wherever they are connected."""
        await self._pass_on(about_player(player), Note(mutes=other))

    async def hear(self, player: str, other: str) -> None:
        """They see them again."""
        await self._pass_on(about_player(player), Note(hears=other))

    async def end(self, player: str) -> None:
        """Somebody is nobody any more."""
        await self._pass_on(EVERYBODY, Note(ended=player))

    async def forget(self, player: str) -> None:
        """Somebody's data are deleted."""
        await self._pass_on(EVERYBODY, Note(forgotten=player))

    async def revoke(self, player: str) -> None:
        """One of somebody's tokens works no more."""
        await self._pass_on(EVERYBODY, Note(revoked=player))

    async def show_lobby(self, shown: server.LobbyShown) -> None:
        """Tell everybody who looks at the lobby."""
        await self._pass_on(LOBBY, Note(lobby=shown))

    async def _pass_on(self, topic: str, note: Note) -> None:
        await self._deliver(topic, note)
        await self._bus.tell(topic, ENCODER.encode(note))

    async def _deliver(self, topic: str, note: Note) -> None:
        """To whom it concerns here."""
        player = topic.partition(":")[2]
        if note.reacted:
            self._show_reaction(note.reacted, note.by)
        if note.turn:
            self._show_turn(player, note.turn)
        if note.mutes or note.hears:
            self._mute(player, note)
        if note.lobby:
            self._lobby.show(note.lobby)
        if note.ended:
            self._end(note.ended)
        if note.forgotten:
            await self._forget(note.forgotten)
        for connection in self._people.of(note.revoked):
            if connection.player.outside:
                connection.bye("signed_out")

    def _end(self, player: str) -> None:
        self._ended[player] = None
        if len(self._ended) > MOST_ENDED:
            del self._ended[next(iter(self._ended))]
        for connection in self._people.of(player):
            connection.bye("signed_out")

    async def _forget(self, player: str) -> None:
        for hosted in self._hub.all_held():
            if hosted.table and player in hosted.table.named:
                with suppress(RefusedError):  # Whoever asks for it next reads it.
                    renamed = await self._hub.reload(hosted.id)
                    if renamed is not None:
                        self._lobby.renamed(renamed)

    def _show_reaction(self, reacted: server.Reacted, by: str) -> None:
        hosted = self._hub.held(reacted.table)
        text = ENCODER.encode(reacted)
        for connection in tuple(hosted.watchers) if hosted else ():
            if by not in connection.muted:
                connection.tell(text)

    def _show_turn(self, player: str, turn: server.YourTurn) -> None:
        for connection in self._people.of(player):
            if turn.table not in connection.watching:
                connection.say(turn)

    def _mute(self, player: str, note: Note) -> None:
        for connection in self._people.of(player):
            connection.muted |= {note.mutes} - {""}
            connection.muted -= {note.hears}

    # What other nodes say.

    async def heard(self, row: Row) -> None:
        """A row of a table that is hosted here."""
        await self._hub.heard(row)

    async def told(self, topic: str, note: bytes) -> None:
        """A note."""
        await self._deliver(topic, _DECODER.decode(note))

    async def resync(self) -> None:
        """Something may be lost: that a token works no more, or what happened at a table."""
        await self._check_tokens()
        await self._hub.resync()

    async def _check_tokens(self) -> None:
        programs = [one for one in self._people.all_here() if one.token]
        why = "signed_out"
        try:
            good = await self._tokens.good_tokens({one.token for one in programs})
        except Exception as error:
            logs.failed("checking tokens failed", error)
            good, why = frozenset(), "shutdown"  # They come again, to somebody who can tell.
        for connection in programs:
            if connection.token not in good:
                connection.bye(why)

    async def elsewhere(self, player: str, there: bool) -> None:
        """Somebody has come to the other nodes, or has left them."""
        self._people.elsewhere(player, there)
