"""Writes tests/data/counts: how many sequences of moves lead on from a position.

    .venv/bin/python scripts/make_counts.py

The positions are taken from the golden playthroughs. As with those: write the files anew only
for a new game or kind of position, or when the rules are meant to play differently.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Chance, Seed
from piazzetta.rules.game import AnyGame

DATA = Path(__file__).parent.parent / "tests" / "data"
FOLDER = DATA / "counts"
SEED = 1

QUICK = 2_000
LONG = 40_000
"""Rows go on until they would count more than this."""

KINDS = ("", "-choose", "-row", "-stuck", "-reshuffle")
"""The playthroughs with positions of their own; the others differ in chance or in their end."""

HEAD = """\
# Counting tables of {title}: sequences of legal moves from fixed positions.
#
# position   the position, in the form of the referee protocol
# seed       what every shuffle on the way follows from
# N COUNT    so many sequences of exactly N moves; one that ends the game earlier is not counted
# long N ... the same, for those with more time
# move TEXT  the legal moves of the position in their pinned order
#
# Written by scripts/make_counts.py.
"""


@dataclass
class Table:
    """The counts from one position."""

    title: str
    position: dict[str, Any]
    seed: int
    quick: dict[int, int] = field(default_factory=dict)
    long: dict[int, int] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)

    @property
    def state(self) -> Any:
        """The position as a state."""
        return GAMES[self.position["game"]].state_from_json(self.position)


def count(game: AnyGame, state: Any, depth: int, chance: Chance) -> int:
    """How many sequences of that many moves there are."""
    legal = game.legal_moves(state)
    if depth == 1:
        return len(legal)
    return sum(count(game, game.play(state, move, chance), depth - 1, chance) for move, _ in legal)


def read(path: Path) -> list[Table]:
    """The tables of a file."""
    tables: list[Table] = []
    title = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "" | "#":
                title = rest
            case "position":
                tables.append(Table(title, json.loads(rest), SEED))
            case "seed":
                tables[-1].seed = int(rest)
            case "move":
                tables[-1].moves.append(rest)
            case "long":
                depth, number = rest.split()
                tables[-1].long[int(depth)] = int(number)
            case _:
                tables[-1].quick[int(word)] = int(rest)
    return tables


def write(path: Path, tables: list[Table]) -> None:
    """The file that `read` reads."""
    lines = [HEAD.format(title=GAMES[path.stem].title)]
    for table in tables:
        lines += [f"# {table.title}", f"position {json.dumps(table.position)}"]
        lines += [f"seed {table.seed}"]
        lines += [f"{depth} {number}" for depth, number in table.quick.items()]
        lines += [f"long {depth} {number}" for depth, number in table.long.items()]
        lines += [*(f"move {text}" for text in table.moves), ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def fill(table: Table) -> Table:
    """Count as deep as the limits allow."""
    game, state, chance = GAMES[table.position["game"]], table.state, Seed(table.seed)
    depth, number, before = 0, 1, 1
    while 0 < number * max(number / before, 1) < LONG and depth < 12:
        depth += 1
        before, number = number, count(game, state, depth, chance)
        quick = number < QUICK and not table.long
        (table.quick if quick else table.long)[depth] = number
    return table


def chosen(game: AnyGame, players: int) -> Iterator[Table]:
    """Positions of every phase, at the beginning, in the middle and near the end."""
    paths = [DATA / "playthroughs" / f"{game.name}-{players}{kind}.record" for kind in KINDS]
    for path in filter(Path.exists, paths):
        states = record.replay(record.parse(path.read_text(encoding="utf-8")))
        numbers = {0, len(states) - 4, *_in_every_phase(game, states), *_reshuffling(states)}
        for number in sorted(numbers):
            data = game.state_to_json(states[number])
            yield Table(f"{path.stem}, phase {data['phase']}, {number} moves played", data, SEED)


def _in_every_phase(game: AnyGame, states: list[Any]) -> set[int]:
    """For each phase, the middle one of its positions."""
    phases: dict[str, list[int]] = {}
    for number, state in enumerate(states[:-1]):
        phases.setdefault(game.state_to_json(state)["phase"], []).append(number)
    return {numbers[len(numbers) // 2] for numbers in phases.values()}


def _reshuffling(states: list[Any]) -> list[int]:
    """The last position before a first reshuffle, where the game has such a thing."""
    counts = [getattr(state, "reshuffles", 0) for state in states]
    return [number - 1 for number, reshuffles in enumerate(counts) if reshuffles][:1]


def main() -> None:
    """Write all files; of each game, the position with the most moves has them pinned."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in GAMES.values():
        tables = [fill(table) for players in game.seats for table in chosen(game, players)]
        pinned = max(tables, key=lambda table: (table.quick.get(1, 0), table.title))
        pinned.moves = [str(legal.move) for legal in game.legal_moves(pinned.state)]
        write(FOLDER / f"{game.name}.txt", tables)


if __name__ == "__main__":
    main()
