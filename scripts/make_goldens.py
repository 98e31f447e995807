"""Writes tests/data/playthroughs: one game for each kind of table, played at random.

    .venv/bin/python scripts/make_goldens.py

Beside each NAME.record lies NAME.positions, a digest of every position of the game, so that a
change of the rules shows at the first move that it changes. Write the files anew only for a new
kind of table, or when the rules are meant to play differently; raise their version then.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Given, Seed
from piazzetta.rules.game import AnyGame, Legal
from piazzetta.rules.record import Record

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "playthroughs"
NAMES = ("Ada", "Béla", "Çelik", 'D: "D" | O\'Neill', "艾娃")


@dataclass(frozen=True)
class Table:
    """What is played; its name begins with the game and the number of players."""

    name: str
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    given: bool = False
    """Write the order of every shuffle down, in place of the seed."""
    cramped: bool = False
    """Leave the next seat few moves: chosen freely, hardly any game of Piazza gets stuck."""
    most: int = 10_000
    """How many moves are played; the game may end earlier."""


TABLES = (
    Table("piazza-2"),
    Table("piazza-2-choose", options={"setup": "choose", "first": 1}),
    Table("piazza-2-deck", given=True),
    Table("piazza-3"),
    Table("piazza-3-row", options={"start": "row"}),
    Table("piazza-3-stuck", seed=10, cramped=True),
    Table("piazza-3-choose", options={"setup": "choose", "colours": [["Y"], ["R"], ["B"]]}),
    Table("piazza-4"),
    Table("piazza-4-choose", options={"setup": "choose"}),
    Table("carre-2", seed=6),
    Table("carre-2-deck", seed=5, given=True),
    Table("carre-2-unfinished", most=100),
    Table("carre-3", seed=7),
    Table("carre-4"),
    Table("carre-5", seed=0, options={"first": 3}),
    Table("carre-5-reshuffle", seed=3),
    Table("carre-5-shared", seed=5),
)


@dataclass
class Writing:
    """Chance that follows a seed and writes down what it did."""

    seed: Seed
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def shuffle(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """The order that the seed gives."""
        order = self.seed.shuffle(label, items)
        self.orders[label] = tuple(map(str, order))
        return order


def play(table: Table) -> Record:
    """The table's game."""
    name, players = table.name.split("-")[:2]
    game, seats = GAMES[name], int(players)
    options = game.options(seats, table.options)
    chance = Writing(Seed(table.seed))
    state = game.deal(options, chance)
    moves: list[str] = []
    while not state.over and len(moves) < table.most:
        move = _pick(game, state, len(moves) + 1, table).move
        moves.append(str(move))
        state = game.play(state, move, chance)
    return Record(
        game=name,
        rules_version=game.rules_version,
        options=options,
        chance=Given(chance.orders) if table.given else chance.seed,
        players=NAMES[:seats],
        moves=tuple(moves),
        tags=(("Event", table.name),),
    )


def _pick(game: AnyGame, state: Any, number: int, table: Table) -> Legal[Any]:
    """The seed picks the moves too, each by a shuffle of its own."""
    seed = Seed(table.seed)
    shuffled = seed.shuffle(f"move {number}", game.legal_moves(state))
    if not table.cramped:
        return shuffled[0]
    return min(
        shuffled[:8], key=lambda legal: len(game.legal_moves(game.play(state, legal.move, seed)))
    )


def digests(game: AnyGame, states: list[Any]) -> str:
    """A line for each position: its number and the digest of its plain data."""
    return "".join(f"{number} {_digest(game, state)}\n" for number, state in enumerate(states))


def _digest(game: AnyGame, state: Any) -> str:
    data = json.dumps(game.state_to_json(state), sort_keys=True)
    return hashlib.sha256(data.encode()).hexdigest()[:12]


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for table in TABLES:
        told = play(table)
        positions = digests(GAMES[told.game], record.replay(told))
        (FOLDER / f"{table.name}.record").write_text(record.format(told), encoding="utf-8")
        (FOLDER / f"{table.name}.positions").write_text(positions, encoding="utf-8")


if __name__ == "__main__":
    main()
