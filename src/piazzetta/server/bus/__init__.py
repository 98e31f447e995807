"""How nodes tell each other what was accepted: nothing to tell for one, Redis for several."""

from piazzetta.server.bus.local import LocalBus
from piazzetta.server.bus.node import Ears, NodeBus

__all__ = ["Ears", "LocalBus", "NodeBus"]
