"""Builds the web app before it is packed into a wheel."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import web

EDITABLE = "editable"


class WebHook(BuildHookInterface[Any]):
    """Known to hatchling by pyproject.toml."""

    def dependencies(self) -> list[str]:
        """Node comes as a wheel where the machine has none."""
        return [] if web.machine_has_node() else [web.WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable installation takes the app from where scripts/setup builds it."""
        del build_data
        if version != EDITABLE:
            web.build()
