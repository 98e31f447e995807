"""What pytest needs when mutmut runs it: a plugin for scripts/mutation."""

import pytest
from hypothesis import Phase, settings

# Every mutation meets the same examples, and none is made smaller: that a test fails is enough.
settings.register_profile(
    "mutation",
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile("mutation")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give each test the attribute that mutmut 3.8 reads and pytest 9.2 no longer has."""
    item._nodeid = item.nodeid  # type: ignore[attr-defined]
