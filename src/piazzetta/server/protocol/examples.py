"""An example of every socket message, as values: what the page shows is what is really sent."""

from random import Random

import msgspec

import piazzetta
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame
from piazzetta.rules.record.replaying import take
from piazzetta.server.protocol import client, server, shared
from piazzetta.server.protocol.codes import SENTENCES
from piazzetta.server.table.detail import considered, detail, made, move_shown

TABLE = "Qm4x8TzL"
ADA, BEN = "p7Hk2mQx", "p9Wc4nTz"
SHARE = f"{Random(1).getrandbits(256):064x}"
COMMITMENT = f"{Random(2).getrandbits(256):064x}"

FROM_CLIENT: tuple[client.AnyMessage, ...] = (
    client.Ping(id="a1"),
    client.Lobby(id="a2", on=True),
    client.Watch(id="a3", table=TABLE),
    client.Unwatch(id="a4", table=TABLE),
    client.Sit(id="a5", table=TABLE, ply=0, seat=1),
    client.Stand(id="a6", table=TABLE, ply=1, seat=1),
    client.Invite(id="a7", table=TABLE, ply=2, seat=1, bot="level3"),
    client.Ready(id="a8", table=TABLE, ply=3, shares={0: SHARE}),
    client.Move(id="a9", table=TABLE, ply=4, seat=0, move="B3@2,-1 B5@2,4"),
    client.TakeBack(id="b1", table=TABLE, ply=5, seat=0),
    client.ProposeEnd(id="b2", table=TABLE, ply=6, seat=0),
    client.Answer(id="b3", table=TABLE, ply=7, seat=1, agrees=True),
    client.Resign(id="b4", table=TABLE, ply=8, seat=0),
    client.Abort(id="b5", table=TABLE, ply=4),
    client.Rematch(id="b6", table=TABLE, ply=9),
    client.Lift(id="b7", table=TABLE, ply=4, seat=1),
    client.React(id="b8", table=TABLE, seat=0, reaction="well_played"),
    client.Advise(id="b9", table=TABLE, ply=4, seat=0),
    client.Consider(id="c1", table=TABLE, ply=4, seat=0, moves=["B4@-1,1 B5@2,1", "pass"]),
)

SEATS = [
    shared.SeatShown(player=ADA, name="Ada", ready=True, connected=True),
    shared.SeatShown(bot="level3", ready=True),
]


class Moment:
    """A game of Piazza for two before and after its first move, as its first seat sees it."""

    game: AnyGame = GAMES["piazza"]

    def __init__(self) -> None:
        """The same every time."""
        chance = Seed(7)
        options = self.game.options(2, {"first": 0})
        self.options = self.game.options_to_json(options)
        self.start = self.game.deal(options, chance)
        self.legal = self.game.legal_moves(self.start)
        best = max(self.legal, key=lambda legal: legal.points)
        step = take(self.game, 1, self.start, str(best.move), chance)
        self.after = step.state
        self.move = move_shown(step, made(self.game, self.start, step))
        self.considered = considered(self.game, self.start, [self.move.move, "pass"])

    def view(self, state: object) -> shared.View:
        """What seat 0 may know."""
        seen = self.game.view_to_json(self.game.view(state, 0))
        return msgspec.convert(seen, shared.View)  # type: ignore[no-any-return]

    def some_legal(self, number: int) -> list[shared.LegalShown]:
        """The first legal moves."""
        told = [self.game.legal_to_json(legal) for legal in self.legal[:number]]
        return msgspec.convert(told, list[shared.LegalShown])


MOMENT = Moment()

FROM_SERVER: tuple[server.AnyMessage, ...] = (
    server.Welcome(player=ADA, name="Ada", version=piazzetta.__version__),
    server.Pong(id="a1"),
    server.Done(id="a4"),
    server.Refused(
        id="a9",
        code="not_your_turn",
        message=SENTENCES["not_your_turn"].format(turn=1),
        details={"turn": 1},
    ),
    server.TableShown(
        id="a3",
        table=TABLE,
        ply=3,
        stage="running",
        game="piazza",
        players=2,
        options=MOMENT.options,
        clock_option=shared.ClockOption(total=600.0, increment=5.0),
        public=False,
        hints=False,
        casual=True,
        host=ADA,
        stand_in="level3",
        pace=1.0,
        seats=SEATS,
        your_seats=[0],
        view=MOMENT.view(MOMENT.start),
        detail=detail(MOMENT.game, MOMENT.start),
        hand_of=0,
        legal=MOMENT.some_legal(3),
        clock=shared.ClockShown(left=[598.4, 600.0], running=True),
        fair=shared.FairShown(commitment=COMMITMENT, shares=[SHARE, ""]),
    ),
    server.Update(
        id="a9",
        table=TABLE,
        ply=4,
        what="moved",
        seat=0,
        view=MOMENT.view(MOMENT.after),
        detail=detail(MOMENT.game, MOMENT.after),
        hand_of=0,
        clock=shared.ClockShown(left=[595.1, 600.0], running=True),
        move=MOMENT.move,
    ),
    server.LobbyShown(
        id="a2",
        tables=[
            server.LobbyTable(
                table=TABLE,
                game="carre",
                players=3,
                stage="open",
                seats=[SEATS[0], shared.SeatShown(), shared.SeatShown()],
                clock_option=shared.ClockOption(move=60.0),
                casual=True,
                hints=False,
                opened="2025-12-31T20:15:00Z",
            )
        ],
    ),
    server.Reacted(table=TABLE, seat=1, reaction="wow"),
    server.YourTurn(table=TABLE, game="piazza"),
    server.Advice(
        id="b9",
        table=TABLE,
        ply=4,
        moves=[
            server.AdvisedMove(
                move=MOMENT.move.move,
                win=0.61,
                margin=3.2,
                points=4,
                reasons=[server.Reason(kind="makes_brackets", details={"sizes": [4]})],
            )
        ],
    ),
    server.Considered(id="c1", table=TABLE, ply=4, moves=MOMENT.considered),
    server.Bye(reason="shutdown"),
)

EXAMPLES: dict[type[msgspec.Struct], msgspec.Struct] = {
    type(one): one for one in (*FROM_CLIENT, *FROM_SERVER)
}
