"""Six levels for people, from a kind beginner to full strength, the same six in every game.

    the lower ones    see and think as people do (`human_*.py`), more of it with every level
    the upper ones    imagine how the game may go on, for so many moves and so many times
    the last          is `search`

In Piazza imagining pays so much that it begins with level 2; in C'est Carré! thinking is enough up
to level 4. How much is imagined is a number of playouts, not of seconds, so that a level is equally
strong on every machine; only the last takes the time it is given. docs/bots.md has the ladder: how
often each level beats the one below. `piazzetta ladder` measures and writes it.
"""

from dataclasses import dataclass, replace

from piazzetta.bots import human_carre, human_piazza
from piazzetta.bots.bot import AnyBot, Bot, Choice, Decision, MakeBot
from piazzetta.bots.policy import PolicyBot
from piazzetta.bots.search import SEARCH, SearchBot, Style
from piazzetta.rules import carre, piazza

Skill = human_piazza.Mind | human_carre.Mind | Style
"""How a level plays a game: by seeing and thinking, or by playing moves out."""


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent with a name and a character."""

    name: str
    """What it is called among the bots, for good."""
    title: str
    """A person's name, the same in all languages."""
    character: str
    """One line, to choose by."""
    piazza: Skill
    carre: Skill

    @property
    def skills(self) -> dict[str, Skill]:
        """How it plays, by game."""
        return {piazza.GAME.name: self.piazza, carre.GAME.name: self.carre}

    def minds(self) -> dict[str, AnyBot]:
        """The games that it plays from the rules alone."""
        return {
            game: skill.choose
            for game, skill in self.skills.items()
            if not isinstance(skill, Style)
        }

    def styles(self) -> dict[str, Style]:
        """The games in which it plays moves out, on the kernels."""
        return {game: skill for game, skill in self.skills.items() if isinstance(skill, Style)}

    def is_timed(self, game: str) -> bool:
        """Whether it takes the time that it is given."""
        skill = self.skills[game]
        return isinstance(skill, Style) and skill.playouts is None


MARGIN = {piazza.GAME.name: 0.1, carre.GAME.name: 0.002}
"""What a point is worth to levels that imagine; in C'est Carré! less than to `search`, which makes
them people who play for the win."""


def _imagines(game: str, candidates: int, playouts: int) -> Style:
    """As `search` does, for so many moves and so many times in all."""
    kernel, margin = SEARCH[game].kernel, MARGIN[game]
    return Style(kernel, better=True, candidates=candidates, margin=margin, playouts=playouts)


LEVELS = (
    Level(
        "level1",
        "Nino",
        "The baker's boy. Plays what he sees first, glad for whoever wins.",
        piazza=human_piazza.Mind(overlooks=0.04, price=4, a_card=1 / 6, wary=0.4),
        carre=human_carre.Mind(overlooks=1.0, zones=0.1, asks=-1),
    ),
    Level(
        "level2",
        "Gina",
        "Sells lemons. Careful with her cards, one thing at a time.",
        piazza=_imagines("piazza", candidates=3, playouts=5),
        carre=human_carre.Mind(overlooks=0.9, zones=0.35, asks=0.5),
    ),
    Level(
        "level3",
        "Beppe",
        "Keeps the café. Has a plan for this turn and a vague one for the next.",
        piazza=_imagines("piazza", candidates=8, playouts=21),
        carre=human_carre.Mind(asks=3),
    ),
    Level(
        "level4",
        "Rosa",
        "The schoolteacher. Thinks things through and wastes no card.",
        piazza=_imagines("piazza", candidates=16, playouts=270),
        carre=human_carre.Mind(overlooks=0.9, asks=2, plans=True),
    ),
    Level(
        "level5",
        "Elio",
        "Mends clocks. Turns every move over in his mind before he makes it.",
        piazza=replace(SEARCH["piazza"], playouts=440, exact=False),
        carre=_imagines("carre", candidates=8, playouts=40),
    ),
    Level(
        "level6",
        "Donata",
        "Has played here for sixty years. Very little escapes her.",
        piazza=SEARCH["piazza"],
        carre=SEARCH["carre"],
    ),
)
"""From the weakest to the strongest."""


def _until_ready() -> dict[str, AnyBot]:
    """For each game the strongest level that needs no kernels."""
    return {game: mind for level in LEVELS for game, mind in level.minds().items()}


UNTIL_READY = _until_ready()


class LevelBot:
    """A level at the table: in some games it thinks, in others it plays moves out."""

    def __init__(self, level: Level, seed: int, threads: int) -> None:
        """All luck follows from the seed."""
        thinks = PolicyBot(level.minds(), seed)
        plays_out = SearchBot(level.styles(), UNTIL_READY, seed, threads)
        self._bots: tuple[Bot, Bot] = (thinks, plays_out)
        self._by_game: dict[str, Bot] = dict.fromkeys(level.minds(), thinks)
        self._by_game |= dict.fromkeys(level.styles(), plays_out)

    def choose(self, decision: Decision) -> Choice:
        """What the level plays in this game."""
        return self._by_game[decision.game.name].choose(decision)

    def close(self) -> None:
        """End the threads."""
        for bot in self._bots:
            bot.close()


def make(level: Level) -> MakeBot:
    """The level's bot; where it plays moves out in every game, that is all there is to it."""
    if level.minds():
        return lambda seed, threads: LevelBot(level, seed, threads)
    return lambda seed, threads: SearchBot(level.styles(), UNTIL_READY, seed, threads)
