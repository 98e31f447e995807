"""Every game's face by the game's name."""

from collections.abc import Mapping

from piazzetta.cli import carre_face, piazza_face
from piazzetta.cli.face import Face
from piazzetta.rules import carre, piazza

FACES: Mapping[str, Face] = {
    piazza.GAME.name: piazza_face.FACE,
    carre.GAME.name: carre_face.FACE,
}
