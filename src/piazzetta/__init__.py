"""Piazzetta: the tile games Piazza and C'est Carré!, to play and to study."""

__version__ = "0.1.0"
